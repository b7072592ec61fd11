import { isJsonObject } from '../../../contract/json-safety.ts';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { beginTurn } from '../../../clients/pacer.ts';
import { isSameJson, stringifyExactJson } from '../../../contract/exact-json.ts';
import {
  Run,
  RunBatch,
  RunCancelQuery,
  RunCreate,
  RunJoinQuery,
  RunListQuery,
  RunsCancel,
} from '../../../contract/run.ts';
import type { RunRow, Store } from '../../ports/store.ts';
import { isClientGone, onAbort, whenAborted } from '../../server/client-connection.ts';
import { streamJsonArray } from '../../server/respond.ts';
import type { Route, RouteRequest, RouteResponse } from '../../server/route.ts';
import { batchBySize, mapBatches } from '../batch-by-size.ts';
import { type AccessRequest, authorizeThread } from '../access/authorize.ts';
import type { AccessRecheck } from '../access/lasting-access.ts';
import { authorizeCancel, authorizeOneRun } from '../access/authorize-run.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import type { RunWatch } from '../run-results.ts';
import type { RunResult } from '../run-outcome.ts';
import { toBody } from '../run-job.ts';
import { type RunKey, toRun, toRunRequest } from '../run-row.ts';
import type { Cancellation } from '../run-cancellation.ts';
import type { RunService } from '../run-service.ts';
import { findThreadHead } from '../threads.ts';
import { agentRoutes, errorResponses, selectFields, RunPath, ThreadPath } from './responses.ts';

/**
 * Interval in milliseconds between the newlines that are sent until the result is known, so proxies do not close the
 * connection during a long run. JSON allows leading white space, so a response that begins with newlines is valid.
 */
const KEEP_ALIVE_MS = 5_000;

/** Number of runs whose metadata is compared at a time. */
const LIST_PAGE = 1_000;

const RunResultBody = z
  .unknown()
  .describe('The values of the thread, of any shape; or `__error__` with error and message');

/** Creates the routes that create, read, join and stop runs. A run is stored before its creation is confirmed. */
export function runRoutes(dependencies: AgentServerDependencies, runs: RunService): Route[] {
  return [
    ...createRunRoutes(dependencies, runs),
    ...readRunRoutes(dependencies, runs),
    ...stopRunRoutes(dependencies, runs),
  ];
}

type RunCreateRequest = Pick<
  RouteRequest<unknown, unknown, RunCreate>,
  'deploymentId' | 'headers' | 'agentCaller' | 'body' | 'signal'
>;

