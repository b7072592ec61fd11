import { MetricsQuery, MetricsReport } from '../../../contract/metrics.ts';
import type { Route } from '../../server/route.ts';
import { findDeployment } from '../assistant-lookup.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { listRequests, PROMETHEUS_TYPE, renderPrometheus, summarizeQueue } from '../metrics.ts';
import { MAX_RUNS_PER_DEPLOYMENT } from '../claimed-runs.ts';
import { agentRoutes, errorResponses } from './responses.ts';

/** Creates a deployment's `GET /metrics`, which responds with Prometheus text or JSON. */
export function metricsRoute({ store, live, clock, requestCounts }: AgentServerDependencies): Route {
  return agentRoutes.get('/metrics', {
    summary: 'Return requests and runs of the deployment in Prometheus format, or with format=json as JSON',
    query: MetricsQuery,
    responses: {
      200: {
        description: 'Prometheus text, or JSON',
        schema: MetricsReport,
        textType: 'text/plain',
      },
      ...errorResponses(404),
    },
    async handler({ deploymentId, query }) {
      const deployment = await findDeployment(store, deploymentId);
      const queue = summarizeQueue(await store.runs.unfinishedTimes(deploymentId), clock.now());
      const routes = requestCounts?.of(deploymentId) ?? [];
      const active = queue.n_running;
      const report: MetricsReport = {
        queue,
        api: { http_requests_total: listRequests(routes) },
        workers: {
          max: MAX_RUNS_PER_DEPLOYMENT,
          active,
          available: Math.max(MAX_RUNS_PER_DEPLOYMENT - active, 0),
        },
      };
      if (query.format === 'json') return { status: 200, body: report };
      const labels = {
        project_id: deploymentId,
        revision_id: live.activeRevision(deploymentId) ?? '',
        deployment_type: deployment.sourceConfig.deployment_type ?? '',
      };
      return {
        status: 200,
        body: renderPrometheus(report, routes, labels),
        headers: { 'content-type': PROMETHEUS_TYPE },
      };
    },
  });
}
