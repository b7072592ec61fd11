import type { CronCount, CronCreate, CronPatch, CronSearch } from '../../../contract/cron.ts';
import type { CronOrder, CronRow, Repositories } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { type AssistantService, refuseContextConflict } from '../assistants.ts';
import { batchBySize } from '../batch-by-size.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { contains } from '../matching.ts';
import { findThread } from '../threads.ts';
import { patchCronRow, toCronRow, toRunRequest } from './cron-row.ts';
import { nextTime } from './schedule.ts';

/** The crons of a page in batches, their number, and the number over all pages. */
export interface FoundCrons {
  crons: AsyncGenerator<CronRow[], void>;
  count: number;
  total: number;
}

/** Creating, finding, changing and deleting runs on a schedule. */
export interface CronService {
  /** Without a thread, each run gets one. @throws HttpError 400, 404 thread or assistant, 422 naming the field, 503. */
  create(deploymentId: string, body: CronCreate, threadId?: string): Promise<CronRow>;
  /** @throws HttpError 404. */
  find(deploymentId: string, id: string): Promise<CronRow>;
  /**
   * A changed schedule or time zone counts from now.
   * @throws HttpError 400 when nothing is named, or the graph would be given two contexts, 404, 422, 503.
   */
  update(deploymentId: string, id: string, body: CronPatch): Promise<CronRow>;
  /** Runs that it made stay. @throws HttpError 404. */
  remove(deploymentId: string, id: string): Promise<void>;
  search(deploymentId: string, query: CronSearch): Promise<FoundCrons>;
  count(deploymentId: string, query: CronCount): Promise<number>;
}

const ORDERS = {
  cron_id: 'id',
  assistant_id: 'assistantId',
  thread_id: 'threadId',
  next_run_date: 'nextRunAt',
  end_time: 'endTime',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
} as const satisfies Record<string, CronOrder['by']>;

/** `onChange`: called when a cron of a deployment may be due earlier than before. */
export function createCronService(
  { store, clock, newId }: Pick<AgentServerDependencies, 'store' | 'clock' | 'newId'>,
  assistants: Pick<AssistantService, 'findRunnable' | 'languageOf'>,
  onChange: (deploymentId: string) => void,
): CronService {
  /** Those that fit, in order, without what may be large. */
  const listMatching = async (deploymentId: string, query: CronSearch) => {
    const { assistant_id: assistantId, thread_id: threadId, enabled, metadata } = query;
    const details = await store.crons.listDetails(deploymentId, {
      order: { by: ORDERS[query.sort_by ?? 'created_at'], descending: query.sort_order !== 'asc' },
      assistantId: assistantId?.toLowerCase(),
      threadId: threadId?.toLowerCase(),
      enabled: enabled ?? undefined,
    });
    return details.filter((one) => contains(one.metadata, metadata ?? {}));
  };

  return {
    async create(deploymentId, body, threadId) {
      const now = clock.now();
      const nextRunAt = await nextTime(body.schedule, body.timezone ?? null, now);
      const assistant = await assistants.findRunnable(deploymentId, body.assistant_id);
      refuseContextConflict(body, assistants.languageOf(deploymentId));
      const row = toCronRow(body, {
        id: newId(),
        deploymentId,
        assistantId: assistant.id,
        threadId: threadId ?? null,
        nextRunAt,
        now,
      });
      await store.transaction(async (tx) => {
        if (threadId !== undefined) await findThread(tx, deploymentId, threadId);
        await tx.crons.insert(row);
      });
      onChange(deploymentId);
      return row;
    },
    find: (deploymentId, id) => findCron(store, deploymentId, id),
    async update(deploymentId, id, body) {
      if (Object.values(body).every((value) => value === undefined)) {
        throw new HttpError(400, 'The request names nothing to change: name at least one field of a cron');
      }
      const now = clock.now();
      const before = await findCron(store, deploymentId, id);
      const isRescheduled = isGiven(body.schedule) || isGiven(body.timezone);
      const [schedule, timezone] = [body.schedule ?? before.schedule, body.timezone ?? before.timezone];
      const nextRunAt = isRescheduled ? await nextTime(schedule, timezone, now) : undefined;
      const changed = await store.transaction(async (tx) => {
        const row = await findCron(tx, deploymentId, id);
        const after = patchCronRow(row, body, { nextRunAt: nextRunAt ?? row.nextRunAt, now });
        if (body.config || isGiven(body.context)) {
          refuseContextConflict(toRunRequest(after).body, assistants.languageOf(deploymentId));
        }
        await tx.crons.update(id, after);
        return after;
      });
      onChange(deploymentId);
      return changed;
    },
    async remove(deploymentId, id) {
      if (!(await store.crons.remove(deploymentId, id))) throw notFound(id);
    },
    async search(deploymentId, query) {
      const found = await listMatching(deploymentId, query);
      const offset = query.offset ?? 0;
      const page = found.slice(offset, offset + (query.limit ?? 10));
      const crons = (async function* () {
        for (const batch of batchBySize(page)) {
          const rows = await store.crons.getMany(
            deploymentId,
            batch.map(({ id }) => id),
          );
          const byId = new Map(rows.map((row) => [row.id, row]));
          yield batch.flatMap(({ id }) => byId.get(id) ?? []);
        }
      })();
      return { crons, count: page.length, total: found.length };
    },
    count: async (deploymentId, query) => (await listMatching(deploymentId, query)).length,
  };
}

async function findCron(
  store: Pick<Repositories, 'crons'>,
  deploymentId: string,
  id: string,
): Promise<CronRow> {
  const row = await store.crons.get(deploymentId, id);
  if (!row) throw notFound(id);
  return row;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const notFound = (id: string): HttpError => new HttpError(404, `Cron '${id}' not found`);
