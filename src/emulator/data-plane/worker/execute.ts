import { setImmediate } from 'node:timers/promises';
import type { RunJob, RunOutcome } from '../../ports/worker.ts';
import { describeFailure, interruptsOf, toPlain, toPlainRecord } from './plain-json.ts';
import type { LibraryGraph, LoadedGraph, RunnableGraph } from './graphs.ts';
import { createStepEvents, type EventSink, toLibraryModes, toList } from './step-events.ts';

/** The configuration a graph sees: the caller's, with the run's own identity on top. */
function graphConfig(job: RunJob, signal: AbortSignal): Record<string, unknown> {
  const { recursion_limit: recursionLimit, ...config } = job.config;
  return {
    ...config,
    ...(recursionLimit !== undefined && recursionLimit !== null && { recursionLimit }),
    ...(job.interruptBefore !== undefined && { interruptBefore: job.interruptBefore }),
    ...(job.interruptAfter !== undefined && { interruptAfter: job.interruptAfter }),
    ...(job.durability !== undefined && { durability: job.durability }),
    ...(job.context !== undefined && job.context !== null && { context: job.context }),
    configurable: {
      ...toPlainRecord(config.configurable),
      thread_id: job.threadId,
      run_id: job.runId,
      graph_id: job.graphId,
    },
    runId: job.runId,
    signal,
  };
}

async function invoke(
  opened: RunnableGraph,
  job: RunJob,
  config: Record<string, unknown>,
  audience: EventSink,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const plan = job.stream ?? { modes: [], subgraphs: false, hasSubscriber: false };
  const teller = createStepEvents(plan, audience);
  if (opened.kind === 'plain') {
    if (job.command !== undefined) {
      throw new Error(
        `graph '${job.graphId}' is not of the graph library and takes no command; send input instead`,
      );
    }
    const values = toPlain(await opened.graph.invoke(job.input, config)) ?? {};
    // It has no steps: all there is to tell is what it came to.
    if (plan.modes.includes('values')) teller.say('values', [], values);
    return { kind: 'success', values };
  }
  const { graph, library } = opened;
  const thread = { configurable: { thread_id: job.threadId } };
  const inputOf = async () => {
    if (job.resume === true) {
      const { metadata } = await graph.getState(thread);
      // An earlier attempt put the input in the thread: giving it again would say everything twice.
      if (toPlainRecord(metadata).run_id === job.runId) return null;
    }
    // To the library, no input means: go on from where the thread stands.
    return job.command === undefined ? (job.input ?? null) : new library.Command(job.command);
  };
  const pace = createBackpressure(signal, audience);
  const pressed = { ...config, callbacks: [pressureOf(pace)] };
  await runSteps(graph, await inputOf(), pressed, job, teller, pace);
  const snapshot = await graph.getState(thread);
  const values = toPlain(snapshot.values) ?? {};
  const interrupts = interruptsOf(snapshot);
  // A task that was answered and asks again is no longer next, as the library has it: its answer counts as a result.
  return snapshot.next.length > 0 || Object.keys(interrupts).length > 0
    ? { kind: 'interrupted', values, interrupts }
    : { kind: 'success', values };
}

/**
 * Makes a graph wait, at its next step, tool call or token, while what it told is too much: the library itself goes on
 * however slowly its events are read.
 */
function pressureOf(pace: Backpressure): Record<string, unknown> {
  const wait = () => pace.caughtUp();
  return {
    // The library uses a handler with a name as it is; of any other it makes a class for every chunk that is read.
    name: 'pressure',
    // Without it the library waits for no callback.
    awaitHandlers: true,
    handleChainStart: wait,
    handleLLMNewToken: wait,
    handleToolStart: wait,
    handleCustomEvent: wait,
  };
}

function whenAborted(signal: AbortSignal): Promise<RunOutcome> {
  return new Promise((resolve) => {
    const done = () => resolve({ kind: 'aborted' });
    if (signal.aborted) done();
    signal.addEventListener('abort', done, { once: true });
  });
}

/**
 * Runs a graph to its end and says how it went; never throws. An aborted run answers at once, even when a node ignores
 * the signal: what such a node still writes is refused by the run's fence.
 */
export async function execute(
  loaded: LoadedGraph,
  job: RunJob,
  signal: AbortSignal,
  audience: EventSink,
): Promise<RunOutcome> {
  const attempt = async (): Promise<RunOutcome> => {
    try {
      const config = graphConfig(job, signal);
      return await invoke(await loaded.open(config), job, config, audience, signal);
    } catch (failure) {
      return signal.aborted ? { kind: 'aborted' } : { kind: 'error', ...describeFailure(failure) };
    }
  };
  const work = async (): Promise<RunOutcome> => {
    const outcome = await attempt();
    // How it ended is said after all that it did.
    await audience.told();
    return outcome;
  };
  return Promise.race([work(), whenAborted(signal)]);
}

/**
 * Runs a graph of the library to its end and tells each step. The mode `events` needs the library's stream of events,
 * which carries the steps, too.
 */
async function runSteps(
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
interface Backpressure {
  /** Something was read, and is being told. */
  received(): void;
  /** The next is waited for. */
  idle(): void;
  /** Resolves once all that was told has been read: the library keeps what is not, however much it is. */
  caughtUp(): Promise<void>;
}

/** `signal`: a run that is stopped does not wait. */
function createBackpressure(
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
