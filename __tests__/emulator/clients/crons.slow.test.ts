import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { type DeployedAgent, deployAgent } from '../../../harness/agents/deploy.ts';
import { conformanceAgent, rootModulesInstall } from '../../../harness/agents/fixtures.ts';
import { type EmulatorHandle, startEmulator } from '../../../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../../../harness/git.ts';
import { until } from './sdk/case.ts';

const DAY = 24 * 60 * 60 * 1_000;

let emulator: EmulatorHandle;
let repository: FixtureRepository;
let agent: DeployedAgent;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  repository = await createRepository(conformanceAgent());
  undo.push(() => repository.remove());
  emulator = await startEmulator();
  undo.push(() => emulator.stop());
  agent = await deployAgent(emulator, repository, { installCommand: rootModulesInstall() });
});
afterAll(async () => {
  for (const work of undo.toReversed()) await work();
});

test('a cron of the official client runs the graph once when due, even after missed days', async () => {
  const client = new Client({ apiUrl: agent.url, apiKey: emulator.apiKey });
  const { assistant_id: assistantId } = await client.assistants.create({ graphId: 'steps' });
  const { cron_id: id } = await client.crons.create(assistantId, {
    schedule: '@daily',
    input: {},
    metadata: { team: 'a' },
    onRunCompleted: 'keep',
  });
  const threads = () => client.threads.search({ metadata: { assistant_id: assistantId } });
  await emulator.clock.skew(3 * DAY);
  // Sleeping timers do not follow a changed clock. Any change to a cron makes the scheduler read the clock again.
  await client.crons.update(id, { metadata: { more: 1 } });
  const [thread] = await until(threads, (found) => found[0]?.status === 'idle' && found[0].values !== null);
  expect(thread?.values).toEqual({ steps: ['one', 'two'] });
  const [run] = await client.runs.list(thread?.thread_id ?? '');
  expect(run).toMatchObject({
    status: 'success',
    metadata: { team: 'a', more: 1 },
    kwargs: { config: { configurable: { cron_id: id } } },
  });
  // The next revision continues the schedule of the cron.
  await agent.again();
  await emulator.clock.skew(4 * DAY);
  await client.crons.update(id, { enabled: true });
  await until(threads, (found) => found.length === 2 && found.every(({ status }) => status === 'idle'));
  const [cron] = await client.crons.search({ assistantId });
  expect(Date.parse(cron?.next_run_date ?? '') - Date.now()).toBeGreaterThan(4 * DAY);
});
