import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type KnownRuns, matchSpans, nameSpan } from '../../../../src/emulator/tracing/otlp/match-spans.ts';
import type { Span } from '../../../../src/emulator/tracing/otlp/span.ts';

const [ONE, TWO] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const TRACE = 'a'.repeat(32);

const aSpan = (spanId: string, change: Partial<Span> = {}): Span => ({
  traceId: TRACE,
  spanId,
  parentSpanId: null,
  name: spanId,
  start: 100,
  end: 200,
  attributes: new Map(),
  events: [],
  failed: false,
  statusMessage: '',
  ...change,
});
const naming = (key: string, value: unknown): Partial<Span> => ({ attributes: new Map([[key, value]]) });
const NONE: KnownRuns = { named: new Set([ONE, TWO]), traces: new Map(), active: [] };

/** Returns the name of each span's run. */
function runsOf(spans: Span[], known: Partial<KnownRuns> = {}) {
  const { matched, unmatched } = matchSpans(spans.map(nameSpan), { ...NONE, ...known });
  const found = new Map<Span, string | undefined>(unmatched.map((span) => [span, undefined]));
  for (const [run, list] of matched) for (const span of list) found.set(span, run);
  return spans.map((span) => found.get(span));
}

// docs/local-controls/spans.md#runs
test.each([
  ['langgraph.run_id', ONE],
  ['run_id', ONE.toUpperCase()],
  ['metadata.run_id', ONE],
  ['langsmith.metadata.run_id', ONE],
  ['traceloop.association.properties.run_id', ONE],
  ['metadata', JSON.stringify({ run_id: ONE, thread_id: TWO })],
])('the attribute %s determines the run of a span', (key, value) => {
  expect(runsOf([aSpan('x', naming(key, value))])).toEqual([ONE]);
});

test('a span belongs to the run of the surrounding spans, even if the trace contains several runs', () => {
  const spans = [
    aSpan('inner', { parentSpanId: 'middle' }),
    aSpan('middle', { parentSpanId: 'outer' }),
    aSpan('outer', naming('run_id', ONE)),
    aSpan('other', naming('run_id', TWO)),
    aSpan('lost'),
  ];
  expect(runsOf(spans)).toEqual([ONE, ONE, ONE, TWO, undefined]);
  expect(runsOf(spans.slice(0, 3).concat(spans.slice(4)))).toEqual([ONE, ONE, ONE, ONE]);
});

test('the run of a span can be determined by an earlier span, the trace ID, or the time', () => {
  expect(runsOf([aSpan('x')], { traces: new Map([[TRACE, TWO]]) })).toEqual([TWO]);
  expect(runsOf([aSpan('x', { traceId: TWO.replaceAll('-', '') })])).toEqual([TWO]);
  const run = (runId: string, startedAt: number, endedAt: number | null) => ({
    runId,
    threadId: `thread of ${runId}`,
    startedAt,
    endedAt,
  });
  expect(runsOf([aSpan('x')], { active: [run(ONE, 0, 99), run(TWO, 99.5, null)] })).toEqual([TWO]);
  expect(runsOf([aSpan('x')], { active: [run(ONE, 0, 150), run(TWO, 99, null)] })).toEqual([undefined]);
  // Timestamps of spans and runs are rounded, so a span may appear to begin before its run.
  expect(runsOf([aSpan('x')], { active: [run(ONE, 110, null)] })).toEqual([ONE]);
});

test('the thread of a span selects one of several active runs', () => {
  const active = [ONE, TWO].map((runId) => ({ runId, threadId: runId, startedAt: 0, endedAt: null }));
  for (const key of ['thread_id', 'gen_ai.conversation.id', 'session.id']) {
    expect(runsOf([aSpan('x', naming(key, TWO))], { active })).toEqual([TWO]);
  }
});

test('spans are divided completely into matched and unmatched spans, even if parents form a cycle', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd');
  const span = fc.record({
    id: ids,
    parent: fc.option(ids),
    run: fc.option(fc.constantFrom(ONE, TWO, 'odd')),
  });
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), (given) => {
      const spans = given.map(({ id, parent, run }) =>
        aSpan(id, { parentSpanId: parent, ...(run === null ? {} : naming('run_id', run)) }),
      );
      const { matched, unmatched } = matchSpans(spans.map(nameSpan), NONE);
      const all = [...[...matched.values()].flat(), ...unmatched];
      expect(new Set(all)).toEqual(new Set(spans));
      expect(all).toHaveLength(spans.length);
      for (const one of spans) {
        const own = one.attributes.get('run_id');
        if (typeof own === 'string' && own !== 'odd') expect(matched.get(own)).toContain(one);
      }
    }),
  );
});
