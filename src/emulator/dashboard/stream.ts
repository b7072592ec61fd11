import type { ServerResponse } from 'node:http';
import { DASHBOARD_API, SESSION_HEADER } from '../../contract/dashboard/session.ts';
import { StreamFrame, StreamQuery } from '../../contract/dashboard/stream.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { stringifyExactJson } from '../../contract/exact-json.ts';
import { HttpError } from '../server/http-error.ts';
import { NDJSON, type Route, routesOf } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { createDeploymentReader, readLogTail } from './deployment-routes.ts';
import { newestHits } from './fault-routes.ts';
import { createRunViews } from './run-views.ts';
import { toAuditLine, toDashboardEvent, toFaultRules, toLogLine, toRequestSummary } from './views.ts';

const api = routesOf('dashboard', 'session');

/** Minimum time between two writes in milliseconds, which is shorter than a screen refresh. */
const GATHER_MS = 8;
/** Maximum time until the store contains a reported log line, in milliseconds. */
const LOG_DELAY_MS = 60;
const BEAT_MS = 15_000;
const LOG_POLL_MS = 3_000;
/** Maximum number of rows in one frame. A frame with more rows would delay other requests. */
const ROWS = 500;
/** Time for which changes of runs are gathered, in milliseconds. */
const RUNS_GATHER_MS = 150;
/** Maximum number of runs in one frame. */
const SENT_RUNS = 100;
/** Interval at which the page reloads its runs if other replicas execute runs, in milliseconds. */
const SHARED_POLL_MS = 2_000;

type EndReason = Extract<StreamFrame, { kind: 'end' }>['reason'];

/**
 * Sends frames until the page disconnects, its session ends or all data is replaced. Frames are not queued: a slow page
 * later receives the rows that it lacks. If rows that the page lacks were discarded, the stream ends.
 */
async function streamDashboard(
  response: ServerResponse,
  query: StreamQuery,
  dependencies: DashboardDependencies,
  { signal, session }: { signal: AbortSignal; session: AbortSignal },
): Promise<void> {
  const { host, journal, events, faults, clockControl } = dependencies;
  const ended = Promise.withResolvers<EndReason>();
  const send = (frame: StreamFrame): void => {
    if (!response.destroyed) response.write(`${stringifyExactJson(frame)}\n`);
  };
  const position = createPosition(query, dependencies, send);
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  let wroteAt = Number.NEGATIVE_INFINITY;
  // The first change after a pause is sent immediately.
  const wake = (afterMs = Math.max(wroteAt + GATHER_MS - performance.now(), 0)): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (isBusy || response.writableNeedDrain) return;
      isBusy = true;
      position
        .sendRows()
        .then((kept) => {
          isBusy = false;
          wroteAt = performance.now();
          if (!kept) ended.resolve('lagging');
          else if (position.hasMore()) wake();
        })
        .catch(ended.reject);
    }, afterMs);
  };
  const { pending, log, runs } = position;
  const wakeFor = (kind: 'faults' | 'beat') => () => {
    pending[kind] = true;
    wake();
  };
  const beats = setInterval(wakeFor('beat'), BEAT_MS);
  // With pods, another replica may store the lines, and the output of images is read only for callers of the log.
  const logPolls =
    dependencies.refreshLog &&
    setInterval(() => {
      if (log.expectLines()) wake();
    }, LOG_POLL_MS);
  const undo = [
    journal.onRecord(wake),
    events.onRecord(wake),
    host.audit.onAdd(wake),
    faults.onChange(wakeFor('faults')),
    clockControl.onChange(wakeFor('beat')),
    host.onLogLine(() => {
      if (log.expectLines()) wake(LOG_DELAY_MS);
    }),
    host.onReplaced(() => ended.resolve('replaced')),
    runs.onDue(wake),
  ];
  response.on('drain', () => wake());
  session.addEventListener('abort', () => ended.resolve('signed-out'), { once: true });
  signal.addEventListener('abort', () => ended.resolve('closing'), { once: true });
  if (session.aborted) ended.resolve('signed-out');
  if (signal.aborted) ended.resolve('closing');

  response.writeHead(200, { 'content-type': NDJSON });
  position.sendHello();
  wake();
  try {
    send({ kind: 'end', reason: await ended.promise });
    if (!response.destroyed) response.end();
  } finally {
    clearTimeout(timer);
    clearInterval(beats);
    clearInterval(logPolls);
    for (const stop of undo) stop();
  }
}

/**
 * Creates the state of one page's stream: the last sent row of each kind, and the changes that are still to be sent.
 */
