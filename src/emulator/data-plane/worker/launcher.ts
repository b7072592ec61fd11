import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { GENERATED_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import {
  describeProcessEnd,
  exitStatus,
  type ManagedProcess,
  type ProcessEnd,
  type Processes,
  type ProcessSpec,
} from '../../ports/processes.ts';
import { noDebuggerFlags } from '../../../os/debugger.ts';
import { PROGRAMS } from '../../ports/installation.ts';
import type { AnswerAgent, AppDocument } from '../../ports/agent-http.ts';
import { createStepWatch, type StepWatch } from './step-watch.ts';
import type { AnswerStoreCall } from '../../ports/store-calls.ts';
import {
  type AgentLanguage,
  languageOf,
  QueryError,
  type RunJob,
  type RunOutcome,
  type StreamedEvent,
  type Worker,
  WorkerGoneError,
  type WorkerLauncher,
  type WorkerSpec,
} from '../../ports/worker.ts';
import { type InvalidCall, parseReport, queryAnswers, type WorkerReport } from './reports.ts';
import { createAppLink } from './app-link.ts';
import type { WorkerCommand } from './commands.ts';
import { createIpcWire, createPipeWire, createSerialWire, type Wire } from './wire.ts';

/** How long an aborted run may take to end, in milliseconds, before it is abandoned: its writes are fenced. */
const ABORT_GRACE_MS = 2_000;
/** How long a run may take to notice a subscriber, in milliseconds: its own code may block its process. */
const SUBSCRIBE_TIMEOUT_MS = 2_000;
/** How long each of the two parts of a flush may take, in milliseconds: the request that stops the run waits for it. */
const FLUSH_TIMEOUT_MS = 250;
/** How long a graph may take to answer a query, in milliseconds: longer than anything but its own code takes. */
const QUERY_TIMEOUT_MS = 10_000;
/** How long a worker may take to describe its graphs: its compiler may have to parse their source. */
const SCHEMAS_TIMEOUT_MS = 45_000;

/**
 * Starts worker processes: this same Node with the worker program, or the interpreter of the spec with Python's, and the
 * environment of the spec. The graphs to load are sent over the channel, so the command line names no file of the checkout
 * and no secret. `storeCallsOf` gives what answers the store calls of a deployment's workers
 * of one language, `answerAgent` answers what agents ask of their own deployment's API; absent: nothing is answered.
 */
export function createWorkerLauncher(dependencies: {
  processes: Processes;
  storeCallsOf: (deploymentId: string, language: AgentLanguage) => AnswerStoreCall;
  answerAgent?: AnswerAgent;
}): WorkerLauncher {
  const { processes, storeCallsOf, answerAgent } = dependencies;
  return {
    launch(spec, onLine) {
      const { process, wire } = startWorker(processes, spec, onLine);
      const answerStoreCall = storeCallsOf(spec.deploymentId, languageOf(spec));
      const warn = (line: string) => onLine(line, 'stderr');
      return linkWorker(spec, process, answerStoreCall, wire, { answerAgent, warn });
    },
  };
}

/** Starts the process of a worker, with its channel; it loads nothing before it is sent `loadCommand`. */
export function startWorker(
  processes: Pick<Processes, 'start'>,
  spec: WorkerSpec,
  onLine: (line: string, stream: 'stdout' | 'stderr') => void,
): { process: ManagedProcess; wire: Wire } {
  const program = { ...programOf(spec), cwd: spec.cwd };
  const { container } = spec;
  const process = container
    ? container.start(program, onLine)
    : processes.start({ ...program, kind: 'worker', onLine });
  const print = (line: string) => onLine(line, 'stderr');
  if (spec.python) {
    return { process, wire: createPipeWire(process, print, container ? 'standard' : 'descriptors') };
  }
  return { process, wire: container ? createSerialWire(process, print) : createIpcWire(process, print) };
}

/** What a worker is sent first. */
export function loadCommand(spec: WorkerSpec): WorkerCommand {
  const { graphs, python, encryption, priority, serde, store, auth } = spec;
  return {
    type: 'load',
    graphs,
    ...(store && { store }),
    ...(serde && { serde }),
    ...(auth && { auth: { module: auth.module, exportName: auth.exportName } }),
    ...(priority && { priority }),
    ...(encryption && { encryption }),
    ...(python && { python: { overlay: python.overlay, paths: python.paths } }),
    ...(spec.app && { app: spec.app }),
  };
}

function programOf({
  python,
  env,
  container,
}: WorkerSpec): Pick<ProcessSpec, 'command' | 'args' | 'env' | 'ipc' | 'pipes'> {
  if (python) {
    return {
      command: python.interpreter,
      // Without the folder of the program on `sys.path`: an agent's module may have the name of one of ours.
      args: ['-P', PROGRAMS.pythonWorker, '3', '4'],
      // Otherwise output is buffered, and a worker that dies leaves no last words.
      env: { PYTHONUNBUFFERED: '1', ...env },
      pipes: true,
    };
  }
  return {
    command: globalThis.process.execPath,
    args: [
      // Resolves the graph library as the graph itself does (library.ts).
      '--experimental-import-meta-resolve',
      // The warning is about this program, not about the agent.
      '--disable-warning=ExperimentalWarning',
      ...noDebuggerFlags(),
      PROGRAMS.worker,
      ...(container ? ['3', '4'] : []),
    ],
    env,
    ipc: true,
  };
}

interface ActiveRun {
  job: RunJob;
  outcome: PromiseWithResolvers<RunOutcome>;
  onEvents: (events: readonly StreamedEvent[]) => Promise<void>;
  /** The run knows that it has a subscriber, or has ended. */
  subscribed: PromiseWithResolvers<void>;
  /** The node that it began last. */
  node?: string;
  /** Its store calls without an answer yet. */
  calls: Set<Promise<void>>;
  steps: StepWatch;
}
type Answer = Extract<WorkerReport, { type: 'answer' | 'query-failed' }>;

interface LinkOptions {
  /** Answers what the agent asks of the API of its own deployment; absent: nothing does. */
  answerAgent?: AnswerAgent | undefined;
  /** Describes the end of the process, or what leads to it, as a sentence without its full stop. */
  describeEnd?: (end: ProcessEnd) => string;
  /** Writes a line to the log of the agent. */
  warn?: (line: string) => void;
}

/**
 * The emulator's end of one worker: pairs commands with reports, and ends everything pending when the process ends, or what
 * leads to it.
 */
export function linkWorker(
  spec: WorkerSpec,
  process: Pick<ManagedProcess, 'pid' | 'ended' | 'stop'>,
  answerStoreCall: AnswerStoreCall,
  wire: Wire,
  {
    answerAgent = () => Promise.reject(new Error('nothing answers here')),
    describeEnd = (end) => `The worker process ${describeProcessEnd(end)}`,
    warn = () => {},
  }: LinkOptions = {},
): Worker {
  const running = new Map<string, ActiveRun>();
  const queries = new Map<number, PromiseWithResolvers<Answer>>();
  const pings = new Map<number, () => void>();
  const ready = Promise.withResolvers<void>();
  const firstSign = Promise.withResolvers<void>();
  let loading: string | undefined;
  /** The graphs' own names. */
  let names = new Map<string, string>();
  let hasProtocol = true;
  let appDocument: AppDocument | undefined;
  let gone: WorkerGoneError | undefined;
  let blockedMs = 0;
  let lastId = 0;
  const language = languageOf(spec);
  const answers = queryAnswers(language);

  const send = (command: WorkerCommand): void => wire.send(command);
  const app = createAppLink(send, (request) => answerAgent(spec.deploymentId, request));

  const receive = (report: WorkerReport | InvalidCall): void => {
    firstSign.resolve();
    switch (report.type) {
      case 'loading':
        loading = report.what;
        return;
      case 'ready':
        names = new Map(Object.entries(report.names ?? {}));
        hasProtocol = report.protocol ?? true;
        ({ appDocument } = report);
        return ready.resolve();
      case 'load-failed':
        return ready.reject(new Error(report.message));
      case 'run-ended':
        return running.get(report.runId)?.outcome.resolve(report.outcome);
      case 'listening':
        return running.get(report.runId)?.subscribed.resolve();
      case 'node': {
        const one = running.get(report.runId);
        if (!one) return;
        // The newest is last.
        running.delete(report.runId);
        running.set(report.runId, one);
        one.node = report.node;
        return;
      }
      case 'events': {
        const { runId, events } = report;
        const store = async () => {
          try {
            await running.get(runId)?.onEvents(events);
          } catch {
            // Events that were not stored must not block the run.
          }
          send({ type: 'events-kept', runId });
        };
        if (running.has(runId)) void store();
        return;
      }
      case 'answer':
      case 'query-failed':
        return queries.get(report.id)?.resolve(report);
      case 'pong':
        blockedMs = report.blockedMs ?? 0;
        return pings.get(report.id)?.();
      case 'store-call': {
        const { id, call } = report;
        const run = 'runId' in call ? running.get(call.runId) : undefined;
        const calls = run?.calls;
        if (call.op === 'put') run?.steps.addStep(call.row.ns);
        const answered = answerStoreCall(call, (runId) => running.get(runId)?.job).then((answer) => {
          calls?.delete(answered);
          send({ type: 'store-answer', id, answer });
        });
        calls?.add(answered);
        return;
      }
      case 'invalid-store-call': {
        const { id, message } = report;
        send({ type: 'store-answer', id, answer: { ok: false, error: 'Error', message } });
        return;
      }
      case 'invalid-api-request':
        return send({ type: 'api-failed', id: report.id, message: report.message });
      default:
        return app.receive(report);
    }
  };

  const end = (error: WorkerGoneError, beforeReady = error): void => {
    if (gone) return;
    gone = error;
    ready.reject(beforeReady);
    for (const { outcome } of running.values()) outcome.reject(gone);
    for (const query of queries.values()) query.reject(gone);
    app.end(gone);
  };
  const exited = process.ended.then((how) => {
    const what = describeEnd(how);
    end(new WorkerGoneError(`${what}.`), new WorkerGoneError(`${what} before its graphs were loaded.`));
    return exitStatus(how);
  });
  // Reading it is up to the caller.
  ready.promise.catch(() => undefined);

  wire.listen({
    onMessage(message, problem) {
      const report = parseReport(message, problem);
      if (report) receive(report);
    },
    onBroken(reason) {
      end(new WorkerGoneError(reason));
      void process.stop(0);
    },
  });
  send(loadCommand(spec));

  const link: Worker = {
    deploymentId: spec.deploymentId,
    revisionId: spec.revisionId,
    language,
    graphIds: Object.keys(spec.graphs),
    cors: spec.cors,
    settings: spec.settings,
    auth: spec.auth?.settings,
    http: spec.http,
    ui: spec.ui,
    labelOf: (graphId) => ({
      name: names.get(graphId),
      description: new Map(Object.entries(spec.graphs)).get(graphId)?.description,
    }),
    hasProtocol: () => hasProtocol,
    appDocument: () => appDocument,
    lastNodes: () =>
      [...running.values()]
        .flatMap(({ job, node }) =>
          node === undefined ? [] : [{ runId: job.runId, graphId: job.graphId, node }],
        )
        .toReversed(),
    blockedMs: () => blockedMs,
    pid: process.pid ?? -1,
    ready: ready.promise,
    firstSign: firstSign.promise,
    loading: () => loading,
    exited,

    async ping(timeoutMs) {
      if (gone) return false;
      lastId += 1;
      const id = lastId;
      const answered = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => answered.resolve(false), timeoutMs);
      pings.set(id, () => answered.resolve(true));
      send({ type: 'ping', id });
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
      send({ type: 'listen', runId });
      const timer = setTimeout(one.subscribed.resolve, SUBSCRIBE_TIMEOUT_MS);
      await one.subscribed.promise;
      clearTimeout(timer);
    },

    async flushWrites(runId) {
      const one = running.get(runId);
      // Reports arrive in order, so with the answer all that was sent before has arrived.
      if (!one || !(await link.ping(FLUSH_TIMEOUT_MS))) return;
      const waited = new AbortController();
      await Promise.race([
        Promise.all(one.calls),
        delay(FLUSH_TIMEOUT_MS, undefined, { signal: waited.signal }).catch(() => undefined),
      ]);
      waited.abort();
    },

    async run(job, signal, onEvents = () => Promise.resolve()) {
      if (gone) throw gone;
      if (signal.aborted) return { kind: 'aborted' };
      const outcome = Promise.withResolvers<RunOutcome>();
      const subscribed = Promise.withResolvers<void>();
      const readNodes = async () => {
        const { tasks } = await link.query(job.graphId, { kind: 'state', threadId: job.threadId });
        // A task that has just ended is no longer listed as next.
        const named = z.array(z.object({ name: z.string() })).safeParse(tasks);
        return named.success ? [...new Set(named.data.map(({ name }) => name))] : [];
      };
      const steps = createStepWatch(job, readNodes, warn);
      running.set(job.runId, { job, outcome, onEvents, subscribed, calls: new Set(), steps });
      let timer: NodeJS.Timeout | undefined;
      const abort = () => {
        send({ type: 'abort', runId: job.runId });
        timer = setTimeout(() => outcome.resolve({ kind: 'aborted' }), ABORT_GRACE_MS);
      };
      signal.addEventListener('abort', abort, { once: true });
      try {
        send({ type: 'run', job });
        return await outcome.promise;
      } finally {
        signal.removeEventListener('abort', abort);
        clearTimeout(timer);
        running.delete(job.runId);
        subscribed.resolve();
      }
    },

    async query(graphId, query) {
      if (gone) throw gone;
      lastId += 1;
      const id = lastId;
      const pending = Promise.withResolvers<Answer>();
      const limitMs = query.kind === 'schemas' ? SCHEMAS_TIMEOUT_MS : QUERY_TIMEOUT_MS;
      const timer = setTimeout(
        () =>
          pending.reject(new WorkerGoneError(`The worker process gave no answer for ${limitMs / 1000} s.`)),
        limitMs,
      );
      queries.set(id, pending);
      send({ type: 'query', id, graphId, query });
      try {
        const report = await pending.promise;
        if (report.type === 'query-failed') throw new QueryError(report.error, report.message);
        const answer = answers[query.kind].safeParse(report.answer);
        if (answer.success) return answer.data;
        throw new QueryError('Error', `the graph's answer is invalid: ${z.prettifyError(answer.error)}`);
      } finally {
        clearTimeout(timer);
        queries.delete(id);
      }
    },

    async serve(request) {
      if (gone) throw gone;
      return app.serve(request);
    },

    readUi(component, file) {
      const { folder } = new Map(Object.entries(spec.ui ?? {})).get(component) ?? {};
      if (folder === undefined) return Promise.reject(new Error(`there is no component ${component}`));
      return readPlainText(join(folder, file), { maxBytes: GENERATED_MAX_BYTES, within: folder });
    },

    stop: (graceMs) => process.stop(graceMs),
  };
  return link;
}
