import * as z from 'zod';
import {
  AuditPage,
  AuditQuery,
  ExplainQuery,
  ProxyExplanation,
  ProxyMetrics,
  SandboxList,
} from '../../contract/dashboard/sandboxes.ts';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { toAuditLine, toSandboxSummary } from './views.ts';

const api = routesOf('dashboard', 'session');
const Health = z.looseObject({ sandboxes: z.record(z.string(), z.unknown()).catch({}) });

/** Creates the routes of sandboxes, their rules, and the log of the credential proxy. */
export function sandboxRoutes(dependencies: DashboardDependencies): Route[] {
  const { host, context } = dependencies;
  return [
    api.get(`${DASHBOARD_API}/sandboxes`, {
      summary: 'The sandboxes of every workspace, with only the names of their headers',
      responses: { 200: { description: 'Sandboxes', schema: SandboxList } },
      handler: async () => {
        const rows = await context.store.sandboxes.listAll();
        const { sandboxes: health } = Health.parse(await dependencies.health());
        const sandboxes = rows
          .toReversed()
          .map((row) => toSandboxSummary(row, dependencies.sandboxes.usesOf(row.id)));
        return { status: 200, body: { now_ms: context.clock.now(), sandboxes, health } };
      },
    }),
    api.get(`${DASHBOARD_API}/sandboxes/{id}/explain`, {
      summary: 'Which rule a GET of this URL would match in a sandbox, and why; nothing is sent',
      params: z.object({ id: z.guid().toLowerCase() }),
      query: ExplainQuery,
      responses: {
        200: { description: 'Rule and reason', schema: ProxyExplanation },
        404: { description: 'No sandbox with this ID runs', schema: DetailError },
      },
      handler: async ({ params, query }) => {
        const explanation = await dependencies.sandboxes.explain(params.id, query.url);
        if (explanation === undefined) throw new HttpError(404, `No sandbox with ID ${params.id} runs.`);
        return { status: 200, body: explanation };
      },
    }),
    api.get(`${DASHBOARD_API}/sandboxes/metrics`, {
      summary: 'The metrics of the credential proxy for Prometheus; empty until a sandbox needs the proxy',
      responses: { 200: { description: 'Prometheus text', schema: ProxyMetrics } },
      handler: async () => ({ status: 200, body: { text: await dependencies.sandboxes.metrics() } }),
    }),
    api.get(`${DASHBOARD_API}/audit`, {
      summary: 'The requests that the credential proxy handled, newest first',
      query: AuditQuery,
      responses: { 200: { description: 'Lines', schema: AuditPage } },
      handler: ({ query: { before = Infinity, limit, sandbox_id: id } }) => {
        const { audit, epoch } = host;
        const total = audit.last() - audit.first() + 1;
        const matching = audit
          .between(0, Math.min(before - 1, audit.last()))
          .filter(({ item }) => id === undefined || item.sandbox === id);
        const lines = matching
          .slice(-limit)
          .toReversed()
          .map(({ seq, item }) => toAuditLine(item, seq));
        return {
          status: 200,
          body: {
            epoch,
            total,
            first: total === 0 ? 0 : audit.first(),
            last: audit.last(),
            lines,
            next: matching.length > lines.length ? (lines.at(-1)?.seq ?? null) : null,
          },
        };
      },
    }),
  ];
}