function createPosition(
  query: StreamQuery,
  dependencies: DashboardDependencies,
  send: (frame: StreamFrame) => void,
) {
  const { host, journal, events, faults, context } = dependencies;
  const reader = createDeploymentReader(dependencies);
  const firstEvent = () => events.kept()[0]?.item.seq ?? events.lastSeq() + 1;
  const resumed =
    query.epoch === host.epoch &&
    query.generation === host.generation() &&
    isKept(query.requests, journal.firstSeq(), journal.lastSeq()) &&
    isKept(query.events, firstEvent(), events.lastSeq()) &&
    isKept(query.audit, host.audit.first(), host.audit.last());
  const next = {
    requests: resumed ? (query.requests ?? 0) : journal.lastSeq(),
    events: resumed ? (query.events ?? 0) : events.lastSeq(),
    audit: resumed ? (query.audit ?? 0) : host.audit.last(),
  };
  const log = createLogPosition(query, dependencies, send);
  const runs = createRunPosition(dependencies, send);
  const pending = { faults: true, beat: true };
  const changed = new Set<string>();

  const sendRecords = (): void => {
    const requests = journal.summaries(next.requests, next.requests + ROWS);
    if (requests.length > 0) {
      next.requests = requests.at(-1)?.seq ?? next.requests;
      send({ kind: 'requests', rows: requests.map(toRequestSummary) });
    }
    const spans = events
      .kept()
      .slice(next.events + 1 - firstEvent())
      .slice(0, ROWS);
    if (spans.length > 0) {
      next.events = spans.at(-1)?.item.seq ?? next.events;
      send({ kind: 'events', rows: spans.map(toDashboardEvent) });
      for (const { item } of spans) if (item.kind !== 'restored') changed.add(item.deployment_id);
    }
    const audit = host.audit.between(next.audit, next.audit + ROWS);
    if (audit.length > 0) {
      next.audit = audit.at(-1)?.seq ?? next.audit;
      send({ kind: 'audit', rows: audit.map(({ seq, item }) => toAuditLine(item, seq)) });
    }
  };
  const sendDeployments = async (): Promise<void> => {
    if (changed.size === 0) return;
    const ids = [...changed];
    changed.clear();
    const deployments = await reader.summaries(ids);
    const found = new Set(deployments.map(({ id }) => id));
    send({ kind: 'deployments', deployments, removed: ids.filter((id) => !found.has(id)) });
  };
  return {
    /** Frames that are due to be sent, keyed by kind. */
    pending,
    log,
    runs,
    sendHello: () =>
      send({
        kind: 'hello',
        epoch: host.epoch,
        generation: host.generation(),
        now_ms: context.clock.now(),
        resumed,
        requests: numbers(journal.firstSeq(), journal.lastSeq()),
        events: numbers(firstEvent(), events.lastSeq()),
        audit: numbers(host.audit.first(), host.audit.last()),
      }),
    /** Sends new rows, and resolves with false if the next rows were dropped. */
    async sendRows(): Promise<boolean> {
      if (next.requests + 1 < journal.firstSeq() || next.events + 1 < firstEvent()) return false;
      if (next.audit + 1 < host.audit.first()) return false;
      sendRecords();
      if (pending.faults) {
        pending.faults = false;
        send({ kind: 'faults', faults: toFaultRules(faults.list(), newestHits(journal)) });
      }
      if (pending.beat) {
        pending.beat = false;
        send(beatOf(dependencies));
      }
      await sendDeployments();
      await log.sendLines();
      await runs.sendChanged();
      return true;
    },
    hasMore: () =>
      next.requests < journal.lastSeq() ||
      next.events < events.lastSeq() ||
      next.audit < host.audit.last() ||
      changed.size > 0 ||
      pending.faults ||
      log.hasMore() ||
      runs.hasMore() ||
      pending.beat,
  };
}

/**
 * Creates the part of a stream's state that belongs to changes of runs. Changes are gathered for a short time, because
 * a busy run changes often.
 */
