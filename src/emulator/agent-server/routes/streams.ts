import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { clearTimeout, setTimeout } from 'node:timers';
import { RunCreate, RunStreamQuery, ThreadStreamQuery } from '../../../contract/run.ts';
import { isClientGone, onAbort } from '../../server/client-connection.ts';
import { invalidField } from '../../server/http-error.ts';
import type { Route, RouteRequest, RouteResponse } from '../../server/route.ts';
import { findThreadHead, threadNotFound } from '../threads.ts';
import { authorize } from '../access/authorize.ts';
import { createAccessRecheck, type AccessRecheck, whileAllowed } from '../access/lasting-access.ts';
import { authorizeOneRun } from '../access/authorize-run.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { toRunRequest } from '../run-row.ts';
import type { RunService } from '../run-service.ts';
import { eventFilter, HEARTBEAT, type StreamedRun } from '../streams/frames.ts';
import {
  findStreamedRun,
  subscribeToRun,
  subscribeToThread,
  toStreamedRun,
  type ThreadSubscription,
  wakePeriodically,
} from '../streams/stream-reader.ts';
import { agentRoutes, errorResponses, RunPath, ThreadPath } from './responses.ts';
import { interruptAbandoned } from './runs.ts';

/**
 * Maximum time in milliseconds that the head of a response waits for the first event. A head that is sent together with
 * the first event costs the server one write less, and the client one read less.
 */
const HEAD_DELAY_MS = 5;

const EVENTS = { description: 'The events of the run', type: 'text/event-stream' } as const;

type HandlerRequest = Pick<
  RouteRequest<unknown, unknown, unknown>,
  'deploymentId' | 'signal' | 'headers' | 'agentCaller'
>;

/** Request of a client that reads a run's events. */
interface ReaderRequest {
  runId: string;
  /** True if the request creates the run. */
  isNew?: boolean;
  /**
   * Finds or creates the run. `access` is the reader's access check, or `undefined` if nothing can revoke the access.
   */
  open: () => Promise<{ run: StreamedRun; access: AccessRecheck | undefined }>;
  /**
   * Returns the ID of the last event that the reader has received, or `now` if the reader receives only later events.
   */
  after: (run: StreamedRun) => number | 'now';
  modes?: ReadonlySet<string>;
  cancelOnDisconnect: boolean;
}

/** Creates the routes that send runs as server-sent events (docs/api/threads-and-runs.md#stream-events). */
export function streamRoutes(dependencies: AgentServerDependencies, runs: RunService): Route[] {
  const streamRun = createRunStreamer(dependencies, runs);
  return [
    ...newRunStreamRoutes(dependencies, runs, streamRun),
    joinRunRoute(dependencies, streamRun),
    threadStreamRoute(dependencies),
  ];
}

type StreamRun = (request: Pick<HandlerRequest, 'signal'>, reader: ReaderRequest) => Promise<RouteResponse>;

function createRunStreamer(dependencies: AgentServerDependencies, runs: RunService): StreamRun {
  return async ({ signal }, reader) => {
    // The reader subscribes before the run is found or created, because the reader would miss events otherwise.
    const subscription = subscribeToRun(dependencies, reader.runId, { isNew: reader.isNew === true });
    const stop = wakePeriodically(dependencies, signal, subscription);
    try {
      const { run, access } = await reader.open();
      const after = reader.after(run);
      // The position is determined before the response begins, so a client that receives the response misses no later
      // event.
      const position = reader.isNew === true ? -1 : await subscription.position();
      const path = `/threads/${run.threadId}/runs/${run.id}`;
      const text = subscription.read(run, {
        after: after === 'now' ? position : after,
        joined: after === 'now',
        ...(reader.modes && { matches: eventFilter(reader.modes) }),
        endsWithRun: true,
        isNew: reader.isNew === true,
      });
      return respondWithEvents({
        text: whileAllowed(text, access),
        headers: { location: `${path}/stream`, 'content-location': path },
        signal,
        async done(clientGone) {
          stop();
          if (clientGone && reader.cancelOnDisconnect) await interruptAbandoned(runs, run);
        },
      });
    } catch (failure) {
      stop();
      throw failure;
    }
  };
}

function newRunStreamRoutes(
  { newId }: AgentServerDependencies,
  runs: RunService,
  streamRun: StreamRun,
): Route[] {
  const create = (request: HandlerRequest & { body: RunCreate }, threadId?: string) => {
    const runId = newId();
    const { body } = request;
    const created = toRunRequest(request, body, { threadId, runId, isStreamed: true });
    return streamRun(request, {
      runId,
      isNew: true,
      async open() {
        const { run, access } = await runs.createForReader(created);
        return { run: toStreamedRun(run), access };
      },
      after: () => -1,
      cancelOnDisconnect: body.on_disconnect === 'cancel',
    });
  };
  return [
    agentRoutes.post('/threads/{thread_id}/runs/stream', {
      summary: 'Start a run and stream its events',
      params: ThreadPath,
      body: RunCreate,
      responses: { 200: EVENTS, ...errorResponses(400, 404, 409, 503) },
      handler: (request) => create(request, request.params.thread_id),
    }),
    agentRoutes.post('/runs/stream', {
      summary: 'Start a run on a temporary thread, and stream its events',
      body: RunCreate,
      responses: { 200: EVENTS, ...errorResponses(400, 404, 503) },
      handler: (request) => create(request),
    }),
  ];
}

