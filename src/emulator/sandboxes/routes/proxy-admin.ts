import * as z from 'zod';
import { Explanation } from '../../../credential-proxy/explanation.ts';
import { type Route, route } from '../../server/route.ts';
import type { SandboxManager } from '../lifecycle/desk.ts';
import { eitherRefusedAnswer, notFound } from '../refusal.ts';

const base = { surface: 'local', method: 'GET', auth: 'local' } as const;

/** A look at the credential proxy of the sandboxes: no value of a header is in any answer (facts D.8). */
export function proxyAdminRoutes(desk: Pick<SandboxManager, 'explain' | 'metrics'>): Route[] {
  return [
    route({
      ...base,
      path: '/_local/sandboxes/metrics',
      summary: 'What the credential proxy did, as Prometheus reads it; empty until a sandbox needs it',
      responses: { 200: { description: 'Prometheus text', type: 'text/plain' } },
      handler: async () => ({ status: 200, body: await desk.metrics() }),
    }),
    route({
      ...base,
      path: '/_local/sandboxes/{id}/explain',
      summary: 'Which rule a GET of this URL would meet in a sandbox, and why; nothing is sent',
      params: z.object({ id: z.guid().toLowerCase() }),
      query: z.object({ url: z.string().min(1).max(8192) }),
      responses: {
        200: { description: 'Rule and reason', schema: Explanation },
        404: eitherRefusedAnswer('No sandbox of this ID runs'),
      },
      handler: async ({ params, query }) => {
        const explanation = await desk.explain(params.id, query.url);
        if (explanation === undefined) throw notFound('sandbox that runs', params.id);
        return { status: 200, body: explanation };
      },
    }),
  ];
}
