import type * as z from 'zod';
import { CronCreate, CronPatch, type CronSearch } from '../../../contract/cron.ts';
import type { AssistantRow, CronRow, Store } from '../../ports/store.ts';
import type { AuthFilter } from '../access/auth-filter.ts';
import { type AccessRequest, authorize, authorizeAssistant, parseLeft } from '../access/authorize.ts';
import { isDefault } from '../assistant-lookup.ts';

type FoundCron = Pick<CronRow, 'id' | 'metadata'> & { bytes: number };

/** Returns the crons that the caller may see and whose threads the caller may see. */
type VisibleCrons = (found: FoundCron[]) => Promise<FoundCron[]>;

/** Authorizes a search of crons. Returns the metadata to search for and a filter of the visible crons. */
export async function authorizeSearch(
  store: Pick<Store, 'crons' | 'threads'>,
  { deploymentId, agentCaller }: AccessRequest,
  query: CronSearch,
  page: Record<string, unknown>,
): Promise<{ metadata: CronSearch['metadata']; visible: VisibleCrons }> {
  const { metadata } = query;
  if (!agentCaller) return { metadata, visible: async (found) => found };
  const threadId = query.thread_id ?? null;
  const { value, filter } = await authorize(agentCaller, 'crons', 'search', {
    assistant_id: query.assistant_id ?? null,
    thread_id: threadId,
    ...page,
    metadata: { ...metadata },
  });
  const { filter: ofThread } = await (threadId === null
    ? authorize(agentCaller, 'threads', 'search', {})
    : authorize(agentCaller, 'threads', 'read', { thread_id: threadId }));
  const visible: VisibleCrons = async (found) => {
    const own = filter ? found.filter((one) => filter(one.metadata)) : found;
    return ofThread ? withVisibleThread(store, deploymentId, own, ofThread) : own;
  };
  return { metadata: value.metadata, visible };
}

async function withVisibleThread(
  store: Pick<Store, 'crons' | 'threads'>,
  deploymentId: string,
  crons: FoundCron[],
  filter: AuthFilter,
): Promise<FoundCron[]> {
  const ids = crons.map(({ id }) => id);
  const rows = await store.crons.getMany(deploymentId, ids);
  const threads = new Map(rows.map(({ id, threadId }) => [id, threadId]));
  const named = [...threads.values()].filter((id) => id !== null);
  const details = await store.threads.listDetails(deploymentId, { ids: named, values: false });
  const shown = new Set(details.filter(({ metadata }) => filter(metadata)).map(({ id }) => id));
  return crons.filter(({ id }) => {
    const threadId = threads.get(id) ?? null;
    return threadId === null || shown.has(threadId);
  });
}

/**
 * Returns a new cron, modified by the agent's authorization handler.
 * @throws HttpError like `authorize`; 404 for another caller's assistant.
 */
export async function authorizeCreate(
  request: AccessRequest,
  body: CronCreate,
  made: { id: string; assistant: AssistantRow; threadId: string | null },
): Promise<CronCreate> {
  const { agentCaller } = request;
  if (!agentCaller) return body;
  const { schedule, timezone, end_time: endTime = null, metadata, on_run_completed: done, ...payload } = body;
  const { value, handler } = await authorize(agentCaller, 'crons', 'create', {
    payload: { ...payload, assistant_id: made.assistant.id },
    schedule,
    cron_id: made.id,
    thread_id: made.threadId,
    on_run_completed: done ?? null,
    end_time: endTime,
    metadata: { ...metadata },
  });
  if (!isDefault(made.assistant)) await authorizeAssistant(request, made.assistant);
  // Uses the payload that the handler returned, because the handler might have removed fields.
  const left = { ...value.payload, schedule, timezone, end_time: endTime, on_run_completed: done };
  return parseCron(CronCreate, { ...left, metadata: value.metadata }, handler);
}

/** Returns the change that the authorization handler has modified, and a filter of the crons that may be changed. */
export async function authorizeUpdate(
  { agentCaller }: AccessRequest,
  id: string,
  body: CronPatch,
): Promise<{ body: CronPatch; filter: AuthFilter | undefined }> {
  if (!agentCaller) return { body, filter: undefined };
  const {
    schedule,
    timezone,
    end_time: endTime,
    metadata,
    on_run_completed: done,
    enabled,
    ...payload
  } = body;
  const { value, changes, filter, handler } = await authorize(agentCaller, 'crons', 'update', {
    cron_id: id,
    schedule: schedule ?? null,
    end_time: endTime ?? null,
    enabled: enabled ?? null,
    on_run_completed: done ?? null,
    payload,
    metadata: { ...metadata },
  });
  const left = { ...value.payload, schedule, timezone, end_time: endTime, on_run_completed: done, enabled };
  const changed = { ...left, metadata: changes.metadata ?? metadata };
  return { body: await parseCron(CronPatch, changed, handler), filter };
}

const parseCron = <T>(schema: z.ZodType<T>, left: unknown, handler: string): Promise<T> =>
  parseLeft(schema, left, { handler, what: 'cron' });
