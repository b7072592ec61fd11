import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { realClock } from '../../../../src/clients/clock.ts';
import { createMovableTime, MoveLimitError } from '../../../../src/emulator/admin/clock/movable-time.ts';

const HOUR_MS = 3_600_000;
const open = () => createMovableTime(realClock, () => performance.now());
const noneDue = () => Promise.resolve(undefined);

describe('real time that is moved forward', () => {
  test('ends only the sleeps whose time has passed', async () => {
    const time = open();
    const over = time.sleep(HOUR_MS);
    const closing = new AbortController();
    const later = time.sleep(3 * HOUR_MS, closing.signal).then(
      () => 'ended',
      () => 'aborted',
    );
    const before = time.now();
    await time.moveTo(before + 2 * HOUR_MS, { nextDue: noneDue });
    await over;
    expect(time.now()).toBeGreaterThanOrEqual(before + 2 * HOUR_MS);
    expect(time.moved()).toBeLessThanOrEqual(2 * HOUR_MS);
    closing.abort(new Error('closing'));
    expect(await later).toBe('aborted');
  });

  test('pauses at each due time until the work due at that time has ended', async () => {
    const time = open();
    const start = time.now();
    const dues = [1, 2, 5].map((hours) => start + hours * HOUR_MS);
    const startedAt: number[] = [];
    const spans: number[] = [];
    const works = dues.map((due) =>
      time.sleep(due - time.now()).then(async () => {
        const release = time.pause();
        startedAt.push(time.now());
        // Real work would take many turns of the event loop.
        for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
        spans.push(time.now() - (startedAt.at(-1) ?? 0));
        release();
      }),
    );
    const nextDue = (after: number) => Promise.resolve(dues.find((due) => due > after));
    await time.moveTo(start + 13 * HOUR_MS, { nextDue });
    await Promise.all(works);
    for (const [index, at] of startedAt.entries())
      expect(Math.abs(at - (dues[index] ?? 0))).toBeLessThan(HOUR_MS);
    for (const span of spans) expect(span).toBeLessThan(HOUR_MS);
  });

  test('pauses while work is in progress, and does not move if the client disconnects during the pause', async () => {
    const time = open();
    const release = time.pause();
    const leaving = new AbortController();
    const moving = time.moveTo(time.now() + HOUR_MS, { nextDue: noneDue, signal: leaving.signal });
    leaving.abort(new Error('the caller left'));
    await expect(moving).rejects.toThrow('the caller left');
    expect([time.moved(), time.isPaused()]).toEqual([0, true]);
    release();
    release();
    expect(time.isPaused()).toBe(false);
  });

  test('moves past at most 500 due times, and the move then fails', async () => {
    const time = open();
    const nextDue = (after: number) => Promise.resolve(Math.floor(after / 1_000) * 1_000 + 1_000);
    await expect(time.moveTo(time.now() + HOUR_MS, { nextDue })).rejects.toThrow(MoveLimitError);
    expect(time.moved()).toBeLessThanOrEqual(501_000);
  });

  test('adds up two moves that are requested at the same time', async () => {
    const time = open();
    const begun = time.now();
    await Promise.all([0, 1].map(() => time.moveTo((now) => now + HOUR_MS, { nextDue: noneDue })));
    expect(time.now() - begun).toBeGreaterThanOrEqual(2 * HOUR_MS);
  });

  test('never goes back, whatever the order of the moves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -HOUR_MS, max: HOUR_MS }), { maxLength: 5 }),
        async (moves) => {
          const time = open();
          const seen = [time.now()];
          time.onMove(() => seen.push(time.now()));
          await Promise.all(moves.map((by) => time.moveTo(time.now() + by, { nextDue: noneDue })));
          seen.push(time.now());
          expect(seen).toEqual(seen.toSorted((a, b) => a - b));
          expect(time.moved()).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 20 },
    );
  });
});
