import type { Exchange } from './journal-entry.ts';

/** Upper bounds of the latency histogram in milliseconds, equal to the bounds of the hosted service. */
export const LATENCY_BOUNDS_MS = [
  10, 100, 500, 1_000, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
] as const;

/** Number and latency of a deployment's requests with the same method and route. */
export interface RouteCounts {
  method: string;
  /** Pattern of the route, such as `/threads/{thread_id}`. */
  route: string;
  byStatus: Map<number, number>;
  /**
   * Number of requests up to each bound in `LATENCY_BOUNDS_MS`. The last element counts requests with a latency above
   * the highest bound.
   */
  byLatency: number[];
  totalMs: number;
}

/** Counts the authenticated requests to each deployment. The deployment's `/metrics` reports the counts. */
export interface RequestCounts {
  count(exchange: Pick<Exchange, 'deploymentId' | 'method' | 'route' | 'status' | 'ms'>): void;
  of(deploymentId: string): readonly RouteCounts[];
}

/** Maximum number of counted deployments. Above the maximum, the deployment with the oldest last request is dropped. */
const MAX_DEPLOYMENTS = 1_000;
/** Health-check routes, which are not counted, because they do not show that a deployment is used. */
const UNCOUNTED: ReadonlySet<string> = new Set([
  '/ok',
  '/health',
  '/info',
  '/metrics',
  '/docs',
  '/openapi.json',
]);

export function createRequestCounts(): RequestCounts {
  const deployments = new Map<string, Map<string, RouteCounts>>();
  return {
    count({ deploymentId, method, route, status, ms }) {
      if (deploymentId === undefined || route === undefined || UNCOUNTED.has(route)) return;
      const routes = deployments.get(deploymentId) ?? new Map<string, RouteCounts>();
      deployments.delete(deploymentId);
      deployments.set(deploymentId, routes);
      for (const oldest of deployments.keys()) {
        if (deployments.size <= MAX_DEPLOYMENTS) break;
        deployments.delete(oldest);
      }
      const key = `${method} ${route}`;
      const counts = routes.get(key) ?? {
        method,
        route,
        byStatus: new Map(),
        byLatency: Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0),
        totalMs: 0,
      };
      routes.set(key, counts);
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      const bound = LATENCY_BOUNDS_MS.findIndex((most) => ms <= most);
      const at = bound === -1 ? LATENCY_BOUNDS_MS.length : bound;
      counts.byLatency[at] = (counts.byLatency[at] ?? 0) + 1;
      counts.totalMs += ms;
    },
    of: (deploymentId) => [...(deployments.get(deploymentId)?.values() ?? [])],
  };
}
