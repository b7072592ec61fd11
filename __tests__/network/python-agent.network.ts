import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { type DeployedAgent, deployAgent, whileDeploying } from '../../harness/agents/deploy.ts';
import { pythonConformanceAgent } from '../../harness/agents/fixtures.ts';
import { type EmulatorHandle, type EmulatorOptions, startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { at, aThread, aWaitingRun, type Gate, gatesIn } from '../emulator/clients/sdk/case.ts';
import { CASES } from '../emulator/clients/sdk/cases.ts';
import { PYTHON_DIFFERENCES } from '../emulator/clients/sdk/python-differences.ts';
import { type Observations, runCases } from '../emulator/clients/sdk/run-cases.ts';

/** Graph that returns the PID of its process. */
const PROCESS = `
import os

from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    pid: int


builder = StateGraph(State)
builder.add_node("look", lambda state: {"pid": os.getpid()})
builder.add_edge(START, "look")
process = builder.compile()
`;

function agentFiles() {
  const files = pythonConformanceAgent();
  const config = JSON.parse(files['langgraph.json'] ?? '');
  const graphs = { ...config.graphs, process: './process.py:process' };
  return { ...files, 'langgraph.json': JSON.stringify({ ...config, graphs }), 'process.py': PROCESS };
}

const expectedOf = new Map(
  CASES.map(({ name, expected }) => [name, PYTHON_DIFFERENCES.get(name) ?? expected]),
);

let emulator: EmulatorHandle;
let repository: FixtureRepository;
let agent: DeployedAgent;
let client: Client;
let saw: Observations;
let gate: () => Gate;
let options: EmulatorOptions;
const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'python-agent-'));
  undo.push(() => rm(scratch, { recursive: true, force: true }));
  gate = gatesIn(scratch);
  repository = await createRepository(agentFiles());
  undo.push(() => repository.remove());
  options = { dataDir: path.join(scratch, 'data'), apiKey: 'a-key-of-this-test' };
  emulator = await startEmulator(options);
  undo.push(() => emulator.stop());
  agent = await deployAgent(emulator, repository);
  client = new Client({ apiUrl: agent.url, apiKey: emulator.apiKey });
  saw = await runCases(CASES, { url: agent.url, apiKey: emulator.apiKey });
});
afterAll(async () => {
  for (const work of undo.toReversed()) await work();
});

/** Returns the PID of the current worker. */
async function workerPid(): Promise<number> {
  return Number(at(await client.runs.wait(null, 'process', { input: {} }), 'pid'));
}

// docs/departures/graphs.md#python-streams
describe('the official client for a deployed Python agent', () => {
  test.each(CASES.map((one) => [one.name, one] as const))(
    'gets the expected result in the case "%s"',
    (name, { expected }) => {
      expect(saw.seen.get(name)).toEqual(expectedOf.get(name));
      // A difference in the list must still exist.
      if (PYTHON_DIFFERENCES.has(name)) expect(PYTHON_DIFFERENCES.get(name)).not.toEqual(expected);
    },
  );

  test('passes all cases while revisions are replaced', async () => {
    const cases = () => runCases(CASES, { url: agent.url, apiKey: emulator.apiKey });
    const { result, switches } = await whileDeploying(repository, agent, cases);
    expect(switches).toBeGreaterThan(0);
    const different = [...result.seen].filter(
      ([name, seen]) => !isDeepStrictEqual(seen, expectedOf.get(name)),
    );
    expect(different).toEqual([]);
  });
});

describe('the runs of a Python agent', () => {
  test('end normally if they wait in a node while the next revision takes over', async () => {
    const gates = Array.from({ length: 8 }, gate);
    const runs = await Promise.all(gates.map((one) => aWaitingRun(client, one)));
    await repository.commit({ 'revision.txt': 'while runs wait' });
    await agent.again();
    await Promise.all(gates.map((one) => one.open()));
    const values = await Promise.all(runs.map(({ threadId, runId }) => client.runs.join(threadId, runId)));
    expect(values).toEqual(
      gates.map(({ path: file }) => ({ gate: file, steps: ['first', 'waited', 'last'] })),
    );
  });

  test.each(['slow', 'deaf'])(
    'continue from their last step if their worker is killed in a node (%s)',
    async (graph) => {
      const before = await workerPid();
      const gates = Array.from({ length: 5 }, gate);
      const runs = await Promise.all(gates.map((one) => aWaitingRun(client, one, { graph })));
      for (const one of gates) await rm(`${one.path}.reached`);
      process.kill(before, 'SIGKILL');
      for (const one of gates) {
        await one.reached();
        await one.open();
      }
      const values = await Promise.all(runs.map(({ threadId, runId }) => client.runs.join(threadId, runId)));
      expect(values).toEqual(
        gates.map(({ path: file }) => ({ gate: file, steps: ['first', 'waited', 'last'] })),
      );
      expect(await workerPid()).not.toBe(before);
    },
  );

  test('lose and repeat no work if their worker is killed in every turn', async () => {
    const threads = await Promise.all(Array.from({ length: 10 }, () => aThread(client)));
    for (let turn = 1; turn <= 4; turn += 1) {
      const pid = await workerPid();
      const waits = threads.map((threadId) => client.runs.wait(threadId, 'steps', { input: {} }));
      await Promise.race(waits);
      process.kill(pid, 'SIGKILL');
      const values = await Promise.all(waits);
      const expected = { steps: Array.from({ length: turn }, () => ['one', 'two']).flat() };
      expect(values).toEqual(threads.map(() => expected));
    }
  });

  test('continue from their last step after the emulator was killed and restarted', async () => {
    const one = gate();
    const { threadId, runId } = await aWaitingRun(client, one);
    await rm(`${one.path}.reached`);
    await emulator.kill();
    emulator = await startEmulator({ ...options, port: Number(new URL(emulator.urls.controlPlane).port) });
    await one.reached();
    await one.open();
    expect(at(await client.runs.join(threadId, runId), 'steps')).toEqual(['first', 'waited', 'last']);
  });
});
