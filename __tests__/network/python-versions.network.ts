import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { type DeployedAgent, deployAgent } from '../../harness/agents/deploy.ts';
import { plainAgent, pythonConformanceAgent } from '../../harness/agents/fixtures.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { aThread, at, CONFLICT, plain, refusal } from '../emulator/clients/sdk/case.ts';
import { CASES } from '../emulator/clients/sdk/cases.ts';
import { PYTHON_DIFFERENCES } from '../emulator/clients/sdk/python-differences.ts';
import { type Observations, runCases } from '../emulator/clients/sdk/run-cases.ts';
import { testedVersions } from './support/versions.ts';

/**
 * Newest patch of each minor version of the graph library since the oldest supported version; '' is the newest
 * version.
 */
const VERSIONS = testedVersions(['0.4.10', '0.5.4', '0.6.11', '1.0.10', '1.1.10', ''], (version) =>
  ['0.4.10', '1.0.10', ''].includes(version),
);

const BRANCH = 'threads.updateState at an earlier checkpoint creates a branch that a run continues';
/** Cases that a version of the library does not support on any server. */
const LACKS: Readonly<Record<string, readonly string[]>> = {
  '0.4.10': [
    'runs.stream of tasks sends each task and its result',
    'runs.stream of checkpoints sends each checkpoint',
  ],
  // This version executes the writes that were pending at the earlier checkpoint.
  '0.6.11': [BRANCH],
};

/** Graph with two tasks in one step, one of which interrupts. */
const SENDING = `
import operator
from typing import Annotated

from langgraph.graph import END, START, StateGraph
from langgraph.types import Send, interrupt
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    steps: Annotated[list[str], operator.add]
    version: str


def plan(state: State):
    return [Send("work", {"asks": asks, "version": state["version"]}) for asks in (False, True)]


def work(task: dict):
    asked = f" answer {interrupt('sure?')}" if task["asks"] else ""
    return {"steps": [f"sent on {task['version']}{asked}"]}


builder = StateGraph(State)
builder.add_node("work", work)
builder.add_node("after", lambda state: {"steps": ["after"]})
builder.add_conditional_edges(START, plan, ["work"])
builder.add_edge("work", "after")
builder.add_edge("after", END)
sending = builder.compile()
`;

function filesFor(version: string) {
  const files = pythonConformanceAgent([version === '' ? 'langgraph' : `langgraph==${version}`]);
  const config = JSON.parse(files['langgraph.json'] ?? '');
  const graphs = { ...config.graphs, sending: './sending.py:sending' };
  return { ...files, 'langgraph.json': JSON.stringify({ ...config, graphs }), 'sending.py': SENDING };
}

/** Graphs that interrupt, with the output of a thread that was started with one version and resumed with another. */
const ASKING: Readonly<Record<string, (begunOn: string, answeredOn: string) => string[]>> = {
  asking: (begunOn, answeredOn) => [`begun on ${begunOn}`, `answer ${answeredOn}`, 'after'],
  sending: (begunOn, answeredOn) => [
    `begun on ${begunOn}`,
    `sent on ${begunOn}`,
    `sent on ${begunOn} answer ${answeredOn}`,
    'after',
  ],
};

let emulator: EmulatorHandle;
let repository: FixtureRepository;
let agent: DeployedAgent | undefined;
let client: Client;
/**
 * A thread of each graph that interrupts, with its complete output and the version that left the thread interrupted.
 */
const threads = new Map<string, { id: string; said: string[]; begunOn?: string }>();
const table: string[] = [];

beforeAll(async () => {
  emulator = await startEmulator();
  repository = await createRepository(filesFor(VERSIONS[0] ?? ''));
});
afterAll(async () => {
  await emulator.stop();
  await repository.remove();
  process.stderr.write(`\n${table.join('\n')}\n`);
});

async function deployed(version: string): Promise<DeployedAgent> {
  if (agent === undefined) {
    agent = await deployAgent(emulator, repository);
    client = new Client({ apiUrl: agent.url, apiKey: emulator.apiKey });
  } else {
    await repository.commit(filesFor(version));
    await agent.again();
  }
  return agent;
}

