import { describe, expect, test } from '@jest/globals';
import { createCancelHooks } from '../../src/action/cancel.ts';

describe('what a cancelled run ends', () => {
  test('is all that was begun and not taken back, at once, whatever one of it comes to', async () => {
    const leaving = createCancelHooks();
    const done: string[] = [];
    leaving.add(async () => {
      done.push('a');
      throw new Error('it is gone already');
    });
    const takeBack = leaving.add(async () => void done.push('b'));
    leaving.add(async () => void done.push('c'));
    takeBack();
    await leaving.run();
    expect(done).toEqual(['a', 'c']);
  });

  test('is given up when the seconds are over, and told so', async () => {
    const leaving = createCancelHooks(20);
    let stopped = false;
    leaving.add((stop) => {
      stop.addEventListener('abort', () => {
        stopped = true;
      });
      return new Promise(() => {});
    });
    // A timer of `AbortSignal.timeout` keeps no process alive.
    const alive = setInterval(() => {}, 1_000);
    await leaving.run();
    clearInterval(alive);
    expect(stopped).toBe(true);
  });
});
