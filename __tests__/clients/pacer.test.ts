import { stat } from 'node:fs';
import { expect, test } from '@jest/globals';
import { beginTurn, createLoopPacer, nextTurn } from '../../src/clients/pacer.ts';

/** Occupies the event loop for longer than a slice. */
function work(): void {
  for (const end = performance.now() + 20; performance.now() < end; );
}

test('a loop pacer is due for a pause after each time slice of work', async () => {
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

test("a loop pacer's pause lasts until the event loop has run due timers", async () => {
  const pacer = createLoopPacer();
  const order: string[] = [];
  // The callback of a file read runs after the timers of its turn, and before its immediates.
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

test('a loop pacer counts the time of work that other code announced in the same event-loop turn', async () => {
  const pacer = createLoopPacer();
  await nextTurn();
  beginTurn();
  work();
  expect(pacer.isDue).toBe(true);
  await nextTurn();
  expect(pacer.isDue).toBe(false);
});