function createRunPosition(
  { host, context: { store } }: DashboardDependencies,
  send: (frame: StreamFrame) => void,
) {
  const views = createRunViews(store, host.redactor);
  const changed = new Set<string>();
  const removedThreads = new Set<string>();
  let isDue = false;
  let mustReload = false;
  return {
    hasMore: () => isDue,
    /** Calls `wake` when changed runs should be sent. The returned function unsubscribes `wake`. */
    onDue(wake: () => void): () => void {
      let timer: NodeJS.Timeout | undefined;
      const schedule = (): void => {
        timer ??= setTimeout(() => {
          timer = undefined;
          isDue = true;
          wake();
        }, RUNS_GATHER_MS);
      };
      const stop = host.onRunsChanged(({ runIds, removedThreadIds }) => {
        for (const id of runIds) changed.add(id);
        for (const id of removedThreadIds) removedThreads.add(id);
        for (const ids of [changed, removedThreads]) {
          if (ids.size <= ROWS) continue;
          ids.clear();
          mustReload = true;
        }
        schedule();
      });
      // The page reads its list of runs again at intervals, because other replicas do not report their runs.
      const polls =
        store.notifier &&
        setInterval(() => {
          mustReload = true;
          schedule();
        }, SHARED_POLL_MS);
      return () => {
        stop();
        clearTimeout(timer);
        clearInterval(polls);
      };
    },
    async sendChanged(): Promise<void> {
      if (!isDue) return;
      isDue = false;
      const ids = [...changed].slice(0, SENT_RUNS);
      for (const id of ids) changed.delete(id);
      const threads = [...removedThreads];
      removedThreads.clear();
      const reload = mustReload;
      mustReload = false;
      const rows = await store.runSummaries.getMany(ids);
      if (changed.size > 0) isDue = true;
      // A run without a summary was deleted.
      const found = new Set(rows.map(({ runId }) => runId));
      send({
        kind: 'runs',
        runs: await views.toSummaries(rows),
        removed: ids.filter((id) => !found.has(id)),
        removed_threads: threads,
        reload,
      });
    },
  };
}

function beatOf({ context, clockControl }: DashboardDependencies): StreamFrame {
  return {
    kind: 'beat',
    now_ms: context.clock.now(),
    skew_ms: clockControl.skew(),
    moved_ms: Math.round(clockControl.movable?.moved() ?? 0),
  };
}

/** Creates the part of a stream's state that belongs to the log that the page displays, if any. */
function createLogPosition(
  { log: deploymentId, log_after: start }: StreamQuery,
  dependencies: DashboardDependencies,
  send: (frame: StreamFrame) => void,
) {
  let after = start;
  let isPending = deploymentId !== undefined;
  return {
    hasMore: () => isPending,
    /** Records that log lines were written, and returns whether the page displays a log. */
    expectLines(): boolean {
      isPending = deploymentId !== undefined;
      return isPending;
    },
    async sendLines(): Promise<void> {
      if (!isPending || deploymentId === undefined) return;
      isPending = false;
      if (after === undefined) {
        const { lines } = await readLogTail(dependencies, deploymentId, { limit: 1 });
        after = lines.at(-1)?.id ?? 0;
        return;
      }
      const { lines, more } = await readLogTail(dependencies, deploymentId, { after, limit: ROWS });
      if (lines.length === 0) return;
      after = lines.at(-1)?.id ?? after;
      isPending = more;
      send({ kind: 'log', lines: lines.map(toLogLine) });
    },
  };
}

/**
 * Returns whether all rows after the number `after` are stored. If `after` is greater than `last`, `after` comes from
 * an earlier process of the emulator.
 */
function isKept(after: number | undefined, first: number, last: number): boolean {
  return after !== undefined && after + 1 >= first && after <= last;
}

function numbers(first: number, last: number): { first: number; last: number } {
  return last < first ? { first: 0, last } : { first, last };
}

const MAX_STREAMS = 16;

/** Creates the route that streams changes. */
export function streamRoute(dependencies: DashboardDependencies): Route {
  const { host } = dependencies;
  return api.get(`${DASHBOARD_API}/stream`, {
    summary: 'Changes as lines of JSON, until the page disconnects',
    // The request waits for changes until the response ends.
    unsafeGet: true,
    query: StreamQuery,
    responses: {
      200: { description: 'Lines of JSON', schema: StreamFrame, type: NDJSON },
      429: { description: 'Too many tabs have a stream', schema: DetailError },
    },
    handler({ query, headers, signal }) {
      if (host.streams.size >= MAX_STREAMS) {
        throw new HttpError(429, `${MAX_STREAMS} tabs of the dashboard are open: close one.`);
      }
      const session = host.sessions.signalOf(String(headers[SESSION_HEADER]));
      const own = Symbol('stream');
      host.streams.add(own);
      return {
        stream: (response) =>
          streamDashboard(response, query, dependencies, { signal, session }).finally(() =>
            host.streams.delete(own),
          ),
      };
    },
  });
}
