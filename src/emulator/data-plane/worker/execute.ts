import { setImmediate } from 'node:timers/promises';
import { fieldOf } from '../../../contract/json-safety.ts';
import type { RunJob, RunOutcome } from '../../ports/worker.ts';
import { printFailure } from './failures.ts';
import { describeFailure, interruptsOf, toPlain, toPlainRecord } from './plain-json.ts';
import { type LoadedGraph, type LibraryRunnable, type RunnableGraph, toCommand } from './graphs.ts';
import {
  createStepEvents,
  type EventSink,
  type GraphStep,
  toLibraryModes,
  toList,
  toNamespace,
} from './step-events.ts';
import { createStepTracer, type StepTracer } from './step-tracer.ts';
import { StaleRunError } from './store-calls.ts';

const NO_PROTOCOL =
  "the agent's version of @langchain/langgraph does not support the streaming protocol. Raise it to 1.3 or newer, or stream runs with the older calls (runs.stream)";

/** Returns the caller's configuration with the IDs of the run. */
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
  sink: EventSink,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const plan = job.stream ?? { modes: [], subgraphs: false, hasSubscriber: false };
  const events = createStepEvents(plan, sink);
  const begun = performance.now();
  const tracer = createStepTracer(
    job,
    (event) => sink.emit(event),
    () => performance.now() - begun,
  );
  if (opened.kind === 'plain') {
    if (job.command !== undefined) {
      throw new Error(
        `graph '${job.graphId}' does not use the graph library, so it accepts no command. Send input instead`,
      );
    }
    const values = toPlain(await traceWhole(tracer, job, () => opened.graph.invoke(job.input, config))) ?? {};
    // A plain graph has no steps, so its result is the only event with values.
    if (plan.modes.includes('values')) events.emit('values', [], values);
    return { kind: 'success', values };
  }
  const { graph, library } = opened;
  // Early versions of the library expect shared values in the configuration. The configuration's checkpoint IDs are
  // removed to select the latest checkpoint.
  const { checkpoint_id: _, checkpoint_ns: __, ...configurable } = toPlainRecord(config.configurable);
  const thread = { configurable };
  const inputOf = async () => {
    if (job.resume === true) {
      const { metadata } = await graph.getState(thread);
      // If an earlier attempt has already written the input to the thread, a second write would duplicate the input.
      if (toPlainRecord(metadata).run_id === job.runId) return null;
    }
    // The library continues from the thread's latest checkpoint if the input is null.
    return job.command === undefined ? (job.input ?? null) : toCommand(library, job.command);
  };
  const pace = createBackpressure(signal, sink);
  const pressed = { ...config, callbacks: [callbacksOf(pace, sink, job, tracer)] };
  if (plan.protocol === true && !library.hasProtocol) throw new Error(NO_PROTOCOL);
  try {
    await runSteps({ graph, library }, await inputOf(), pressed, job, events, pace);
  } finally {
    tracer.flush();
  }
  const snapshot = await graph.getState(thread);
  const values = toPlain(snapshot.values) ?? {};
  const interrupts = interruptsOf(snapshot);
  // The library does not list a resumed task that interrupts again in `next`, so pending interrupts also count.
  return snapshot.next.length > 0 || Object.keys(interrupts).length > 0
    ? { kind: 'interrupted', values, interrupts }
    : { kind: 'success', values };
}

/** Records a plain graph as a single step, because plain graphs have no callbacks. */
async function traceWhole<T>(
  tracer: StepTracer,
  { runId, input }: Pick<RunJob, 'runId' | 'input'>,
  work: () => T | Promise<T>,
): Promise<T> {
  const { handlers } = tracer;
  handlers['handleChainStart']?.(undefined, input, runId);
  try {
    const output = await work();
    handlers['handleChainEnd']?.(output, runId);
    return output;
  } catch (failure) {
    handlers['handleChainError']?.(failure, runId);
    throw failure;
  } finally {
    tracer.flush();
  }
}

/**
 * Returns callbacks that pause a graph at its next step, tool call or token while too many of its events are unread,
 * because the library never waits for readers. The callbacks also report each node before the node's code can block the
 * process, and each step of a run that stores no checkpoint before its end.
 */
function callbacksOf(
  pace: Backpressure,
  sink: EventSink,
  { durability }: Pick<RunJob, 'durability'>,
  { handlers }: StepTracer,
): Record<string, unknown> {
  const wait = () => pace.caughtUp();
  const tracedWait =
    (name: string) =>
    (...args: unknown[]) => {
      handlers[name]?.(...args);
      return wait();
    };
  let last: unknown;
  let lastStep: GraphStep | undefined;
  return {
    // The library wraps a handler without a name in a class for every chunk.
    name: 'pressure',
    // The library awaits callbacks only if this flag is set.
    awaitHandlers: true,
    ...handlers,
    handleChainStart(...args: unknown[]) {
      handlers['handleChainStart']?.(...args);
      const [, , , , , metadata] = args;
      const node = fieldOf(metadata, 'langgraph_node');
      if (typeof node === 'string' && node !== last) sink.beginNode?.(node);
      last = node ?? last;
      const step = durability === 'exit' ? stepOf(metadata) : undefined;
      if (step && (step.ns !== lastStep?.ns || step.number !== lastStep.number)) sink.beginStep?.(step);
      lastStep = step ?? lastStep;
      return wait();
    },
    handleLLMNewToken: tracedWait('handleLLMNewToken'),
    handleToolStart: tracedWait('handleToolStart'),
    handleCustomEvent: wait,
  };
}

