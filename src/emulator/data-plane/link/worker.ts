import type { AgentSettings } from '../../ports/store.ts';
import type { AuthSettings } from '../../ports/agent-auth.ts';
import type { AnswerAgent, AppDocument, HttpSettings } from '../../ports/agent-http.ts';
import {
  describeProcessEnd,
  exitStatus,
  type ManagedProcess,
  type ProcessEnd,
} from '../../ports/processes.ts';
import { beginTurn } from '../../../clients/pacer.ts';
import type { AnswerStoreCall, StoreAnswer } from '../../ports/store-calls.ts';
import {
  type AgentLanguage,
  type CorsSettings,
  type GraphLabel,
  type Worker,
  WorkerGoneError,
} from '../../ports/worker.ts';
import { createActiveRuns } from './active-runs.ts';
import type { WorkerCommand } from './commands.ts';
import { createExchanges, type ExchangeAnswer, type ExchangeRequest, readWhole } from './exchange.ts';
import { type DecodedReport, type DecodeReport, decodeReport } from './decode.ts';
import { MessageTooLargeError, type FrameParts, WORKER_LINK } from './frames.ts';
import type { InvalidCall, WorkerReport } from './parse.ts';
import { packAnswer } from './parts.ts';
import { createWorkerRequests } from './requests.ts';
import type { LinkStream } from './stream.ts';

/** Facts about a worker that a control plane needs, and that are the same in every runtime. */
export interface WorkerFacts {
  deploymentId: string;
  revisionId: string;
  language: AgentLanguage;
  /** Graphs by ID, with the names and descriptions from the agent's code. */
  graphs: Readonly<Record<string, GraphLabel>>;
  /** True if the worker's graph library can emit the events of the streaming protocol. */
  protocol?: boolean | undefined;
  /** Description of the routes of the agent's own application. */
  appDocument?: AppDocument | undefined;
  cors?: CorsSettings | undefined;
  settings?: AgentSettings | undefined;
  auth?: AuthSettings | undefined;
  http?: HttpSettings | undefined;
  ui?: Readonly<Record<string, { files: readonly string[] }>> | undefined;
}

/** Handlers for store calls and requests that workers send to the control plane. */
export interface LinkAnswers {
  /** Returns the handler for store calls of a deployment's workers in one language. */
  storeCallsOf: (deploymentId: string, language: AgentLanguage) => AnswerStoreCall;
  /** Handles requests of agents to the API of their own deployment. */
  answerAgent: AnswerAgent;
}

interface LinkOptions {
  /** First command to the worker; absent if the graphs are already loaded and the facts are complete. */
  load?: WorkerCommand;
  answerStoreCall: AnswerStoreCall;
  /** Handles the agent's requests to the deployment's API; if absent, the requests fail. */
  answerAgent?: AnswerAgent | undefined;
  readUi: Worker['readUi'];
  /** Decodes the worker's frames, by default in this thread. */
  decode?: DecodeReport;
  /** Returns how or why the process ended, as a sentence without a period. */
  describeEnd?: (end: ProcessEnd) => string;
  warn: (line: string) => void;
}

/**
 * Creates the emulator's end of the link to one worker. The emulator's end sends commands and receives reports. All
 * pending calls fail when the process ends or the link breaks.
 */
