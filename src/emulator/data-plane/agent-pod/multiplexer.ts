import { isJsonObject } from '../../../contract/json-safety.ts';
import type { RunJob, RunningNode } from '../../ports/worker.ts';
import type { StoreAnswer } from '../../ports/store-calls.ts';
import type { WorkerCommand } from '../worker/commands.ts';

/** A report as the worker sent it: the control plane parses it, here only what it belongs to is read. */
export type RawReport = Record<string, unknown>;

/** One link to a control plane's replica, as the multiplexer writes to it. */
export interface LinkEnd {
  send(report: RawReport): void;
}

/** A link's way to the worker. */
export interface LinkedReplica {
  receive(command: WorkerCommand): void;
  /** The link is lost: what it asked for is ended. */
  end(): void;
  /** Whether it waits for anything. */
  isBusy(): boolean;
}

/** Shares one worker among the links of several replicas. */
export interface Multiplexer {
  attach(link: LinkEnd): LinkedReplica;
  /** Takes what the worker sent. */
  report(message: unknown): void;
  /** Whether some link waits for anything. */
  isBusy(): boolean;
  /** Pings the worker for the pod itself. Resolves with the response, or with `undefined` after this time in milliseconds. */
  ping(timeoutMs: number): Promise<RawReport | undefined>;
  /** The node that each run of the worker began last, the newest first. */
  lastNodes(): readonly RunningNode[];
}

/** What a link has under way. Numbers are those of the worker. */
interface Attached {
  link: LinkEnd;
  /** The worker's numbers of exchanges with the author's application, by the link's. */
  exchanges: Map<number, number>;
  /** Runs, queries and exchanges that the worker has of it. */
  pending: number;
}

/** A run that the worker has; without an owner it is being aborted. */
interface SharedRun {
  owner: Attached | undefined;
  threadId: string;
  graphId: string;
  /** The node that it began last. */
  node?: string;
  /** The same run, once more: it begins when the worker is done with this attempt. */
  next: { owner: Attached; command: RunCommand } | undefined;
}

type RunCommand = Extract<WorkerCommand, { type: 'run' }>;
/** What a link numbers, and the worker answers under that number. */
interface Numbered {
  owner: Attached;
  id: number;
}
interface StoreCallInFlight {
  owner: Attached;
  report: RawReport;
}

const NO_PLANE = 'no replica of the control plane is connected to this agent at this moment';
const LOST = 'the connection to the control plane was lost';
const STALE: StoreAnswer = {
  ok: false,
  error: 'StaleRunError',
  message: 'the control plane has taken this run back: it may be continued elsewhere',
};
/** They may be asked again: nothing changes by them. */
const READS: ReadonlySet<unknown> = new Set(['get', 'list']);
const ITEM_READS: ReadonlySet<unknown> = new Set(['get', 'search', 'namespaces']);

/**
 * Links number their queries and requests themselves, so the worker gets numbers of ours. What the worker asks goes to the
 * link whose run it is for, where it says so, else to one that has something under way.
 */
