import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import {
  describeProcessEnd,
  exitStatus,
  type ManagedProcess,
  type Processes,
} from '../../ports/processes.ts';
import type { AnswerStoreCall } from '../../ports/store-calls.ts';
import {
  QueryError,
  type RunJob,
  type RunOutcome,
  type StreamedEvent,
  type Worker,
  WorkerGoneError,
  type WorkerLauncher,
  type WorkerSpec,
} from '../../ports/worker.ts';
import { type InvalidStoreCall, parseReport, QUERY_ANSWERS, type WorkerReport } from './reports.ts';
import type { WorkerCommand } from './commands.ts';

/** How long an aborted run may take to say so, in milliseconds, before it is given up: its writes are fenced. */
const ABORT_GRACE_MS = 2_000;
/** How long a run may take to take notice of a listener, in milliseconds: its own code may hold up its process. */
const LISTEN_MS = 2_000;
/** How long what a run sent may take to be kept, in milliseconds, each of its two parts: who stops the run waits for it. */
const LAND_MS = 250;
/** How long a graph may take to answer a query, in milliseconds: longer than anything but its own code takes. */
const ANSWER_MS = 10_000;

interface Running {
  job: RunJob;
  outcome: PromiseWithResolvers<RunOutcome>;
  take: (events: readonly StreamedEvent[]) => Promise<void>;
  /** It knows that somebody listens, or it is over. */
  heard: PromiseWithResolvers<void>;
  /** What it sent to be kept and has no answer to. */
  sent: Set<Promise<void>>;
}
type Answer = Extract<WorkerReport, { type: 'answer' | 'query-failed' }>;

/**
 * The emulator's end of one worker process: pairs commands with reports, and turns the end of the process into the end
 * of everything that waited for it. `answer` serves the worker's store calls.
 */
