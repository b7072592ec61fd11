import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client as PinnedClient } from '@langchain/langgraph-sdk';
import { until } from '../../harness/until.ts';
import type { Worker } from '../../src/emulator/ports/worker.ts';
import {
  type AgentServerFixture,
  Cleanup,
  createCheckout,
  createFixture,
} from '../emulator/agent-server/fixture.ts';
import { importInstalled, installNpm, installPython, run } from './support/installs.ts';

// Tests the streaming protocol with graphs in both languages, and with the newest clients in both languages.

const JAVASCRIPT = `
import { Annotation, END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { FakeListChatModel } from '@langchain/core/utils/testing';
const State = Annotation.Root({
  steps: Annotation({ reducer: (all, more) => all.concat(more), default: () => [] }),
});
const chain = (nodes) => {
  let graph = new StateGraph(State);
  let last = START;
  for (const [name, node] of Object.entries(nodes)) {
    graph = graph.addNode(name, node).addEdge(last, name);
    last = name;
  }
  return graph.addEdge(last, END).compile();
};
const step = (name) => () => ({ steps: [name] });
export const two = chain({ one: step('one'), two: step('two') });
export const nested = chain({
  child: chain({ inner: () => ({ steps: ['inner ' + interrupt('inside?')] }), more: step('more') }),
  outer: step('outer'),
});
export const failing = chain({ fail: () => { throw new RangeError('out of range'); } });
const model = new FakeListChatModel({ responses: ['one two'] });
export const chatty = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addEdge(START, 'model').addEdge('model', END).compile();
`;
const PYTHON = `
import operator
from typing import Annotated
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict


class State(TypedDict):
    steps: Annotated[list[str], operator.add]


def chain(**nodes):
    graph = StateGraph(State)
    last = START
    for name, node in nodes.items():
        graph.add_node(name, node)
        graph.add_edge(last, name)
        last = name
    return graph.add_edge(last, END).compile()


def step(name):
    return lambda state: {"steps": [name]}


def fail(state):
    raise ValueError("out of range")


def stream_transformers():
    from langgraph.stream import UpdatesTransformer

    return [UpdatesTransformer]


two = chain(one=step("one"), two=step("two"))
nested = chain(
    child=chain(inner=lambda state: {"steps": [f"inner {interrupt('inside?')}"]}, more=step("more")),
    outer=step("outer"),
)
failing = chain(fail=fail)


async def answer(state: MessagesState):
    model = GenericFakeChatModel(messages=iter([AIMessage("one two")]))
    return {"messages": [await model.ainvoke(state["messages"])]}


chatty = StateGraph(MessagesState).add_node("model", answer).add_edge(START, "model").add_edge("model", END).compile()
`;
const NAMES = ['two', 'nested', 'failing', 'chatty'];

/** Program that prints the observations of the Python client as lines of JSON. */
const PYTHON_CLIENT = `
import asyncio, json, sys
from langgraph_sdk import get_client


async def main():
    client = get_client(url=sys.argv[1], api_key="test-key")
    seen = {}
    async with client.threads.stream(assistant_id="two") as thread:
        await thread.run.start(input={"steps": []})
        seen["output"] = await thread.output
    async with client.threads.stream(assistant_id="chatty") as thread:
        await thread.run.start(input={"messages": [{"role": "user", "content": "hi"}]})
        messages = [message async for message in thread.messages]
        seen["texts"] = [await message.text for message in messages]
    async with client.threads.stream(assistant_id="nested") as thread:
        await thread.run.start(input={"steps": []})
        while not thread.interrupted:
            await asyncio.sleep(0.01)
        seen["asked"] = [[one["value"], one["namespace"][0].split(":")[0]] for one in thread.interrupts]
        await thread.run.respond("yes")
        seen["answered"] = await thread.output
        names = []
        async for child in thread.subgraphs:
            names.append(child.path[-1].split(":")[0])
            break
        seen["subgraphs"] = names
    async with client.threads.stream(assistant_id="failing") as thread:
        await thread.run.start(input={"steps": []})
        try:
            await thread.output
        except Exception as failure:
            seen["failure"] = str(failure)
    parts = client.runs.stream(None, "two", input={"steps": []}, stream_mode=["values", "updates"], version="v2")
    seen["v2"] = [[part["type"], part["ns"], part["data"]] async for part in parts if part["type"] in ("values", "updates")]
    print(json.dumps(seen))


asyncio.run(main())
`;

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let scratch: string;
let bin: string;
const workers = new Map<string, Worker>();
const clients = new Map<string, typeof PinnedClient>([['pinned', PinnedClient]]);

beforeAll(async () => {
  fixture = await createFixture(cleanup);
  scratch = await mkdtemp(path.join(tmpdir(), 'protocol-'));
  cleanup.add(() => rm(scratch, { recursive: true, force: true }));
  await writeFile(path.join(scratch, 'graphs.py'), PYTHON);
  await writeFile(path.join(scratch, 'client.py'), PYTHON_CLIENT);
  const python = async (requirements: string[], names: readonly string[]) => {
    bin = await installPython(path.join(scratch, requirements.join()), requirements);
    const graphs = Object.fromEntries(names.map((id) => [id, { module: './graphs.py', exportName: id }]));
    const runtime = { interpreter: path.join(bin, 'python'), paths: [] };
    const worker = await fixture.start({ cwd: scratch, graphs, python: runtime });
    await worker.ready;
    return worker;
  };
  const checkout = await createCheckout(cleanup, { 'graphs.mjs': JAVASCRIPT });
  const graphs = Object.fromEntries(NAMES.map((name) => [name, `graphs.mjs:${name}`]));
  workers.set('JavaScript', await fixture.launch(checkout, graphs));
  workers.set('old Python', await python(['langgraph==1.1.0'], ['two']));
  workers.set('Python', await python(['langgraph', 'langgraph-sdk'], NAMES));
  // The hook depends on the newest client of its protocol, while the tag "latest" of the client refers to older code.
  const modules = await installNpm(path.join(scratch, 'npm'), [
    '@langchain/react',
    '@langchain/core',
    'react',
  ]);
  const newest = (await importInstalled(modules, '@langchain/langgraph-sdk')) as {
    Client: typeof PinnedClient;
  };
  clients.set('newest', newest.Client);
});
afterAll(() => cleanup.run());

