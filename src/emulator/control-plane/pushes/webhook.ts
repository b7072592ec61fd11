import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { DIALECT_TABLE } from '../../../contract/dialect.ts';
import { toValidationErrors } from '../../../contract/errors.ts';
import { DetailError, HTTPValidationError } from '../../../contract/error-bodies.ts';
import { PushPayload, WebhookResponse } from '../../../contract/integration.ts';
import { isBranch } from '../../ports/git.ts';
import type { IntegrationRow, RevisionRow } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { parseJsonBody } from '../../server/request.ts';
import { routesOf, type Route } from '../../server/route.ts';
import type { ControlPlaneDependencies } from '../dependencies.ts';
import { badRequest, notFound, IntegrationPath } from '../requests.ts';
import type { PushEvent } from './push-event.ts';
import { recordPush } from './record-push.ts';

const api = routesOf('control-plane', 'none');

/** Maximum size of a webhook delivery in bytes, equal to GitHub's limit. */
const MAX_DELIVERY_BYTES = 25 * 1024 * 1024;
/** Time that delivery IDs are stored, in milliseconds. GitHub can repeat a delivery for three days. */
const KEPT_MS = 3 * 24 * 60 * 60 * 1000;

/** Handles webhook deliveries from git hosts. */
interface WebhookService {
  /**
   * Handles one webhook delivery. `readBytes` reads the delivery's body, and `sawBody` receives the body's text. Throws
   * 404 for an unknown integration; 403 for an integration without a secret; 401 for a wrong or missing signature; 400,
   * 415 or 422 for an invalid body.
   */
  handle(request: {
    integrationId: string;
    headers: IncomingHttpHeaders;
    readBytes: (limit: number) => Promise<Buffer>;
    sawBody: (body: unknown) => void;
  }): Promise<WebhookResponse>;
}

/** Creates the service for webhooks. One transaction stores a delivery's ID and all its changes. */
function createWebhookService(dependencies: ControlPlaneDependencies): WebhookService {
  const { store, clock } = dependencies;

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
          detail: `Delivery ${id} was already processed.`,
        };
      }
      const made = accepted(push, await recordPush(tx, dependencies, push));
      const now = clock.now();
      await tx.webhookDeliveries.put(
        { integrationId: integration.id, id, at: now, answer: made },
        now - KEPT_MS,
      );
      return made;
    });
    if (answer.status === 'accepted' && answer.revisions.length > 0) dependencies.wakeDataPlane();
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
          `Integration ${integration.name} cannot verify webhooks because it has no secret. Set webhook_secret in the seed file, and use the same secret for the webhook.`,
        );
      }
      const bytes = await readBytes(MAX_DELIVERY_BYTES);
      const signature = headers['x-hub-signature-256'];
      if (!isValidSignature(secret, bytes, typeof signature === 'string' ? signature : undefined)) {
        throw new HttpError(
          401,
          "The X-Hub-Signature-256 header is missing or wrong: sign the body with the integration's webhook_secret.",
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
          return { status: 'ignored', detail: 'Only push events have an effect.', revisions: [] };
      }
    },
  };
}

function accepted(push: PushEvent, revisions: readonly RevisionRow[]): WebhookResponse {
  return {
    status: push.change === 'moved' && isBranch(push.ref) ? 'accepted' : 'ignored',
    detail: `${push.ref} ${describePush(push)}.`,
    revisions: revisions.map((row) => ({ deployment_id: row.deploymentId, revision_id: row.id })),
  };
}

function describePush({ change, ref, commit }: PushEvent): string {
  if (change === 'deleted') return 'was deleted, so nothing is built';
  if (change === 'created') return 'was created without a new commit, so nothing is built';
  return isBranch(ref) ? `leads to ${commit}` : 'is not a branch, so nothing is built';
}

const refused = (description: string) => ({ description, schema: DetailError });