function createRunRoutes(dependencies: AgentServerDependencies, runs: RunService): Route[] {
  const createRun = async (request: RunCreateRequest, threadId?: string): Promise<RouteResponse> => {
    const run = await runs.create(toRunRequest(request, request.body, { threadId }));
    return { status: 200, body: await toCreatedBody(dependencies, run), headers: locationHeader(run) };
  };
  const createAndWait = async (request: RunCreateRequest, threadId?: string): Promise<RouteResponse> => {
    const { body, signal } = request;
    const runId = dependencies.newId();
    // The watch starts before the run exists, because the run might end immediately.
    const watch = dependencies.executor.watch(runId);
    try {
      const { run, access } = await runs.createForReader(toRunRequest(request, body, { threadId, runId }));
      return respondWhenEnded(watch, {
        signal,
        access,
        headers: waitHeaders(run),
        onClientGone: body.on_disconnect === 'cancel' ? () => interruptAbandoned(runs, run) : undefined,
        feedback: await feedbackOf(dependencies, run),
      });
    } catch (failure) {
      watch.stop();
      throw failure;
    }
  };
  return [
    agentRoutes.post('/threads/{thread_id}/runs', {
      summary: 'Start a run and respond immediately',
      params: ThreadPath,
      body: RunCreate,
      responses: {
        200: { description: 'The run, pending', schema: Run },
        ...errorResponses(400, 404, 409, 503),
      },
      handler: (request) => createRun(request, request.params.thread_id),
    }),
    agentRoutes.post('/threads/{thread_id}/runs/wait', {
      summary: "Start a run and respond with the thread's values when it ends",
      params: ThreadPath,
      body: RunCreate,
      responses: {
        200: { description: 'How it ended', schema: RunResultBody },
        ...errorResponses(400, 404, 409, 503),
      },
      handler: (request) => createAndWait(request, request.params.thread_id),
    }),
    agentRoutes.post('/runs', {
      summary: 'Start a run on a temporary thread, and respond immediately',
      body: RunCreate,
      responses: { 200: { description: 'The run, pending', schema: Run }, ...errorResponses(400, 404, 503) },
      handler: (request) => createRun(request),
    }),
    agentRoutes.post('/runs/wait', {
      summary: 'Start a run on a temporary thread, and respond when it ends',
      body: RunCreate,
      responses: {
        200: { description: 'How it ended', schema: RunResultBody },
        ...errorResponses(400, 404, 503),
      },
      handler: (request) => createAndWait(request),
    }),
    agentRoutes.post('/runs/batch', {
      summary: 'Start several runs on temporary threads: either all or none',
      body: RunBatch,
      responses: {
        200: { description: 'The runs, in the order of the request', schema: z.array(Run) },
        ...errorResponses(400, 404, 503),
      },
      async handler(request) {
        const created = await runs.createBatch(request.body.map((body) => toRunRequest(request, body)));
        return {
          status: 200,
          body: await Promise.all(created.map((run) => toCreatedBody(dependencies, run))),
        };
      },
    }),
  ];
}

function readRunRoutes({ store }: AgentServerDependencies, runs: RunService): Route[] {
  return [
    agentRoutes.get('/threads/{thread_id}/runs', {
      summary: 'List the runs of a thread, newest first',
      params: ThreadPath,
      query: RunListQuery,
      responses: {
        200: {
          description: 'Runs with all their fields, or with the fields in `select`',
          schema: z.array(Run.partial()),
        },
        ...errorResponses(404),
      },
      async handler(request) {
        const { deploymentId, params, query, signal } = request;
        const asked = { threadId: params.thread_id, action: 'search', value: { metadata: {} } } as const;
        await authorizeThread(store, request, asked);
        await findThreadHead(store, deploymentId, params.thread_id);
        const batches = listRuns(store, deploymentId, params.thread_id, query);
        const pages = mapBatches(batches, (run) => selectFields(toRun(run), query.select));
        return streamJsonArray({ pages, signal });
      },
    }),
    agentRoutes.get('/threads/{thread_id}/runs/{run_id}', {
      summary: 'A run',
      params: RunPath,
      responses: { 200: { description: 'The run', schema: Run }, ...errorResponses(404) },
      async handler(request) {
        return { status: 200, body: toRun(await runs.find(await keyOf(store, request, 'read'))) };
      },
    }),
    agentRoutes.get('/threads/{thread_id}/runs/{run_id}/join', {
      summary: "Wait for the end of a run, and respond with the thread's values",
      unsafeGet: true,
      params: RunPath,
      query: RunJoinQuery,
      responses: { 200: { description: 'How it ended', schema: RunResultBody }, ...errorResponses(404, 503) },
      async handler(request) {
        const { query, signal } = request;
        const key = toRunKey(request.deploymentId, request.params);
        const accessTo = await authorizeOneRun(store, request, request.params, 'read');
        const { kwargs } = await runs.find(key);
        const access = accessTo({ outlivesThread: kwargs['stateless'] === true });
        const watch = await runs.watch(key);
        const onClientGone = query.cancel_on_disconnect ? () => interruptAbandoned(runs, key) : undefined;
        return respondWhenEnded(watch, { signal, access, headers: waitHeaders(key), onClientGone });
      },
    }),
  ];
}

