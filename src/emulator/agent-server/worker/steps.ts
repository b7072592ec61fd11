import { setImmediate } from 'node:timers/promises';
import type { RunJob } from '../../ports/worker.ts';
import type { LibraryGraph } from './graphs.ts';
import { toList } from './step-bodies.ts';
import { type EventSink, type createStepEvents, toLibraryModes } from './told.ts';

/**
 * Runs a graph of the library to its end and tells each step. The mode `events` needs the library's stream of events,
 * which carries the steps, too.
 */
export async function runSteps(
  graph: LibraryGraph,
  input: unknown,
  config: Record<string, unknown>,
  job: RunJob,
  teller: ReturnType<typeof createStepEvents>,
  pace: Backpressure,
): Promise<void> {
  const { modes = [], subgraphs = false } = job.stream ?? {};
  const options = { ...config, streamMode: toLibraryModes(modes), subgraphs };
  const read = async <T>(chunks: AsyncIterable<T>, each: (chunk: T) => void): Promise<void> => {
    try {
      for await (const chunk of chunks) {
        pace.received();
        each(chunk);
        const room = teller.room();
        // Awaiting nothing costs a turn for each of many small events.
        if (room) await room;
        pace.idle();
      }
    } finally {
      pace.idle();
    }
  };
  const take = (chunk: unknown): void => {
    const parts = toList(chunk);
    const [ns, mode, payload] = subgraphs ? parts : [[], ...parts];
    if (typeof mode === 'string') teller.take({ ns: toList(ns).map(String), mode, payload });
  };
  if (!modes.includes('events')) {
    return read(await graph.stream(input, options), take);
  }
  await read(graph.streamEvents(input, { ...options, version: 'v2' }), (event) => {
    if (event.tags?.includes('langsmith:hidden') === true) return;
    if (event.event === 'on_chain_stream' && event.run_id === job.runId) take(event.data?.chunk);
    else teller.say('events', [], event);
  });
}

/**
 * How long a graph that is read without delay goes unchecked, in milliseconds: a check lets go the turn, and so splits
 * what would be sent together.
 */
const UNCHECKED_MS = 5;

/** Whether what a graph tells is read as fast as it comes. */
export interface Backpressure {
  /** Something was read, and is being told. */
  received(): void;
  /** The next is waited for. */
  idle(): void;
  /** Resolves once all that was told has been read: the library keeps what is not, however much it is. */
  caughtUp(): Promise<void>;
}

/** `signal`: a run that is stopped does not wait. */
export function createBackpressure(
  signal: AbortSignal,
  { heard, room }: Pick<EventSink, 'heard' | 'room'>,
): Backpressure {
  let isWaiting = true;
  let count = 0;
  let caughtUpAt = -Infinity;
  return {
    received() {
      count += 1;
      isWaiting = false;
    },
    idle() {
      isWaiting = true;
    },
    async caughtUp() {
      while (heard() && !signal.aborted) {
        const full = room();
        if (!full && isWaiting && performance.now() - caughtUpAt < UNCHECKED_MS) return;
        await full;
        const seen = count;
        // What the library still has is read before this.
        await setImmediate();
        if (!isWaiting || count !== seen) continue;
        caughtUpAt = performance.now();
        return;
      }
    },
  };
}
