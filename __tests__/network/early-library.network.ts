import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { type DeployedAgent, deployAgent } from '../../harness/agents/deploy.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { at } from '../emulator/clients/sdk/case.ts';
import { testedVersions } from './support/versions.ts';

/** Newest checkpoint package that these versions support. */
const NEWEST = '~0.0.18';

/**
 * Early versions of the graph library with changes: the first version with each kind of store, checkpoint package and
 * stream, with the checkpoint package in lock files of that time.
 */
const VERSIONS: readonly { version: string; checkpoint: string }[] = [
  { version: '0.2.0', checkpoint: '0.0.4' },
  { version: '0.2.2', checkpoint: '0.0.5' },
  { version: '0.2.3', checkpoint: '0.0.6' },
  { version: '0.2.5', checkpoint: '0.0.6' },
  { version: '0.2.8', checkpoint: '0.0.6' },
  { version: '0.2.8', checkpoint: NEWEST },
  { version: '0.2.9', checkpoint: '0.0.6' },
  { version: '0.2.10', checkpoint: '0.0.9' },
  { version: '0.2.11', checkpoint: '0.0.9' },
  { version: '0.2.11', checkpoint: NEWEST },
  { version: '0.2.12', checkpoint: '0.0.10' },
  { version: '0.2.15', checkpoint: NEWEST },
  { version: '0.2.18', checkpoint: NEWEST },
  { version: '0.2.19', checkpoint: NEWEST },
  { version: '0.2.20', checkpoint: NEWEST },
  { version: '0.2.22', checkpoint: NEWEST },
  { version: '0.2.23', checkpoint: NEWEST },
  { version: '0.2.30', checkpoint: NEWEST },
];

const isSince = (version: string, first: string): boolean =>
  version.localeCompare(first, 'en', { numeric: true }) >= 0;

const AGENT = `
import { Annotation, END, Send, START, StateGraph } from '@langchain/langgraph';

const State = Annotation.Root({
  steps: Annotation({ reducer: (before, more) => [...before, ...more], default: () => [] }),
});
const step = (name) => () => ({ steps: [name] });

const answering = () =>
  new StateGraph(State)
    .addNode('answer', (state) => ({ steps: ['turn with ' + state.steps.length] }))
    .addEdge(START, 'answer')
    .addEdge('answer', END);
export const agent = answering().compile();
export const uncompiled = answering();
export const bound = answering().compile().withConfig({ configurable: { mood: 'calm' } });
export const moody = new StateGraph(State)
  .addNode('tell', (_, config) => ({ steps: [config.configurable.mood] }))
  .addEdge(START, 'tell')
  .addEdge('tell', END)
  .compile()
  .withConfig({ configurable: { mood: 'calm' } });

export const asking = new StateGraph(State)
  .addNode('before', step('before'))
  .addNode('after', step('after'))
  .addEdge(START, 'before')
  .addEdge('before', 'after')
  .addEdge('after', END)
  .compile({ interruptBefore: ['after'] });

const inner = new StateGraph(State)
  .addNode('deep', step('deep'))
  .addEdge(START, 'deep')
  .addEdge('deep', END)
  .compile();
export const outer = new StateGraph(State)
  .addNode('inner', inner)
  .addEdge(START, 'inner')
  .addEdge('inner', END)
  .compile();

export const sending = new StateGraph(State)
  .addNode('plan', step('plan'))
  .addNode('work', ({ task }) => ({ steps: ['work ' + task] }))
  .addEdge(START, 'plan')
  .addConditionalEdges('plan', () => ['a', 'b'].map((task) => new Send('work', { task })), ['work'])
  .addEdge('work', END)
  .compile();

export const remembering = new StateGraph(State)
  .addNode('remember', async (_, config) => {
    if (!config.store) return { steps: ['no store'] };
    const before = await config.store.get(['notes'], 'count');
    await config.store.put(['notes'], 'count', { count: (before?.value.count ?? 0) + 1 });
    return { steps: [before ? 'seen before' : 'new'] };
  })
  .addEdge(START, 'remember')
  .addEdge('remember', END)
  .compile();
`;

