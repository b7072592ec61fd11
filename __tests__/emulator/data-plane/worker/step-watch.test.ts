import { expect, test } from '@jest/globals';
import { createStepWatch } from '../../../../src/emulator/data-plane/worker/step-watch.ts';

function watched(config: Record<string, unknown>, next: () => Promise<readonly string[]>) {
  const lines: string[] = [];
  const reported = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const watch = createStepWatch({ runId: 'r1', graphId: 'agent', config }, next, (line) => {
    lines.push(line);
    reported[lines.length - 1]?.resolve();
  });
  const take = (count: number, ns = '') => {
    for (let step = 0; step < count; step += 1) watch.addStep(ns);
  };
  return { lines, take, reported: (count: number) => reported[count - 1]?.promise };
}

test('a run with few steps is not reported', () => {
  const { lines, take } = watched({}, () => Promise.resolve([]));
  take(99);
  expect(lines).toEqual([]);
});

test('a run is reported at 100 steps and whenever their number has doubled, with its nodes and its limit', async () => {
  const { lines, take, reported } = watched({ recursion_limit: 10_000 }, () =>
    Promise.resolve(['plan', 'act']),
  );
  take(100);
  await reported(1);
  take(99);
  expect(lines).toEqual([
    "Run r1 of graph 'agent' has taken 100 steps. It runs plan, act. If its edges never lead to the end, it fails at its recursion limit of 10000.",
  ]);
  take(1, 'work:1-2|tools:3');
  await reported(2);
  expect(lines[1]).toBe(
    "Run r1 of graph 'agent' has taken 200 steps, the last one in the sub-graph work > tools. It runs plan, act. If its edges never lead to the end, it fails at its recursion limit of 10000.",
  );
});

test('a run whose nodes cannot be read is reported all the same', async () => {
  const { lines, take, reported } = watched({}, () => Promise.reject(new Error('the worker is gone')));
  take(100);
  await reported(1);
  expect(lines).toEqual([
    "Run r1 of graph 'agent' has taken 100 steps. If its edges never lead to the end, it fails at its recursion limit.",
  ]);
});
