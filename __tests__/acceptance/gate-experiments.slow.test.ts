import { expect, test } from '@jest/globals';
import type { ProgrammedReply } from '../../harness/agents/programmed.ts';
import { useTestEnvironment } from './support/environment.ts';
import { createDataset, expectVerdict, useGate } from './support/gate.ts';

const world = useTestEnvironment({ runtime: 'process' });
const gate = useGate(world);
const EXAMPLES = 12;

const sum: ProgrammedReply = { to: '^sum', says: 'The sum is 42.' };
const wrongSum: ProgrammedReply = { to: '^sum of 3', says: 'The sum is 41.' };

/** Sends a request to the API for datasets and experiments, and returns the response body. */
async function tracing(method: string, at: string, body?: unknown): Promise<unknown> {
  const answer = await world.emulator.api(method, `${world.emulator.urls.tracing}${at}`, body);
  expect([at, answer.status]).toEqual([at, 200]);
  return answer.body;
}

interface TracedRun {
  id: string;
  reference_example_id: string;
  extra: { metadata: Record<string, unknown> };
}

test('a gate with a dataset leaves an experiment for each deployment and their comparison', async () => {
  const shop = await gate.repository([sum]);
  const name = world.name('sums');
  const dataset = await createDataset(
    world,
    name,
    Array.from({ length: EXAMPLES }, (_, index) => ({
      inputs: { question: `sum of ${index} and others` },
      outputs: { answer: '42' },
    })),
  );
  const pull = await shop.pullRequest([wrongSum, sum], {
    verify: `dataset: {name: ${name}, message: question}\nscores: {correct: {number: true}}`,
  });
  expectVerdict(pull, 'worse');
  const sessions = (await tracing('GET', `/sessions?reference_dataset=${dataset}`)) as {
    id: string;
    run_count: number;
  }[];
  expect(sessions.map(({ run_count }) => run_count)).toEqual([EXAMPLES, EXAMPLES]);
  const comparative = (await tracing('GET', `/datasets/${dataset}/comparative`)) as {
    experiments_info: { id: string }[];
  }[];
  const ids = sessions.map(({ id }) => id).toSorted();
  expect(comparative.map((one) => one.experiments_info.map(({ id }) => id).toSorted())).toEqual([ids]);
  const query = { session: ids, is_root: true, limit: 100 };
  const { runs } = (await tracing('POST', '/runs/query', query)) as { runs: TracedRun[] };
  expect(runs).toHaveLength(2 * EXAMPLES);
  expect(new Set(runs.map((run) => run.reference_example_id)).size).toBe(EXAMPLES);
  expect(JSON.stringify(runs.map(({ extra }) => extra.metadata))).toContain(pull.run.outputs['revision-id']);
  const feedback = (await Promise.all(
    runs.map(({ id }) => tracing('GET', `/api/v1/feedback?run=${id}`)),
  )) as { key: string; score: number }[][];
  const correct = feedback.flat().filter(({ key }) => key === 'correct');
  expect([1, 0].map((score) => correct.filter((one) => one.score === score).length)).toEqual([23, 1]);
});
