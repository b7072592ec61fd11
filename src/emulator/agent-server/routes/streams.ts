import { RunCreate, RunStreamQuery, ThreadStreamQuery } from '../../../contract/run.ts';
import { invalidField } from '../../server/http-error.ts';
import { type Route, type RouteRequest, route } from '../../server/route.ts';
import { findThread } from '../access.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { configurableFromHeaders } from '../request-headers.ts';
import type { RunService } from '../run-service.ts';
import { respondWithEvents } from '../streams/event-stream.ts';
import { subscribeToRun, wakePeriodically } from '../streams/follow.ts';
import { eventFilter } from '../streams/frames.ts';
import { subscribeToThread } from '../streams/read-thread.ts';
import { findStreamedRun, type StreamedRun, toStreamedRun } from '../streams/streamed-run.ts';
import { errorResponses, RunPath, ThreadPath } from './answers.ts';

const EVENTS = { description: 'The events of the run', type: 'text/event-stream' } as const;

type Asked = Pick<RouteRequest<unknown, unknown, unknown>, 'deploymentId' | 'signal' | 'headers'>;

/** What one reader wants. */
interface Wanted {
  runId: string;
  /** Finds the run, or creates it. */
  run: () => Promise<StreamedRun>;
  from: (run: StreamedRun) => number | 'now';
  modes?: ReadonlySet<string>;
  cancelWhenLeft: boolean;
}

/** Runs as server-sent events (spec §4.10, §6; facts: service §4.4). */
export function streamRoutes(deps: AgentServerDependencies, runs: RunService): Route[] {
  const answer = async ({ signal }: Asked, wanted: Wanted) => {
    // Before the run is looked at, or made, so that nothing of it is missed.
    const follower = subscribeToRun(deps, wanted.runId);
    const stopRinging = wakePeriodically(deps, signal, (what) => follower.signal.wake(what));
    const stop = () => {
      stopRinging();
      follower.stop();
    };
    try {
      const run = await wanted.run();
      const from = wanted.from(run);
      // Before the answer: what comes once a reader has it is told.
      const now = await follower.position();
      const place = `/threads/${run.threadId}/runs/${run.id}`;
      const { modes } = wanted;
      return respondWithEvents({
        text: follower.read(run, {
          after: from === 'now' ? now : from,
          joined: from === 'now',
          wanted: modes && eventFilter(modes),
          last: true,
        }),
        headers: { location: `${place}/stream`, 'content-location': place },
        signal,
        async done(left) {
          stop();
          if (left && wanted.cancelWhenLeft) await runs.cancel(run, 'interrupt').catch(() => undefined);
        },
      });
    } catch (failure) {
      stop();
      throw failure;
    }
  };

  const create = (request: Asked & { body: RunCreate }, threadId?: string) => {
    const runId = deps.newId();
    const { deploymentId, body } = request;
    const configurable = configurableFromHeaders(request.headers);
    const asked = { deploymentId, body, runId, configurable, ...(threadId !== undefined && { threadId }) };
    return answer(request, {
      runId,
      run: async () => toStreamedRun(await runs.create(asked)),
      from: () => -1,
      cancelWhenLeft: body.on_disconnect === 'cancel',
    });
  };

  return [
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/threads/{thread_id}/runs/stream',
      summary: 'Start a run and answer with its events as they come',
      auth: 'workspace',
      params: ThreadPath,
      body: RunCreate,
      responses: { 200: EVENTS, ...errorResponses(404, 409, 503) },
      handler: (request) => create(request, request.params.thread_id),
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/runs/stream',
      summary: 'Start a run on a thread of its own, which is removed afterwards, and answer with its events',
      auth: 'workspace',
      body: RunCreate,
      responses: { 200: EVENTS, ...errorResponses(404, 503) },
      handler: (request) => create(request),
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}/stream',
      summary: 'The events of a run: of a resumable one those after Last-Event-ID, else those from now on',
      auth: 'workspace',
      unsafeGet: true,
      params: RunPath,
      query: RunStreamQuery,
      responses: { 200: EVENTS, ...errorResponses(404, 503) },
      handler(request) {
        const { params, query, deploymentId, headers } = request;
        const after = lastEventId(headers['last-event-id']);
        const key = { deploymentId, threadId: params.thread_id, id: params.run_id };
        return answer(request, {
          runId: key.id,
          run: () => findStreamedRun(deps.store, key),
          from: (run) => (run.resumable ? after : 'now'),
          ...(query.stream_mode && { modes: new Set<string>(query.stream_mode) }),
          cancelWhenLeft: query.cancel_on_disconnect,
        });
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/threads/{thread_id}/stream',
      summary: 'The events of whatever runs on a thread, from now on and without an end',
      auth: 'workspace',
      unsafeGet: true,
      params: ThreadPath,
      query: ThreadStreamQuery,
      responses: { 200: EVENTS, ...errorResponses(404, 503) },
      async handler({ params, deploymentId, headers, signal }) {
        if (headers['last-event-id'] !== undefined) {
          throw invalidField(
            ['header', 'last-event-id'],
            'the stream of a thread begins now and has no ids; a resumable run can be read from any event of its own stream',
            'not_supported',
          );
        }
        const thread = await findThread(deps.store, deploymentId, params.thread_id);
        const reading = subscribeToThread(deps, thread);
        const stopRinging = wakePeriodically(deps, signal, (what) => reading.wake(what));
        const stop = () => {
          stopRinging();
          reading.stop();
        };
        try {
          await reading.ready;
        } catch (failure) {
          stop();
          throw failure;
        }
        const place = `/threads/${params.thread_id}`;
        return respondWithEvents({
          text: reading.text,
          headers: { location: `${place}/stream`, 'content-location': place },
          signal,
          done: () => Promise.resolve(stop()),
        });
      },
    }),
  ];
}

/** The place of the last event that a reader has; -1, as without the header: none. @throws HttpError 422. */
function lastEventId(header: string | string[] | undefined): number {
  if (header === undefined || header === '') return -1;
  if (typeof header === 'string' && /^(-1|\d{1,15})$/.test(header)) return Number(header);
  throw invalidField(
    ['header', 'last-event-id'],
    'expected the id of an event of this stream, or -1 for all events',
  );
}