/** Creates the webhook routes under both path names. The signature of a delivery authenticates the sender. */
export function webhookRoutes(dependencies: ControlPlaneDependencies): Route[] {
  const service = createWebhookService(dependencies);
  return DIALECT_TABLE.paths
    .flatMap(({ generic, langsmith }) => [generic, langsmith])
    .map((base) =>
      api.post(`${base}/{integration_id}/webhook`, {
        summary: 'Receive a webhook delivery of a Git host, signed with the integration’s secret',
        params: IntegrationPath,
        // The handler itself reads the body, because the signature covers the exact bytes of the body.
        body: z.looseObject({}),
        rawBody: true,
        responses: {
          202: { description: 'The result', schema: WebhookResponse },
          400: badRequest,
          401: refused('The signature is missing or wrong'),
          403: refused('The integration has no secret'),
          404: notFound,
          413: refused('The delivery is too large'),
          415: refused('Neither JSON nor a form'),
          422: { description: 'The push is invalid', schema: HTTPValidationError },
        },
        handler: async ({ params, headers, readBytes, recordBody: sawBody }) => ({
          status: 202,
          body: await service.handle({ integrationId: params.integration_id, headers, readBytes, sawBody }),
        }),
      }),
    );
}

/** A webhook delivery in GitHub's format. */
interface WebhookDelivery {
  id: string;
  event: string;
  payload: unknown;
}

/**
 * Parses a delivery with a valid signature. A delivery in GitHub's format is JSON, or a form with JSON in `payload`.
 * Throws 400 for missing or invalid JSON, and 415 for a content type that is neither JSON nor a form.
 */
function parseDelivery(headers: IncomingHttpHeaders, bytes: Uint8Array): WebhookDelivery {
  const event = header(headers, 'x-github-event');
  const id = header(headers, 'x-github-delivery');
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  switch (type) {
    case 'application/json':
      return { id, event, payload: parseJsonBody(bytes) };
    case 'application/x-www-form-urlencoded': {
      const payload = new URLSearchParams(Buffer.from(bytes).toString('utf8')).get('payload');
      if (payload === null) throw new HttpError(400, 'The form has no field "payload".');
      return { id, event, payload: parseJsonBody(Buffer.from(payload)) };
    }
    default:
      throw new HttpError(
        415,
        `Unsupported content type ${type || '(none)'}: set the webhook to application/json.`,
      );
  }
}

function header(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  if (typeof value === 'string' && value !== '' && value.length <= 200) return value;
  throw new HttpError(400, `A webhook delivery needs the header ${name}.`);
}

/**
 * Converts a payload to a push for deployments of the integration's workspace. Throws HttpError 422 with a description
 * of the problem.
 */
function parsePush(payload: unknown, { id, workspaceId }: IntegrationRow): PushEvent {
  const read = PushPayload.safeParse(payload);
  if (!read.success) throw new HttpError(422, toValidationErrors(read.error, 'body', payload));
  const { ref, after, created, deleted, commits, head_commit: head, repository } = read.data;
  const { clone_url, ssh_url, html_url, default_branch } = repository;
  return {
    repoUrls: [clone_url, ssh_url, html_url].flatMap((url) => (url ? [url] : [])),
    ref,
    change: deleted ? 'deleted' : created && commits.length === 0 ? 'created' : 'moved',
    commit: deleted ? null : ref.startsWith('refs/tags/') ? (head?.id ?? after) : after,
    observedCommit: null,
    channel: `webhook:${id}`,
    workspaceId,
    integrationId: id,
    isDefaultBranch: typeof default_branch === 'string' && ref === `refs/heads/${default_branch}`,
  };
}

/** Verifies the signature of the body's original bytes: `sha256=` and the HMAC in hex, compared in constant time. */
function isValidSignature(secret: string, body: Uint8Array, signature: string | undefined): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(signature ?? '')?.[1];
  if (given === undefined) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}
