import { expect, test } from '@jest/globals';
import { createStepCounter, createStepWatch } from '../../../../src/emulator/data-plane/worker/step-watch.ts';

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
  return { watch, lines, take, reported: (count: number) => reported[count - 1]?.promise };
}

test('a run with few steps is not logged', () => {
  const { lines, take } = watched({}, () => Promise.resolve([]));
  take(99);
  expect(lines).toEqual([]);
});

test('a run is logged with its nodes and limit at 100 steps and after each doubling', async () => {
  const { lines, take, reported } = watched({ recursion_limit: 10_000 }, () =>
    Promise.resolve(['plan', 'act']),
  );
  take(100);
  await reported(1);
  take(99);
  expect(lines).toEqual([
    "Run r1 of graph 'agent' has taken 100 steps. It is running plan, act. If the graph never reaches its end, the run fails at its recursion limit of 10000.",
  ]);
  take(1, 'work:1-2|tools:3');
  await reported(2);
  expect(lines[1]).toBe(
    "Run r1 of graph 'agent' has taken 200 steps, the last step in the subgraph work > tools. It is running plan, act. If the graph never reaches its end, the run fails at its recursion limit of 10000.",
  );
});

test('a run is logged even if its nodes cannot be read', async () => {
  const { lines, take, reported } = watched({}, () => Promise.reject(new Error('the worker is gone')));
  take(100);
  await reported(1);
  expect(lines).toEqual([
    "Run r1 of graph 'agent' has taken 100 steps. If the graph never reaches its end, the run fails at its recursion limit.",
  ]);
});

test('steps that the worker counted are logged with the current node, not with a previously stored node', async () => {
  const { watch, lines, reported } = watched({}, () => Promise.resolve(['of the previous run']));
  watch.report({ count: 100, ns: 'right:1', node: 'act' });
  await reported(1);
  expect(lines).toEqual([
    "Run r1 of graph 'agent' has taken 100 steps, the last step in the subgraph right. It is running act. If the graph never reaches its end, the run fails at its recursion limit.",
  ]);
});

test("a step of several nodes is counted once, and each subgraph's steps are counted separately", () => {
  const reports: unknown[] = [];
  const counter = createStepCounter((steps) => reports.push(steps));
  // Each round is one step of the graph, and two steps of each of two parallel subgraphs.
  for (let number = 1; number <= 40; number += 1) {
    for (const ns of ['', '', `left:${number}`, `right:${number}`, `left:${number}`, '']) {
      counter.beginStep({ ns, number: ns === '' ? number : 1, node: 'plan' });
    }
    for (const ns of [`left:${number}`, `right:${number}`]) counter.beginStep({ ns, number: 2, node: 'act' });
  }
  expect(reports).toEqual([
    { count: 100, ns: 'right:20', node: 'act' },
    { count: 200, ns: 'right:40', node: 'act' },
  ]);
});
