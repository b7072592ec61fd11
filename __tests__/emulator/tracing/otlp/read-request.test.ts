import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SPANS_MAX_BYTES, SPANS_PER_REQUEST_MAX, type AnyValue } from '../../../../src/contract/otlp.ts';
import { HttpError } from '../../../../src/emulator/server/http-error.ts';
import { createOtlpProtobuf } from '../../../../src/emulator/tracing/otlp/protobuf.ts';
import { decompress, readSpans } from '../../../../src/emulator/tracing/otlp/read-request.ts';
import { toSpanStep } from '../../../../src/emulator/tracing/otlp/span-step.ts';
import { jsonRequest, protobufRequest, type SentSpan, text } from './requests.ts';

const protobuf = createOtlpProtobuf();
const load = () => Promise.resolve(protobuf);
const fromJson = (value: unknown) => readSpans(Buffer.from(JSON.stringify(value)), 'json', load);
const fromProtobuf = (bytes: Uint8Array) => readSpans(Buffer.from(bytes), 'protobuf', load);

const SPAN: SentSpan = {
  traceId: '5b8efff798038103d269b633813fc60c',
  spanId: 'eee19b7ec3c1b174',
  name: 'look up',
  startTimeUnixNano: '1544712660000000000',
  endTimeUnixNano: '1544712661500000000',
};

/** Strings that both encodings can contain: well-formed Unicode. */
const unicode = fc.string({ unit: 'binary', maxLength: 20 });
const hex = (digits: number) =>
  fc
    .string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: digits, maxLength: digits })
    .filter((id) => !/^0+$/.test(id));
const nanoseconds = fc.bigInt({ min: 0n, max: 2n ** 63n }).map(String);
const anyValue = fc.letrec<{ value: AnyValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    unicode.map((stringValue) => ({ stringValue })),
    fc.boolean().map((boolValue) => ({ boolValue })),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((one) => ({ intValue: String(one) })),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((doubleValue) => ({ doubleValue })),
    fc.uint8Array({ maxLength: 9 }).map((one) => ({ bytesValue: Buffer.from(one).toString('base64') })),
    fc.array(tie('value'), { maxLength: 3 }).map((values) => ({ arrayValue: { values } })),
    fc
      .array(fc.record({ key: unicode, value: tie('value') }), { maxLength: 3 })
      .map((values) => ({ kvlistValue: { values } })),
  ),
})).value;
const attributes = fc.array(
  fc.record({
    key: fc.oneof(
      unicode,
      fc.constantFrom('gen_ai.operation.name', 'input.value', 'gen_ai.usage.input_tokens'),
    ),
    value: anyValue,
  }),
  { maxLength: 5 },
);
const sentSpan: fc.Arbitrary<SentSpan> = fc.record(
  {
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: hex(16),
    name: unicode,
    startTimeUnixNano: nanoseconds,
    endTimeUnixNano: nanoseconds,
    attributes,
    events: fc.array(
      fc.record({ timeUnixNano: nanoseconds, name: fc.oneof(unicode, fc.constant('exception')), attributes }),
      { maxLength: 3 },
    ),
    status: fc.record({ code: fc.integer({ min: 0, max: 2 }), message: unicode }),
  },
  { requiredKeys: ['traceId', 'spanId', 'name', 'startTimeUnixNano', 'endTimeUnixNano'] },
);

// docs/local-controls/spans.md#encodings
test('spans in both encodings lead to the same steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sentSpan, { maxLength: 4 }), async (spans) => {
      const [json, binary] = [await fromJson(jsonRequest(spans)), await fromProtobuf(protobufRequest(spans))];
      expect(binary).toEqual(json);
      expect(json).toHaveLength(spans.length);
      expect(binary.map(toSpanStep)).toEqual(json.map(toSpanStep));
    }),
  );
});

