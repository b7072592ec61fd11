import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { AgentSettings } from '../../ports/store.ts';
import type { AuthSettings } from '../../ports/agent-auth.ts';
import type { AnswerAgent, AppDocument, HttpSettings } from '../../ports/agent-http.ts';
import {
  describeProcessEnd,
  exitStatus,
  type ManagedProcess,
  type ProcessEnd,
} from '../../ports/processes.ts';
import type { AnswerStoreCall } from '../../ports/store-calls.ts';
import {
  type AgentLanguage,
  type CorsSettings,
  type GraphLabel,
  QueryError,
  type RunJob,
  type RunOutcome,
  type StreamedEvent,
  type Worker,
  WorkerGoneError,
} from '../../ports/worker.ts';
import type { WorkerCommand } from './commands.ts';
import { type InvalidCall, parseReport, queryAnswers, type WorkerReport } from './parse.ts';
import { createStepWatch, type StepWatch } from '../worker/step-watch.ts';
import { decodeFrame, MessageTooLargeError, type FrameParts } from './frames.ts';
import { createExchanges, readWhole } from './exchange.ts';
import { packAnswer, unpackDraft } from './parts.ts';
import { type LinkStream, WORKER_LINK } from './stream.ts';

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

/** What a control plane knows of a worker, wherever it runs. */
export interface WorkerFacts {
  deploymentId: string;
  revisionId: string;
  language: AgentLanguage;
  /** The graphs with the names and descriptions that their authors gave. */
  graphs: Readonly<Record<string, GraphLabel>>;
  /** Whether its graph library can emit the events of the streaming protocol. */
  protocol?: boolean | undefined;
  /** What the author's application says of its routes. */
  appDocument?: AppDocument | undefined;
  cors?: CorsSettings | undefined;
  settings?: AgentSettings | undefined;
  auth?: AuthSettings | undefined;
  http?: HttpSettings | undefined;
  ui?: Readonly<Record<string, { files: readonly string[] }>> | undefined;
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
type Answer = Extract<WorkerReport, { type: 'answer' | 'query-failed' }> & { parts?: FrameParts };

interface LinkOptions {
  /** Sent first. Absent: the graphs are loaded, and the facts are complete. */
  load?: WorkerCommand;
  answerStoreCall: AnswerStoreCall;
  /** Answers what the agent asks of the API of its own deployment; absent: nothing does. */
  answerAgent?: AnswerAgent | undefined;
  /** Reads a file of a user interface. */
  readUi: Worker['readUi'];
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
  process: Pick<ManagedProcess, 'pid' | 'ended' | 'stop'>,
  stream: LinkStream,
  given: WorkerFacts,
  {
    load,
    answerStoreCall,
    answerAgent = () => Promise.reject(new Error('nothing answers here')),
    readUi,
    describeEnd = (end) => `The worker process ${describeProcessEnd(end)}`,
    warn = () => {},
  }: LinkOptions,
): Worker {
  const running = new Map<string, ActiveRun>();
  const queries = new Map<number, PromiseWithResolvers<Answer>>();
  const pings = new Map<number, () => void>();
  const ready = Promise.withResolvers<void>();
  const firstSign = Promise.withResolvers<void>();
  let loading: string | undefined;
  let facts = given;
  let gone: WorkerGoneError | undefined;
  let blockedMs = 0;
  let lastId = 0;
  const { deploymentId, language } = given;
  const answers = queryAnswers(language);

  /** A command that cannot be sent fails only what waits for it. */
  const send = (command: WorkerCommand, parts?: FrameParts): void => {
    try {
      stream.send(command, parts, WORKER_LINK);
    } catch (failure) {
      if (!(failure instanceof MessageTooLargeError || failure instanceof TypeError)) throw failure;
      const { name: error, message } = failure;
      if (command.type === 'run') {
        running.get(command.job.runId)?.outcome.resolve({ kind: 'error', error, message });
      } else if (command.type === 'query') {
        queries.get(command.id)?.resolve({ type: 'query-failed', id: command.id, error, message });
      } else if (command.type === 'store-answer') {
        stream.send({ ...command, answer: { ok: false, error, message } }, [], WORKER_LINK);
      } else throw failure;
    }
  };
  const exchanges = createExchanges(
    send,
    async ({ purpose, method, path, query, headers, body, signal }) => {
      if (purpose === 'app') throw new Error('an application is served only in the worker');
      const url = query === '' ? path : `${path}?${query}`;
      const bytes = await readWhole(body);
      const request = { purpose, method, path: url, headers, body: bytes, signal };
      return { kind: 'response', ...(await answerAgent(deploymentId, request)) };
    },
    2,
  );

  const receive = (report: WorkerReport | InvalidCall, parts: FrameParts): void => {
    firstSign.resolve();
    switch (report.type) {
      case 'loading':
        loading = report.what;
        return;
      case 'ready':
        facts = { ...given, ...report, graphs: withNames(given.graphs, report.names) };
        return ready.resolve();
      case 'load-failed':
        return ready.reject(new Error(report.message));
      case 'run-ended':
        return running.get(report.runId)?.outcome.resolve(report.outcome);
      case 'listening':
        return running.get(report.runId)?.subscribed.resolve();
      case 'node': {
        const one = running.get(report.runId);
        if (!one || report.node === undefined) return;
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
        return queries.get(report.id)?.resolve({ ...report, parts });
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
          const packed = packAnswer(answer);
          send({ type: 'store-answer', id, answer: packed.answer }, packed.parts);
        });
        calls?.add(answered);
        return;
      }
      case 'invalid-store-call': {
        const { id, message } = report;
        send({ type: 'store-answer', id, answer: { ok: false, error: 'Error', message } });
        return;
      }
      case 'invalid-http': {
        const { id, message } = report;
        exchanges.receive({ type: 'reset', id, message }, []);
        return send({ type: 'reset', id, message });
      }
      default:
        return exchanges.receive(report, parts);
    }
  };

  const end = (error: WorkerGoneError, beforeReady = error): void => {
    if (gone) return;
    gone = error;
    ready.reject(beforeReady);
    for (const { outcome } of running.values()) outcome.reject(gone);
    for (const query of queries.values()) query.reject(gone);
    exchanges.end(gone);
  };
  const exited = process.ended.then((how) => {
    const what = describeEnd(how);
    end(new WorkerGoneError(`${what}.`), new WorkerGoneError(`${what} before its graphs were loaded.`));
    return exitStatus(how);
  });
  // Reading it is up to the caller.
  ready.promise.catch(() => undefined);

  stream.listen({
    onFrame(frame) {
      const received = decodeFrame(frame);
      const report = parseReport(received);
      if (report) receive(report, received.parts);
    },
    onBroken(reason) {
      end(new WorkerGoneError(reason));
      void process.stop(0);
    },
  });
  if (load) {
    stream.send(load);
    stream.send({ type: 'attach', link: WORKER_LINK });
  } else {
    firstSign.resolve();
    ready.resolve();
  }

  const { revisionId, cors, settings, auth, http, ui } = given;
  const link: Worker = {
    deploymentId,
    revisionId,
    language,
    graphIds: Object.keys(given.graphs),
    cors,
    settings,
    auth,
    http,
    ui,
    labelOf: (graphId) => new Map(Object.entries(facts.graphs)).get(graphId) ?? {},
    hasProtocol: () => facts.protocol ?? true,
    appDocument: () => facts.appDocument,
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
        const given =
          query.kind === 'update' ? unpackDraft(report.answer, report.parts ?? []) : report.answer;
        const answer = answers[query.kind].safeParse(given);
        if (answer.success) return answer.data;
        throw new QueryError('Error', `the graph's answer is invalid: ${z.prettifyError(answer.error)}`);
      } finally {
        clearTimeout(timer);
        queries.delete(id);
      }
    },

    async serve(request) {
      if (gone) throw gone;
      const { body, ...head } = request;
      const answer = await exchanges.request({ purpose: 'app', ...head, hasBody: body !== undefined, body });
      return answer.kind === 'response'
        ? { ...answer, body: answer.body ?? emptyBody() }
        : { ...answer, body: answer.body && (await readWhole(answer.body)) };
    },

    readUi,
    stop: (graceMs) => process.stop(graceMs),
  };
  return link;
}

/** Graphs with the names that their own code gives them. */
function withNames(
  graphs: WorkerFacts['graphs'],
  names: Readonly<Record<string, string>> | undefined,
): WorkerFacts['graphs'] {
  const own = new Map(Object.entries(names ?? {}));
  return Object.fromEntries(
    Object.entries(graphs).map(([id, label]) => [id, { ...label, name: own.get(id) }]),
  );
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}