export function linkWorker(
  process: Pick<ManagedProcess, 'pid' | 'ended' | 'stop'>,
  stream: LinkStream,
  given: WorkerFacts,
  options: LinkOptions,
): Worker {
  const {
    load,
    readUi,
    decode = decodeReport,
    describeEnd = (how) => `The worker process ${describeProcessEnd(how)}`,
  } = options;
  const start = createStart(given);
  let gone: WorkerGoneError | undefined;

  const work = createWork(stream, given, options);
  const { requests, runs, exchanges } = work;

  const end = (error: WorkerGoneError, beforeReady = error): void => {
    if (gone) return;
    gone = error;
    start.fail(beforeReady);
    work.end(error);
  };
  const exited = process.ended.then((how) => {
    const what = describeEnd(how);
    end(new WorkerGoneError(`${what}.`), new WorkerGoneError(`${what} before the graphs were loaded.`));
    return exitStatus(how);
  });

  const receive = ({ report, parts }: DecodedReport): void => {
    if (!report) return;
    start.sign();
    if (report.type === 'loading' || report.type === 'ready' || report.type === 'load-failed') {
      start.receive(report);
    } else work.receive(report, parts);
  };
  stream.listen({
    onFrame(frame) {
      beginTurn();
      const decoded = decode(frame);
      return decoded instanceof Promise ? decoded.then(receive) : receive(decoded);
    },
    onBroken(reason) {
      end(new WorkerGoneError(reason));
      void process.stop(0);
    },
  });
  if (load) {
    stream.send(load);
    stream.send({ type: 'attach', link: WORKER_LINK });
  } else start.complete();

  const { deploymentId, revisionId, language, cors, settings, auth, http, ui } = given;
  return {
    deploymentId,
    revisionId,
    language,
    graphIds: Object.keys(given.graphs),
    cors,
    settings,
    auth,
    http,
    ui,
    labelOf: (graphId) => new Map(Object.entries(start.currentFacts().graphs)).get(graphId) ?? {},
    hasProtocol: () => start.currentFacts().protocol ?? true,
    appDocument: () => start.currentFacts().appDocument,
    pid: process.pid ?? -1,
    ready: start.ready,
    firstSign: start.firstSign,
    loading: start.loading,
    exited,
    ping: requests.ping,
    query: requests.query,
    blockedMs: requests.blockedMs,
    run: runs.run,
    subscribe: runs.subscribe,
    flushWrites: runs.flushWrites,
    lastNodes: runs.lastNodes,
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
}

type StartReport = Extract<WorkerReport, { type: 'loading' | 'ready' | 'load-failed' }>;

/**
 * Creates the runs, queries and HTTP exchanges of a link. Passes each report of the worker to the run, query or
 * exchange to which the report belongs.
 */
function createWork(
  stream: LinkStream,
  { deploymentId, language }: WorkerFacts,
  {
    answerStoreCall,
    answerAgent = () => Promise.reject(new Error('this link has no handler for requests')),
    warn,
  }: LinkOptions,
) {
  /** If a command cannot be sent, only the call that waits for the command's response fails. */
  const send = (command: WorkerCommand, parts?: FrameParts): void => {
    try {
      stream.send(command, parts, WORKER_LINK);
    } catch (failure) {
      if (!(failure instanceof MessageTooLargeError || failure instanceof TypeError)) throw failure;
      const { name: error, message } = failure;
      if (command.type === 'run') runs.settle(command.job.runId, { kind: 'error', error, message });
      else if (command.type === 'query') {
        requests.receive({ type: 'query-failed', id: command.id, error, message });
      } else if (command.type === 'store-answer') {
        stream.send({ ...command, answer: { ok: false, error, message } }, [], WORKER_LINK);
      } else throw failure;
    }
  };
  const requests = createWorkerRequests(send, language);
  const runs = createActiveRuns({ send, answerStoreCall, warn, worker: requests });
  const exchanges = createExchanges(send, requestHandler(deploymentId, answerAgent), 2);
  const answerCall = (id: number, found: StoreAnswer): void => {
    const { answer, parts } = packAnswer(found);
    send({ type: 'store-answer', id, answer }, parts);
  };

  return {
    requests,
    runs,
    exchanges,
    receive(report: Exclude<WorkerReport, StartReport> | InvalidCall, parts: FrameParts): void {
      switch (report.type) {
        case 'run-ended':
        case 'listening':
        case 'node':
        case 'steps':
        case 'events':
          return runs.receive(report);
        case 'answer':
        case 'query-failed':
        case 'pong':
          return requests.receive(report, parts);
        case 'store-call':
          return void runs.answer(report.call).then((answer) => answerCall(report.id, answer));
        case 'invalid-store-call':
          return answerCall(report.id, { ok: false, error: 'Error', message: report.message });
        case 'invalid-http': {
          const { id, message } = report;
          exchanges.receive({ type: 'reset', id, message }, []);
          return send({ type: 'reset', id, message });
        }
        default:
          return exchanges.receive(report, parts);
      }
    },
    end(error: WorkerGoneError): void {
      for (const one of [runs, requests, exchanges]) one.end(error);
    },
  };
}

/** Tracks the start of a worker by its reports. */
function createStart(given: WorkerFacts) {
  const ready = Promise.withResolvers<void>();
  const firstSign = Promise.withResolvers<void>();
  let loading: string | undefined;
  let facts = given;
  // Prevents an unhandled rejection if the caller does not await `ready`.
  ready.promise.catch(() => undefined);
  return {
    ready: ready.promise,
    firstSign: firstSign.promise,
    /** Returns the part that the worker is loading now. */
    loading: () => loading,
    currentFacts: () => facts,
    sign: (): void => firstSign.resolve(),
    receive(report: StartReport): void {
      if (report.type === 'loading') {
        loading = report.what;
      } else if (report.type === 'ready') {
        facts = { ...given, ...report, graphs: withNames(given.graphs, report.names) };
        ready.resolve();
      } else ready.reject(new Error(report.message));
    },
    /** Completes the start of a worker that was already running when the link was opened. */
    complete(): void {
      firstSign.resolve();
      ready.resolve();
    },
    fail: (error: Error): void => ready.reject(error),
  };
}

/** Returns the handler for a worker's requests to the API of its deployment. */
function requestHandler(
  deploymentId: string,
  answerAgent: AnswerAgent,
): (request: ExchangeRequest) => Promise<ExchangeAnswer> {
  return async ({ purpose, method, path, query, headers, body, signal }) => {
    if (purpose === 'app') throw new Error("only the worker can serve requests to the agent's application");
    const url = query === '' ? path : `${path}?${query}`;
    const bytes = await readWhole(body);
    const request = { purpose, method, path: url, headers, body: bytes, signal };
    return { kind: 'response', ...(await answerAgent(deploymentId, request)) };
  };
}

/** Returns the graphs with the names from the agent's code. */
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