export function createMultiplexer(send: (command: WorkerCommand) => void): Multiplexer {
  const links = new Set<Attached>();
  const runs = new Map<string, SharedRun>();
  const queries = new Map<number, Numbered>();
  /** Pings of the pod itself. */
  const pings = new Map<number, (report: RawReport) => void>();
  const exchanges = new Map<number, Numbered>();
  const storeCalls = new Map<number, StoreCallInFlight>();
  /** Requests of the agent to the API of its deployment. */
  const requests = new Map<number, Attached>();
  let lastId = 0;

  const nextId = (): number => {
    lastId += 1;
    return lastId;
  };

  const start = (owner: Attached, command: RunCommand): void => {
    const { runId, threadId, graphId } = command.job;
    runs.set(runId, { owner, threadId, graphId, next: undefined });
    send(command);
  };

  const begin = (owner: Attached, command: RunCommand): void => {
    const { runId } = command.job;
    const before = runs.get(runId);
    owner.pending += 1;
    if (before === undefined) return start(owner, command);
    // An attempt that its replica has dropped, or lost: the two must not write at the same time.
    if (before.owner) {
      send({ type: 'abort', runId });
      giveUp(before.owner, runId, owner);
      before.owner = undefined;
      send({ type: 'events-kept', runId });
    }
    if (before.next) giveUp(before.next.owner, runId, owner);
    before.next = { owner, command };
  };

  /** A link that asks for the same run again would take the end of the first attempt for that of the second. */
  const giveUp = (owner: Attached, runId: string, next: Attached): void => {
    if (owner === next) owner.pending -= 1;
    else endedFor(owner, runId);
  };

  const endedFor = (owner: Attached, runId: string): void => {
    owner.pending -= 1;
    owner.link.send({ type: 'run-ended', runId, outcome: { kind: 'aborted' } });
  };

  const abort = (owner: Attached, runId: string): void => {
    const run = runs.get(runId);
    if (run?.owner === owner) return send({ type: 'abort', runId });
    if (run?.next?.owner !== owner) return;
    run.next = undefined;
    endedFor(owner, runId);
  };

  const listen = (owner: Attached, runId: string): void => {
    const run = runs.get(runId);
    if (run?.owner === owner) return send({ type: 'listen', runId });
    if (run?.next?.owner !== owner) return;
    const { command } = run.next;
    run.next = { owner, command: { type: 'run', job: withSubscriber(command.job) } };
    owner.link.send({ type: 'listening', runId });
  };

  const receive = (owner: Attached, command: WorkerCommand): void => {
    switch (command.type) {
      case 'run':
        return begin(owner, command);
      case 'abort':
        return abort(owner, command.runId);
      case 'listen':
        return listen(owner, command.runId);
      case 'events-kept':
        if (runs.get(command.runId)?.owner === owner) send(command);
        return;
      case 'query':
      case 'ping': {
        const id = nextId();
        queries.set(id, { owner, id: command.id });
        if (command.type === 'query') owner.pending += 1;
        return send({ ...command, id });
      }
      case 'store-answer':
        if (storeCalls.get(command.id)?.owner !== owner) return;
        storeCalls.delete(command.id);
        return send(command);
      case 'app-request': {
        const id = nextId();
        exchanges.set(id, { owner, id: command.id });
        owner.exchanges.set(command.id, id);
        owner.pending += 1;
        return send({ ...command, id });
      }
      case 'app-body':
      case 'app-taken':
      case 'app-gone': {
        const id = owner.exchanges.get(command.id);
        if (id === undefined) return;
        if (command.type === 'app-gone') endExchange(id);
        return send({ ...command, id });
      }
      case 'api-head':
      case 'api-chunk':
      case 'api-failed': {
        if (requests.get(command.id) !== owner) return;
        const isOver =
          command.type === 'api-failed' || (command.type === 'api-chunk' && command.bytes.length === 0);
        if (isOver) requests.delete(command.id);
        return send(command);
      }
      case 'load':
        // It has its graphs.
        return;
    }
  };

  const endExchange = (id: number): void => {
    const exchange = exchanges.get(id);
    if (exchange === undefined) return;
    exchanges.delete(id);
    exchange.owner.exchanges.delete(exchange.id);
    exchange.owner.pending -= 1;
  };

  /** One that has something under way, if any does. */
  const anyLink = (): Attached | undefined => {
    let found: Attached | undefined;
    for (const one of links) if (found === undefined || one.pending > found.pending) found = one;
    return found;
  };

  const routeStoreCall = (report: RawReport, id: number): void => {
    const { call } = report;
    const { op, runId, threadId } = isJsonObject(call) ? call : {};
    let owner: Attached | undefined;
    if (typeof runId === 'string') {
      owner = runs.get(runId)?.owner;
      if (owner === undefined) return send({ type: 'store-answer', id, answer: STALE });
    } else if (READS.has(op)) {
      owner = [...runs.values()].find((run) => run.threadId === threadId && run.owner)?.owner;
    }
    owner ??= anyLink();
    if (owner === undefined) return refuseStoreCall(id, NO_PLANE);
    storeCalls.set(id, { owner, report });
    owner.link.send(report);
  };

  const refuseStoreCall = (id: number, message: string): void =>
    send({ type: 'store-answer', id, answer: { ok: false, error: 'Error', message } });

  const request = (report: RawReport, id: number): void => {
    const owner = anyLink();
    if (owner === undefined) return send({ type: 'api-failed', id, message: NO_PLANE });
    requests.set(id, owner);
    owner.link.send(report);
  };

  /** The worker is done with an attempt at a run. */
  const endRun = (report: RawReport, runId: string): void => {
    const run = runs.get(runId);
    runs.delete(runId);
    if (run?.owner) {
      run.owner.pending -= 1;
      run.owner.link.send(report);
    }
    if (run?.next) start(run.next.owner, run.next.command);
  };

  const beginNode = (run: SharedRun, runId: string, node: unknown): void => {
    if (typeof node !== 'string') return;
    run.node = node;
    // The newest is last.
    runs.delete(runId);
    runs.set(runId, run);
  };

  const ofRun = (report: RawReport, runId: string): void => {
    if (report['type'] === 'run-ended') return endRun(report, runId);
    const run = runs.get(runId);
    if (run && report['type'] === 'node') beginNode(run, runId, report['node']);
    if (run?.owner) return run.owner.link.send(report);
    // Nothing keeps these events, and a run that waits for that would not end.
    if (report['type'] === 'events') send({ type: 'events-kept', runId });
  };

  const ofQuery = (report: RawReport, id: number): void => {
    const query = queries.get(id);
    queries.delete(id);
    if (query === undefined) return;
    if (report['type'] !== 'pong') query.owner.pending -= 1;
    query.owner.link.send({ ...report, id: query.id });
  };

  const ofExchange = (report: RawReport, id: number): void => {
    const exchange = exchanges.get(id);
    if (exchange === undefined) return;
    if (report['type'] === 'app-end' || report['type'] === 'app-pass') endExchange(id);
    exchange.owner.link.send({ ...report, id: exchange.id });
  };

  const ofRequest = (report: RawReport, id: number): void => {
    requests.get(id)?.link.send(report);
    if (report['type'] === 'api-cancel') requests.delete(id);
  };

  const end = (owner: Attached): void => {
    if (!links.delete(owner)) return;
    for (const [runId, run] of runs) {
      if (run.next?.owner === owner) run.next = undefined;
      if (run.owner !== owner) continue;
      run.owner = undefined;
      send({ type: 'abort', runId });
      // What it sent last was not kept.
      send({ type: 'events-kept', runId });
    }
    for (const [id, query] of queries) if (query.owner === owner) queries.delete(id);
    for (const [id, exchange] of exchanges) {
      if (exchange.owner !== owner) continue;
      exchanges.delete(id);
      send({ type: 'app-gone', id });
    }
    for (const [id, requested] of requests) {
      if (requested !== owner) continue;
      requests.delete(id);
      send({ type: 'api-failed', id, message: LOST });
    }
    for (const [id, { owner: asked, report }] of storeCalls) {
      if (asked !== owner) continue;
      storeCalls.delete(id);
      if (isRead(report)) routeStoreCall(report, id);
      else refuseStoreCall(id, `${LOST}: whether this was stored is not known`);
    }
  };

  return {
    attach(link) {
      const owner: Attached = { link, exchanges: new Map(), pending: 0 };
      links.add(owner);
      return {
        receive: (command) => {
          if (links.has(owner)) receive(owner, command);
        },
        end: () => end(owner),
        isBusy: () => owner.pending > 0,
      };
    },
    report(message) {
      if (!isJsonObject(message)) return;
      const { type, id, runId } = message;
      switch (type) {
        case 'run-ended':
        case 'events':
        case 'listening':
        case 'node':
          return typeof runId === 'string' ? ofRun(message, runId) : undefined;
        default:
          if (typeof id !== 'number') return;
      }
      switch (type) {
        case 'answer':
        case 'query-failed':
          return ofQuery(message, id);
        case 'pong':
          return pings.has(id) ? pings.get(id)?.(message) : ofQuery(message, id);
        case 'store-call':
          return routeStoreCall(message, id);
        case 'api-request':
          return request(message, id);
        case 'api-pull':
        case 'api-cancel':
          return ofRequest(message, id);
        case 'app-head':
        case 'app-chunk':
        case 'app-end':
        case 'app-pull':
        case 'app-pass':
          return ofExchange(message, id);
      }
    },
    isBusy: () => [...links].some((one) => one.pending > 0) || runs.size > 0,
    async ping(timeoutMs) {
      const id = nextId();
      const response = Promise.withResolvers<RawReport | undefined>();
      const timer = setTimeout(() => response.resolve(undefined), timeoutMs);
      pings.set(id, response.resolve);
      send({ type: 'ping', id });
      const report = await response.promise;
      clearTimeout(timer);
      pings.delete(id);
      return report;
    },
    lastNodes: () =>
      [...runs]
        .flatMap(([runId, { graphId, node }]) => (node === undefined ? [] : [{ runId, graphId, node }]))
        .toReversed(),
  };
}

function withSubscriber(job: RunJob): RunJob {
  return job.stream ? { ...job, stream: { ...job.stream, hasSubscriber: true } } : job;
}

/** Whether a store call changes nothing. */
function isRead({ call }: RawReport): boolean {
  if (!isJsonObject(call)) return false;
  if (READS.has(call['op'])) return true;
  const { operations } = call;
  return (
    Array.isArray(operations) && operations.every((one) => isJsonObject(one) && ITEM_READS.has(one['op']))
  );
}
