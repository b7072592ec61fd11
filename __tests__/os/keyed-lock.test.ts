import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createKeyedLock } from '../../src/os/keyed-lock.ts';

describe('a lock with keys', () => {
  test("runs each key's tasks in order and one at a time, even if a task fails or is slow", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.record({ key: fc.constantFrom('a', 'b'), fails: fc.boolean() }), { maxLength: 12 }),
        async (scheduler, jobs) => {
          const lock = createKeyedLock();
          const inside = new Set<string>();
          const order: Record<string, number[]> = { a: [], b: [] };
          const results = jobs.map(({ key, fails }, index) =>
            lock(key, async () => {
              expect(inside.has(key)).toBe(false);
              inside.add(key);
              order[key]?.push(index);
              await scheduler.schedule(Promise.resolve());
              inside.delete(key);
              if (fails) throw new Error(String(index));
              return index;
            }),
          );
          const settled = Promise.allSettled(results);
          await scheduler.waitFor(settled);
          const indexes = (key: string) => jobs.flatMap((job, index) => (job.key === key ? [index] : []));
          expect(order).toEqual({ a: indexes('a'), b: indexes('b') });
          expect((await settled).map(({ status }) => status)).toEqual(
            jobs.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
          );
        },
      ),
    );
  });
});
