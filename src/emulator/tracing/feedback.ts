import { isoTime } from '../ports/clock.ts';
import * as z from 'zod';
import type { Clock } from '../../clients/clock.ts';
import { DetailError } from '../../contract/error-bodies.ts';
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
} from '../../contract/tracing.ts';
import type { FeedbackRow, Repositories, Store } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { routesOf, type Route, type RouteRequest } from '../server/route.ts';
import { StoreError } from '../ports/store-errors.ts';
import { existing, toFeedbackRow } from './feedback-records.ts';
import {
  type CallerContext,
  createTokenService,
  type FeedbackDependencies,
  findValidToken,
  type TracedRun,
} from './feedback-tokens.ts';

const api = routesOf('tracing', 'workspace');
const TokenPath = z.object({ token_id: z.guid().toLowerCase() });
const FeedbackPath = z.object({ feedback_id: z.guid().toLowerCase() });
const Taken = z.object({ id: z.string(), key: z.string() });
const notFound = { description: 'Not found', schema: DetailError };
const conflict = { description: 'Feedback with this ID exists', schema: DetailError };

/** Headers that keep responses out of caches. */
const FRESH = { 'cache-control': 'no-store' };

/** Creates the routes of feedback on runs, with and without the prefix `/api/v1`, because clients use both variants. */
export function feedbackRoutes(dependencies: FeedbackDependencies): Route[] {
  return ['/api/v1/feedback', '/feedback'].flatMap((base) => [
    ...tokenRoutes(`${base}/tokens`, dependencies),
    ...submitRoutes(`${base}/tokens/{token_id}`, dependencies),
    ...storedRoutes(base, dependencies),
  ]);
}

function tokenRoutes(path: string, dependencies: FeedbackDependencies): Route[] {
  const tokens = createTokenService(dependencies);
  return [
    api.post(path, {
      summary: 'Create pre-signed feedback URLs for runs: one URL, or a list of URLs',
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
        const created = await tokens.create(callerContext(request), Array.isArray(body) ? body : [body]);
        return { status: 200, body: Array.isArray(body) ? created : created[0] };
      },
    }),
    api.get(path, {
      summary: 'List the feedback URLs of a run that have not expired, oldest first',
      query: FeedbackTokenQuery,
      responses: { 200: { description: 'The URLs', schema: z.array(FeedbackToken) }, 404: notFound },
      handler: async (request) => {
        const { run_id: runId, ...page } = request.query;
        return { status: 200, body: await tokens.list(callerContext(request), runId, page) };
      },
    }),
  ];
}

