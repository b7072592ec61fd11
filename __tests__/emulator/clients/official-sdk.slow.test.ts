import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { Client as TracingClient } from 'langsmith';
import { conformanceAgent, rootModulesInstall } from '../../../harness/agents/fixtures.ts';
import { type EmulatorHandle, startEmulator } from '../../../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../../../harness/git.ts';
import { type DeployedAgent, deployAgent, whileDeploying } from '../../../harness/agents/deploy.ts';
import { CASES } from './sdk/cases.ts';
import { LEFT_OUT, methodsOf } from './sdk/methods.ts';
import { type Observations, runCases } from './sdk/run-cases.ts';

let saw: Observations;
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
  saw = await runCases(CASES, { url: agent.url, apiKey: emulator.apiKey });
});
// The emulator compares each response with its own API document. Closing the emulator throws if a response differed
// from the document.
afterAll(async () => {
  for (const work of undo.toReversed()) await work();
});

describe('the official client for a deployed agent', () => {
  test.each(CASES.map((one) => [one.name, one] as const))(
    'gets the expected result in the case "%s"',
    (name, { expected }) => {
      expect(saw.seen.get(name)).toEqual(expected);
    },
  );

  test('passes all cases while revisions replace one another', async () => {
    const cases = () => runCases(CASES, { url: agent.url, apiKey: emulator.apiKey });
    const { result, switches } = await whileDeploying(repository, agent, cases);
    expect(switches).toBeGreaterThan(0);
    const expected = new Map(CASES.map((one) => [one.name, one.expected]));
    expect([...result.seen].filter(([name, was]) => !isDeepStrictEqual(was, expected.get(name)))).toEqual([]);
  });

  test('submits feedback to a URL from a stream, and the official tracing client can read it', async () => {
    const { apiKey } = emulator;
    const client = new Client({ apiUrl: agent.url, apiKey });
    let runId = '';
    const addresses: Record<string, string>[] = [];
    const stream = client.runs.stream(null, 'steps', {
      input: {},
      feedbackKeys: ['liked'],
      onRunCreated: ({ run_id }) => {
        runId = run_id;
      },
    });
    for await (const { event, data } of stream) {
      if (event === 'feedback') addresses.push(data);
    }
    expect(addresses.map((one) => Object.keys(one))).not.toEqual([]);
    const [address = ''] = new Set(addresses.map(({ liked }) => liked ?? ''));
    expect((await fetch(`${address}?score=1&comment=good`)).status).toBe(200);
    const tracing = new TracingClient({
      apiUrl: `${emulator.urls.tracing}/api/v1`,
      apiKey,
      autoBatchTracing: false,
    });
    const heard: unknown[] = [];
    for await (const reported of tracing.listFeedback({ runIds: [runId] })) heard.push(reported);
    expect(heard).toMatchObject([{ key: 'liked', score: 1, comment: 'good', run_id: runId }]);
  });

  // The in-memory reference server refuses such a run, so this is not one of its cases.
  test.each(['steps', 'nested'])(
    'receives the own events of the graph %s without a namespace if a run with the events of subgraphs continues from a checkpoint',
    async (graph) => {
      const client = new Client({ apiUrl: agent.url, apiKey: emulator.apiKey });
      const { thread_id: thread } = await client.threads.create();
      await client.runs.wait(thread, graph, { input: {} });
      const { checkpoint } = await client.threads.getState(thread);
      const stream = client.runs.stream(thread, graph, {
        input: {},
        checkpoint: {
          checkpoint_id: String(checkpoint.checkpoint_id),
          checkpoint_ns: '',
          checkpoint_map: undefined,
        },
        streamMode: 'values',
        streamSubgraphs: true,
      });
      const names = new Set<string>();
      for await (const { event } of stream) names.add(event.replace(/:.*/, ''));
      const own = graph === 'nested' ? ['values', 'values|child'] : ['values'];
      expect([...names].filter((name) => name.startsWith('values')).toSorted()).toEqual(own);
    },
  );

  test('has a unique name for every test case', () => {
    const names = CASES.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('has a test case for each of its functions, except for documented exclusions', () => {
    const methods = methodsOf(new Client({ apiUrl: 'http://localhost:1' }));
    expect(methods.length).toBeGreaterThan(40);
    const expected = methods.filter((method) => !(method in LEFT_OUT));
    expect([...saw.called].filter((call) => methods.includes(call)).toSorted()).toEqual(expected);
    expect(Object.keys(LEFT_OUT).filter((method) => !methods.includes(method))).toEqual([]);
  });
});
