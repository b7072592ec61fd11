import { describe, expect, test } from '@jest/globals';
import { progressLine, startProgress } from '../../../src/action/gate/progress.ts';

describe('the progress of a gate', () => {
  test.each([
    [{ done: 10, planned: 40, elapsedMs: 6_000 }, '10 of 40 runs done; about 18s left'],
    [{ done: 1, planned: 200, elapsedMs: 5_000 }, '1 of 200 runs done; about 16m 35s left'],
    [{ done: 39, planned: 40, elapsedMs: 7_800 }, '39 of 40 runs done; about 0.2s left'],
    [{ done: 40, planned: 40, elapsedMs: 8_000 }, '40 of 40 runs done after 8s'],
  ])('is reported with the remaining or the elapsed time: %j', (progress, line) => {
    expect(progressLine(progress)).toBe(line);
  });

  test('is reported at most every five seconds, and after the last run', () => {
    let now = 1_000;
    const lines: string[] = [];
    const progressed = startProgress(6, { now: () => now }, (line) => lines.push(line));
    for (const [done, at] of [
      [1, 3_000],
      [2, 6_000],
      [3, 10_000],
      [4, 11_500],
      [5, 11_600],
      [6, 11_700],
    ] as const) {
      now = at;
      progressed(done);
    }
    expect(lines).toEqual([
      '2 of 6 runs done; about 10s left',
      '4 of 6 runs done; about 5s left',
      '6 of 6 runs done after 11s',
    ]);
  });

  test('of the repeated runs does not include the time of the first runs', () => {
    let now = 0;
    const lines: string[] = [];
    const start = (planned: number) => startProgress(planned, { now: () => now }, (line) => lines.push(line));
    const first = start(80);
    now = 60_000;
    first(80);
    const repeated = start(8);
    now = 66_000;
    repeated(2);
    expect(lines).toEqual(['80 of 80 runs done after 1m 00s', '2 of 8 runs done; about 18s left']);
  });
});
