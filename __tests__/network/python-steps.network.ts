import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type PostgresServer, startPostgres } from '../../harness/postgres/server.ts';
import { type AgentServerFixture, Cleanup, createFixture } from '../emulator/agent-server/fixture.ts';
import { installPython } from './support/installs.ts';

const GRAPHS = `
from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import interrupt

model = FakeListChatModel(responses=["I look that up."])


class OrderError(Exception):
    pass


@tool
def lookup_order(order: str) -> str:
    """Finds an order."""
    if order == "lost":
        raise OrderError(f"order {order} is unknown")
    return f"parcel of {order}"


def collect(state: MessagesState):
    text = state["messages"][-1].content
    if text == "refund":
        return {"messages": [AIMessage(interrupt({"question": "Refund 160 EUR?"}))]}
    return {"messages": [AIMessage(lookup_order.invoke({"order": text}))]}


inner = StateGraph(MessagesState).add_node("collect", collect).add_edge(START, "collect").compile()


async def plan(state: MessagesState):
    await model.ainvoke(state["messages"])
    return {}


async def parcel(state: MessagesState):
    found = await inner.ainvoke({"messages": [state["messages"][0]]})
    return {"messages": [AIMessage("Found: " + found["messages"][-1].content)]}


graph = (
    StateGraph(MessagesState)
    .add_node("plan", plan)
    .add_node("parcel", parcel)
    .add_edge(START, "plan")
    .add_edge("plan", "parcel")
    .compile()
)
ask = StateGraph(MessagesState).add_node("collect", collect).add_edge(START, "collect").compile()
`;

const cleanup = new Cleanup();
let postgres: PostgresServer;
let interpreter: string;
let folder: string;
beforeAll(async () => {
  postgres = await startPostgres();
  cleanup.add(() => postgres.close());
  folder = await mkdtemp(path.join(tmpdir(), 'python-steps-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'graphs.py'), GRAPHS);
  interpreter = path.join(await installPython(path.join(folder, 'environment'), ['langgraph']), 'python');
});
afterAll(() => cleanup.run());

describe.each(['SQLite', 'PostgreSQL'])('the steps of a Python graph, in %s', (database) => {
  let fixture: AgentServerFixture;
  const own = new Cleanup();
  beforeAll(async () => {
    fixture = await createFixture(own, {
      location: database === 'SQLite' ? ':memory:' : await postgres.freshDatabase(),
    });
    const worker = await fixture.start({
      graphs: {
        agent: { module: './graphs.py', exportName: 'graph' },
        ask: { module: './graphs.py', exportName: 'ask' },
      },
      cwd: folder,
      python: { interpreter, paths: [] },
    });
    await worker.ready;
    fixture.live.serve(fixture.deploymentId, worker);
  });
  afterAll(() => own.run());

  const run = async (text: string, graph = 'agent') => {
    const input = { messages: [{ role: 'user', content: text }] };
    await fixture.call('POST', '/runs/wait', { assistant_id: graph, input });
    const { rows } = await fixture.store.runSummaries.list({ words: text }, { limit: 1 });
    const [row] = rows;
    if (!row) throw new Error('no summary is stored');
    return { row, steps: await fixture.store.runSummaries.steps(row.runId, { after: 0, limit: 100 }) };
  };

  test('contain subgraphs, models and tools', async () => {
    const { row, steps } = await run('so-1');
    expect(row).toMatchObject({ state: 'success', title: 'so-1', answer: 'Found: parcel of so-1' });
    expect(steps.map(({ kind, name, state, parent }) => [kind, name, state, parent])).toEqual([
      ['graph', 'agent', 'ok', null],
      ['node', 'plan', 'ok', 1],
      ['model', 'FakeListChatModel', 'ok', 2],
      ['node', 'parcel', 'ok', 1],
      ['graph', 'LangGraph', 'ok', 4],
      ['node', 'collect', 'ok', 5],
      ['tool', 'lookup_order', 'ok', 6],
    ]);
    const model = await fixture.store.runSummaries.step(row.runId, 3);
    expect(JSON.stringify(model)).toContain('I look that up.');
  });

  test('contain the exception with its file, line and line of code', async () => {
    const { row, steps } = await run('lost');
    expect(row).toMatchObject({ state: 'error', errorKind: 'OrderError', answer: 'order lost is unknown' });
    expect(steps.filter(({ state }) => state === 'error').at(-1)).toMatchObject({
      name: 'lookup_order',
      error: {
        type: 'OrderError',
        frames: [
          {
            place: 'graphs.py:19',
            name: 'lookup_order',
            code: 'raise OrderError(f"order {order} is unknown")',
          },
        ],
      },
    });
  });

  test('wait for an answer after an interrupt', async () => {
    const { row, steps } = await run('refund', 'ask');
    expect(row).toMatchObject({ state: 'waiting', answer: 'Refund 160 EUR?' });
    expect(steps.at(-1)).toMatchObject({ name: 'collect', state: 'waiting' });
  });
});
