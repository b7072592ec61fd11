import * as z from 'zod';
import { DetailError } from '../../../contract/errors.ts';
import {
  Feedback,
  FeedbackChange,
  FeedbackCreate,
  FeedbackListQuery,
  FeedbackQuery,
  FeedbackSubmission,
  FeedbackToken,
  FeedbackTokenQuery,
  FeedbackTokensCreate,
} from '../../../contract/feedback.ts';
import { type Route, type RouteRequest, route } from '../../server/route.ts';
import { createFeedbackService } from './feedback-service.ts';
import { type CallerContext, createTokenService, type FeedbackDependencies } from './tokens.ts';

const surface = 'tracing';
const auth = 'workspace';
const TokenPath = z.object({ token_id: z.guid().toLowerCase() });
const FeedbackPath = z.object({ feedback_id: z.guid().toLowerCase() });
const Taken = z.object({ id: z.string(), key: z.string() });
const notFound = { description: 'Not found', schema: DetailError };
const conflict = { description: 'There is one with this ID', schema: DetailError };

/** Each asking says something: none is answered from a copy. */
const FRESH = { 'cache-control': 'no-store' };

/** Feedback on runs (spec §4.11; facts: service §4.6), with and without the prefix: clients use either. */
export function feedbackRoutes(deps: FeedbackDependencies): Route[] {
  return ['/api/v1/feedback', '/feedback'].flatMap((base) => [
    ...tokenRoutes(`${base}/tokens`, deps),
    ...submitRoutes(`${base}/tokens/{token_id}`, deps),
    ...storedRoutes(base, deps),
  ]);
}

function tokenRoutes(path: string, deps: FeedbackDependencies): Route[] {
  const tokens = createTokenService(deps);
  return [
    route({
      surface,
      method: 'POST',
      path,
      summary: 'Make pre-signed feedback URLs for runs: one, or an array of them',
      auth,
      body: FeedbackTokensCreate,
      responses: {
        200: {
          description: 'The URL, or all of them in their order',
          schema: z.union([FeedbackToken, z.array(FeedbackToken)]),
        },
        404: notFound,
        409: conflict,
      },
      async handler(request) {
        const { body } = request;
        const made = await tokens.create(callerContext(request), Array.isArray(body) ? body : [body]);
        return { status: 200, body: Array.isArray(body) ? made : made[0] };
      },
    }),
    route({
      surface,
      method: 'GET',
      path,
      summary: 'The feedback URLs of a run that have not expired, oldest first',
      auth,
      query: FeedbackTokenQuery,
      responses: { 200: { description: 'The URLs', schema: z.array(FeedbackToken) }, 404: notFound },
      handler: async (request) => {
        const { run_id: runId, ...page } = request.query;
        return { status: 200, body: await tokens.list(callerContext(request), runId, page) };
      },
    }),
  ];
}

/** What a pre-signed URL is for. It is the only key: there is no other. */
function submitRoutes(path: string, deps: FeedbackDependencies): Route[] {
  const feedback = createFeedbackService(deps);
  const responses = { 200: { description: 'It is kept', schema: Taken }, 404: notFound };
  const params = TokenPath;
  return [
    route({
      surface,
      method: 'POST',
      path,
      summary: 'Say something of the run that this URL is for',
      auth: 'none',
      cors: true,
      params,
      body: FeedbackSubmission,
      responses,
      handler: async ({ params: { token_id: token }, body }) => ({
        status: 200,
        body: await feedback.submit(token, body),
        headers: FRESH,
      }),
    }),
    route({
      surface,
      method: 'GET',
      path,
      summary: 'Say something of the run by query parameters: asking for the URL already says it',
      auth: 'none',
      cors: true,
      unsafeGet: true,
      params,
      query: FeedbackQuery,
      responses,
      handler: async ({ params: { token_id: token }, query }) => ({
        status: 200,
        body: await feedback.submit(token, query),
        headers: FRESH,
      }),
    }),
  ];
}

function storedRoutes(base: string, deps: FeedbackDependencies): Route[] {
  const feedback = createFeedbackService(deps);
  const path = `${base}/{feedback_id}`;
  const params = FeedbackPath;
  return [
    route({
      surface,
      method: 'GET',
      path: base,
      summary: 'What was said of runs, newest first',
      auth,
      query: FeedbackListQuery,
      responses: { 200: { description: 'Feedback', schema: z.array(Feedback) } },
      handler: async ({ caller, query }) => ({
        status: 200,
        body: await feedback.list(caller.workspaceId, query),
      }),
    }),
    route({
      surface,
      method: 'POST',
      path: base,
      summary: 'Say something of a run',
      auth,
      body: FeedbackCreate,
      responses: { 200: { description: 'It is kept', schema: Feedback }, 404: notFound, 409: conflict },
      handler: async ({ caller, body }) => ({
        status: 200,
        body: await feedback.create(caller.workspaceId, body),
      }),
    }),
    route({
      surface,
      method: 'GET',
      path,
      summary: 'One thing that was said of a run',
      auth,
      params,
      responses: { 200: { description: 'Feedback', schema: Feedback }, 404: notFound },
      handler: async ({ caller, params: { feedback_id: id } }) => ({
        status: 200,
        body: await feedback.get(caller.workspaceId, id),
      }),
    }),
    route({
      surface,
      method: 'PATCH',
      path,
      summary: 'Change what was said of a run; what is not named stays',
      auth,
      params,
      body: FeedbackChange,
      responses: { 200: { description: 'As it is now', schema: Feedback }, 404: notFound },
      handler: async ({ caller, params: { feedback_id: id }, body }) => ({
        status: 200,
        body: await feedback.update(caller.workspaceId, id, body),
      }),
    }),
    route({
      surface,
      method: 'DELETE',
      path,
      summary: 'Delete what was said of a run',
      auth,
      params,
      responses: { 204: { description: 'It is gone' }, 404: notFound },
      handler: async ({ caller, params: { feedback_id: id } }) => {
        await feedback.remove(caller.workspaceId, id);
        return { status: 204 };
      },
    }),
  ];
}

function callerContext({
  caller,
  origin,
}: Pick<RouteRequest<unknown, unknown, unknown>, 'caller' | 'origin'>): CallerContext {
  return { workspaceId: caller.workspaceId, origin };
}
