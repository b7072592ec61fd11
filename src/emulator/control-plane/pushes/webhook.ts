import type { IncomingHttpHeaders } from 'node:http';
import { WebhookResponse } from '../../../contract/integration.ts';
import { isBranch } from '../../ports/git-names.ts';
import type { IntegrationRow, RevisionRow } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import type { ControlPlaneDependencies } from '../deps.ts';
import { type WebhookDelivery, parseDelivery, parsePush } from './delivery.ts';
import { recordPush } from './record-push.ts';
import { isValidSignature } from './signature.ts';
import type { PushEvent } from './push-event.ts';

/** Bytes of a delivery at most: the cap GitHub itself keeps to. */
export const MAX_DELIVERY_BYTES = 25 * 1024 * 1024;
/** A delivery may be sent again for three days. */
const KEPT_MS = 3 * 24 * 60 * 60 * 1000;

/** Takes webhook deliveries of git hosts. */
export interface WebhookService {
  /**
   * Carries out one delivery. `readBytes` reads its body, `sawBody` is told what it said. Throws 404 for an unknown
   * integration, 403 for one without a secret, 401 for a wrong or missing signature, and whatever a body is refused with.
   */
  handle(request: {
    integrationId: string;
    headers: IncomingHttpHeaders;
    readBytes: (limit: number) => Promise<Buffer>;
    sawBody: (body: unknown) => void;
  }): Promise<WebhookResponse>;
}

/** The service over the store. What a delivery changes is kept in one step with its having been carried out. */
export function createWebhookService(deps: ControlPlaneDependencies): WebhookService {
  const { store, clock } = deps;

  const carryOut = async (
    integration: IntegrationRow,
    { id, payload }: WebhookDelivery,
  ): Promise<WebhookResponse> => {
    const push = parsePush(payload, integration);
    const answer = await store.transaction(async (tx): Promise<WebhookResponse> => {
      const before = await tx.webhookDeliveries.find(integration.id, id);
      if (before !== undefined) {
        return {
          ...WebhookResponse.parse(before.answer),
          status: 'repeated',
          detail: `Delivery ${id} was carried out before.`,
        };
      }
      const made = accepted(push, await recordPush(tx, deps, push));
      const now = clock.now();
      await tx.webhookDeliveries.put(
        { integrationId: integration.id, id, at: now, answer: made },
        now - KEPT_MS,
      );
      return made;
    });
    if (answer.status === 'accepted' && answer.revisions.length > 0) deps.wakeDataPlane();
    return answer;
  };

  return {
    async handle({ integrationId, headers, readBytes, sawBody }) {
      const integration = await store.integrations.findById(integrationId);
      if (integration === undefined) throw new HttpError(404, `Integration ID ${integrationId} not found.`);
      const secret = await store.integrations.webhookSecret(integration.id);
      if (secret === null) {
        throw new HttpError(
          403,
          `Integration ${integration.name} takes no webhooks: it has no secret to check them with. Give it a webhook_secret in the seed file, and the same one to the webhook.`,
        );
      }
      const bytes = await readBytes(MAX_DELIVERY_BYTES);
      const signature = headers['x-hub-signature-256'];
      if (!isValidSignature(secret, bytes, typeof signature === 'string' ? signature : undefined)) {
        throw new HttpError(
          401,
          "The X-Hub-Signature-256 header is missing or does not fit: sign the body with the integration's webhook_secret.",
        );
      }
      const delivery = parseDelivery(headers, bytes);
      sawBody(delivery.payload);
      switch (delivery.event) {
        case 'push':
          return carryOut(integration, delivery);
        case 'ping':
          return { status: 'pong', detail: 'The webhook is set up.', revisions: [] };
        default:
          return { status: 'ignored', detail: 'Only events of the kind push do anything.', revisions: [] };
      }
    },
  };
}

function accepted(push: PushEvent, revisions: readonly RevisionRow[]): WebhookResponse {
  return {
    status: push.change === 'moved' && isBranch(push.ref) ? 'accepted' : 'ignored',
    detail: `${push.ref} ${saying(push)}.`,
    revisions: revisions.map((row) => ({ deployment_id: row.deploymentId, revision_id: row.id })),
  };
}

function saying({ change, ref, commit }: PushEvent): string {
  if (change === 'deleted') return 'was deleted: nothing is built';
  if (change === 'created') return 'was created without a commit of its own: nothing is built';
  return isBranch(ref) ? `leads to ${commit}` : 'is no branch: nothing is built';
}
