import type { WorkerAnswers, WorkerQuery } from '../../ports/worker.ts';
import { drawPlainGraph } from './drawing.ts';
import type { LoadedGraph, RunnableGraph } from './graphs.ts';
import { libraryVersion } from './library.ts';
import { toPlainRecord } from './plain.ts';
import { describeSchemas, UNKNOWN_SCHEMAS } from './schemas.ts';
import { toStateBody } from './state.ts';
import { updateState } from './update-state.ts';

type Query<K extends WorkerQuery['kind']> = Extract<WorkerQuery, { kind: K }>;
type OfLibrary = Extract<RunnableGraph, { kind: 'library' }>;

/** What one answer holds of a history, in characters of JSON: once it has so many, the rest is another answer. */
const ANSWER_CHARACTERS = 4 * 1024 * 1024;

/** What is asked of a graph that keeps no state, and of which no answer would be true. */
class NoStateError extends Error {
  override readonly name = 'NoStateError';
}

/** Answers what is asked about a graph and its threads, beside the runs. The emulator checks the answer (`answers.ts`). */
export async function answerQuery(
  graphId: string,
  loaded: LoadedGraph,
  query: WorkerQuery,
): Promise<WorkerAnswers[keyof WorkerAnswers]> {
  if (query.kind === 'library') return { version: await libraryVersion(loaded.url) };
  const opened = await loaded.open(
    'threadId' in query ? { configurable: { thread_id: query.threadId } } : query.config,
  );
  switch (query.kind) {
    case 'state':
      return readState(opened, query);
    case 'history':
      return readHistory(opened, query);
    case 'update':
      return updateState(keeping(graphId, opened), query);
    case 'drawing':
      return draw(graphId, opened, query);
    case 'schemas':
      return opened.kind === 'plain' ? UNKNOWN_SCHEMAS : describeSchemas(opened.graph, opened.url);
    case 'subgraphs':
      return readSubgraphs(opened, query);
  }
}

function keeping(graphId: string, opened: RunnableGraph): OfLibrary {
  if (opened.kind === 'library') return opened;
  throw new NoStateError(`graph '${graphId}' is not of the graph library and keeps no state between runs`);
}

/** The configuration that names a place in a thread's history. */
function configOf({ threadId, at }: Pick<Query<'state'>, 'threadId' | 'at'>) {
  return {
    configurable: {
      thread_id: threadId,
      ...(at && { checkpoint_ns: at.ns }),
      ...(at?.id !== undefined && { checkpoint_id: at.id }),
    },
  };
}

/** The state of a thread as this graph sees it; empty for a graph that keeps none. */
async function readState(opened: RunnableGraph, query: Query<'state'>): Promise<WorkerAnswers['state']> {
  if (opened.kind === 'plain') return {};
  const options = { subgraphs: query.subgraphs === true };
  return toStateBody(await opened.graph.getState(configOf(query), options));
}

/** As many states as fit into one message: each may be as large as a graph makes it. */
async function readHistory(
  opened: RunnableGraph,
  query: Query<'history'>,
): Promise<WorkerAnswers['history']> {
  if (opened.kind === 'plain') return { states: [] };
  const { limit, before, metadata } = query;
  const options = {
    limit,
    ...(before !== undefined && { before: { configurable: { checkpoint_id: before } } }),
    ...(metadata && { filter: metadata }),
  };
  const states: WorkerAnswers['history']['states'] = [];
  let characters = 0;
  for await (const snapshot of opened.graph.getStateHistory(configOf(query), options)) {
    const state = toStateBody(snapshot);
    states.push(state);
    characters += JSON.stringify(state).length;
    const id = toPlainRecord(state.checkpoint).checkpoint_id;
    if (characters >= ANSWER_CHARACTERS && states.length < limit && typeof id === 'string') {
      return { states, next: id };
    }
  }
  return { states };
}

async function draw(
  graphId: string,
  opened: RunnableGraph,
  { xray }: Query<'drawing'>,
): Promise<WorkerAnswers['drawing']> {
  if (opened.kind === 'plain') return drawPlainGraph(graphId);
  const drawing = toPlainRecord((await opened.graph.getGraphAsync({ xray })).toJSON());
  const records = (list: unknown) => (Array.isArray(list) ? list.map((one) => toPlainRecord(one)) : []);
  return { nodes: records(drawing.nodes), edges: records(drawing.edges) };
}

async function readSubgraphs(
  opened: RunnableGraph,
  { namespace, recurse }: Query<'subgraphs'>,
): Promise<WorkerAnswers['subgraphs']> {
  if (opened.kind === 'plain') return {};
  const found: WorkerAnswers['subgraphs'] = {};
  for await (const [name, graph] of opened.graph.getSubgraphsAsync(namespace, recurse)) {
    found[name] = await describeSchemas(graph, opened.url);
  }
  return found;
}
