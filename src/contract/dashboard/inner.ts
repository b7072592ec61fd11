import * as z from 'zod';
import { DASHBOARD_API } from './session.ts';

/**
 * Requests of the page to the surfaces of the emulator, without their keys: what follows is the path on the main port, such
 * as `/d/{deployment_id}/threads/search`. `LOOK` reads: it is in no journal, meets no fault rule and does not hold virtual
 * time. `ACT` does what any client would, and is recorded and faulted like one. Both answer as the surface does, streams
 * included, without secrets. Answers of the emulator's own guards are JSON with a `detail`.
 */
export const DASHBOARD_LOOK = `${DASHBOARD_API}/look`;
export const DASHBOARD_ACT = `${DASHBOARD_API}/act`;

export interface InnerRequest {
  via: 'look' | 'act';
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `{}` is one segment. */
  path: string;
}

const agent = (
  via: InnerRequest['via'],
  method: InnerRequest['method'],
  ...paths: string[]
): InnerRequest[] => paths.map((path) => ({ via, method, path: `/d/{}${path}` }));

/** What the page may ask for; anything else is a 404. Each is one request that a screen makes. */
export const INNER_REQUESTS: readonly InnerRequest[] = [
  ...agent(
    'look',
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
    // It waits for what runs on the thread, by any client.
    '/threads/{}/stream',
  ),
  // A search changes nothing, although its filter is in a body.
  ...agent(
    'look',
    'POST',
    '/assistants/search',
    '/assistants/{}/versions',
    '/threads/search',
    '/threads/{}/history',
    '/threads/{}/state/checkpoint',
  ),
  ...agent(
    'act',
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
  // It joins a run, as a client does whose connection broke.
  ...agent('act', 'GET', '/threads/{}/runs/{}/stream'),
  ...agent('act', 'PATCH', '/threads/{}'),
  ...agent('act', 'DELETE', '/threads/{}', '/threads/{}/runs/{}'),
  { via: 'act', method: 'POST', path: '/v2/deployments/{}/revisions/{}/redeploy' },
  { via: 'act', method: 'POST', path: '/v2/deployments/{}/revisions/{}/interrupt' },
];

/** Body of POST …/deployments/{id}/runs/{run_id}/feedback: given by the run's feedback URL, which stays in the server. */
export const GivenFeedback = z.strictObject({
  key: z.string().min(1).max(200),
  score: z.union([z.number(), z.boolean()]).optional(),
  comment: z.string().max(10_000).optional(),
});
export type GivenFeedback = z.infer<typeof GivenFeedback>;

/** Answer of GET …/deployments/{id}/runs/{run_id}/feedback. */
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
