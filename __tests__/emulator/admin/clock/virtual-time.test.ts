import { describe, expect, test } from '@jest/globals';
import { withClockPaused, type ServiceClock } from '../../../../src/emulator/ports/clock.ts';
import { createEmulatorClock, VIRTUAL_START } from '../../../../src/emulator/admin/clock/emulator-clock.ts';
import { createVirtualTime } from '../../../../src/emulator/admin/clock/virtual-time.ts';

/** Waits until all ready callbacks have run. */
async function drain(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function virtualClock() {
  const { clock, time, virtual } = createEmulatorClock('virtual');
  if (!virtual) throw new Error('not virtual');
  return { clock, time, virtual };
}

describe('a participant in virtual time', () => {
  test('sleeps in virtual instead of real time, even while its parent is awake', async () => {
    const { clock } = virtualClock();
    const one = clock.join().child();
    await one.sleep(30 * 60_000);
    expect(one.now()).toBe(VIRTUAL_START + 30 * 60_000);
    expect(clock.now()).toBe(one.now());
  });

  test('is awake immediately after its sleep is aborted, without an advance of time', async () => {
    const { clock, virtual } = virtualClock();
    const [one] = [clock.join(), clock.join()];
    const stop = new AbortController();
    const sleep = one.sleep(10, stop.signal);
    stop.abort(new Error('enough'));
    await expect(sleep).rejects.toThrow('enough');
    await expect(one.sleep(10, stop.signal)).rejects.toThrow('enough');
    expect(virtual.sleepers()).toEqual([]);
    expect(clock.now()).toBe(VIRTUAL_START);
  });

  test('stops sleeping when it leaves, and cannot sleep afterwards', async () => {
    const { clock } = virtualClock();
    const [one] = [clock.join(), clock.join()];
    const sleep = one.sleep(10);
    one.leave();
    await expect(sleep).rejects.toThrow('left');
    await expect(one.sleep(1)).rejects.toThrow('left');
  });

  test('is notified when the emulator shuts down', async () => {
    const { clock, stop: end } = createEmulatorClock('virtual');
    const sleep = clock
      .join()
      .sleep(10)
      .then(() => 'over', String);
    end();
    expect(await sleep).toContain('closed');
    await expect(clock.advance(1)).rejects.toThrow('closed');
  });

  test('cannot sleep for a value that is not a number of milliseconds', async () => {
    const { clock } = virtualClock();
    await expect(clock.join().sleep(Number.POSITIVE_INFINITY)).rejects.toThrow(RangeError);
    await expect(clock.join().sleep(Number.NaN)).rejects.toThrow(RangeError);
  });
});

describe('work of the emulator in virtual time', () => {
  const slowly = () => new Promise((resolve) => setTimeout(resolve, 5));

  test('stops time unless the work sleeps or waits for an event', async () => {
    const { clock, time } = virtualClock();
    const seen: string[] = [];
    const see = (what: string) => seen.push(`${what} ${clock.now() - VIRTUAL_START}`);
    const poked = Promise.withResolvers<void>();
    const work = withClockPaused(time, async (own) => {
      await slowly();
      see('worked');
      await own.sleep(100);
      see('slept');
      await slowly();
      await own.resumeWhile(poked.promise);
      see('rested');
      expect(own.elapsed()).toBe(own.now());
    });
    const one = clock.join();
    await one.sleep(100);
    see('woken');
    await one.sleep(100);
    poked.resolve();
    await work;
    one.leave();
    expect(seen).toEqual(['worked 0', 'slept 100', 'woken 100', 'rested 200']);
  });

  test('no longer stops time after the work failed or its sleep was aborted', async () => {
    const { clock, time } = virtualClock();
    const stop = new AbortController();
    const work = withClockPaused(time, (own) => own.sleep(1_000, stop.signal));
    const one = clock.join();
    stop.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
    await one.sleep(10);
    expect(clock.now()).toBe(VIRTUAL_START + 10);
  });

  test('is never delayed on a real clock', async () => {
    const { time } = createEmulatorClock('real');
    time.pause();
    await expect(withClockPaused(time, (own) => own.sleep(1).then(() => 'done'))).resolves.toBe('done');
  });
});

describe('the function that advances virtual time', () => {
  test('wakes the sleepers one after another, and resolves when all of them sleep again', async () => {
    const { clock, time } = virtualClock();
    const seen: number[] = [];
    void withClockPaused(time, async (own) => {
      for (;;) {
        await own.sleep(40);
        await new Promise((resolve) => setTimeout(resolve, 2));
        seen.push(own.now() - VIRTUAL_START);
      }
    });
    await clock.advance(100);
    expect(seen).toEqual([40, 80]);
    expect(clock.now()).toBe(VIRTUAL_START + 100);
    await clock.advance(0);
    await clock.advance(20);
    expect(seen).toEqual([40, 80, 120]);
  });

  test('does not wait for a participant that was already awake', async () => {
    const { clock } = virtualClock();
    const one = clock.join();
    await clock.advance(50);
    expect(one.now()).toBe(VIRTUAL_START + 50);
  });

  test('leaves time unchanged if it is aborted', async () => {
    const { virtual } = virtualClock();
    const letGo = virtual.pause();
    const stop = new AbortController();
    const advance = virtual.advance(50, stop.signal);
    stop.abort(new Error('enough'));
    await expect(advance).rejects.toThrow('enough');
    letGo();
    await drain();
    expect(virtual.now()).toBe(VIRTUAL_START);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses the value %d', async (ms) => {
    await expect(virtualClock().clock.advance(ms)).rejects.toThrow(RangeError);
  });
});

describe("the service's own time", () => {
  test('can be offset without affecting participants or sleeps', async () => {
    const { clock, time } = virtualClock();
    const one = clock.join();
    clock.skew(-3_600_000);
    expect(clock.now()).toBe(VIRTUAL_START - 3_600_000);
    expect([one.now(), time.elapsed()]).toEqual([VIRTUAL_START, VIRTUAL_START]);
    await one.sleep(10);
    expect(clock.now()).toBe(VIRTUAL_START - 3_600_000 + 10);
    clock.skew(0);
    expect(clock.now()).toBe(one.now());
  });

  test('can also be offset on a real clock', async () => {
    let now = 5_000;
    const own = { now: () => now, sleep: () => Promise.resolve() };
    const { clock, time } = createEmulatorClock(own);
    clock.skew(100);
    now += 1;
    expect([clock.mode, clock.now(), time.now(), time.elapsed()]).toEqual(['real', 5_101, 5_101, 5_001]);
    expect(() => clock.join()).toThrow(/real.*clock 'virtual'/);
    expect(() => clock.skew(Number.NaN)).toThrow(RangeError);
  });
});

test('a sleep of the emulator outside of any work ends after the given virtual time', async () => {
  const virtual = createVirtualTime(1_000);
  const time: Pick<ServiceClock, 'sleep'> = virtual;
  const slept = time.sleep(10);
  await virtual.advance(10);
  await slept;
  expect(virtual.now()).toBe(1_010);
});
