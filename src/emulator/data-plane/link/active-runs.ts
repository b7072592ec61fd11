import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { AnswerStoreCall, StoreAnswer, StoreCall } from '../../ports/store-calls.ts';
import type { RunJob, RunOutcome, StreamedEvent, Worker, WorkerGoneError } from '../../ports/worker.ts';
import { createStepWatch, type StepWatch } from '../worker/step-watch.ts';
import type { WorkerCommand } from './commands.ts';
import type { WorkerReport } from './parse.ts';

/**
 * Maximum time in milliseconds to wait until an aborted run ends. A slower run is abandoned, and the run's fence
 * refuses later writes.
 */
const ABORT_GRACE_MS = 2_000;
/**
 * Maximum time in milliseconds until a run notices a subscriber. The time is limited, because the agent's code may
 * block the run's process.
 */
const SUBSCRIBE_TIMEOUT_MS = 2_000;
/** Maximum time in milliseconds for each of the two parts of a flush, which delay the request that stops the run. */
const FLUSH_TIMEOUT_MS = 250;

interface ActiveRun {
  job: RunJob;
  outcome: PromiseWithResolvers<RunOutcome>;
  onEvents: (events: readonly StreamedEvent[]) => Promise<void>;
  /** Resolves when the worker has confirmed that the run has a subscriber, or when the run ends. */
  subscribed: PromiseWithResolvers<void>;
  /** Node that the run most recently started. */
  node?: string;
  /** Store calls of the run that wait for a response. */
  calls: Set<Promise<StoreAnswer>>;
  steps: StepWatch;
}
type RunReport = Extract<WorkerReport, { type: 'run-ended' | 'listening' | 'node' | 'steps' | 'events' }>;

export interface ActiveRuns
  extends Pick<Required<Worker>, 'run' | 'subscribe' | 'flushWrites' | 'lastNodes'> {
  receive(report: RunReport): void;
  /** Ends the run with this ID with an outcome, if the worker executes the run. */
  settle(runId: string, outcome: RunOutcome): void;
  /**
   * Executes a store call of a worker and returns the response. The call may belong to a run of the worker or to no
   * run.
   */
  answer(call: StoreCall): Promise<StoreAnswer>;
  /** Ends all current and future runs of the worker with `reason`. */
  end(reason: WorkerGoneError): void;
}

export function createActiveRuns({
  send,
  answerStoreCall,
  warn,
  worker,
}: {
  send: (command: WorkerCommand) => void;
  answerStoreCall: AnswerStoreCall;
  warn: (line: string) => void;
  worker: Pick<Worker, 'ping' | 'query'>;
}): ActiveRuns {
  /** Runs by ID. The last entry is the run that most recently started a node. */
  const running = new Map<string, ActiveRun>();
  let gone: WorkerGoneError | undefined;

  const takeEvents = async (one: ActiveRun, events: readonly StreamedEvent[]): Promise<void> => {
    // A run must continue even if its events cannot be stored.
    await one.onEvents(events).catch(() => undefined);
    send({ type: 'events-kept', runId: one.job.runId });
  };
  const settle = (runId: string, outcome: RunOutcome): void => running.get(runId)?.outcome.resolve(outcome);

  return {
    settle,
    receive(report) {
      const { runId } = report;
      const one = running.get(runId);
      if (!one) return;
      if (report.type === 'run-ended') one.outcome.resolve(report.outcome);
      else if (report.type === 'listening') one.subscribed.resolve();
      else if (report.type === 'events') void takeEvents(one, report.events);
      else if (report.type === 'steps') one.steps.report(report);
      else if (report.node !== undefined) {
        running.delete(runId);
        running.set(runId, one);
        one.node = report.node;
      }
    },

    async answer(call) {
      const run = 'runId' in call ? running.get(call.runId) : undefined;
      if (call.op === 'put') run?.steps.addStep(call.row.ns);
      const answered = answerStoreCall(call, (runId) => running.get(runId)?.job);
      run?.calls.add(answered);
      return answered.finally(() => run?.calls.delete(answered));
    },

    end(reason) {
      gone = reason;
      for (const { outcome } of running.values()) outcome.reject(reason);
    },

    lastNodes: () =>
      [...running.values()]
        .flatMap(({ job: { runId, graphId }, node }) =>
          node === undefined ? [] : [{ runId, graphId, node }],
        )
        .toReversed(),

    async subscribe(runId) {
      const one = running.get(runId);
      if (!one) return;
      send({ type: 'listen', runId });
      const timer = setTimeout(one.subscribed.resolve, SUBSCRIBE_TIMEOUT_MS);
      await one.subscribed.promise;
      clearTimeout(timer);
    },

    async flushWrites(runId) {
      const one = running.get(runId);
      // The response to a ping shows that all earlier reports have arrived, because reports arrive in order.
      if (one && (await worker.ping(FLUSH_TIMEOUT_MS))) await waitForCalls(one.calls);
    },

    async run(job, signal, onEvents = () => Promise.resolve()) {
      if (gone) throw gone;
      if (signal.aborted) return { kind: 'aborted' };
      const { runId } = job;
      const outcome = Promise.withResolvers<RunOutcome>();
      const subscribed = Promise.withResolvers<void>();
      const steps = createStepWatch(job, () => readNodes(worker, job), warn);
      running.set(runId, { job, outcome, onEvents, subscribed, calls: new Set(), steps });
      let timer: NodeJS.Timeout | undefined;
      const abort = () => {
        send({ type: 'abort', runId });
        timer = setTimeout(settle, ABORT_GRACE_MS, runId, { kind: 'aborted' });
      };
      signal.addEventListener('abort', abort, { once: true });
      try {
        send({ type: 'run', job });
        return await outcome.promise;
      } finally {
        signal.removeEventListener('abort', abort);
        clearTimeout(timer);
        running.delete(runId);
        subscribed.resolve();
      }
    },
  };
}

/** Reads the names of the nodes that a run is executing from the state of its thread. */
async function readNodes(worker: Pick<Worker, 'query'>, { graphId, threadId }: RunJob): Promise<string[]> {
  const { tasks } = await worker.query(graphId, { kind: 'state', threadId });
  // The state's next tasks do not include a task that has ended.
  const named = z.array(z.object({ name: z.string() })).safeParse(tasks);
  return named.success ? [...new Set(named.data.map(({ name }) => name))] : [];
}

/** Waits for the responses to these store calls, for at most `FLUSH_TIMEOUT_MS`. */
async function waitForCalls(calls: ReadonlySet<Promise<StoreAnswer>>): Promise<void> {
  const waited = new AbortController();
  await Promise.race([
    Promise.allSettled(calls),
    delay(FLUSH_TIMEOUT_MS, undefined, { signal: waited.signal }).catch(() => undefined),
  ]);
  waited.abort();
}
