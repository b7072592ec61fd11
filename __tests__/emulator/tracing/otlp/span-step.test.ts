import { describe, expect, test } from '@jest/globals';
import { toSpan } from '../../../../src/emulator/tracing/otlp/span.ts';
import { toSpanStep } from '../../../../src/emulator/tracing/otlp/span-step.ts';
import { OtlpSpan } from '../../../../src/contract/otlp.ts';

type Values = Readonly<Record<string, string | number>>;

const attributesOf = (values: Values) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  }));
const stepOf = (values: Values, more: object = {}) =>
  toSpanStep(
    toSpan(
      OtlpSpan.parse({
        traceId: 'a'.repeat(32),
        spanId: 'b'.repeat(16),
        name: 'the name',
        startTimeUnixNano: '1000000',
        endTimeUnixNano: '2000000',
        attributes: attributesOf(values),
        ...more,
      }),
    ),
  );
const failure = (values: Values) => ({
  status: { code: 2, message: 'the status' },
  events: [{ name: 'exception', timeUnixNano: '1', attributes: attributesOf(values) }],
});

// docs/local-controls/spans.md#kinds
describe('the kind of a span', () => {
  test.each<[string, Values, object]>([
    [
      'GenAI',
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'gpt-4o',
        'gen_ai.usage.input_tokens': 3,
        'gen_ai.usage.output_tokens': 4,
      },
      { kind: 'model', name: 'gpt-4o', tokens: 7 },
    ],
    [
      'GenAI tools',
      { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'look_up' },
      { kind: 'tool', name: 'look_up' },
    ],
    ['GenAI agents', { 'gen_ai.operation.name': 'invoke_agent' }, { kind: 'span', name: 'the name' }],
    [
      'OpenInference',
      {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'claude',
        'llm.token_count.prompt': 1,
        'llm.token_count.completion': 2,
        'output.value': 'hello',
      },
      { kind: 'model', name: 'claude', tokens: 3, note: 'hello' },
    ],
    ['OpenInference chains', { 'openinference.span.kind': 'CHAIN' }, { kind: 'span' }],
    [
      'Traceloop',
      { 'llm.request.type': 'chat', 'gen_ai.request.model': 'gpt-4o', 'llm.usage.total_tokens': 9 },
      { kind: 'model', name: 'gpt-4o', tokens: 9 },
    ],
    [
      'Traceloop tools',
      {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'look_up',
        'traceloop.entity.input': '{"a":1}',
      },
      { kind: 'tool', name: 'look_up', input: '{"a":1}' },
    ],
    ['LangSmith', { 'langsmith.span.kind': 'llm' }, { kind: 'model', name: 'the name' }],
    [
      'no conventions',
      { 'http.request.method': 'GET' },
      { kind: 'span', input: '{"http.request.method":"GET"}' },
    ],
  ])('follows the attributes of %s', (_, values, expected) => {
    expect(stepOf(values)).toMatchObject({ state: 'ok', error: null, ...expected });
  });

  test('does not follow names that objects inherit', () => {
    expect(stepOf({ 'gen_ai.operation.name': 'constructor' }).kind).toBe('span');
    expect(stepOf({ ['__proto__']: 'x' }).input).toBe('{"__proto__":"x"}');
  });
});

describe('the failure of a span', () => {
  test("contains the frames of the agent's code, innermost first, in JavaScript and Python", () => {
    const script = [
      'TypeError: no',
      '    at async lookUp (file:///app/src/agent.ts:3:9)',
      '    at call (/app/node_modules/lib/index.js:1:1)',
      '    at node:internal/process:5:1',
      '    at /app/src/main.ts:7:2',
    ].join('\n');
    const frames = (stack: string) => stepOf({}, failure({ 'exception.stacktrace': stack })).error;
    expect(frames(script)).toEqual({
      type: 'Error',
      message: 'the status',
      frames: [
        { place: '/app/src/agent.ts:3', name: 'lookUp', code: '' },
        { place: '/app/src/main.ts:7', name: '', code: '' },
      ],
      folded: 2,
    });
    const python =
      'Traceback (most recent call last):\n  File "/app/agent.py", line 3, in plan\n  File "/app/tools.py", line 5, in look_up\n';
    expect(frames(python)?.frames.map(({ place }) => place)).toEqual(['/app/tools.py:5', '/app/agent.py:3']);
  });

  test('has the type and message of the exception, or otherwise of the attributes and the status', () => {
    const named = failure({ 'exception.type': 'pkg.RateLimitError', 'exception.message': 'slow down' });
    expect(stepOf({}, named)).toMatchObject({
      state: 'error',
      note: 'slow down',
      error: { type: 'pkg.RateLimitError', message: 'slow down' },
    });
    const plain = stepOf({ 'error.type': 'timeout' }, { status: { code: 2, message: 'late' } });
    expect(plain.error).toMatchObject({ type: 'timeout', message: 'late' });
  });

  test('is absent if the graph library only waits for an answer', () => {
    const waits = failure({ 'exception.type': 'langgraph.errors.GraphInterrupt' });
    expect(stepOf({}, waits)).toMatchObject({ state: 'waiting', error: null });
  });

  test('is found in linear time, even in a long hostile stack trace', () => {
    const hostile = `    at ${':1'.repeat(50_000)}\n${'    at a (b\n'.repeat(50_000)}`;
    const begun = process.cpuUsage();
    for (let count = 0; count < 100; count += 1) stepOf({}, failure({ 'exception.stacktrace': hostile }));
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(20_000);
  });
});
