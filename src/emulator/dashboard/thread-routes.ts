import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import {
  StepList,
  StepListQuery,
  THREAD_STATES,
  ThreadList,
  type ThreadListQuery as ListQuery,
  ThreadListQuery,
  type ThreadSummary,
} from '../../contract/dashboard/threads.ts';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { readThreadSummary, VALUES_READ } from './thread-summaries.ts';
import { statusOfState, toStepSummary, toThreadState } from './thread-views.ts';

const api = routesOf('dashboard', 'session');

/** Number of threads that are read at a time, because other requests run between two reads. */
const BATCH = 50;
/** Maximum number of threads that one request searches for a text. */
const MAX_SEARCHED = 2_000;
/** Maximum number of bytes of an exception or question that are read for a list of steps. */
const REASON_BYTES = 2_000;

/** Creates the routes of threads: the list of all deployments, and the steps of one thread. */
export function threadRoutes({ context, host }: DashboardDependencies): Route[] {
  const { store, clock } = context;
  const summaries = createSummaries(context);
  return [
    api.get(`${DASHBOARD_API}/threads`, {
      summary: 'Threads of every deployment with their first words, last updated first',
      query: ThreadListQuery,
      responses: { 200: { description: 'Threads', schema: ThreadList } },
      async handler({ query, signal }) {
        const counted = await store.threads.countByStatus(query.deployment_id);
        const counts = Object.fromEntries(
          THREAD_STATES.map((state) => [
            state,
            counted
              .filter(({ status }) => toThreadState(status) === state)
              .reduce((sum, { count }) => sum + count, 0),
          ]),
        );
        const page = await summaries.find(query, signal);
        const body = { now_ms: clock.now(), counts, ...page };
        return { status: 200, body: host.redactor.redact(body) };
      },
    }),
    api.get(`${DASHBOARD_API}/deployments/{id}/threads/{thread_id}/steps`, {
      summary: 'Steps of a thread without their values, newest first',
      params: z.object({ id: z.guid().toLowerCase(), thread_id: z.guid().toLowerCase() }),
      query: StepListQuery,
      responses: {
        200: { description: 'Steps', schema: StepList },
        404: { description: 'The deployment has no such thread', schema: DetailError },
      },
      async handler({ params: { id, thread_id: threadId }, query: { before, limit } }) {
        if (!(await store.threads.exists(id, threadId))) {
          throw new HttpError(404, `Thread ${threadId} not found in deployment ${id}.`);
        }
        const rows = await store.checkpoints.outlines(threadId, {
          before,
          limit: limit + 1,
          bytes: REASON_BYTES,
        });
        const body: StepList = {
          total: await store.checkpoints.count(threadId),
          steps: rows.slice(0, limit).map(toStepSummary),
          more: rows.length > limit,
        };
        return { status: 200, body: host.redactor.redact(body) };
      },
    }),
  ];
}

/** Creates the reader of thread summaries. */
function createSummaries({ store }: Pick<DashboardDependencies['context'], 'store'>) {
  return {
    /** Returns one page of the matching threads. */
    async find(
      { deployment_id: deploymentId, state, text, limit, offset }: ListQuery,
      signal: AbortSignal,
    ): Promise<Pick<ThreadList, 'threads' | 'next' | 'searched'>> {
      const threads: ThreadSummary[] = [];
      const words = text?.toLowerCase();
      const isMatch = (one: ThreadSummary) =>
        words === undefined ||
        [one.title, one.last, one.reason, one.thread_id].some((part) => part.toLowerCase().includes(words));
      let at = offset;
      for (;;) {
        const rows = await store.threads.outlines({
          ...(deploymentId === undefined ? {} : { deploymentId }),
          ...(state === undefined ? {} : { status: statusOfState(state) }),
          limit: BATCH,
          offset: at,
          characters: VALUES_READ,
        });
        for (const row of rows) {
          if (threads.length === limit) return { threads, next: at, searched: at - offset };
          const summary = await readThreadSummary(store, row);
          at += 1;
          if (isMatch(summary)) threads.push(summary);
        }
        if (rows.length < BATCH) return { threads, next: null, searched: at - offset };
        if (at - offset >= MAX_SEARCHED) return { threads, next: at, searched: at - offset };
        await setImmediate();
        signal.throwIfAborted();
      }
    },
  };
}
