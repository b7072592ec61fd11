import * as z from 'zod';
import { DASHBOARD_API } from './session.ts';

/**
 * Path prefixes for requests of the page to the emulator's surfaces, such as the control plane and the agent server,
 * without API keys. A prefix is followed by the path on the main port, such as `/d/{deployment_id}/threads/search`.
 *
 * A request below `DASHBOARD_INSPECT` only reads, so it is not recorded in the journal, is not changed by fault rules
 * and does not stop virtual time. A request below `DASHBOARD_FORWARD` is recorded and changed by fault rules like a
 * client's request. The page receives the responses of the surface, including streams, without secrets. If the
 * dashboard refuses a request, the response is JSON with a `detail`.
 */
export const DASHBOARD_INSPECT = `${DASHBOARD_API}/inspect`;
export const DASHBOARD_FORWARD = `${DASHBOARD_API}/forward`;

export interface InnerRequest {
  via: 'inspect' | 'forward';
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path on the main port. `{}` is a placeholder for one path segment. */
  path: string;
}

const agent = (
  via: InnerRequest['via'],
  method: InnerRequest['method'],
  ...paths: string[]
): InnerRequest[] => paths.map((path) => ({ via, method, path: `/d/{}${path}` }));

/** Requests that the page may send to surfaces. The emulator responds to all other requests with 404. */
export const INNER_REQUESTS: readonly InnerRequest[] = [
  ...agent(
    'inspect',
    'GET',
    '/info',
    '/assistants/{}',
    '/assistants/{}/graph',
    '/assistants/{}/schemas',
    '/assistants/{}/subgraphs',
    '/threads/{}',
    '/threads/{}/state',
    '/threads/{}/state/{}',
    '/threads/{}/history',
    '/threads/{}/runs',
    '/threads/{}/runs/{}',
    // Streams the runs that all clients create on the thread.
    '/threads/{}/stream',
    '/store/items',
  ),
  // Searches are POST requests, because their bodies contain filters, but searches only read.
  ...agent(
    'inspect',
    'POST',
    '/assistants/search',
    '/assistants/{}/versions',
    '/threads/search',
    '/store/namespaces',
    '/store/items/search',
    '/threads/{}/history',
    '/threads/{}/state/checkpoint',
  ),
  ...agent(
    'forward',
    'POST',
    '/assistants/{}/latest',
    '/threads',
    '/threads/{}/copy',
    '/threads/{}/state',
    '/threads/{}/runs',
    '/threads/{}/runs/stream',
    '/threads/{}/runs/{}/cancel',
    '/runs/stream',
  ),
  // Joins the stream of an existing run, as clients do after a broken connection.
  ...agent('forward', 'GET', '/threads/{}/runs/{}/stream'),
  ...agent('forward', 'PUT', '/store/items'),
  ...agent('forward', 'PATCH', '/runs/crons/{}', '/threads/{}'),
  ...agent('forward', 'DELETE', '/runs/crons/{}', '/store/items', '/threads/{}', '/threads/{}/runs/{}'),
  { via: 'forward', method: 'POST', path: '/v2/deployments/{}/revisions/{}/redeploy' },
  { via: 'forward', method: 'POST', path: '/v2/deployments/{}/revisions/{}/interrupt' },
];

/**
 * Body of POST …/deployments/{id}/runs/{run_id}/feedback. The server submits the feedback to the run's feedback URL.
 * The page never receives the feedback URL.
 */
export const GivenFeedback = z.strictObject({
  key: z.string().min(1).max(200),
  score: z.union([z.number(), z.boolean()]).optional(),
  comment: z.string().max(10_000).optional(),
});
export type GivenFeedback = z.infer<typeof GivenFeedback>;

/** Response of GET …/deployments/{id}/runs/{run_id}/feedback. */
export const FeedbackList = z.object({
  feedback: z.array(
    z.object({
      key: z.string(),
      score: z.union([z.number(), z.boolean()]).nullable(),
      comment: z.string().nullable(),
      created_at_ms: z.number(),
    }),
  ),
});
export type FeedbackList = z.infer<typeof FeedbackList>;