const LANGUAGES = ['JavaScript', 'Python'];
const PAIRS = LANGUAGES.flatMap((language) =>
  ['pinned', 'newest'].map((client) => [client, language] as const),
);

function serve(language: string): void {
  fixture.live.serve(fixture.deploymentId, workers.get(language));
}

describe.each(PAIRS)('the JavaScript client (%s) with graphs in %s', (name, language) => {
  const stream = (assistantId: string) => {
    serve(language);
    const Client = clients.get(name) ?? PinnedClient;
    const client = new Client({ apiUrl: fixture.base, apiKey: 'test-key' });
    return client.threads.stream({ assistantId });
  };
  const steps = async (threadId: string) => {
    const client = new PinnedClient({ apiUrl: fixture.base, apiKey: 'test-key' });
    await until(async () => (await client.threads.get(threadId)).status === 'idle');
    return (await client.threads.getState<{ steps: string[] }>(threadId)).values.steps;
  };

  test('runs a graph and gets its output', async () => {
    const thread = stream('two');
    await thread.run.start({ input: { steps: [] } });
    expect(await thread.output).toEqual({ steps: ['one', 'two'] });
    await thread.close();
  });

  test('answers an interrupt of a subgraph', async () => {
    const thread = stream('nested');
    await thread.run.start({ input: { steps: [] } });
    await thread.output;
    const [interrupt] = thread.interrupts;
    expect(interrupt).toMatchObject({ payload: 'inside?', namespace: [expect.stringMatching(/^child:/)] });
    await thread.input.respond({
      namespace: interrupt?.namespace ?? [],
      interrupt_id: interrupt?.interruptId ?? '',
      response: 'yes',
    });
    expect(await steps(thread.threadId)).toEqual(['inner yes', 'more', 'outer']);
    await thread.close();
  });

  test('receives the complete messages of a model', async () => {
    const thread = stream('chatty');
    const texts = (async () => {
      const seen: string[] = [];
      for await (const message of thread.messages) seen.push(await message.text);
      return seen;
    })();
    await thread.run.start({ input: { messages: [{ role: 'user', content: 'hi' }] } });
    await thread.output;
    expect(await texts).toEqual(['one two']);
    await thread.close();
  });

  test('receives the reason why a run failed', async () => {
    const thread = stream('failing');
    const lifecycle = await thread.subscribe({ channels: ['lifecycle'] });
    await thread.run.start({ input: { steps: [] } });
    for await (const { params } of lifecycle) {
      if (params.data.event === 'running') continue;
      expect(params.data).toEqual({ event: 'failed', graph_name: 'failing', error: 'out of range' });
      break;
    }
    await thread.close();
  });
});

describe.each(LANGUAGES)('the Python client of the streaming protocol, with graphs in %s', (language) => {
  test('runs a graph, reads messages, answers interrupts, and returns the types of protocol version 2', async () => {
    serve(language);
    const python = path.join(bin, 'python');
    const seen: unknown = JSON.parse(await run(python, [path.join(scratch, 'client.py'), fixture.base]));
    expect(seen).toEqual({
      output: { steps: ['one', 'two'] },
      // The Python client lists messages of the root graph, but the messages of the JavaScript library belong to the
      // node.
      texts: language === 'Python' ? ['one two'] : [],
      // The Python client reads the interrupt under a different name from the servers'.
      asked: [[null, 'child']],
      answered: { steps: ['inner yes', 'more', 'outer'] },
      subgraphs: ['child'],
      failure: expect.stringContaining('out of range'),
      v2: expect.arrayContaining([
        ['updates', [], { one: { steps: ['one'] } }],
        ['values', [], { steps: ['one', 'two'] }],
      ]),
    });
  });
});

// docs/departures/graphs.md#protocol-python-channels
test('a Python graph supports channels that its code adds', async () => {
  serve('Python');
  const client = new PinnedClient({ apiUrl: fixture.base, apiKey: 'test-key' });
  const thread = client.threads.stream({ assistantId: 'two' });
  const updates = await thread.subscribe({ channels: ['updates', 'tasks', 'lifecycle'] });
  await thread.run.start({ input: { steps: [] } });
  const seen: unknown[] = [];
  for await (const { method, params } of updates) {
    if (method !== 'lifecycle') seen.push([method, params.data]);
    else if (params.namespace.length === 0 && params.data.event === 'completed') break;
  }
  expect(seen).toEqual([
    ['updates', { one: { steps: ['one'] } }],
    ['updates', { two: { steps: ['two'] } }],
  ]);
  await thread.close();
});

// docs/agent-server/streams.md#protocol-commands
test('the streaming protocol rejects graphs of an older library with a reason, but calls outside the protocol can run these graphs', async () => {
  serve('old Python');
  const client = new PinnedClient({ apiUrl: fixture.base, apiKey: 'test-key' });
  const thread = client.threads.stream({ assistantId: 'two' });
  await expect(thread.run.start({ input: { steps: [] } })).rejects.toThrow(/Upgrade langgraph to 1\.2/);
  expect(await client.runs.wait(null, 'two', { input: { steps: [] } })).toEqual({ steps: ['one', 'two'] });
  await thread.close();
});