/** Returns the step of a node according to the node's metadata. */
function stepOf(metadata: unknown): GraphStep | undefined {
  const node = fieldOf(metadata, 'langgraph_node');
  const number = fieldOf(metadata, 'langgraph_step');
  const path = fieldOf(metadata, 'langgraph_checkpoint_ns');
  if (typeof node !== 'string' || typeof number !== 'number') return undefined;
  // The last part of the path is the node, which does not belong to the namespace.
  return { ns: typeof path === 'string' ? path.split('|').slice(0, -1).join('|') : '', number, node };
}

function whenAborted(signal: AbortSignal): Promise<RunOutcome> {
  return new Promise((resolve) => {
    const done = () => resolve({ kind: 'aborted' });
    if (signal.aborted) done();
    signal.addEventListener('abort', done, { once: true });
  });
}

/**
 * Runs a graph to its end and returns the outcome. Never throws. An aborted run ends immediately, even if a node
 * ignores the signal, and the run's fence refuses later writes of the node.
 */
export async function execute(
  loaded: LoadedGraph,
  job: RunJob,
  signal: AbortSignal,
  sink: EventSink,
): Promise<RunOutcome> {
  const attempt = async (): Promise<RunOutcome> => {
    try {
      const config = graphConfig(job, signal);
      return await invoke(await loaded.open(config), job, config, sink, signal);
    } catch (failure) {
      if (signal.aborted) return { kind: 'aborted' };
      // A StaleRunError is not a failure of the agent, because the run was rolled back or restarted elsewhere.
      if (!(failure instanceof StaleRunError)) printFailure(failure);
      return { kind: 'error', ...describeFailure(failure) };
    }
  };
  const work = async (): Promise<RunOutcome> => {
    const outcome = await attempt();
    // The outcome must be sent after all events.
    await sink.flushed();
    return outcome;
  };
  return Promise.race([work(), whenAborted(signal)]);
}

/**
 * Runs a graph of the library to its end and emits each step. For the mode `events`, reads the steps from the library's
 * event stream.
 */
async function runSteps(
  { graph, library }: Pick<LibraryRunnable, 'graph' | 'library'>,
  input: unknown,
  config: Record<string, unknown>,
  job: RunJob,
  events: ReturnType<typeof createStepEvents>,
  pace: Backpressure,
): Promise<void> {
  const { modes = [], subgraphs = false, protocol = false } = job.stream ?? {};
  const options = { ...config, streamMode: toLibraryModes(modes, library.Command !== undefined), subgraphs };
  const read = async <T>(chunks: AsyncIterable<T>, each: (chunk: T) => void): Promise<void> => {
    try {
      for await (const chunk of chunks) {
        pace.received();
        each(chunk);
        const room = events.room();
        // `undefined` is not awaited, because each await delays the next chunk.
        if (room) await room;
        pace.idle();
      }
    } finally {
      pace.idle();
    }
  };
  if (protocol) {
    // Version 3 of the event stream chooses the modes itself, and includes subgraphs.
    return read(await graph.streamEvents(input, { ...config, version: 'v3' }), events.addProtocolEvent);
  }
  const take = (chunk: unknown): void => {
    const parts = toList(chunk);
    // Before version 0.2.9, the library's steps have no namespace, and steps of subgraphs are not reported.
    const [ns, mode, payload] = subgraphs && parts.length > 2 ? parts : [[], ...parts];
    if (typeof mode === 'string') events.addStep({ ns: toNamespace(ns), mode, payload });
  };
  if (!modes.includes('events')) {
    return read(await graph.stream(input, options), take);
  }
  await read(graph.streamEvents(input, { ...options, version: 'v2' }), (event) => {
    if (event.tags?.includes('langsmith:hidden') === true) return;
    if (event.event === 'on_chain_stream' && event.run_id === job.runId) take(event.data?.chunk);
    else events.emit('events', [], event);
  });
}

/**
 * Milliseconds between two checks of the graph. A check ends a turn of the event loop, and therefore also a batch of
 * events.
 */
const UNCHECKED_MS = 5;

/**
 * Milliseconds for which the steps of a graph may occupy the event loop. Without this limit, a graph whose nodes never
 * wait would block checkpoints, other runs and aborts.
 */
const UNYIELDED_MS = 20;

/** Tracks whether a graph's events are read as fast as they are emitted. */
interface Backpressure {
  /** Called when a chunk was read, before the chunk's events are emitted. */
  received(): void;
  /** Called when the reader begins to wait for the next chunk. */
  idle(): void;
  /** Resolves once the reader has read all chunks, because the library buffers unread chunks without a limit. */
  caughtUp(): Promise<void>;
}

/** Creates the backpressure of a run, which stops waiting when `signal` aborts. */
function createBackpressure(
  signal: AbortSignal,
  { hasSubscriber, room }: Pick<EventSink, 'hasSubscriber' | 'room'>,
): Backpressure {
  let isWaiting = true;
  let count = 0;
  let caughtUpAt = -Infinity;
  let yieldedAt = performance.now();
  return {
    received() {
      count += 1;
      isWaiting = false;
    },
    idle() {
      isWaiting = true;
    },
    async caughtUp() {
      if (performance.now() - yieldedAt > UNYIELDED_MS) {
        await setImmediate();
        yieldedAt = performance.now();
      }
      while (hasSubscriber() && !signal.aborted) {
        const full = room();
        if (!full && isWaiting && performance.now() - caughtUpAt < UNCHECKED_MS) return;
        await full;
        const seen = count;
        // Gives the reader a turn of the event loop to read the chunks that the library still buffers.
        await setImmediate();
        if (!isWaiting || count !== seen) continue;
        caughtUpAt = performance.now();
        return;
      }
    },
  };
}