function stopRunRoutes({ store }: AgentServerDependencies, runs: RunService): Route[] {
  return [
    agentRoutes.delete('/threads/{thread_id}/runs/{run_id}', {
      summary: 'Delete a run; an unfinished run is stopped and undone',
      params: RunPath,
      responses: { 204: { description: 'Gone' }, ...errorResponses(404, 503) },
      async handler(request) {
        return whenStopped(await runs.remove(await keyOf(store, request, 'delete')));
      },
    }),
    agentRoutes.post('/threads/{thread_id}/runs/{run_id}/cancel', {
      summary: 'Cancel a run, or undo it with action=rollback. Returns 404 if the run has ended.',
      params: RunPath,
      query: RunCancelQuery,
      responses: {
        200: { description: 'It has stopped', schema: z.object({}) },
        202: { description: 'The run is being stopped' },
        ...errorResponses(404, 503),
      },
      async handler(request) {
        const { deploymentId, params, query } = request;
        const which = { thread_id: params.thread_id, run_ids: [params.run_id] };
        await authorizeCancel(store, request, which, query.action);
        const key = toRunKey(deploymentId, params);
        const { stopped } = await runs.cancel(key, query.action);
        if (!query.wait) return { status: 202 };
        await stopped;
        return { status: 200, body: {}, headers: waitHeaders(key) };
      },
    }),
    agentRoutes.post('/runs/cancel', {
      summary: 'Cancel several runs: the listed runs of a thread, or all with a status',
      query: RunCancelQuery,
      body: RunsCancel,
      responses: {
        204: { description: 'The runs are being stopped, or have stopped' },
        ...errorResponses(404, 503),
      },
      async handler(request) {
        const { deploymentId, query, body } = request;
        const filter = await authorizeCancel(store, request, body, query.action);
        const cancellation = await runs.cancelBatch(deploymentId, body, query.action, filter);
        return query.wait ? whenStopped(cancellation) : { status: 204 };
      },
    }),
  ];
}

/** Interrupts the run of a disconnected client. Never rejects, even if the run has already ended. */
export const interruptAbandoned = async (runs: RunService, key: RunKey): Promise<void> =>
  void (await runs.cancel(key, 'interrupt').catch(() => undefined));

/** Returns the run's key if the caller may perform the action on the run. */
async function keyOf(
  store: Store,
  request: AccessRequest & { params: z.infer<typeof RunPath> },
  action: 'read' | 'delete',
): Promise<RunKey> {
  await authorizeOneRun(store, request, request.params, action);
  return toRunKey(request.deploymentId, request.params);
}

const toRunKey = (deploymentId: string, params: z.infer<typeof RunPath>): RunKey => ({
  deploymentId,
  threadId: params.thread_id,
  id: params.run_id,
});

/** Official clients read a new run's IDs from the header `content-location`. */
const locationHeader = (run: RunKey) => ({
  'content-location': `/threads/${run.threadId}/runs/${run.id}`,
});

/** Official clients continue to wait at `location` if their connection breaks. */
const waitHeaders = (run: RunKey) => ({
  ...locationHeader(run),
  location: `/threads/${run.threadId}/runs/${run.id}/join`,
});

/** Returns a created run with its requested feedback URLs (docs/api/threads-and-runs.md#feedback-keys). */
async function toCreatedBody(dependencies: AgentServerDependencies, run: RunRow): Promise<Run> {
  const feedback = await feedbackOf(dependencies, run);
  return feedback ? { ...toRun(run), feedback } : toRun(run);
}

async function feedbackOf(
  dependencies: AgentServerDependencies,
  run: RunRow,
): Promise<Record<string, string> | undefined> {
  const { feedback_keys: keys } = toBody(run);
  return keys && dependencies.feedback ? dependencies.feedback(run.id, keys) : undefined;
}

async function whenStopped({ stopped }: Cancellation): Promise<{ status: number }> {
  await stopped;
  return { status: 204 };
}

/**
 * Responds when the run ends. Stops waiting for the run when the server closes or the client disconnects, even before
 * the response begins. If the client disconnects, calls `onClientGone`, which must never reject.
 */