describe.each(VERSIONS.map((version) => [version || 'newest', version]))(
  "an agent with version %s of Python's graph library",
  (name, version) => {
    let saw: Observations;
    beforeAll(async () => {
      const { url } = await deployed(version);
      saw = await runCases(CASES, { url, apiKey: emulator.apiKey });
    });

    test('reports its library version, and passes as many cases as docs/clients.md states', async () => {
      const headers = { 'X-Api-Key': emulator.apiKey };
      const info: unknown = await (await fetch(`${agent?.url}/info`, { headers })).json();
      const installed = String(at(info, 'langgraph_py_version'));
      expect(installed).toMatch(version === '' ? /^\d+\.\d+\.\d+$/ : version);
      const passed = CASES.filter(({ name, expected }) =>
        isDeepStrictEqual(saw.seen.get(name), plain(expected)),
      );
      table.push(`langgraph ${installed}: ${passed.length} of ${CASES.length} cases`);
      const page = await readFile(path.resolve(import.meta.dirname, '../../docs/clients.md'), 'utf8');
      expect(page).toContain(`cases passed, of ${CASES.length} |`);
      const [minor = ''] = /^\d+\.\d+/.exec(installed) ?? [];
      // A newer minor version than the page lists must support as many cases as the listed versions.
      const row = /\| (\d+) \|/.exec(page.split('\n').find((line) => line.startsWith(`| ${minor} | `)) ?? '');
      expect(passed.length).toBe(row ? Number(row[1]) : CASES.length - PYTHON_DIFFERENCES.size);
    });

    test('supports every function of the official client', () => {
      const lacks = LACKS[version] ?? [];
      const cases = CASES.filter(({ name }) => !lacks.includes(name));
      const expected = cases.map((one) => [one.name, PYTHON_DIFFERENCES.get(one.name) ?? one.expected]);
      const seen = cases.map(({ name }) => [name, saw.seen.get(name)]);
      expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected));
      // A listed case that works must be removed from the list.
      for (const { name, expected: documented } of CASES) {
        if (lacks.includes(name)) expect(saw.seen.get(name)).not.toEqual(documented);
      }
    });

    test.each(Object.entries(ASKING))(
      'continues the interrupted thread of the graph %s from the earlier version, and interrupts the thread again',
      async (graph, sayings) => {
        const { id, said, begunOn } = threads.get(graph) ?? { id: await aThread(client), said: [] };
        const all = begunOn === undefined ? [] : [...said, ...sayings(begunOn, name)];
        if (begunOn !== undefined) {
          const { next, tasks } = await client.threads.getState(id);
          const asks = tasks.flatMap(({ interrupts }) => interrupts.map(({ value }) => value));
          expect({ next: [...new Set(next)], asks }).toEqual({
            next: [graph === 'asking' ? 'ask' : 'work'],
            asks: ['sure?'],
          });
          const values = await client.runs.wait(id, graph, { command: { resume: name } });
          expect(at(values, 'steps')).toEqual(all);
        }
        await client.runs.wait(id, graph, { input: { steps: [`begun on ${name}`], version: name } });
        expect((await client.threads.get(id)).status).toBe('interrupted');
        threads.set(graph, { id, said: all, begunOn: name });
      },
    );
  },
);

test('a deployment rejects threads of its former language, and continues these threads when it uses that language again', async () => {
  const id = threads.get('asking')?.id ?? '';
  await repository.commit(plainAgent());
  await agent?.again();
  const refused = await emulator.api('GET', `${agent?.url}/threads/${id}/state`);
  expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('Python') } });
  expect(await refusal(client.runs.wait(id, 'agent', { command: { resume: 'in JavaScript' } }))).toEqual(
    CONFLICT,
  );

  await repository.commit(filesFor(''));
  await agent?.again();
  const values = await client.runs.wait(id, 'asking', { command: { resume: 'in Python again' } });
  expect(at(values, 'steps')).toEqual([
    ...(threads.get('asking')?.said ?? []),
    'begun on newest',
    'answer in Python again',
    'after',
  ]);
});
