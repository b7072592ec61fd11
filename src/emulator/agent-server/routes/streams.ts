import { setInterval } from 'node:timers';
import { RunCreate, RunStreamQuery } from '../../../contract/run.ts';
import type { RunRow } from '../../seams/store.ts';
import { invalidField } from '../../server/http-error.ts';
import { type Route, type RouteRequest, route } from '../../server/route.ts';
import type { AgentServerDeps } from '../deps.ts';
import type { RunKey } from '../executor.ts';
import { configurableOf } from '../request-headers.ts';
import type { RunEnd } from '../run-ends.ts';
import type { RunService } from '../run-service.ts';
import { createBell } from '../streams/bell.ts';
import { eventStream } from '../streams/event-stream.ts';
import { wantedBy } from '../streams/frames.ts';
import { readRun } from '../streams/read-run.ts';
import { failures, RunPath, ThreadPath } from './answers.ts';

/** Below what clients that watch for silence, and proxies, put up with. */
const HEARTBEAT_MS = 5_000;

const EVENTS = { description: 'The events of the run', type: 'text/event-stream' } as const;

type Asked = Pick<RouteRequest<unknown, unknown, unknown>, 'deploymentId' | 'signal' | 'headers'>;

/** What one reader wants. */
interface Wanted {
  runId: string;
  /** Finds the run, or creates it. */
  run: () => Promise<RunRow>;
  from: (run: RunRow) => number | 'now';
  modes?: ReadonlySet<string>;
  cancelWhenLeft: (run: RunRow) => boolean;
}

/** Runs as server-sent events (spec §4.10, §6; facts: service §4.4). */
export function streamRoutes(deps: AgentServerDeps, runs: RunService): Route[] {
  const { store, executor, clock } = deps;

  /** JSON text of the run's feedback URLs; undefined when it has none, or none could be made. */
  const feedbackOf = async (run: RunRow): Promise<string | undefined> => {
    const keys = RunCreate.parse(run.kwargs).feedback_keys;
    const urls = keys && deps.feedback ? await deps.feedback(run.id, keys) : {};
    return Object.keys(urls).length === 0 ? undefined : JSON.stringify(urls);
  };

  const answer = async ({ signal }: Asked, wanted: Wanted) => {
    const { runId, modes } = wanted;
    const bell = createBell();
    let ended: RunEnd | undefined;
    // All of it before the run is looked at, so that nothing is missed.
    const watch = executor.watch(runId);
    void watch.end.then((end) => {
      ended = end;
      bell.ring('end');
    });
    const stopListening = executor.streams.listen(runId, () => bell.ring('events'));
    const timer = setInterval(() => bell.ring('pause'), deps.heartbeatMs ?? HEARTBEAT_MS);
    signal.addEventListener('abort', () => bell.ring('over'), { once: true });
    const stop = () => {
      clearInterval(timer);
      stopListening();
      watch.stop();
    };
    try {
      const run = await wanted.run();
      let feedback: Promise<string | undefined> | undefined;
      const place = `/threads/${run.threadId}/runs/${run.id}`;
      const text = readRun({
        store,
        run,
        bell,
        ended: () => ended,
        from: wanted.from(run),
        wanted: modes && wantedBy(modes),
        feedback: () => (feedback ??= feedbackOf(run)),
        now: () => clock.now(),
      });
      return eventStream({
        text,
        headers: { location: `${place}/stream`, 'content-location': place },
        signal,
        async done(left) {
          stop();
          if (left && wanted.cancelWhenLeft(run))
            await runs.cancel(keyOf(run), 'interrupt').catch(() => undefined);
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
    const configurable = configurableOf(request.headers);
    const asked = { deploymentId, body, runId, configurable, ...(threadId !== undefined && { threadId }) };
    return answer(request, {
      runId,
      run: () => runs.create(asked),
      from: () => -1,
      cancelWhenLeft: () => body.on_disconnect === 'cancel',
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
      responses: { 200: EVENTS, ...failures(404, 409, 503) },
      handler: (request) => create(request, request.params.thread_id),
    }),
    route({
      surface: 'agent-server',
      method: 'POST',
      path: '/runs/stream',
      summary: 'The same on a thread of its own, which is removed afterwards',
      auth: 'workspace',
      body: RunCreate,
      responses: { 200: EVENTS, ...failures(404, 503) },
      handler: (request) => create(request),
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/threads/{thread_id}/runs/{run_id}/stream',
      summary: 'The events of a run: of a resumable one those after Last-Event-ID, else those from now on',
      auth: 'workspace',
      params: RunPath,
      query: RunStreamQuery,
      responses: { 200: EVENTS, ...failures(404, 503) },
      handler(request) {
        const { params, query, deploymentId, headers } = request;
        const after = lastEventId(headers['last-event-id']);
        const key = { deploymentId, threadId: params.thread_id, id: params.run_id };
        return answer(request, {
          runId: key.id,
          run: () => runs.find(key),
          from: (run) => (run.kwargs.stream_resumable === true ? after : 'now'),
          ...(query.stream_mode && { modes: new Set<string>(query.stream_mode) }),
          cancelWhenLeft: () => query.cancel_on_disconnect,
        });
      },
    }),
  ];
}

const keyOf = ({ deploymentId, threadId, id }: RunRow): RunKey => ({ deploymentId, threadId, id });

/** The place of the last event that a reader has; -1, as without the header: none. @throws HttpError 422. */
function lastEventId(header: string | string[] | undefined): number {
  if (header === undefined) return -1;
  if (typeof header === 'string' && /^(-1|\d{1,15})$/.test(header)) return Number(header);
  throw invalidField(
    ['header', 'last-event-id'],
    'expected the id of an event of this stream, or -1 for all events',
  );
}
