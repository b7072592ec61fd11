import type { Client, StreamMode } from '@langchain/langgraph-sdk';

/** Input of a graph. */
export interface Scenario {
  graph: string;
  input: Record<string, unknown>;
  /** Response to the interrupt of the first run. */
  resume?: unknown;
  config?: { configurable?: Record<string, unknown>; tags?: string[] };
}

export const STREAM_MODES = [
  'values',
  'updates',
  'messages',
  'messages-tuple',
  'custom',
  'events',
  'tasks',
  'checkpoints',
  'debug',
] as const satisfies readonly StreamMode[];

/** Returns everything that a server reports about a graph's runs in one stream mode, and then about its thread. */
export async function observeRuns(
  client: Client,
  { graph, input, resume, config }: Scenario,
  streamMode: StreamMode[],
  streamSubgraphs: boolean,
): Promise<unknown> {
  const { thread_id: threadId } = await client.threads.create();
  const events: unknown[] = [];
  const run = async (what: { input: Record<string, unknown> } | { command: { resume: unknown } }) => {
    const options = { ...what, streamMode, streamSubgraphs, ...(config && { config }) };
    for await (const { event, data } of client.runs.stream(threadId, graph, options))
      events.push({ event, data });
  };
  await run({ input });
  const states = [await client.threads.getState(threadId, undefined, { subgraphs: true })];
  if (resume !== undefined) {
    await run({ command: { resume } });
    states.push(await client.threads.getState(threadId, undefined, { subgraphs: true }));
  }
  const history = await client.threads.getHistory(threadId, { limit: 20 });
  return { events, states, history };
}

/** Returns a server's description of the graph. */
export async function observeGraph(client: Client, graph: string): Promise<unknown> {
  const [assistant] = await client.assistants.search({ graphId: graph });
  const id = assistant?.assistant_id ?? '';
  return {
    name: assistant?.name,
    schemas: await client.assistants.getSchemas(id),
    drawing: await client.assistants.getGraph(id),
    'drawing, with what is inside': await client.assistants.getGraph(id, { xray: true }),
    subgraphs: await client.assistants.getSubgraphs(id, { recurse: true }),
  };
}