test('any bytes are either parsed into spans or rejected with a 400 or 413', async () => {
  const damaged = fc
    .tuple(fc.array(sentSpan, { minLength: 1, maxLength: 2 }), fc.array(fc.tuple(fc.nat(), fc.nat(255))))
    .map(([spans, changes]) => {
      const bytes = protobufRequest(spans);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      return bytes;
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), async (bytes) => {
      for (const encoding of ['protobuf', 'json'] as const) {
        const result = await readSpans(Buffer.from(bytes), encoding, load).catch((error: unknown) => error);
        if (Array.isArray(result)) result.map(toSpanStep);
        else expect([400, 413]).toContain(result instanceof HttpError ? result.status : result);
      }
    }),
  );
});

test('any JSON is either parsed into spans or rejected with a 400 or 413', async () => {
  const odd = fc.oneof(
    fc.json().map((one): unknown => JSON.parse(one)),
    fc.record({ resourceSpans: fc.jsonValue() }),
    sentSpan.chain((span) =>
      fc
        .record({ field: fc.constantFrom(...Object.keys(span)), value: fc.jsonValue() })
        .map(({ field, value }) => jsonRequest([{ ...span, [field]: value }]) as unknown),
    ),
  );
  await fc.assert(
    fc.asyncProperty(odd, async (value) => {
      const result = await fromJson(value).catch((error: unknown) => error);
      if (Array.isArray(result)) result.map(toSpanStep);
      else expect([400, 413]).toContain(result instanceof HttpError ? result.status : result);
    }),
  );
});

test('a malformed request is rejected with the position of the problem, but without its value', async () => {
  const refusals = [
    [{ resourceSpans: 1 }, /resourceSpans/],
    [
      jsonRequest([{ ...SPAN, traceId: 'a secret' }]),
      /scopeSpans\.0\.spans\.0\.traceId: must be 32 hexadecimal/,
    ],
    [jsonRequest([{ ...SPAN, spanId: '0000000000000000' }]), /spanId: must be 16 hexadecimal/],
    [jsonRequest([{ ...SPAN, startTimeUnixNano: '-1' }]), /startTimeUnixNano/],
  ] as const;
  for (const [body, message] of refusals) {
    const refused = fromJson(body);
    await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringMatching(message) });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('a secret') });
  }
  await expect(readSpans(Buffer.from('{'), 'json', load)).rejects.toMatchObject({ status: 400 });
});

test('too deeply nested values and too many spans are rejected in both encodings', async () => {
  let deep: AnyValue = { stringValue: 'x' };
  for (let level = 0; level < 300; level += 1) deep = { arrayValue: { values: [deep] } };
  const nested = [{ ...SPAN, attributes: [{ key: 'deep', value: deep }] }];
  await expect(fromJson(jsonRequest(nested))).rejects.toMatchObject({ status: 400 });
  await expect(fromProtobuf(protobufRequest(nested))).rejects.toMatchObject({ status: 400 });
  const many = Array.from({ length: SPANS_PER_REQUEST_MAX + 1 }, () => SPAN);
  await expect(fromProtobuf(protobufRequest(many))).rejects.toMatchObject({ status: 413 });
  await expect(fromJson(jsonRequest(many))).rejects.toMatchObject({ status: expect.any(Number) });
});

test('a compressed body is also limited after decompression', async () => {
  const zip = promisify(gzip);
  const body = Buffer.from('spans');
  expect(await decompress(await zip(body), 'gzip')).toEqual(body);
  expect(await decompress(body, undefined)).toEqual(body);
  const bomb = await zip(Buffer.alloc(SPANS_MAX_BYTES + 1));
  await expect(decompress(bomb, 'gzip')).rejects.toMatchObject({ status: 413 });
  await expect(decompress(Buffer.from('no gzip'), 'gzip')).rejects.toMatchObject({ status: 400 });
  await expect(decompress(body, 'br')).rejects.toMatchObject({ status: 415 });
});

test('a span has at most 200 attributes, and strings of limited length', async () => {
  const attributesOf = Array.from({ length: 1_000 }, (_, index) => text(`key ${index}`, 'x'.repeat(1_000)));
  const [span] = await fromJson(
    jsonRequest([{ ...SPAN, name: 'n'.repeat(100_000), attributes: attributesOf }]),
  );
  if (!span) throw new Error('the span is missing');
  expect(span.attributes.size).toBe(200);
  const step = toSpanStep(span);
  expect([step.name.length, step.input.length < 25_000]).toEqual([200, true]);
});
