import type { MetricsReport, QueueMetrics } from '../../contract/metrics.ts';
import type { UnfinishedRunTimes } from '../ports/store.ts';
import { LATENCY_BOUNDS_MS, type RouteCounts } from '../server/request-counts.ts';

/** Labels of a deployment's metrics, with the same names as in the hosted service. */
export interface MetricLabels {
  project_id: string;
  revision_id: string;
  deployment_type: string;
}

/**
 * Summarizes the unfinished runs of a deployment.
 * @param now Current time in epoch milliseconds.
 */
export function summarizeQueue(runs: readonly UnfinishedRunTimes[], now: number): QueueMetrics {
  const running = runs.filter(({ status }) => status === 'running');
  const pending = runs.filter(({ status }) => status === 'pending');
  const busy = new Set(running.map(({ threadId }) => threadId));
  const waits = (some: readonly UnfinishedRunTimes[]) =>
    some.map(({ createdAt }) => Math.max(now - createdAt, 0) / 1_000).toSorted((a, b) => a - b);
  const all = waits(pending);
  return {
    n_pending: pending.length,
    pending_runs_wait_time_max_secs: all.at(-1) ?? null,
    pending_runs_wait_time_med_secs: medianOf(all),
    pending_unblocked_runs_wait_time_max_secs:
      waits(pending.filter(({ threadId }) => !busy.has(threadId))).at(-1) ?? null,
    n_running: running.length,
  };
}

function medianOf(sorted: readonly number[]): number | null {
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : upper;
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/** Returns the number of requests per route and status, for the JSON report. */
export function listRequests(routes: readonly RouteCounts[]): MetricsReport['api']['http_requests_total'] {
  return routes.flatMap(({ method, route, byStatus }) =>
    [...byStatus].map(([status, count]) => ({ method, path: route, status, count })),
  );
}

export const PROMETHEUS_TYPE = 'text/plain; version=1.0.0; charset=utf-8';

/** Renders metrics in the Prometheus format, with the same metric names as the hosted service. */
export function renderPrometheus(
  report: MetricsReport,
  routes: readonly RouteCounts[],
  labels: MetricLabels,
): string {
  const { queue, workers, api } = report;
  const gauge = (name: string, help: string, value: number): string[] => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    `${name}${labelsOf({ ...labels })} ${value}`,
  ];
  const requests = 'lg_api_http_requests_total';
  const latency = 'lg_api_http_requests_latency';
  const lines = [
    `# HELP ${requests} HTTP requests that the deployment accepted`,
    `# TYPE ${requests} counter`,
    ...api.http_requests_total.map(
      ({ method, path, status, count }) =>
        `${requests}${labelsOf({ ...labels, method, path, status: String(status) })} ${count}`,
    ),
    `# HELP ${latency} HTTP request latency in milliseconds`,
    `# TYPE ${latency} histogram`,
    ...routes.flatMap((counts) => histogramOf(latency, counts, labels)),
    ...gauge('lg_api_workers_max', 'Maximum number of concurrent runs', workers.max),
    ...gauge('lg_api_workers_active', 'Runs that are running', workers.active),
    ...gauge('lg_api_workers_available', 'Number of runs that could start now', workers.available),
    ...gauge('lg_api_num_pending_runs', 'Runs that wait', queue.n_pending),
    ...gauge('lg_api_num_running_runs', 'Runs that are running', queue.n_running),
  ];
  return `${lines.join('\n')}\n`;
}

function histogramOf(name: string, counts: RouteCounts, labels: MetricLabels): string[] {
  const own = { ...labels, method: counts.method, path: counts.route };
  let sum = 0;
  const buckets = counts.byLatency.map((count, index) => {
    sum += count;
    const bound = LATENCY_BOUNDS_MS[index];
    return `${name}_bucket${labelsOf({ ...own, le: bound === undefined ? '+Inf' : String(bound) })} ${sum}`;
  });
  return [
    ...buckets,
    `${name}_count${labelsOf(own)} ${sum}`,
    `${name}_sum${labelsOf(own)} ${Math.round(counts.totalMs * 1_000) / 1_000}`,
  ];
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `{${pairs.join(',')}}`;
}

/** Escapes backslash, quote and line feed in a label value. */
function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