export function linkWorker(spec: WorkerSpec, process: ManagedProcess, answer: AnswerStoreCall): Worker {
  const running = new Map<string, Running>();
  const queries = new Map<number, PromiseWithResolvers<Answer>>();
  const pings = new Map<number, () => void>();
  const ready = Promise.withResolvers<void>();
  let gone: WorkerGoneError | undefined;
  let lastId = 0;

  // A command that cannot leave needs no care of its own: the end of the process settles what waits for it.
  const tell = (command: WorkerCommand): void => void process.child.send(command, () => undefined);

  const take = (report: WorkerReport | InvalidStoreCall): void => {
    switch (report.type) {
      case 'ready':
        return ready.resolve();
      case 'load-failed':
        return ready.reject(new Error(report.message));
      case 'run-ended':
        return running.get(report.runId)?.outcome.resolve(report.outcome);
      case 'listening':
        return running.get(report.runId)?.heard.resolve();
      case 'events': {
        const { runId, events } = report;
        const kept = () => tell({ type: 'events-kept', runId });
        // What is not kept must not hold the run up.
        void running.get(runId)?.take(events).then(kept, kept);
        return;
      }
      case 'answer':
      case 'query-failed':
        return queries.get(report.id)?.resolve(report);
      case 'pong':
        return pings.get(report.id)?.();
      case 'store-call': {
        const { id, call } = report;
        const sent = 'runId' in call ? running.get(call.runId)?.sent : undefined;
        const answered = answer(call, (runId) => running.get(runId)?.job).then((said) => {
          sent?.delete(answered);
          tell({ type: 'store-answer', id, answer: said });
        });
        sent?.add(answered);
        return;
      }
      case 'refused-call': {
        const { id, message } = report;
        tell({ type: 'store-answer', id, answer: { ok: false, error: 'Error', message } });
      }
    }
  };

  const exited = process.ended.then((end) => {
    gone = new WorkerGoneError(`The worker process ${describeProcessEnd(end)}.`);
    ready.reject(new Error(`The worker process ${describeProcessEnd(end)} before its graphs were loaded.`));
    for (const { outcome } of running.values()) outcome.reject(gone);
    for (const query of queries.values()) query.reject(gone);
    return exitStatus(end);
  });
  // Whoever launched the worker reads it or not; a rejection is no accident of this module's.
  ready.promise.catch(() => undefined);

  process.child.on('message', (message) => {
    const report = parseReport(message);
    if (report) take(report);
  });
  tell({ type: 'load', graphs: spec.graphs });

  const link: Worker = {
    deploymentId: spec.deploymentId,
    revisionId: spec.revisionId,
    graphIds: Object.keys(spec.graphs),
    pid: process.pid ?? -1,
    ready: ready.promise,
    exited,

    async ping(timeoutMs) {
      if (gone) return false;
      lastId += 1;
      const id = lastId;
      const answered = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => answered.resolve(false), timeoutMs);
      pings.set(id, () => answered.resolve(true));
      tell({ type: 'ping', id });
      try {
        return await Promise.race([answered.promise, exited.then(() => false)]);
      } finally {
        clearTimeout(timer);
        pings.delete(id);
      }
    },

    async subscribe(runId) {
      const one = running.get(runId);
      if (!one) return;
      tell({ type: 'listen', runId });
      const timer = setTimeout(one.heard.resolve, LISTEN_MS);
      await one.heard.promise;
      clearTimeout(timer);
    },

    async flushWrites(runId) {
      const one = running.get(runId);
      // Reports come in order: what it sent before it answers is here then.
      if (!one || !(await link.ping(LAND_MS))) return;
      const waited = new AbortController();
      await Promise.race([
        Promise.all(one.sent),
        delay(LAND_MS, undefined, { signal: waited.signal }).catch(() => undefined),
      ]);
      waited.abort();
    },

    async run(job, signal, keep = () => Promise.resolve()) {
      if (gone) throw gone;
      if (signal.aborted) return { kind: 'aborted' };
      const outcome = Promise.withResolvers<RunOutcome>();
      const heard = Promise.withResolvers<void>();
      running.set(job.runId, { job, outcome, take: keep, heard, sent: new Set() });
      let timer: NodeJS.Timeout | undefined;
      const abort = () => {
        tell({ type: 'abort', runId: job.runId });
        timer = setTimeout(() => outcome.resolve({ kind: 'aborted' }), ABORT_GRACE_MS);
      };
      signal.addEventListener('abort', abort, { once: true });
      try {
        tell({ type: 'run', job });
        return await outcome.promise;
      } finally {
        signal.removeEventListener('abort', abort);
        clearTimeout(timer);
        running.delete(job.runId);
        heard.resolve();
      }
    },

    async query(graphId, query) {
      if (gone) throw gone;
      lastId += 1;
      const id = lastId;
      const pending = Promise.withResolvers<Answer>();
      const timer = setTimeout(
        () =>
          pending.reject(new WorkerGoneError(`The worker process gave no answer for ${ANSWER_MS / 1000} s.`)),
        ANSWER_MS,
      );
      queries.set(id, pending);
      tell({ type: 'query', id, graphId, query });
      try {
        const report = await pending.promise;
        if (report.type === 'query-failed') throw new QueryError(report.error, report.message);
        const answer = QUERY_ANSWERS[query.kind].safeParse(report.answer);
        if (answer.success) return answer.data;
        throw new QueryError('Error', `the graph's answer makes no sense: ${z.prettifyError(answer.error)}`);
      } finally {
        clearTimeout(timer);
        queries.delete(id);
      }
    },

    stop: (graceMs) => process.stop(graceMs),
  };
  return link;
}

const PROGRAM = fileURLToPath(new URL('./main.ts', import.meta.url));

/**
 * Starts worker processes: this same Node, the worker program, the environment of the spec and nothing else. Which
 * graphs to load is told over the channel, so the command line names no file of the checkout and no secret.
 */
export function createWorkerLauncher(deps: {
  processes: Processes;
  /** What answers the store calls of a deployment's workers. */
  storeCallsOf: (deploymentId: string) => AnswerStoreCall;
}): WorkerLauncher {
  return {
    launch(spec, onLine) {
      const process = deps.processes.start({
        command: globalThis.process.execPath,
        args: [
          // Lets the graph library be resolved as the graph itself resolves it (library.ts).
          '--experimental-import-meta-resolve',
          // Of this program's own, not of the agent's author.
          '--disable-warning=ExperimentalWarning',
          PROGRAM,
        ],
        cwd: spec.cwd,
        env: spec.env,
        ipc: true,
        kind: 'worker',
        onLine,
      });
      return linkWorker(spec, process, deps.storeCallsOf(spec.deploymentId));
    },
  };
}
