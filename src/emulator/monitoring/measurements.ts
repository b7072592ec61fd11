import { REVISION_STATUSES } from '../../contract/statuses.ts';
import type { HealthCheckName, Metrics } from '../ports/metrics.ts';
import { StoreError, type StoreErrorCode } from '../ports/store-errors.ts';
import type { Backlog, BacklogEntry } from '../ports/store-condition.ts';
import type { Exchange } from '../server/journal-entry.ts';

/** Records a request with the template of its route, never with its path. */
export function measureRequest(metrics: Metrics, exchange: Exchange): void {
  const { surface, method, route = 'none', status, ms, decidedMs = ms } = exchange;
  metrics.add('http_requests_total', { surface, method, route, status: classOf(status) });
  metrics.observe('http_request_duration_seconds', { surface, route }, decidedMs / 1_000);
}

function classOf(status: number): '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'none' {
  if (status < 100) return 'none';
  if (status < 200) return '1xx';
  if (status < 300) return '2xx';
  if (status < 400) return '3xx';
  return status < 500 ? '4xx' : '5xx';
}

/** Counts an internal failure by the code of the store's error, or as `internal`. */
export function measureFailure(metrics: Metrics, error: unknown): void {
  metrics.add('errors_total', { code: error instanceof StoreError ? error.code : 'internal' });
}

/** Check that fails, by the code of the store error with which a start failed. */
const START_CHECKS: readonly { check: HealthCheckName; codes: readonly StoreErrorCode[] }[] = [
  { check: 'database', codes: ['unavailable', 'busy', 'uncertain'] },
  { check: 'schema', codes: ['behind', 'newer'] },
  { check: 'keyring', codes: ['keyring'] },
];

/**
 * Sets the gauges of failing checks after a start of an instance, because no checks run while an emulator waits for its
 * database. `error` is the reason why the start failed, or `undefined` if it succeeded.
 */
export function measureStart(metrics: Metrics, error?: unknown): void {
  const code = error instanceof StoreError ? error.code : undefined;
  for (const { check, codes } of START_CHECKS) {
    metrics.set('check_failing', { check }, code !== undefined && codes.includes(code) ? 1 : 0);
  }
}

/** Sets the gauges of unfinished revisions and runs. Statuses without rows are set to 0. */
export function measureBacklog(metrics: Metrics, { revisions, runs }: Backlog, now: number): void {
  const of = (entries: readonly BacklogEntry[], status: string) =>
    entries.find((entry) => entry.status === status);
  for (const status of REVISION_STATUSES) {
    const entry = of(revisions, status);
    metrics.set('revisions', { status }, entry?.count ?? 0);
    metrics.set('oldest_revision_age_seconds', { status }, ageOf(entry, now));
  }
  for (const status of ['pending', 'running'] as const) {
    const entry = of(runs, status);
    metrics.set('runs', { status }, entry?.count ?? 0);
    metrics.set('oldest_run_age_seconds', { status }, ageOf(entry, now));
  }
}

const ageOf = (entry: BacklogEntry | undefined, now: number): number =>
  entry?.since === undefined ? 0 : Math.max(0, now - entry.since) / 1_000;