function respondWhenEnded(
  watch: RunWatch,
  options: {
    signal: AbortSignal;
    /** Access check that runs before the values are sent, or `undefined` if the caller's access cannot be revoked. */
    access: AccessRecheck | undefined;
    headers: Record<string, string>;
    onClientGone: (() => Promise<void>) | undefined;
    /** Feedback URLs to add to the values (docs/api/threads-and-runs.md#feedback-keys). */
    feedback?: Record<string, string> | undefined;
  },
): RouteResponse {
  const { signal, onClientGone } = options;
  let begun = false;
  const giveUp = async () => {
    watch.stop();
    if (isClientGone(signal)) await onClientGone?.();
  };
  // The server does not call `stream` if the client disconnects before the response begins.
  onAbort(signal, () => void (begun || giveUp()));
  return {
    async stream(response: ServerResponse) {
      begun = true;
      response.writeHead(200, { ...options.headers, 'content-type': 'application/json' });
      response.flushHeaders();
      const keepAlive = setInterval(() => response.write('\n'), KEEP_ALIVE_MS);
      try {
        const ended = await Promise.race([watch.result, whenAborted(signal)]);
        const isAllowed = ended === undefined || (await (options.access?.isAllowed() ?? true));
        const result: RunResult | undefined = isAllowed ? ended : ACCESS_LOST;
        if (result) {
          beginTurn();
          response.end(stringifyExactJson(withField(toResultBody(result), 'feedback', options.feedback)));
        } else {
          response.destroy();
          await giveUp();
        }
      } finally {
        clearInterval(keepAlive);
        watch.stop();
      }
    },
  };
}

/** Result for a caller who waited for a run and is no longer allowed to see the run's thread. */
const ACCESS_LOST: RunResult = {
  kind: 'failed',
  error: 'AccessLostError',
  message: 'this caller can no longer read the thread of the run',
};

/** Returns the thread's values with the interrupts, or `__error__` for a failed run, always with HTTP status 200. */
function toResultBody(result: RunResult): unknown {
  switch (result.kind) {
    case 'values':
      return withField(result.values ?? {}, '__interrupt__', result.interrupts);
    case 'failed':
      return { __error__: { error: result.error, message: result.message } };
    case 'deleted':
      return { __error__: { error: 'RunDeletedError', message: 'the run was deleted before it ended' } };
  }
}

/** Adds a field to the values, unless the values are not an object or already have the field. */
function withField(body: unknown, name: string, value: unknown): unknown {
  if (value === undefined || !isJsonObject(body) || Object.hasOwn(body, name)) return body;
  return { ...body, [name]: value };
}

/** Yields a thread's runs in batches of limited size, because the bodies of runs can be large. */
async function* listRuns(
  store: Store,
  deploymentId: string,
  threadId: string,
  query: RunListQuery,
): AsyncGenerator<RunRow[], void> {
  const { limit, offset: first, metadata } = query;
  const filter = query.status === undefined ? {} : { status: query.status };
  const conditions = Object.entries(metadata ?? {});
  const chosen: { id: string; bytes: number }[] = [];
  let skip = metadata ? first : 0;
  for (let offset = metadata ? 0 : first; chosen.length < limit; offset += LIST_PAGE) {
    const page = await store.runs.listDetails(deploymentId, threadId, {
      ...filter,
      limit: LIST_PAGE,
      offset,
    });
    const matching = page.filter((run) =>
      conditions.every(([key, value]) => isSameJson(run.metadata[key], value)),
    );
    chosen.push(...matching.slice(skip, skip + limit - chosen.length));
    skip = Math.max(skip - matching.length, 0);
    if (page.length < LIST_PAGE) break;
    await setImmediate();
  }
  for (const batch of batchBySize(chosen)) {
    const ids = batch.map(({ id }) => id);
    yield await store.runs.list(deploymentId, threadId, { ids, limit: ids.length, offset: 0 });
    await setImmediate();
  }
}
