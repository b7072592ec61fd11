import { describe, expect, test } from '@jest/globals';
import { createSharedTime, type Driven } from './support/time.ts';

/** A service that notes how far it was moved along. */
function service(): Driven & { moved: number[] } {
  const moved: number[] = [];
  return { moved, now: () => 0, advance: async (ms) => void moved.push(ms) };
}

describe('the time of a schedule', () => {
  test('wakes one at a time, by time and then by who lay down first', async () => {
    const time = createSharedTime(1000);
    const seen: string[] = [];
    let awake = 0;
    const live = async (name: string, naps: number[]) => {
      const actor = time.join(name);
      for (const nap of naps) {
        await actor.sleep(nap);
        awake += 1;
        expect(awake).toBe(1);
        seen.push(`${name}@${time.now() - 1000}`);
        await new Promise((resolve) => setImmediate(resolve));
        awake -= 1;
      }
      actor.leave();
    };
    await Promise.all([live('a', [10, 10, 30]), live('b', [20, 5]), live('c', [10])]);
    expect(seen).toEqual(['a@10', 'c@10', 'b@20', 'a@20', 'b@25', 'a@50']);
  });

  test('moves the service along, and goes on without one', async () => {
    const time = createSharedTime(0);
    const driven = service();
    time.drive(driven);
    const actor = time.join('one');
    await actor.sleep(40);
    time.drive(undefined);
    await actor.sleep(60);
    time.drive(driven);
    await actor.sleep(5.5);
    expect([time.now(), driven.moved]).toEqual([106, [40, 6]]);
    actor.leave();
  });

  test('ends a sleep that is given up at once, without moving', async () => {
    const time = createSharedTime(0);
    const [sleeper, other] = [time.join('sleeper'), time.join('other')];
    const controller = new AbortController();
    const sleep = sleeper.sleep(1000, controller.signal);
    await other.sleep(10);
    controller.abort(new Error('given up'));
    await expect(sleep).rejects.toThrow('given up');
    expect(time.now()).toBe(10);
    await expect(sleeper.sleep(1, controller.signal)).rejects.toThrow('given up');
    sleeper.leave();
    other.leave();
  });

  test('lets what was just done be noted before the next one wakes', async () => {
    const time = createSharedTime(0);
    const seen: string[] = [];
    time.afterTurn(async () => void seen.push(`noted at ${time.now()}`));
    const actors = [time.join('a'), time.join('b')];
    await Promise.all(
      actors.map(async (actor, index) => {
        await actor.sleep(index + 1);
        seen.push(actor.name);
        actor.leave();
      }),
    );
    expect(seen.slice(0, 4)).toEqual(['noted at 0', 'a', 'noted at 1', 'b']);
  });

  test('tells every sleeper when the service fails', async () => {
    const time = createSharedTime(0);
    time.drive({ now: () => 0, advance: () => Promise.reject(new Error('no time left')) });
    const actor = time.join('one');
    await expect(actor.sleep(1)).rejects.toThrow('no time left');
    actor.leave();
  });
});
