import { createHash } from 'node:crypto';
import { clipTexts } from '../../contract/dashboard/clip.ts';
import { InboxList, type WaitingThread } from '../../contract/dashboard/threads.ts';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import type { ThreadOutline } from '../ports/store-agent-server.ts';
import { type Route, routesOf } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { readThreadSummary, VALUES_READ } from './thread-summaries.ts';

const api = routesOf('dashboard', 'session');

/** Maximum number of waiting threads in the list. */
const MAX_THREADS = 100;
/**
 * Maximum number of threads that are searched for threads with a question. Interrupted threads without a question are
 * threads of stopped runs.
 */
const MAX_SEARCHED = 1_000;
/** Maximum length of a text in a question. The thread's page shows the whole text. */
const MAX_TEXT = 4_000;

/** Creates the route of the threads that wait for a person. */
export function inboxRoutes({ context, host }: DashboardDependencies): Route[] {
  const { store, clock } = context;
  return [
    api.get(`${DASHBOARD_API}/inbox`, {
      summary: 'Threads of every deployment that wait for an answer, with their questions',
      responses: { 200: { description: 'Waiting threads', schema: InboxList } },
      async handler({ signal }) {
        const waiting: ThreadOutline[] = [];
        for (let offset = 0; offset < MAX_SEARCHED; offset += MAX_THREADS) {
          const page = { limit: MAX_THREADS, offset, characters: VALUES_READ };
          const rows = await store.threads.outlines({ status: 'interrupted', ...page });
          waiting.push(...rows.filter(({ interrupts }) => interruptsOf(interrupts).length > 0));
          if (rows.length < MAX_THREADS) break;
          signal.throwIfAborted();
        }
        const threads: WaitingThread[] = [];
        for (const row of waiting.slice(0, MAX_THREADS)) threads.push(await toWaitingThread(store, row));
        const body = { now_ms: clock.now(), threads, total: waiting.length };
        return { status: 200, body: host.redactor.redact(body) };
      },
    }),
  ];
}

const interruptsOf = (interrupts: ThreadOutline['interrupts']): unknown[] => Object.values(interrupts).flat();

async function toWaitingThread(
  store: DashboardDependencies['context']['store'],
  row: ThreadOutline,
): Promise<WaitingThread> {
  const [run] = await store.runs.list(row.deploymentId, row.id, { limit: 1, offset: 0 });
  const { title, last } = await readThreadSummary(store, row);
  return {
    deployment_id: row.deploymentId,
    deployment: (await store.deployments.findById(row.deploymentId))?.name ?? row.deploymentId,
    thread_id: row.id,
    assistant_id: run?.assistantId ?? null,
    title,
    last,
    interrupts: interruptsOf(row.interrupts).map((one) => clipTexts(one, digestOf, MAX_TEXT)),
    since_ms: row.updatedAt,
  };
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);
