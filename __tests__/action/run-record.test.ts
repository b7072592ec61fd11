import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addStatus, closeTimeline, formatDuration, type PhaseSpan } from '../../src/action/run-record.ts';

const play = (sightings: [string, number][]) =>
  sightings.reduce<PhaseSpan[]>((timeline, [status, at]) => addStatus(timeline, status, at), []);

describe('the timeline of a run', () => {
  test("has one span per status, from the status's first poll to the next status's first poll", () => {
    expect(
      play([
        ['QUEUED', 0],
        ['QUEUED', 5],
        ['BUILDING', 10],
        ['DEPLOYED', 30],
      ]),
    ).toEqual([
      { status: 'QUEUED', startMs: 0, endMs: 10 },
      { status: 'BUILDING', startMs: 10, endMs: 30 },
      { status: 'DEPLOYED', startMs: 30, endMs: undefined },
    ]);
  });

  test('has no gaps or overlaps, even if statuses repeat', () => {
    const step = fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.nat({ max: 100 }));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), (steps) => {
        let at = 0;
        const sightings = steps.map(([status, delta]): [string, number] => [status, (at += delta)]);
        const closed = closeTimeline(play(sightings), at + 7);
        expect(closed[0]?.startMs).toBe(sightings[0]?.[1]);
        expect(closed.at(-1)?.endMs).toBe(at + 7);
        for (const [index, span] of closed.slice(1).entries()) {
          expect(span.startMs).toBe(closed[index]?.endMs);
          expect(span.status).not.toBe(closed[index]?.status);
        }
      }),
    );
  });
});

test.each([
  [-5, '0.0s'],
  [0, '0.0s'],
  [420, '0.4s'],
  [1000, '1s'],
  [59_400, '59s'],
  [59_600, '1m 00s'],
  [125_000, '2m 05s'],
  [3_600_000, '1h 00m'],
  [3_780_000, '1h 03m'],
])('a duration of %d ms is shown as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
