import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { type DeployedAgent, deployAgent } from '../../harness/agents/deploy.ts';
import { conformanceAgent } from '../../harness/agents/fixtures.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { at } from '../emulator/clients/sdk/case.ts';
import { CASES } from '../emulator/clients/sdk/cases.ts';
import { VERSIONS } from '../emulator/clients/sdk/library-versions.ts';
import { type Observations, runCases } from '../emulator/clients/sdk/run-cases.ts';
import { testedVersions } from './support/versions.ts';

/** The oldest version, the version of this repository, and the newest version. */
const ESSENTIAL = ['0.2.74', '1.3.7', '1.7.3'];
const TESTED = testedVersions(VERSIONS, (version) => ESSENTIAL.includes(version));
const CONTEXT = 'runs.wait passes configuration, context and tags to the graph';
const OWN_CONTEXT = 'assistants.create with a context passes the context to its runs';
const DURABILITY = 'runs.wait with durability exit keeps only the last checkpoint';
/** Cases that a version of the library does not support on any server. */
const LACKS: Readonly<Record<string, readonly string[]>> = {
  '0.2.74': [
    CONTEXT,
    OWN_CONTEXT,
    DURABILITY,
    'runs.stream of tasks sends each task and its result',
    'runs.stream of checkpoints sends each checkpoint',
  ],
  '0.3.12': [CONTEXT, OWN_CONTEXT, DURABILITY],
};

const filesFor = (version: string) => conformanceAgent({ dependencies: { '@langchain/langgraph': version } });

let emulator: EmulatorHandle;
let repository: FixtureRepository;
let agent: DeployedAgent | undefined;
let client: Client;
/** ID of a thread that starts on the first version, and continues on each later version. */
let threadId = '';
let reported: unknown[] = [];

beforeAll(async () => {
  emulator = await startEmulator();
  repository = await createRepository(filesFor(TESTED[0] ?? ''));
});
afterAll(async () => {
  await emulator.stop();
  await repository.remove();
});

async function deployed(version: string): Promise<DeployedAgent> {
  if (agent === undefined) {
    agent = await deployAgent(emulator, repository);
    client = new Client({ apiUrl: agent.url, apiKey: emulator.apiKey });
    ({ thread_id: threadId } = await client.threads.create());
  } else {
    await repository.commit(filesFor(version));
    await agent.again();
  }
  return agent;
}

describe.each(TESTED)('an agent with version %s of the graph library', (version) => {
  const cases = CASES.filter(({ name }) => LACKS[version]?.includes(name) !== true);
  let saw: Observations;
  beforeAll(async () => {
    const { url } = await deployed(version);
    saw = await runCases(cases, { url, apiKey: emulator.apiKey });
  });

  test('supports every function of the official client', () => {
    const expected = Object.fromEntries(cases.map((one) => [one.name, one.expected]));
    expect(Object.fromEntries(saw.seen)).toEqual(expected);
  });

  test('continues the interrupted thread of earlier versions, and interrupts the thread again', async () => {
    const resume = reported.length === 0 ? {} : { command: { resume: version } };
    if (reported.length > 0) {
      const state = await client.threads.getState(threadId);
      expect([state.next, at(state.values, 'steps')]).toEqual([['ask'], reported]);
      const values = await client.runs.wait(threadId, 'asking', resume);
      reported = [...reported, `answer ${version}`, 'after'];
      expect(at(values, 'steps')).toEqual(reported);
    }
    reported = [...reported, `asked on ${version}`];
    await client.runs.wait(threadId, 'asking', { input: { steps: [`asked on ${version}`] } });
    expect((await client.threads.get(threadId)).status).toBe('interrupted');
  });
});
