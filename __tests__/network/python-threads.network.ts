import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { conformanceAgent, pythonConformanceAgent } from '../../harness/agents/fixtures.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FileTree } from '../../harness/git.ts';
import type { Worker } from '../../src/emulator/ports/worker.ts';
import {
  type AgentServerFixture,
  Cleanup,
  createCheckout,
  createFixture,
} from '../emulator/agent-server/fixture.ts';
import { STATE_GRAPHS } from '../emulator/agent-server/state-graphs.ts';
import { installPython } from './support/installs.ts';

/** Graphs whose threads depend on how the store stores their state. */
const GRAPHS = `
import operator
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.channels.delta import DeltaChannel
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt


class State(TypedDict):
    steps: Annotated[list[str], operator.add]


class Delta(TypedDict):
    steps: Annotated[list[str], DeltaChannel(lambda state, writes: [*state, *(s for w in writes for s in w)])]


def side_by_side():
    builder = StateGraph(Delta)
    names = [f"n{number}" for number in range(8)]
    for name in names:
        builder.add_node(name, lambda state, name=name: {"steps": [name]})
        builder.add_edge(START, name)
    builder.add_node("last", lambda state: {"steps": ["last"]})
    builder.add_edge(names, "last")
    return builder.add_edge("last", END).compile()


parallel = side_by_side()


def ask(state: State):
    return {"steps": [f"answer {interrupt('sure?')}"]}


builder = StateGraph(State)
builder.add_node("one", lambda state: {"steps": ["one"]})
builder.add_node("ask", ask)
builder.add_node("two", lambda state: {"steps": ["two"]})
builder.add_edge(START, "one").add_edge("one", "ask").add_edge("ask", "two").add_edge("two", END)
asking = builder.compile()
`;
/** Graph with an interrupt in each of two tasks that another node sent. */
const SENT = `
import operator
from typing import Annotated
from typing_extensions import TypedDict
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send, interrupt


class State(TypedDict):
    steps: Annotated[list[str], operator.add]


builder = StateGraph(State)
builder.add_node("plan", lambda state: {"steps": ["planned"]})
builder.add_node("task", lambda task: {"steps": [f"{task['name']} {interrupt('sure?')}"]})
builder.add_edge(START, "plan").add_edge("task", END)
builder.add_conditional_edges("plan", lambda state: [Send("task", {"name": name}) for name in "ab"], ["task"])
sent = builder.compile()
`;
const ONCE = ['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'last'];

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let client: Client;
let python: Worker;
/** Worker with the oldest supported library, which stores sent tasks only in writes. */
let oldest: Worker;
let javascript: Worker;
const serve = (worker: Worker) => fixture.live.serve(fixture.deploymentId, worker);

beforeAll(async () => {
  fixture = await createFixture(cleanup);
  client = new Client({ apiUrl: fixture.base, apiKey: 'test-key', callerOptions: { maxRetries: 0 } });
  const folder = await mkdtemp(path.join(tmpdir(), 'python-threads-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'graphs.py'), GRAPHS);
  await writeFile(path.join(folder, 'sent.py'), SENT);
  const start = async (requirement: string, graphs: Record<string, string>) => {
    const bin = await installPython(path.join(folder, requirement), [requirement]);
    const worker = await fixture.start({
      cwd: folder,
      graphs: Object.fromEntries(
        Object.entries(graphs).map(([id, module]) => [id, { module, exportName: id }]),
      ),
      python: { interpreter: path.join(bin, 'python'), paths: [] },
    });
    await worker.ready;
    return worker;
  };
  [python, oldest] = await Promise.all([
    start('langgraph', { parallel: './graphs.py', asking: './graphs.py', sent: './sent.py' }),
    start('langgraph==0.4.10', { sent: './sent.py' }),
  ]);
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': STATE_GRAPHS });
  javascript = await fixture.launch(checkout, { asking: 'graphs.mjs:asking' });
});
afterAll(() => cleanup.run());

interface Steps {
  steps: string[];
}
const aThread = async () => (await client.threads.create()).thread_id;
const run = (threadId: string, graphId: string, more: object = {}) =>
  client.runs.wait(threadId, graphId, { input: { steps: [] }, ...more });
const stepsOf = async (threadId: string) => (await client.threads.getState<Steps>(threadId)).values.steps;

describe("a thread's state that parallel Python nodes wrote", () => {
  test('is returned in the order of the graph, even in copies and after a rollback', async () => {
    serve(python);
    const id = await aThread();
    for (const times of [1, 2, 3]) {
      const expected = Array.from({ length: times }, () => ONCE).flat();
      expect(await run(id, 'parallel')).toMatchObject({ steps: expected });
      expect(await stepsOf(id)).toEqual(expected);
    }
    const { thread_id: copy } = (await client.threads.copy(id)) as unknown as { thread_id: string };
    expect(await stepsOf(copy)).toEqual([...ONCE, ...ONCE, ...ONCE]);
    await client.runs.create(copy, 'parallel', { input: { steps: [] }, afterSeconds: 60 });
    expect(await run(copy, 'parallel', { multitaskStrategy: 'rollback' })).toMatchObject({
      steps: [...ONCE, ...ONCE, ...ONCE, ...ONCE],
    });
  });

  test('is not changed by a request to prune the history', async () => {
    serve(python);
    const id = await aThread();
    await run(id, 'parallel');
    const { length } = await client.threads.getHistory(id, { limit: 9 });
    expect(await client.threads.prune([id], { strategy: 'keep_latest' })).toEqual({ pruned_count: 0 });
    expect(await client.threads.getHistory(id, { limit: 9 })).toHaveLength(length);
    expect(await stepsOf(id)).toEqual(ONCE);
  });

  test('is not pruned while tasks wait, and can be continued with the newest library', async () => {
    serve(oldest);
    const id = await aThread();
    expect(await run(id, 'sent')).toHaveProperty('__interrupt__');
    expect(await client.threads.prune([id], { strategy: 'keep_latest' })).toEqual({ pruned_count: 0 });
    expect((await client.threads.getState(id)).next).toEqual(['task', 'task']);
    serve(python);
    const { tasks } = await client.threads.getState(id);
    const answers = tasks.flatMap(({ interrupts }) => interrupts).map(({ id }, index) => [id, index]);
    const resume = Object.fromEntries(answers);
    expect(await run(id, 'sent', { command: { resume } })).toEqual({ steps: ['planned', 'a 0', 'b 1'] });
  });

  test("is found in the thread's history by metadata, compared as in Python", async () => {
    serve(python);
    const id = await aThread();
    await run(id, 'parallel');
    const steps = async (metadata: Record<string, unknown>) =>
      (await client.threads.getHistory(id, { limit: 9, metadata })).map((state) => state.metadata?.['step']);
    expect(await steps({ step: 1 })).toEqual([1]);
    expect(await steps({ step: true })).toEqual([1]);
    expect(await steps({ step: '1' })).toEqual([]);
  });
});

describe('a deployment that changes the language of its graphs', () => {
  const ways: [string, () => Worker, () => Worker][] = [
    ['JavaScript to Python', () => javascript, () => python],
    ['Python to JavaScript', () => python, () => javascript],
  ];
  test.each(ways)(
    'rejects requests for waiting threads of the other language until the deployment uses that language again: %s',
    async (_, from, to) => {
      serve(from());
      const id = await aThread();
      expect(await run(id, 'asking')).toHaveProperty('__interrupt__');
      serve(to());
      for (const work of [
        () => client.threads.getState(id),
        () => client.threads.getHistory(id),
        () => client.threads.updateState(id, { values: { steps: ['mine'] } }),
        () => run(id, 'asking', { command: { resume: 'yes' } }),
      ]) {
        await expect(work()).rejects.toMatchObject({
          status: 409,
          message: expect.stringContaining('start a new thread'),
        });
      }
      expect(await client.threads.get(id)).toMatchObject({
        status: 'interrupted',
        values: { steps: ['one'] },
      });

      const other = await aThread();
      await run(other, 'asking');
      expect(await run(other, 'asking', { command: { resume: 'no' } })).toMatchObject({
        steps: ['one', 'answer no', 'two'],
      });
      serve(from());
      expect(await run(id, 'asking', { command: { resume: 'yes' } })).toMatchObject({
        steps: ['one', 'answer yes', 'two'],
      });
    },
  );

  test('can change the language by a push, and change it back by another push', async () => {
    const emulator = await startEmulator();
    cleanup.add(() => emulator.stop());
    const dependencies = { '@langchain/langgraph': '1.3.7', '@langchain/core': '1.2.13' };
    const trees = { python: pythonConformanceAgent(), javascript: conformanceAgent({ dependencies }) };
    const none = (tree: FileTree): FileTree =>
      Object.fromEntries(Object.keys(tree).map((name) => [name, null]));
    const repository = await createRepository(trees.python);
    cleanup.add(() => repository.remove());
    const agent = await deployAgent(emulator, repository);
    const deployed = new Client({
      apiUrl: agent.url,
      apiKey: emulator.apiKey,
      callerOptions: { maxRetries: 0 },
    });
    const { thread_id: id } = await deployed.threads.create();
    await deployed.runs.wait(id, 'asking', { input: {} });
    await repository.commit({ ...none(trees.python), ...trees.javascript });
    await agent.again();
    await expect(deployed.threads.getState(id)).rejects.toMatchObject({ status: 409 });
    expect(await deployed.runs.wait(null, 'steps', { input: {} })).toEqual({ steps: ['one', 'two'] });
    await repository.commit({ ...none(trees.javascript), ...trees.python });
    await agent.again();
    expect(await deployed.runs.wait(id, 'asking', { command: { resume: 'yes' } })).toEqual({
      steps: ['answer yes', 'after'],
    });
  });
});
