import { randomUUID } from 'node:crypto';
import {
  type RunJob,
  type RunOutcome,
  type StreamedEvent,
  type Worker,
  WorkerGoneError,
} from '../../../src/emulator/ports/worker.ts';

/** A run as its worker sees it, whose events and end the test controls. */
export interface ScriptedRun {
  job: RunJob;
  signal: AbortSignal;
  /** Returns whether the worker knows that the run has a subscriber. */
  hasSubscriber(): boolean;
  /** Sends events with data as values, as the worker program does, and waits until they are stored. */
  tell(...events: [event: string, data: unknown][]): Promise<void>;
  /** Sends events with data as strings. */
  tellText(...events: [event: string, data: string][]): Promise<void>;
  end(outcome?: RunOutcome): void;
  /** Makes the worker die during the run. */
  crash(): void;
}

/** Returns an idle worker in this process, with the given members. */
export const inertWorker = (given: Partial<Worker> & Pick<Worker, 'deploymentId'>): Worker => ({
  revisionId: randomUUID(),
  language: 'javascript',
  graphIds: ['agent'],
  labelOf: () => ({}),
  hasProtocol: () => true,
  appDocument: () => undefined,
  pid: -1,
  ready: Promise.resolve(),
  firstSign: Promise.resolve(),
  loading: () => undefined,
  exited: new Promise(() => undefined),
  flushWrites: () => Promise.resolve(),
  ping: () => Promise.resolve(true),
  subscribe: () => Promise.resolve(),
  run: (_, signal) =>
    new Promise((resolve) => {
      const aborted = () => resolve({ kind: 'aborted' });
      if (signal.aborted) aborted();
      signal.addEventListener('abort', aborted, { once: true });
    }),
  query: () => Promise.reject(new Error('nothing is asked of it')),
  serve: () => Promise.reject(new Error('it has no application')),
  readUi: () => Promise.reject(new Error('it has no user interface')),
  stop: () => Promise.resolve(),
  ...given,
});

/** Creates a worker in this process that the test controls. */
export function createScriptedWorker(
  deploymentId: string,
  /** Resolves when the worker has noticed a subscriber. */
  notice: () => Promise<void> = () => Promise.resolve(),
) {
  const taken: ScriptedRun[] = [];
  const waiting: ((run: ScriptedRun) => void)[] = [];
  const subscribed = new Set<string>();
  const worker = inertWorker({
    deploymentId,
    async subscribe(runId) {
      await notice();
      subscribed.add(runId);
    },
    run(job, signal, take = () => Promise.resolve()) {
      const { promise, resolve, reject } = Promise.withResolvers<RunOutcome>();
      if (job.stream?.hasSubscriber === true) subscribed.add(job.runId);
      const run: ScriptedRun = {
        job,
        signal,
        hasSubscriber: () => subscribed.has(job.runId),
        tell: (...events) =>
          take(events.map(([event, data]): StreamedEvent => ({ event, data: JSON.stringify(data) }))),
        tellText: (...events) => take(events.map(([event, data]): StreamedEvent => ({ event, data }))),
        end: (outcome = { kind: 'success', values: { done: true } }) => resolve(outcome),
        crash: () => reject(new WorkerGoneError('it died')),
      };
      // The link to a real worker also aborts a run that was stopped before it arrived.
      if (signal.aborted) resolve({ kind: 'aborted' });
      signal.addEventListener('abort', () => resolve({ kind: 'aborted' }), { once: true });
      const next = waiting.shift();
      if (next) next(run);
      else taken.push(run);
      return promise;
    },
  });
  return {
    worker,
    /** Returns the next run that the worker receives. */
    next: (): Promise<ScriptedRun> => {
      const run = taken.shift();
      return run ? Promise.resolve(run) : new Promise((resolve) => waiting.push(resolve));
    },
  };
}
