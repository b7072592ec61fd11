import type { RunJob } from '../../seams/worker.ts';
import type { LibraryGraph } from './graphs.ts';
import { listOf } from './step-bodies.ts';
import { type createTeller, libraryModes } from './told.ts';

/**
 * Runs a graph of the library to its end and tells each step. The mode `events` needs the library's stream of events,
 * which carries the steps, too.
 */
export async function runSteps(
  graph: LibraryGraph,
  input: unknown,
  config: Record<string, unknown>,
  job: RunJob,
  teller: ReturnType<typeof createTeller>,
): Promise<void> {
  const { modes = [], subgraphs = false } = job.stream ?? {};
  const options = { ...config, streamMode: libraryModes(modes), subgraphs };
  const take = (chunk: unknown): void => {
    const parts = listOf(chunk);
    const [ns, mode, payload] = subgraphs ? parts : [[], ...parts];
    if (typeof mode === 'string') teller.take({ ns: listOf(ns).map(String), mode, payload });
  };
  if (!modes.includes('events')) {
    for await (const chunk of await graph.stream(input, options)) {
      take(chunk);
      await teller.room();
    }
    return;
  }
  for await (const event of graph.streamEvents(input, { ...options, version: 'v2' })) {
    if (event.tags?.includes('langsmith:hidden') === true) continue;
    if (event.event === 'on_chain_stream' && event.run_id === job.runId) take(event.data?.chunk);
    else teller.say('events', [], event);
    await teller.room();
  }
}
