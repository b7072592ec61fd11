import * as z from 'zod';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import {
  WebhookDelivery as DeliveryView,
  WebhookDetail,
  WebhookList,
} from '../../contract/dashboard/webhooks.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import type { WebhookHead } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';

const api = routesOf('dashboard', 'session');
const DeliveryPath = z.object({ id: z.guid().toLowerCase() });
/** Maximum number of listed deliveries. */
const LISTED = 500;
const notFound = { description: 'The delivery is no longer stored', schema: DetailError };

/** Creates the routes of the webhooks that are sent when runs end. */
export function webhookRoutes({ context, host, agentControls }: DashboardDependencies): Route[] {
  const { store, clock } = context;
  const viewsOf = async (webhooks: readonly WebhookHead[]): Promise<DeliveryView[]> => {
    const names = new Map<string, string>();
    for (const id of new Set(webhooks.map(({ deploymentId }) => deploymentId))) {
      names.set(id, (await store.deployments.findById(id))?.name ?? id);
    }
    return webhooks.map((one) => toView(one, names.get(one.deploymentId) ?? one.deploymentId));
  };
  return [
    api.get(`${DASHBOARD_API}/webhooks`, {
      summary: 'Deliveries of the webhooks of ended runs, newest first',
      responses: { 200: { description: 'Deliveries', schema: WebhookList } },
      async handler() {
        const deliveries = await viewsOf(await store.webhooks.listNewest(LISTED));
        return { status: 200, body: host.redactor.redact({ now_ms: clock.now(), deliveries }) };
      },
    }),
    api.get(`${DASHBOARD_API}/webhooks/{id}`, {
      summary: 'A delivery with the body that was sent',
      params: DeliveryPath,
      responses: { 200: { description: 'The delivery', schema: WebhookDetail }, 404: notFound },
      async handler({ params: { id } }) {
        const webhook = await store.webhooks.get(id);
        if (webhook === undefined) throw new HttpError(404, `Delivery ${id} is no longer stored.`);
        const [delivery] = await viewsOf([webhook]);
        const body = webhook.keepsBody ? webhook.body : null;
        const lastResponse = webhook.attempts.at(-1)?.response ?? '';
        return { status: 200, body: host.redactor.redact({ delivery, body, last_response: lastResponse }) };
      },
    }),
    api.post(`${DASHBOARD_API}/webhooks/{id}/resend`, {
      summary: 'Send the webhook of a delivery again, as a new delivery',
      params: DeliveryPath,
      passesOn: true,
      responses: {
        200: { description: 'The new delivery', schema: DeliveryView },
        404: notFound,
        409: { description: 'The delivery is not over, or its body is not stored', schema: DetailError },
      },
      async handler({ params: { id } }) {
        if (agentControls === undefined) throw new HttpError(404, 'This runtime sends no webhooks.');
        const [delivery] = await viewsOf([await agentControls.resend(id)]);
        return { status: 200, body: host.redactor.redact(delivery) };
      },
    }),
  ];
}

function toView(webhook: WebhookHead, deployment: string): DeliveryView {
  const { origin, pathname, search } = new URL(webhook.url);
  return {
    id: webhook.id,
    deployment_id: webhook.deploymentId,
    deployment,
    run_id: webhook.runId,
    thread_id: webhook.threadId,
    url: `${origin}${pathname}`,
    has_query: search !== '',
    title: webhook.title,
    run_status: webhook.runStatus,
    state: stateOf(webhook),
    // Lists of hundreds of deliveries contain no bodies, because redaction of long texts takes time.
    attempts: webhook.attempts.map(({ at, ms, status, problem }) => ({ at_ms: at, ms, status, problem })),
    created_at_ms: webhook.createdAt,
    next_at_ms: webhook.dueAt,
    resend_of: webhook.resendOf,
    can_resend: webhook.keepsBody && webhook.dueAt === null,
  };
}

function stateOf({ dueAt, attempts }: WebhookHead): DeliveryView['state'] {
  if (dueAt !== null) return 'waiting';
  return attempts.at(-1)?.problem === '' ? 'delivered' : 'failed';
}
