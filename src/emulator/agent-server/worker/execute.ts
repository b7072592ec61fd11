import type { RunJob, RunOutcome } from '../../ports/worker.ts';
import { describeFailure } from './failure.ts';
import type { LoadedGraph, RunnableGraph } from './graphs.ts';
import { toPlain, toPlainRecord } from './plain.ts';
import { interruptsOf } from './state.ts';
import { createBackpressure, type Backpressure, runSteps } from './steps.ts';
import { type EventSink, createStepEvents } from './told.ts';

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
