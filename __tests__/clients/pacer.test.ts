import { expect, test } from '@jest/globals';
import { createLoopPacer } from '../../src/clients/pacer.ts';

/** Occupies the event loop for longer than a slice. */
function work(): void {
  for (const end = performance.now() + 20; performance.now() < end; );
}

test('the next pause of a loop pacer is due once the work has taken a time slice', async () => {
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
