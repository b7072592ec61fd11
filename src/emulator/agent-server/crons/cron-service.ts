import { createPacer, filterPaced } from '../../../clients/pacer.ts';
import type { CronCount, CronCreate, CronPatch, CronSearch } from '../../../contract/cron.ts';
import type { CronOrder, CronRow, Repositories, Store } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { type AccessRequest, authorize, authorizeThread } from '../access/authorize.ts';
import { authorizeCreate, authorizeSearch, authorizeUpdate } from './cron-access.ts';
import { type AssistantService, refuseContextConflict } from '../assistants.ts';
import { batchBySize } from '../batch-by-size.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { compileContainment } from '../containment.ts';
import { findThreadHead } from '../threads.ts';
import { patchCronRow, toCronRow, toRunBody } from './cron-row.ts';
import { nextRunTime } from './schedule.ts';

/** Crons of one page in batches, the number of crons on the page, and the total number of matches. */
interface FoundCrons {
  crons: AsyncGenerator<CronRow[], void>;
  count: number;
  total: number;
}

/** Request for a search of crons. The search ends if the client disconnects. */
type SearchRequest = AccessRequest & { readonly signal: AbortSignal };

export interface CronService {
  /**
   * Creates a cron. Without `threadId`, each run gets a new thread. @throws HttpError 400 if a Python graph would get
   * both `context` and `config.configurable`; 404 for an unknown thread or assistant; 422 for an invalid field; 503
   * while no revision is serving.
   */
  create(request: AccessRequest, body: CronCreate, threadId?: string): Promise<CronRow>;
  /** @throws HttpError 404 for an unknown cron. */
  find(request: AccessRequest, id: string): Promise<CronRow>;
  /**
   * Changes a cron. A new schedule or time zone applies immediately.
   * @throws HttpError 400 for an empty change, or if a Python graph would get both `context` and `config.configurable`;
   * 404 for an unknown cron; 422 for an invalid field; 503 while no revision is serving.
   */
  update(request: AccessRequest, id: string, body: CronPatch): Promise<CronRow>;
  /** Deletes a cron, but not the runs that it has created. @throws HttpError 404 for an unknown cron. */
  remove(request: AccessRequest, id: string): Promise<void>;
  /** Returns one page of the matching crons. @throws HttpError 422 if comparing the metadata takes too long. */
  search(request: SearchRequest, query: CronSearch): Promise<FoundCrons>;
  /** Returns the number of matching crons. @throws HttpError 422 if comparing the metadata takes too long. */
  count(request: SearchRequest, query: CronCount): Promise<number>;
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

/** Creates the cron service. Calls `onChange` when a cron of a deployment might be due earlier than before. */
export function createCronService(
  { store, clock, newId }: Pick<AgentServerDependencies, 'store' | 'clock' | 'newId'>,
  assistants: Pick<AssistantService, 'findRunnable' | 'languageOf'>,
  onChange: (deploymentId: string) => void,
): CronService {
  return {
    async create(request, given, threadId) {
      const { deploymentId, agentCaller } = request;
      const now = clock.now();
      const id = newId();
      const nextRunAt = await nextRunTime(given.schedule, given.timezone ?? null, now);
      const assistant = await assistants.findRunnable(deploymentId, given.assistant_id);
      const body = await authorizeCreate(request, given, { id, assistant, threadId: threadId ?? null });
      if (threadId !== undefined) {
        const value = { metadata: { ...body.metadata } };
        await authorizeThread(store, request, { threadId, action: 'read', value });
      }
      refuseContextConflict(body, assistants.languageOf(deploymentId));
      const row = toCronRow(body, {
        id,
        deploymentId,
        assistantId: assistant.id,
        threadId: threadId ?? null,
        nextRunAt,
        userId: agentCaller?.identity.user.identity ?? null,
        now,
      });
      await store.transaction(async (tx) => {
        if (threadId !== undefined) await findThreadHead(tx, deploymentId, threadId);
        await tx.crons.insert(row);
      });
      onChange(deploymentId);
      return row;
    },
    find: (request, id) => findVisible(store, request, id, 'read'),
    async update(request, id, given) {
      const { deploymentId } = request;
      if (Object.values(given).every((value) => value === undefined)) {
        throw new HttpError(400, 'The request contains nothing to change: set at least one field of a cron');
      }
      const now = clock.now();
      const { body, filter } = await authorizeUpdate(request, id, given);
      const before = await findCron(store, deploymentId, id);
      if (filter?.(before.metadata) === false) throw notFound(id);
      const isRescheduled = isGiven(body.schedule) || isGiven(body.timezone);
      const [schedule, timezone] = [body.schedule ?? before.schedule, body.timezone ?? before.timezone];
      const nextRunAt = isRescheduled ? await nextRunTime(schedule, timezone, now) : undefined;
      const changed = await store.transaction(async (tx) => {
        const row = await findCron(tx, deploymentId, id);
        const after = patchCronRow(row, body, { nextRunAt: nextRunAt ?? row.nextRunAt, now });
        if (body.config || isGiven(body.context)) {
          refuseContextConflict(toRunBody(after), assistants.languageOf(deploymentId));
        }
        await tx.crons.update(id, after);
        return after;
      });
      onChange(deploymentId);
      return changed;
    },
    async remove(request, id) {
      const { deploymentId } = request;
      if (request.agentCaller) await findVisible(store, request, id, 'delete');
      if (!(await store.crons.remove(deploymentId, id))) throw notFound(id);
    },
    async search(request, query) {
      const { deploymentId } = request;
      const { limit, offset } = { limit: query.limit ?? 10, offset: query.offset ?? 0 };
      const found = await listMatching(store, request, query, { limit, offset });
      const page = found.slice(offset, offset + limit);
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
    count: async (request, query) => (await listMatching(store, request, query)).length,
  };
}

/** Returns the matching crons in order, without their large fields. */
async function listMatching(
  store: Store,
  request: SearchRequest,
  query: CronSearch,
  page: Record<string, unknown> = {},
) {
  const { deploymentId } = request;
  const { assistant_id: assistantId, thread_id: threadId, enabled } = query;
  const { metadata, visible } = await authorizeSearch(store, request, query, page);
  const details = await store.crons.listDetails(deploymentId, {
    order: { by: ORDERS[query.sort_by ?? 'created_at'], descending: query.sort_order !== 'asc' },
    assistantId: assistantId?.toLowerCase(),
    threadId: threadId?.toLowerCase(),
    enabled: enabled ?? undefined,
  });
  const hasMetadata = compileContainment(metadata ?? {}, ['body', 'metadata']);
  const pacer = createPacer(request.signal);
  const found = await filterPaced(details, (one) => hasMetadata(one.metadata), pacer);
  return visible(found);
}

/** Reads a cron. @throws HttpError 404 if the caller may not see the cron. */
async function findVisible(
  store: Store,
  { deploymentId, agentCaller }: AccessRequest,
  id: string,
  action: 'read' | 'delete',
): Promise<CronRow> {
  const { filter } = await authorize(agentCaller, 'crons', action, { cron_id: id });
  const row = await findCron(store, deploymentId, id);
  if (filter?.(row.metadata) === false) throw notFound(id);
  return row;
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
