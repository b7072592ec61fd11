import { stat } from 'node:fs';
import { expect, test } from '@jest/globals';
import { beginTurn, createLoopPacer, nextTurn } from '../../src/clients/pacer.ts';

/** Occupies the event loop for longer than a slice. */
function work(): void {
  for (const end = performance.now() + 20; performance.now() < end; );
}

test('a loop pacer pauses once the work has taken a time slice', async () => {
  const pacer = createLoopPacer();
  expect(pacer.isDue).toBe(false);
  work();
  expect(pacer.isDue).toBe(true);
  for (let round = 0; round < 3; round += 1) {
    await pacer.pause();
    work();
    expect(pacer.isDue).toBe(true);
  }
});

test('a pause of a loop pacer lasts for a turn of the event loop in which timers fire', async () => {
  const pacer = createLoopPacer();
  const order: string[] = [];
  // The callback of a file read runs after the timers of its turn and before its immediates.
  await new Promise<void>((resolve) => {
    stat(import.meta.dirname, () => {
      setTimeout(() => order.push('timer'), 1);
      work();
      void pacer.pause().then(() => {
        order.push('work');
        resolve();
      });
    });
  });
  expect(order).toEqual(['timer', 'work']);
});

test('a loop pacer includes work that other code reports to it in the same turn of the event loop', async () => {
  const pacer = createLoopPacer();
  await nextTurn();
  beginTurn();
  work();
  expect(pacer.isDue).toBe(true);
  await nextTurn();
  expect(pacer.isDue).toBe(false);
});
