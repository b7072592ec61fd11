import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toChecks } from '../../../src/action/gate/examples-to-cases.ts';
import type { Check } from '../../../src/action/inputs/settings.ts';
import type { DatasetExample } from '../../../src/clients/evaluation.ts';

const ID = '0d5e7a10-3d0c-4f3a-9f25-0a1b2c3d4e5f';
const example = (change: Partial<DatasetExample> = {}): DatasetExample => ({
  id: ID,
  name: 'refund',
  inputs: { question: 'Can I return it?' },
  outputs: { answer: 'yes' },
  attachments: [],
  modifiedAt: undefined,
  ...change,
});

function checksOf(...args: Parameters<typeof toChecks>): Check[] {
  const parsed = toChecks(...args);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}
const unchanged = { message: undefined };

describe('a check from an example', () => {
  test("contains the example's inputs, the example's outputs as the reference, and the default settings", () => {
    const expected = { status: 'error', interrupted: false } as Check['expect'];
    const defaults = { assistant: 'agent', timeLimitMs: 5, config: { tags: ['a'] } };
    expect(checksOf([example()], unchanged, defaults, expected)).toMatchObject([
      {
        name: 'refund',
        input: { question: 'Can I return it?' },
        reference: { answer: 'yes' },
        exampleId: ID,
        assistant: 'agent',
        timeLimitMs: 5,
        strategy: 'rollback',
        config: { tags: ['a'] },
        expect: expected,
      },
    ]);
    expect(checksOf([example()], unchanged, {})[0]).toMatchObject({ expect: { status: 'success' } });
  });

  test("sends the string of one field of the example as the user's message", () => {
    expect(checksOf([example()], { message: 'question' }, {})[0]?.input).toEqual({
      messages: [{ role: 'user', content: 'Can I return it?' }],
    });
  });

  test.each([{}, { question: null }, { question: ['a'] }])(
    'is rejected if the message is missing in %j',
    (inputs) => {
      const parsed = toChecks([example(), example({ id: 'b', inputs })], { message: 'question' }, {});
      expect(parsed).toMatchObject({
        ok: false,
        problems: [{ message: expect.stringContaining('question') }],
      });
    },
  );

  test('never takes a message from an inherited property such as `constructor`', () => {
    expect(toChecks([example()], { message: 'constructor' }, {}).ok).toBe(false);
  });

  test('passes attachments in its configuration, in addition to the configuration that all checks share', () => {
    const attachments = [
      { name: 'scan', presignedUrl: 'https://files.example.org/a', mimeType: 'image/png' },
      { name: '__proto__', presignedUrl: 'https://files.example.org/b', mimeType: 'text/plain' },
    ];
    const config = { tags: ['a'], configurable: { model: 'm' } };
    const [check] = checksOf([example({ attachments })], unchanged, { config });
    expect(JSON.parse(JSON.stringify(check?.config))).toEqual(
      JSON.parse(
        '{"tags":["a"],"configurable":{"model":"m","attachments":{"scan":{"presigned_url":"https://files.example.org/a","mime_type":"image/png"},"__proto__":{"presigned_url":"https://files.example.org/b","mime_type":"text/plain"}}}}',
      ),
    );
    expect(config).toEqual({ tags: ['a'], configurable: { model: 'm' } });
  });
});

describe('the names of checks from examples', () => {
  test("are the names of the examples, or else contain the beginning of the example's ID", () => {
    const list = [
      example({ id: '11111111-1', name: 'a' }),
      example({ id: '22222222-1', name: 'b' }),
      example({ id: '33333333-1', name: 'b' }),
      example({ id: '44444444-1', name: undefined }),
      example({ id: '44444444-2', name: ' ' }),
      example({ id: '55555555-1', name: 'c\n::error::d' }),
      example({ id: '66666666-1', name: 'example 55555555' }),
    ];
    expect(checksOf(list, unchanged, {}).map(({ name }) => name)).toEqual([
      'a',
      'example 22222222',
      'example 33333333',
      'example 44444444-1',
      'example 44444444-2',
      'example 55555555',
      'example 66666666',
    ]);
  });

  const names = fc.option(
    fc.oneof(
      fc.constantFrom('a', ' a ', 'b', '', 'example 00000000', 'example 00000000-1'),
      fc.string({ unit: 'binary' }),
    ),
    { nil: undefined },
  );
  const ids = fc.oneof(
    fc.uuid(),
    fc.nat(9).map((tail) => `00000000-${tail}`),
  );
  const examples = fc
    .uniqueArray(fc.record({ id: ids, name: names }), { selector: ({ id }) => id, maxLength: 30 })
    .map((list) => list.map((one) => example(one)));

  test('are unique, not empty and on one line, and the checks keep the order of the examples', () => {
    fc.assert(
      fc.property(examples, (list) => {
        const checks = checksOf(list, unchanged, {});
        expect(checks.map(({ exampleId }) => exampleId)).toEqual(list.map(({ id }) => id));
        expect(new Set(checks.map(({ name }) => name)).size).toBe(list.length);
        for (const { name } of checks) expect(name).toMatch(/^[^\n\r\u2028\u2029]+$/);
      }),
    );
  });

  test('do not depend on the order of the examples', () => {
    fc.assert(
      fc.property(examples, (list) => {
        const named = (of: DatasetExample[]) =>
          new Map(checksOf(of, unchanged, {}).map(({ exampleId, name }) => [exampleId, name]));
        expect(named(list.toReversed())).toEqual(named(list));
      }),
    );
  });
});
