import type { IncomingHttpHeaders } from 'node:http';
import { PushPayload } from '../../../contract/integration.ts';
import { toValidationErrors } from '../../../contract/validation.ts';
import type { IntegrationRow } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { parseJsonBody } from '../../server/read-body.ts';
import type { PushEvent } from './push-event.ts';

/** A webhook delivery, in the form GitHub gives it. */
export interface WebhookDelivery {
  id: string;
  event: string;
  payload: unknown;
}

/**
 * Reads a delivery whose signature was found right. JSON, or a form with the JSON in `payload`: both are on offer where
 * a webhook is set up. Throws 400 for what is missing or no JSON, 415 for another content type.
 */
export function parseDelivery(headers: IncomingHttpHeaders, bytes: Uint8Array): WebhookDelivery {
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

/** The push a payload tells of, for the deployments of the integration's workspace. Throws 422 naming what is wrong. */
export function parsePush(payload: unknown, { id, workspaceId }: IntegrationRow): PushEvent {
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