/** Creates the routes that submit feedback with a presigned URL. The URL is the only credential. */
function submitRoutes(path: string, dependencies: FeedbackDependencies): Route[] {
  const feedback = createFeedbackService(dependencies);
  const responses = { 200: { description: 'It is kept', schema: Taken }, 404: notFound };
  const params = TokenPath;
  return [
    api.post(path, {
      auth: 'none',
      summary: 'Submit feedback on the run of this URL',
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
    api.get(path, {
      auth: 'none',
      summary: 'Submit feedback by query parameters; a GET of the URL is sufficient',
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

function storedRoutes(base: string, dependencies: FeedbackDependencies): Route[] {
  const feedback = createFeedbackService(dependencies);
  const path = `${base}/{feedback_id}`;
  const params = FeedbackPath;
  return [
    api.get(base, {
      summary: 'List feedback on runs, newest first',
      query: FeedbackListQuery,
      responses: { 200: { description: 'Feedback', schema: z.array(Feedback) } },
      handler: async ({ caller, query }) => ({
        status: 200,
        body: await feedback.list(caller.workspaceId, query),
      }),
    }),
    api.post(base, {
      summary: 'Create feedback on a run',
      body: FeedbackCreate,
      responses: { 200: { description: 'It is kept', schema: Feedback }, 404: notFound, 409: conflict },
      handler: async ({ caller, body }) => ({
        status: 200,
        body: await feedback.create(caller.workspaceId, body),
      }),
    }),
    api.get(path, {
      summary: 'Read one item of feedback',
      params,
      responses: { 200: { description: 'Feedback', schema: Feedback }, 404: notFound },
      handler: async ({ caller, params: { feedback_id: id } }) => ({
        status: 200,
        body: await feedback.get(caller.workspaceId, id),
      }),
    }),
    api.patch(path, {
      summary: 'Change feedback; omitted fields stay unchanged',
      params,
      body: FeedbackChange,
      responses: { 200: { description: 'The feedback after the change', schema: Feedback }, 404: notFound },
      handler: async ({ caller, params: { feedback_id: id }, body }) => ({
        status: 200,
        body: await feedback.update(caller.workspaceId, id, body),
      }),
    }),
    api.delete(path, {
      summary: 'Delete feedback',
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

interface FeedbackContext {
  store: Store;
  clock: Clock;
  newId: () => string;
}

/** Reads and changes feedback on runs. All methods of `FeedbackService` throw HttpError. */
interface FeedbackService {
  /**
   * Submits feedback with the token of a presigned URL. Each call creates separate feedback.
   * @throws HttpError 404 if the token is unknown or expired.
   */
  submit(token: string, submission: FeedbackSubmission): Promise<{ id: string; key: string }>;
  /** Creates feedback with an API key. @throws HttpError 404 for a run of another workspace; 409 for an ID in use. */
  create(workspaceId: string, body: FeedbackCreate): Promise<Feedback>;
  /** @throws HttpError 404 if the feedback does not exist. */
  get(workspaceId: string, id: string): Promise<Feedback>;
  list(workspaceId: string, query: FeedbackListQuery): Promise<Feedback[]>;
  /** Changes the fields that `change` contains. @throws HttpError 404 if the feedback does not exist. */
  update(workspaceId: string, id: string, change: FeedbackChange): Promise<Feedback>;
  /** @throws HttpError 404 if the feedback does not exist. */
  remove(workspaceId: string, id: string): Promise<void>;
}

function createFeedbackService({ store, clock, newId }: FeedbackContext): FeedbackService {
  const rowOf = async (
    tx: Repositories,
    run: Pick<TracedRun, 'id' | 'deployment'>,
    key: string,
    values: FeedbackSubmission,
  ): Promise<FeedbackRow> => {
    const { projectId, workspaceId } = run.deployment;
    const now = clock.now();
    return {
      id: newId(),
      workspaceId,
      projectId: await existing(tx, workspaceId, projectId),
      runId: run.id,
      // Each run of an agent is the root of its own trace.
      traceId: run.id,
      comparativeExperimentId: null,
      groupId: null,
      key,
      score: values.score ?? null,
      value: values.value ?? null,
      comment: values.comment ?? null,
      correction: values.correction ?? null,
      metadata: values.metadata ?? null,
      sourceType: 'api',
      createdAt: now,
      modifiedAt: now,
    };
  };

  const find = async (workspaceId: string, id: string) => {
    const row = await store.feedbacks.get(workspaceId, id);
    return row === undefined ? throwNotFound(id) : toFeedback(row);
  };

  return {
    submit: (token, submission) =>
      store.transaction(async (tx) => {
        const open = await findValidToken(tx, token, clock.now());
        const deployment = open && (await tx.deployments.findById(open.deploymentId));
        // The response is the same for unknown and expired tokens and deleted runs, so it reveals nothing.
        if (open === undefined || deployment === undefined) {
          throw new HttpError(404, 'This feedback URL is unknown, has expired, or belongs to a deleted run.');
        }
        const row = await rowOf(tx, { id: open.runId, deployment }, open.key, submission);
        await tx.feedbacks.insert(row);
        return { id: row.id, key: row.key };
      }),
    async create(workspaceId, body) {
      const kept = store.transaction(async (tx) => {
        const caller = { workspaceId, mayPrecede: false };
        const row = await toFeedbackRow(tx, { clock, newId }, caller, body);
        await tx.feedbacks.insert(row);
        return toFeedback(row);
      });
      return kept.catch((cause: unknown) => {
        if (!(cause instanceof StoreError) || cause.code !== 'conflict') throw cause;
        throw new HttpError(409, 'Feedback with this ID already exists. Omit the ID, or use another.', {
          cause,
        });
      });
    },
    get: find,
    async list(workspaceId, query) {
      const { limit, offset, run, session, key, source, comparative_experiment_id: comparison } = query;
      const rows = await store.feedbacks.list(workspaceId, {
        limit,
        offset,
        ...(run === undefined ? {} : { runIds: run }),
        ...(session === undefined ? {} : { projectIds: session }),
        ...(key === undefined ? {} : { keys: key }),
        ...(source === undefined ? {} : { sourceTypes: source }),
        ...(comparison === undefined ? {} : { comparativeExperimentId: comparison }),
      });
      return rows.map(toFeedback);
    },
    async update(workspaceId, id, change) {
      // Null in a request means that the field is not set.
      const values = Object.fromEntries(
        Object.entries(change).filter(([, value]) => value !== null && value !== undefined),
      );
      const modifiedAt = clock.now();
      if (!(await store.feedbacks.update(workspaceId, id, { ...values, modifiedAt })))
        return throwNotFound(id);
      return find(workspaceId, id);
    },
    async remove(workspaceId, id) {
      if (!(await store.feedbacks.remove(workspaceId, id))) throwNotFound(id);
    },
  };
}

function throwNotFound(id: string): never {
  throw new HttpError(404, `Feedback with ID ${id} not found`);
}

function toFeedback(row: FeedbackRow): Feedback {
  return {
    id: row.id,
    created_at: isoTime(row.createdAt),
    modified_at: isoTime(row.modifiedAt),
    run_id: row.runId,
    trace_id: row.traceId,
    session_id: row.projectId,
    comparative_experiment_id: row.comparativeExperimentId,
    feedback_group_id: row.groupId,
    key: row.key,
    // The score was validated before it was stored.
    score: row.score as Feedback['score'],
    value: row.value as Feedback['value'],
    comment: row.comment,
    correction: row.correction as Feedback['correction'],
    metadata: row.metadata,
    feedback_source: { type: row.sourceType, metadata: row.metadata ?? {} },
  };
}
