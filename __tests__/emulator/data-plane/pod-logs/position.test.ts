import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { advancePushed, firstUnpushed } from '../../../../src/emulator/data-plane/pod-logs/position.ts';

const START = Date.parse('2026-01-02T03:04:05Z');

/** Lines of a program, with the time of each line, and its delay until the node stores it. */
const printed = fc.array(
  fc.record({
    text: fc.oneof(fc.constantFrom('tick', 'tock'), fc.string({ maxLength: 5 })),
    afterMs: fc.nat(50),
    delayMs: fc.nat(20),
  }),
  { minLength: 1, maxLength: 60 },
);

/** Returns the lines with the times of the program and of the node, which stores them in the order of writing. */
function timesOf(lines: readonly { text: string; afterMs: number; delayMs: number }[]) {
  let at = START;
  let storedAt = START;
  return lines.map(({ text, afterMs, delayMs }) => {
    at += afterMs;
    storedAt = Math.max(storedAt, at + delayMs);
    return { pushed: { at, text }, output: { at: new Date(storedAt).toISOString(), text } };
  });
}

/** Pushes lines in requests of a few lines, and returns the state after the last request. */
function push(lines: readonly { at: number; text: string }[], size: number) {
  let state: ReturnType<typeof advancePushed> | undefined;
  for (let from = 0; from < lines.length; from += size)
    state = advancePushed(state, START, lines.slice(from, from + size));
  return state;
}

test('the lines that a killed pod has not pushed follow the pushed lines in its output', () => {
  fc.assert(
    fc.property(printed, fc.nat(), fc.integer({ min: 1, max: 9 }), (lines, some, size) => {
      const times = timesOf(lines);
      const count = 1 + (some % times.length);
      const state = push(
        times.slice(0, count).map(({ pushed }) => pushed),
        size,
      );
      expect(state).toBeDefined();
      const output = times.map((time) => time.output);
      expect(state && firstUnpushed(output, count, state)).toBe(count);
    }),
  );
});

test('the lines are found in an output without its beginning, and with lines of other programs', () => {
  const unique = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(unique, fc.nat(), fc.nat(), fc.boolean(), (texts, some, cut, hasOther) => {
      const times = timesOf(texts.map((text) => ({ text, afterMs: 1, delayMs: 1 })));
      const count = 1 + (some % times.length);
      const state = push(
        times.slice(0, count).map(({ pushed }) => pushed),
        500,
      );
      const first = cut % count;
      const other = { at: new Date(START).toISOString(), text: 'a message of the runtime' };
      const output = [...(hasOther ? [other] : []), ...times.slice(first).map((time) => time.output)];
      const found = state && firstUnpushed(output, -1, state);
      expect(output.slice(found).map(({ text }) => text)).toEqual(texts.slice(count));
    }),
  );
});

test('an output without the last pushed line has no position', () => {
  const state = advancePushed(undefined, START, [{ at: START, text: 'one' }]);
  expect(firstUnpushed([{ at: new Date(START).toISOString(), text: 'two' }], 1, state)).toBeUndefined();
});
