import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_WORKER_STEP } from '../../../src/contract/trace-event.ts';
import { placeSpans, type StepOutline } from '../../../src/emulator/store/place-spans.ts';

const step = (seq: number, change: Partial<StepOutline>): StepOutline => ({
  seq,
  parent: null,
  kind: 'node',
  name: `step ${seq}`,
  startedAt: 0,
  endedAt: 100,
  traceId: null,
  spanId: String(seq),
  parentSpanId: null,
  ...change,
});
const span = (number: number, change: Partial<StepOutline> = {}): StepOutline =>
  step(MAX_WORKER_STEP + number, { kind: 'span', traceId: 't', spanId: `s${number}`, ...change });
const [ROOT, PLAN, CALL, COLLECT] = [
  step(1, { kind: 'graph', startedAt: 0, endedAt: 1_000 }),
  step(2, { parent: 1, startedAt: 10, endedAt: 300 }),
  step(3, { parent: 2, kind: 'model', name: 'gpt', startedAt: 50, endedAt: 250 }),
  step(4, { parent: 1, startedAt: 400, endedAt: null }),
];
const STEPS = [ROOT, PLAN, CALL, COLLECT];
const placesOf = (...spans: StepOutline[]) => spans.map(({ seq }) => placeSpans(STEPS, spans).get(seq));

// docs/local-controls/spans.md#places
test('a span is inside its parent span, or otherwise inside the innermost step at its time', () => {
  expect(placesOf(span(1, { startedAt: 20, endedAt: 40 }))).toEqual([2]);
  expect(placesOf(span(1, { startedAt: 60, endedAt: 70 }))).toEqual([3]);
  expect(placesOf(span(1, { startedAt: 320, endedAt: 390 }))).toEqual([1]);
  expect(placesOf(span(1, { startedAt: 500, endedAt: 600 }))).toEqual([4]);
  expect(placesOf(span(1, { startedAt: 5_000, endedAt: 6_000 }))).toEqual([null]);
  const outer = span(2, { startedAt: 20, endedAt: 40 });
  expect(placesOf(span(1, { startedAt: 25, endedAt: 30, parentSpanId: 's2' }), outer)).toEqual([
    outer.seq,
    2,
  ]);
});

test('a span during parallel steps is inside the step that contains these steps', () => {
  const parallel = [ROOT, step(2, { parent: 1 }), step(3, { parent: 1 })];
  const one = span(1, { startedAt: 20, endedAt: 40 });
  expect(placeSpans(parallel, [one]).get(one.seq)).toBe(1);
});

test('a model call that the worker also reports is inside the step of the worker', () => {
  const outer = span(1, { startedAt: 20, endedAt: 290 });
  const same = span(2, { kind: 'model', startedAt: 52, endedAt: 248, parentSpanId: 's1' });
  const http = span(3, { startedAt: 60, endedAt: 240, parentSpanId: 's2' });
  expect(placesOf(outer, same, http)).toEqual([2, 3, same.seq]);
});

const outlines = fc.array(
  fc.record({
    parent: fc.nat(12),
    start: fc.nat(50),
    length: fc.nat(30),
    kind: fc.constantFrom('span' as const, 'model' as const, 'tool' as const),
  }),
  { maxLength: 12 },
);

test('the place of a span does not depend on the order of arrival, and never causes a cycle', () => {
  fc.assert(
    fc.property(outlines, fc.infiniteStream(fc.nat(1_000)), (made, order) => {
      const spans = made.map(({ parent, start, length, kind }, index) =>
        span(index, {
          kind,
          startedAt: start * 10,
          endedAt: (start + length) * 10,
          parentSpanId: `s${parent}`,
        }),
      );
      // The number of a span is its position in the order of arrival.
      const shuffled = spans
        .map((one) => ({ one, rank: order.next().value ?? 0 }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ one }, index) => ({ ...one, seq: MAX_WORKER_STEP + 500 + index }));
      const byName = (list: readonly StepOutline[]) => {
        const names = new Map([...STEPS, ...list].map(({ seq, spanId }) => [seq, spanId]));
        const places = placeSpans(STEPS, list);
        expect(places.size).toBe(list.length);
        return new Map(list.map(({ seq, spanId }) => [spanId, names.get(places.get(seq) ?? 0)] as const));
      };
      const found = byName(spans);
      expect(new Map([...byName(shuffled)].toSorted())).toEqual(new Map([...found].toSorted()));
      for (const { spanId } of spans) {
        const path = new Set<string>();
        for (let at: string | undefined = spanId; at !== undefined; at = found.get(at)) {
          expect(path).not.toContain(at);
          path.add(at);
        }
      }
    }),
  );
});
