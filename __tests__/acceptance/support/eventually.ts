import { setTimeout } from 'node:timers/promises';

/** Asks again and again until the answer is yes; throws when it never was within the time. */
export async function eventually(
  what: string,
  ask: () => Promise<boolean>,
  withinMs = 20_000,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await ask())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
    await setTimeout(20);
  }
}
