import { describe, expect, test } from '@jest/globals';
import {
  limitPolls,
  ONE_MINUTE_SCHEDULE,
  growingPauses,
  fixedPauses,
  poll,
  type Schedule,
  limitTime,
} from '../../src/clients/poll.ts';
import { fakeClock } from './support.ts';

/** Polls without success by a schedule, where each poll takes `lookMs`, and returns the pauses. */
async function pausesOf(schedule: Schedule, lookMs = 0): Promise<number[]> {
  const clock = fakeClock();
  const slept: number[] = [];
  let late = 0;
  const slow = {
    now: () => clock.now() + late,
    sleep: (ms: number, signal?: AbortSignal) => {
      slept.push(ms);
      return clock.sleep(ms, signal);
    },
  };
  const context = { clock: slow, signal: new AbortController().signal };
  const look = async (): Promise<undefined> => void (late += lookMs);
  expect(await poll(context, schedule, look)).toBeUndefined();
  return slept;
}

describe('the function that polls', () => {
  test('starts immediately, and stops after a result', async () => {
    const clock = fakeClock();
    const found = ['', '', 'here', 'never'];
    let looks = 0;
    const seen = await poll(
      { clock, signal: new AbortController().signal },
      fixedPauses(100, 200, 400),
      async () => {
        looks += 1;
        return found[looks - 1] || undefined;
      },
    );
    expect([seen, looks, clock.slept]).toEqual(['here', 3, [100, 200]]);
  });

  test('pauses according to its schedule', async () => {
    expect(await pausesOf(fixedPauses(1, 2))).toEqual([1, 2]);
    expect(await pausesOf(ONE_MINUTE_SCHEDULE)).toEqual([1000, 2000, 4000, 8000, 15_000, 30_000]);
    expect(await pausesOf(limitPolls(3, () => 7))).toEqual([7, 7]);
    expect(await pausesOf(limitPolls(5, growingPauses(100, 2, 500)))).toEqual([100, 200, 400, 500]);
  });

  test('polls one last time at its time limit, even if the requests take long', async () => {
    expect(await pausesOf(limitTime(1000, () => 400))).toEqual([400, 400, 200]);
    expect(
      await pausesOf(
        limitTime(1000, () => 400),
        200,
      ),
    ).toEqual([400, 200]);
    expect(await pausesOf(limitTime(1000, () => 999))).toEqual([999, 1]);
    expect(await pausesOf(limitTime(0, () => 400))).toEqual([]);
  });

  test("stops with the signal's reason if its signal is aborted", async () => {
    const stop = new AbortController();
    const context = { clock: fakeClock(), signal: stop.signal };
    const wait = poll(
      context,
      () => 10,
      async () => stop.abort(new Error('cancelled')),
    );
    await expect(wait).rejects.toThrow('cancelled');
  });
});
