import type { WorkerQuery } from '../../seams/worker.ts';
import type { LoadedGraph } from './graphs.ts';
import { toStateBody } from './state.ts';

type Query<K extends WorkerQuery['kind']> = Extract<WorkerQuery, { kind: K }>;

/**
 * Answers what is asked about a graph and its threads, beside the runs. The answer's shape is in `answers.ts`, where the
 * emulator checks it.
 */
export function answerQuery(loaded: LoadedGraph, query: WorkerQuery): Promise<unknown> {
  switch (query.kind) {
    case 'state':
      return readState(loaded, query);
  }
}

/** The state of a thread as this graph sees it; empty for a graph that keeps none. */
async function readState(
  loaded: LoadedGraph,
  { threadId }: Query<'state'>,
): Promise<Record<string, unknown>> {
  const config = { configurable: { thread_id: threadId } };
  const opened = await loaded.open(config);
  if (opened.kind === 'plain') return {};
  return toStateBody(await opened.graph.getState(config));
}
