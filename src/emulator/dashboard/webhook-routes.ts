import * as z from 'zod';
import { parseExactJson } from '../../contract/exact-json.ts';
import { isJsonObject } from '../../contract/json-safety.ts';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import {
  WebhookDelivery as DeliveryView,
  WebhookDetail,
  WebhookList,
} from '../../contract/dashboard/webhooks.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { titleOfRequest, titleOfValues } from '../../contract/messages.ts';
import type { WebhookDelivery } from '../ports/agent-records.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';

const api = routesOf('dashboard', 'session');
const DeliveryPath = z.object({ id: z.guid().toLowerCase() });
const notFound = { description: 'The delivery is no longer stored', schema: DetailError };

/** Creates the routes of the webhooks that ended runs sent. */
export function webhookRoutes({ context, host, records }: DashboardDependencies): Route[] {
  const { store, clock } = context;
  const nameOf = async (id: string) => (await store.deployments.findById(id))?.name ?? id;
  const viewOf = async (delivery: WebhookDelivery): Promise<DeliveryView> =>
    toView(delivery, await nameOf(delivery.deploymentId));
  return [
    api.get(`${DASHBOARD_API}/webhooks`, {
      summary: 'Deliveries of the webhooks of ended runs, newest first',
      responses: { 200: { description: 'Deliveries', schema: WebhookList } },
      async handler() {
        const deliveries = await Promise.all((records?.deliveries() ?? []).map(viewOf));
        return { status: 200, body: host.redactor.redact({ now_ms: clock.now(), deliveries }) };
      },
    }),
    api.get(`${DASHBOARD_API}/webhooks/{id}`, {
      summary: 'A delivery with the body that was sent',
      params: DeliveryPath,
      responses: { 200: { description: 'The delivery', schema: WebhookDetail }, 404: notFound },
      async handler({ params: { id } }) {
        const delivery = records?.deliveries().find((one) => one.id === id);
        if (delivery === undefined) throw new HttpError(404, `Delivery ${id} is no longer stored.`);
        const body = delivery.body === null ? null : parseExactJson(delivery.body);
        return { status: 200, body: host.redactor.redact({ delivery: await viewOf(delivery), body }) };
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
        if (records === undefined) throw new HttpError(404, 'This runtime sends no webhooks.');
        return { status: 200, body: host.redactor.redact(await viewOf(await records.resend(id))) };
      },
    }),
  ];
}

function toView(delivery: WebhookDelivery, deployment: string): DeliveryView {
  const { origin, pathname, search } = new URL(delivery.url);
  const body = delivery.body === null ? undefined : parseExactJson(delivery.body);
  const [values, status, sent] = isJsonObject(body) ? [body['values'], body['status'], body['kwargs']] : [];
  return {
    id: delivery.id,
    deployment_id: delivery.deploymentId,
    deployment,
    run_id: delivery.runId,
    thread_id: delivery.threadId,
    url: `${origin}${pathname}`,
    has_query: search !== '',
    title: (isJsonObject(sent) && titleOfRequest(sent)) || titleOfValues(values),
    run_status: typeof status === 'string' ? status : '',
    state: delivery.state,
    attempts: delivery.attempts.map(({ at, ...attempt }) => ({ at_ms: at, ...attempt })),
    created_at_ms: delivery.createdAt,
    next_at_ms: delivery.nextAt,
    resend_of: delivery.resendOf,
    can_resend: delivery.body !== null && delivery.state !== 'waiting',
  };
}