function joinRunRoute({ store }: AgentServerDependencies, streamRun: StreamRun): Route {
  return agentRoutes.get('/threads/{thread_id}/runs/{run_id}/stream', {
    summary: 'Stream the events of a run: after Last-Event-ID if the run is resumable, otherwise from now on',
    unsafeGet: true,
    params: RunPath,
    query: RunStreamQuery,
    responses: { 200: EVENTS, ...errorResponses(404, 503) },
    async handler(request) {
      const { params, query, deploymentId, headers } = request;
      const accessTo = await authorizeOneRun(store, request, params, 'read');
      const after = lastEventId(headers['last-event-id']);
      const key = { deploymentId, threadId: params.thread_id, id: params.run_id };
      return streamRun(request, {
        runId: key.id,
        async open() {
          const run = await findStreamedRun(store, key);
          return { run, access: accessTo({ outlivesThread: run.isTemporary === true }) };
        },
        after: (run) => (run.resumable ? after : 'now'),
        ...(query.stream_mode && { modes: new Set<string>(query.stream_mode) }),
        cancelOnDisconnect: query.cancel_on_disconnect,
      });
    },
  });
}

function threadStreamRoute(dependencies: AgentServerDependencies): Route {
  const { store } = dependencies;
  return agentRoutes.get('/threads/{thread_id}/stream', {
    summary: 'Stream the events of all runs of a thread from now on, without an end',
    unsafeGet: true,
    params: ThreadPath,
    query: ThreadStreamQuery,
    responses: { 200: EVENTS, ...errorResponses(404, 503) },
    async handler(request) {
      const { params, query, deploymentId, headers, signal } = request;
      if (headers['last-event-id'] !== undefined) {
        throw invalidField(
          ['header', 'last-event-id'],
          'the stream of a thread begins now and has no event ids; for earlier events, read the stream of a resumable run',
          'not_supported',
        );
      }
      const asked = { thread_id: params.thread_id };
      const { filter } = await authorize(request.agentCaller, 'threads', 'read', asked);
      const thread = await findThreadHead(store, deploymentId, params.thread_id);
      if (filter?.(thread.metadata) === false) throw threadNotFound(params.thread_id);
      const key = { deploymentId, threadId: thread.id, createdAt: thread.createdAt };
      const access = createAccessRecheck(store, key, { filter });
      const subscription = subscribeToThread(
        dependencies,
        { deploymentId, id: thread.id, access },
        query.stream_modes && new Set(query.stream_modes),
      );
      const path = `/threads/${params.thread_id}`;
      return respondWithThread(dependencies, subscription, {
        signal,
        headers: { location: `${path}/stream`, 'content-location': path },
      });
    },
  });
}

/**
 * Returns the ID of the last event that a reader has received, or -1 if the reader has received no event. @throws
 * HttpError 422 if the header is not an event ID.
 */
function lastEventId(header: string | string[] | undefined): number {
  if (header === undefined || header === '') return -1;
  if (typeof header === 'string' && /^(-1|\d{1,15})$/.test(header)) return Number(header);
  throw invalidField(
    ['header', 'last-event-id'],
    'expected the id of an event of this stream, or -1 for all events',
  );
}

interface EventStreamOptions {
  /** Events as text. An empty string is a heartbeat. */
  text: AsyncGenerator<string>;
  headers: Record<string, string>;
  /** Signal that is aborted when the client disconnects or the server closes. */
  signal: AbortSignal;
  /**
   * Callback that is called once when the stream ends. `clientGone` is true if the client disconnected before the end.
   */
  done: (clientGone: boolean) => Promise<void>;
}

/**
 * Sends the events of a subscription to a thread, and stops the subscription at the end. The reader misses no event
 * that is stored after the call.
 */
export async function respondWithThread(
  dependencies: Pick<AgentServerDependencies, 'heartbeatMs'>,
  subscription: ThreadSubscription,
  { signal, headers }: Pick<EventStreamOptions, 'signal' | 'headers'>,
): Promise<RouteResponse> {
  const stop = wakePeriodically(dependencies, signal, subscription);
  try {
    await subscription.ready;
  } catch (failure) {
    stop();
    throw failure;
  }
  return respondWithEvents({
    text: subscription.text,
    headers,
    signal,
    done: () => Promise.resolve(stop()),
  });
}

/**
 * Responds with server-sent events at the client's speed. An interrupted stream is destroyed instead of ended, so the
 * client notices the interruption.
 */
function respondWithEvents({ text, headers, signal, done }: EventStreamOptions): RouteResponse {
  let begun = false;
  // The server does not call `stream` if the client disconnects before the response begins.
  onAbort(signal, () => void (begun || done(isClientGone(signal))));
  return {
    async stream(response: ServerResponse) {
      begun = true;
      let whole = false;
      try {
        response.writeHead(200, {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          // Tells proxies not to buffer the response.
          'x-accel-buffering': 'no',
          ...headers,
        });
        whole = await writeAll(text, response, signal);
        if (whole) response.end();
      } finally {
        if (!whole) response.destroy();
        await done(isClientGone(signal));
      }
    },
  };
}

async function writeAll(
  text: AsyncGenerator<string>,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<boolean> {
  const head = setTimeout(() => response.flushHeaders(), HEAD_DELAY_MS);
  try {
    for await (const part of text) {
      if (signal.aborted) return false;
      clearTimeout(head);
      if (response.write(part === '' ? HEARTBEAT : part)) continue;
      try {
        await once(response, 'drain', { signal });
      } catch (error) {
        if (signal.aborted || response.destroyed) return false;
        throw error;
      }
    }
  } finally {
    clearTimeout(head);
  }
  return !signal.aborted;
}