/** Values that all threads of a scope share, as in versions before 0.2.10. */
const SHARING = `
import { Annotation, END, SharedValue, START, StateGraph } from '@langchain/langgraph';

const State = Annotation.Root({
  steps: Annotation({ reducer: (before, more) => [...before, ...more], default: () => [] }),
  shared: SharedValue.on('user'),
});
export const sharing = new StateGraph(State)
  .addNode('share', ({ shared }) => ({
    steps: ['knows ' + Object.keys(shared).join(', ')],
    shared: { ['note ' + Object.keys(shared).length]: { text: 'hello' } },
  }))
  .addEdge(START, 'share')
  .addEdge('share', END)
  .compile();
`;

const GRAPHS = ['agent', 'uncompiled', 'bound', 'moody', 'asking', 'outer', 'sending', 'remembering'];
const hasSharedValues = (version: string) => isSince(version, '0.2.5') && !isSince(version, '0.2.10');

function filesFor({ version, checkpoint }: (typeof VERSIONS)[number]) {
  const graphs = Object.fromEntries(GRAPHS.map((name) => [name, `./agent.js:${name}`]));
  const sharing = hasSharedValues(version) ? { sharing: './sharing.js:sharing' } : {};
  const manifest = {
    name: 'early-agent',
    private: true,
    type: 'module',
    dependencies: { '@langchain/langgraph': version },
    overrides: { '@langchain/langgraph-checkpoint': checkpoint },
  };
  return {
    'package.json': JSON.stringify(manifest),
    'langgraph.json': JSON.stringify({ node_version: '22', graphs: { ...graphs, ...sharing } }),
    'agent.js': AGENT,
    'sharing.js': SHARING,
  };
}

let emulator: EmulatorHandle;
let repository: FixtureRepository;
let agent: DeployedAgent | undefined;

beforeAll(async () => {
  emulator = await startEmulator();
  repository = await createRepository(filesFor({ version: '0.2.0', checkpoint: NEWEST }));
});
afterAll(async () => {
  await emulator.stop();
  await repository.remove();
});

async function deploy(files: Record<string, string>): Promise<DeployedAgent> {
  await repository.commit(files);
  if (agent === undefined) agent = await deployAgent(emulator, repository);
  else await agent.again();
  return agent;
}

/** The ends of the list, a version with shared values, and a version with the newest checkpoint package. */
const ESSENTIAL = ['0.2.0', '0.2.5', '0.2.15', '0.2.30'];

