import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLinks, type Link } from '../../../../src/emulator/data-plane/worker/links.ts';
import { createRuns } from '../../../../src/emulator/data-plane/worker/runs.ts';
import type { RunJob, RunOutcome } from '../../../../src/emulator/ports/worker.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));
const job = (runId: string): RunJob => ({
  runId,
  threadId: `thread of ${runId}`,
  graphId: 'agent',
  fence: 1,
  input: null,
  config: {},
});
const STEPS = ['begin', 'abort', 'lose', 'attach', 'finish'] as const;

test('a worker starts each run only once, and reports its end over an open link', async () => {
  const steps = fc.array(
    fc.tuple(fc.constantFrom(...STEPS), fc.constantFrom('a', 'b'), fc.integer({ min: 1, max: 3 })),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const ends = new Map<Link, number>();
      const begun = new Map<Link, number>();
      const atWork = new Map<string, (outcome: RunOutcome) => void>();
      const byNumber = new Map<number, Link>();
      const links = createLinks(
        (report, _parts, number) => {
          const link = byNumber.get(number);
          if (Reflect.get(report, 'type') !== 'run-ended' || link === undefined) return;
          ends.set(link, (ends.get(link) ?? 0) + 1);
        },
        () => Promise.reject(new Error('nothing is asked')),
      );
      const runs = createRuns(
        links,
        ({ runId }, signal) => {
          expect(atWork.has(runId)).toBe(false);
          return new Promise((resolve) => {
            const end = (outcome: RunOutcome) => {
              atWork.delete(runId);
              resolve(outcome);
            };
            atWork.set(runId, end);
            signal.addEventListener('abort', () => end({ kind: 'aborted' }));
          });
        },
        () => undefined,
      );
      for (const [what, runId, number] of all) {
        const link = links.get(number);
        if (what === 'attach' && link === undefined) {
          links.attach(number);
          const opened = links.get(number);
          if (opened) byNumber.set(number, opened);
        } else if (what === 'lose' && link) {
          runs.lose(link);
          links.detach(number);
        } else if (what === 'begin' && link) {
          begun.set(link, (begun.get(link) ?? 0) + 1);
          runs.begin(link, job(runId));
        } else if (what === 'abort' && link) runs.abort(link, runId);
        else if (what === 'finish') atWork.get(runId)?.({ kind: 'success', values: null });
        await turn();
      }
      for (let round = 0; round < 5; round += 1) {
        for (const end of atWork.values()) end({ kind: 'success', values: null });
        await turn();
      }
      expect(atWork.size).toBe(0);
      for (const [number, link] of byNumber) {
        if (links.get(number) !== link) continue;
        // Every run that the link started has ended.
        expect(link.pending).toBe(0);
        expect((ends.get(link) ?? 0) > 0).toBe((begun.get(link) ?? 0) > 0);
      }
    }),
  );
});
