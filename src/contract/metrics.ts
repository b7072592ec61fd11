import * as z from 'zod';

/** Query of GET /metrics of a deployment. As on the hosted service, an unknown format means Prometheus format. */
export const MetricsQuery = z.object({ format: z.string().optional() });

/**
 * Number of pending and running runs, and waiting times of pending runs in seconds. A waiting time is null if no run is
 * waiting.
 */
export const QueueMetrics = z.object({
  n_pending: z.int(),
  pending_runs_wait_time_max_secs: z.number().nullable(),
  pending_runs_wait_time_med_secs: z.number().nullable(),
  /** Maximum waiting time of pending runs on threads without a running run. */
  pending_unblocked_runs_wait_time_max_secs: z.number().nullable(),
  n_running: z.int(),
});
export type QueueMetrics = z.infer<typeof QueueMetrics>;

/** Response of GET /metrics?format=json. Each `path` in the response is the pattern of a route. */
export const MetricsReport = z.object({
  queue: QueueMetrics,
  api: z.object({
    http_requests_total: z.array(
      z.object({ method: z.string(), path: z.string(), status: z.int(), count: z.int() }),
    ),
  }),
  workers: z.object({ max: z.int(), active: z.int(), available: z.int() }),
});
export type MetricsReport = z.infer<typeof MetricsReport>;