describe.each(testedVersions(VERSIONS, ({ version }) => ESSENTIAL.includes(version)))(
  'an agent with version $version of the graph library and version $checkpoint of the checkpoint library',
  (row) => {
    const { version } = row;
    let client: Client;
    beforeAll(async () => {
      const { url } = await deploy(filesFor(row));
      client = new Client({ apiUrl: url, apiKey: emulator.apiKey });
    });

    const aThread = async (): Promise<string> => (await client.threads.create()).thread_id;
    const turn = async (
      thread: string,
      graph: string,
      input: Record<string, unknown> | null = { steps: [] },
    ) => at(await client.runs.wait(thread, graph, { input }), 'steps');

    // docs/departures/graphs.md#early-library
    test.each(['agent', 'uncompiled', 'bound'])(
      "remembers a thread's first turn in the second turn (graph %s)",
      async (graph) => {
        const thread = await aThread();
        await turn(thread, graph, { steps: ['hello'] });
        expect(await turn(thread, graph, { steps: ['again'] })).toEqual([
          'hello',
          'turn with 1',
          'again',
          'turn with 3',
        ]);
        const { checkpoint } = await client.threads.getState(thread);
        expect(checkpoint?.checkpoint_id).toEqual(expect.any(String));
        const history = await client.threads.getHistory<{ steps?: string[] }>(thread);
        expect(history.map(({ values }) => values.steps?.length ?? 0)).toEqual([4, 3, 2, 2, 1, 0]);
      },
    );

    // Later versions replace the bound configuration with the configuration of the call, on any server.
    if (!isSince(version, '0.2.9')) {
      test('passes a bound configuration to the runs of its graph', async () => {
        expect(await turn(await aThread(), 'moody')).toEqual(['calm']);
      });
    }

    test('stops at an interrupt of its code, and continues after the answer', async () => {
      const thread = await aThread();
      expect(await turn(thread, 'asking')).toEqual(['before']);
      const { status } = await client.threads.get(thread);
      expect({ status, next: (await client.threads.getState(thread)).next }).toEqual({
        status: 'interrupted',
        next: ['after'],
      });
      expect(await turn(thread, 'asking', null)).toEqual(['before', 'after']);
      expect((await client.threads.get(thread)).status).toBe('idle');
    });

    test('accepts an update of its state', async () => {
      const thread = await aThread();
      await turn(thread, 'agent');
      await client.threads.updateState(thread, { values: { steps: ['changed'] }, asNode: 'answer' });
      expect(await turn(thread, 'agent')).toEqual(['turn with 0', 'changed', 'turn with 2']);
    });

    test("runs subgraphs, and nodes that get their input through the library's Send", async () => {
      expect(await turn(await aThread(), 'outer')).toEqual(['deep']);
      expect(await turn(await aThread(), 'sending')).toEqual(['plan', 'work a', 'work b']);
    });

    test.each([[['updates']], [['values']], [['updates', 'values']]] as const)(
      'streams its steps in the modes %j',
      async (streamMode) => {
        const events: string[] = [];
        const run = client.runs.stream(await aThread(), 'agent', {
          input: { steps: ['hi'] },
          streamMode: [...streamMode],
        });
        for await (const { event } of run) events.push(event);
        const steps = events.filter((event) => event !== 'metadata' && event !== 'end');
        expect(new Set(steps)).toEqual(new Set(streamMode));
      },
    );

    test('draws its graphs', async () => {
      const [assistant] = await client.assistants.search({ graphId: 'asking' });
      const drawing = await client.assistants.getGraph(assistant?.assistant_id ?? '');
      expect(new Set(drawing.nodes.map(({ id }) => id))).toEqual(
        new Set(['__start__', 'before', 'after', '__end__']),
      );
    });

    if (isSince(version, '0.2.10')) {
      test("shares the items in its store with the deployment's clients", async () => {
        await client.store.deleteItem(['notes'], 'count');
        expect(await turn(await aThread(), 'remembering')).toEqual(['new']);
        expect(await turn(await aThread(), 'remembering')).toEqual(['seen before']);
        expect((await client.store.getItem(['notes'], 'count'))?.value).toEqual({ count: 2 });
      });
    }

    if (hasSharedValues(version)) {
      test('preserves values that several threads of one user share', async () => {
        const config = { configurable: { user: `ada@${version}.${row.checkpoint}.example` } };
        const reported: string[][] = [];
        for (const _ of [1, 2, 3]) {
          const values = await client.runs.wait(await aThread(), 'sharing', { input: { steps: [] }, config });
          reported.push(String(at(values, 'steps')).slice('knows '.length).split(', ').toSorted());
        }
        expect(reported).toEqual([[''], ['note 0'], ['note 0', 'note 1']]);
      });
    }

    test('accepts commands, or reports the library version that supports them', async () => {
      const thread = await aThread();
      await turn(thread, 'asking');
      const answer = client.runs.wait(thread, 'asking', { command: { resume: 'yes' } });
      if (isSince(version, '0.2.23')) expect(at(await answer, 'steps')).toContain('before');
      else await expect(answer).rejects.toThrow(/Raise it to 0\.2\.23 or newer/);
    });
  },
);

test('an agent with a graph library before version 0.2.0 fails to deploy, and the error names the required version', async () => {
  const failure = deploy(filesFor({ version: '0.1.9', checkpoint: NEWEST }));
  await expect(failure).rejects.toThrow(
    /@langchain\/langgraph 0\.1\.9 is installed, but 0\.2\.0 or newer is required/,
  );
});
