import type { ServerResponse } from 'node:http';
import { stringifyExactJson } from '../../contract/exact-json.ts';
import type { StreamFrame, StreamQuery } from '../../contract/dashboard/stream.ts';
import { NDJSON } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { createDeploymentReader, readLogTail } from './deployment-routes.ts';
import { lastHitsIn } from './fault-routes.ts';
import { toAuditLine, toDashboardEvent, toFaultRules, toLogLine, toRequestSummary } from './views.ts';

/**
 * Minimum time between two writes, in milliseconds, during which changes are collected. Shorter than a frame of a
 * screen.
 */
const GATHER_MS = 8;
/** Time until a reported log line is in the store, in milliseconds. */
const LOG_DELAY_MS = 60;
const BEAT_MS = 15_000;
/** Maximum number of rows in one frame; more would delay other requests. */
const ROWS = 500;

type EndReason = Extract<StreamFrame, { kind: 'end' }>['reason'];

/**
 * Sends frames until the page disconnects, the session ends or all data is replaced. Nothing is queued: a slow page
 * gets its rows by number when it is ready, and the stream ends if they were dropped by then.
 */
export async function streamDashboard(
  response: ServerResponse,
  query: StreamQuery,
  dependencies: DashboardDependencies,
  { signal, session }: { signal: AbortSignal; session: AbortSignal },
): Promise<void> {
  const { host, journal, events, faults, clockControl, context } = dependencies;
  const reader = createDeploymentReader(dependencies);
  const ended = Promise.withResolvers<EndReason>();
  const isSame = query.epoch === host.epoch && query.generation === host.generation();
  const firstEvent = () => events.kept()[0]?.item.seq ?? events.lastSeq() + 1;
  const resumed =
    isSame &&
    isKept(query.requests, journal.firstSeq(), journal.lastSeq()) &&
    isKept(query.events, firstEvent(), events.lastSeq()) &&
    isKept(query.audit, host.audit.first(), host.audit.last());
  const next = {
    requests: resumed ? (query.requests ?? 0) : journal.lastSeq(),
    events: resumed ? (query.events ?? 0) : events.lastSeq(),
    audit: resumed ? (query.audit ?? 0) : host.audit.last(),
    log: query.log_after,
  };
  const pending = { faults: true, log: query.log !== undefined, beat: false };
  const changed = new Set<string>();

  const send = (frame: StreamFrame): void => {
    if (!response.destroyed) response.write(`${stringifyExactJson(frame)}\n`);
  };
  const beat = (): void => send({ kind: 'beat', now_ms: context.clock.now(), skew_ms: clockControl.skew() });

  /** Sends new rows. Resolves to false if the next rows were dropped. */
  const sendRows = async (): Promise<boolean> => {
    if (next.requests + 1 < journal.firstSeq() || next.events + 1 < firstEvent()) return false;
    if (next.audit + 1 < host.audit.first()) return false;
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
    if (pending.faults) {
      pending.faults = false;
      send({ kind: 'faults', faults: toFaultRules(faults.list(), lastHitsIn(journal)) });
    }
    if (pending.beat) {
      pending.beat = false;
      beat();
    }
    await sendDeployments();
    await sendLog();
    return true;
  };
  const sendDeployments = async (): Promise<void> => {
    if (changed.size === 0) return;
    const ids = [...changed];
    changed.clear();
    const deployments = await reader.summaries(ids);
    const found = new Set(deployments.map(({ id }) => id));
    send({ kind: 'deployments', deployments, removed: ids.filter((id) => !found.has(id)) });
  };
  const sendLog = async (): Promise<void> => {
    if (!pending.log || query.log === undefined) return;
    pending.log = false;
    if (next.log === undefined) {
      const { lines } = await readLogTail(dependencies, query.log, { limit: 1 });
      next.log = lines.at(-1)?.id ?? 0;
      return;
    }
    const { lines, more } = await readLogTail(dependencies, query.log, { after: next.log, limit: ROWS });
    if (lines.length === 0) return;
    next.log = lines.at(-1)?.id ?? next.log;
    pending.log = more;
    send({ kind: 'log', lines: lines.map(toLogLine) });
  };
  const hasMore = () =>
    next.requests < journal.lastSeq() ||
    next.events < events.lastSeq() ||
    next.audit < host.audit.last() ||
    changed.size > 0 ||
    pending.faults ||
    pending.log ||
    pending.beat;

  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  let wroteAt = Number.NEGATIVE_INFINITY;
  // A change after a pause is written immediately.
  const wake = (afterMs = Math.max(wroteAt + GATHER_MS - performance.now(), 0)): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (isBusy || response.writableNeedDrain) return;
      isBusy = true;
      sendRows()
        .then((kept) => {
          isBusy = false;
          wroteAt = performance.now();
          if (!kept) ended.resolve('lagging');
          else if (hasMore()) wake();
        })
        .catch(ended.reject);
    }, afterMs);
  };
  const beats = setInterval(() => {
    pending.beat = true;
    wake();
  }, BEAT_MS);
  const undo = [
    journal.onRecord(wake),
    events.onRecord(wake),
    host.audit.onAdd(wake),
    faults.onChange(() => {
      pending.faults = true;
      wake();
    }),
    clockControl.onChange(() => {
      pending.beat = true;
      wake();
    }),
    host.onLogLine(() => {
      pending.log = query.log !== undefined;
      if (pending.log) wake(LOG_DELAY_MS);
    }),
    host.onReplaced(() => ended.resolve('replaced')),
  ];
  response.on('drain', () => wake());
  session.addEventListener('abort', () => ended.resolve('signed-out'), { once: true });
  signal.addEventListener('abort', () => ended.resolve('closing'), { once: true });
  if (session.aborted) ended.resolve('signed-out');
  if (signal.aborted) ended.resolve('closing');

  response.writeHead(200, { 'content-type': NDJSON });
  send({
    kind: 'hello',
    epoch: host.epoch,
    generation: host.generation(),
    now_ms: context.clock.now(),
    resumed,
    requests: numbers(journal.firstSeq(), journal.lastSeq()),
    events: numbers(firstEvent(), events.lastSeq()),
    audit: numbers(host.audit.first(), host.audit.last()),
  });
  wake();
  try {
    send({ kind: 'end', reason: await ended.promise });
    if (!response.destroyed) response.end();
  } finally {
    clearTimeout(timer);
    clearInterval(beats);
    for (const stop of undo) stop();
  }
}

/** Returns whether all rows after this number are stored. A future number belongs to another process. */
function isKept(after: number | undefined, first: number, last: number): boolean {
  return after !== undefined && after + 1 >= first && after <= last;
}

function numbers(first: number, last: number): { first: number; last: number } {
  return last < first ? { first: 0, last } : { first, last };
}
