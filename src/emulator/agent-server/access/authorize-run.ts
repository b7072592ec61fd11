import type { RunsCancel } from '../../../contract/run.ts';
import type { AssistantRow, Repositories, RunRow } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { isDefault } from '../assistant-lookup.ts';
import type { RunRequest } from '../run-row.ts';
import type { AuthFilter } from './auth-filter.ts';
import { createAccessRecheck, type AccessRecheck } from './lasting-access.ts';
import { type AccessRequest, authorize, authorizeAssistant, checkThread, handlerError } from './authorize.ts';

/**
 * Run request that the agent's authorization handler has changed. `filter` selects the threads where the run may start.
 */
export interface AuthorizedRun {
  run: RunRow;
  filter: AuthFilter | undefined;
}

/** Fields of a run request that an agent's authorization handler may change. */
const WRITABLE = [
  'input',
  'command',
  'config',
  'context',
  'interrupt_before',
  'interrupt_after',
  'webhook',
  'feedback_keys',
  'checkpoint_during',
  'durability',
] as const;

/**
 * Checks that the caller may create a run and read its assistant. Every caller may read a graph's default assistant.
 * @throws HttpError like `authorize`; 404 for another caller's assistant; 500 if the handler made the run invalid.
 */
export async function authorizeRun(
  request: RunRequest,
  run: RunRow,
  assistant: AssistantRow,
): Promise<AuthorizedRun> {
  const { agentCaller, body } = request;
  if (!agentCaller) return { run, filter: undefined };
  const { kwargs } = run;
  const { value, filter, handler } = await authorize(agentCaller, 'threads', 'create_run', {
    thread_id: request.threadId ?? null,
    assistant_id: run.assistantId,
    run_id: run.id,
    status: run.status,
    metadata: run.metadata,
    prevent_insert_if_inflight: run.multitaskStrategy === 'reject',
    multitask_strategy: run.multitaskStrategy,
    if_not_exists: body.if_not_exists ?? 'reject',
    after_seconds: body.after_seconds ?? 0,
    kwargs: {
      ...Object.fromEntries(WRITABLE.map((field) => [field, kwargs[field] ?? null])),
      stream_mode: kwargs['stream_mode'] ?? ['values'],
      subgraphs: kwargs['stream_subgraphs'] ?? false,
      resumable: kwargs['stream_resumable'] ?? false,
      temporary: kwargs['stateless'] === true,
    },
  });
  if (!isDefault(assistant)) await authorizeAssistant({ ...request }, assistant);
  return {
    run: { ...run, metadata: value.metadata, kwargs: await withWritten(kwargs, value.kwargs, handler) },
    filter,
  };
}

/**
 * Applies the handler's changes to the run. Removes the fields that the handler's result lacks or sets to null, except
 * `input`, which becomes null.
 */
async function withWritten(
  kwargs: RunRow['kwargs'],
  written: Record<string, unknown>,
  handler: string,
): Promise<RunRow['kwargs']> {
  const changed: Record<string, unknown> = { ...kwargs };
  for (const field of WRITABLE) {
    const value = written[field];
    if (value !== undefined && value !== null) changed[field] = value;
    else if (field !== 'input') delete changed[field];
    else if (changed[field] !== undefined) changed[field] = null;
  }
  const { isBody } = await import('../run-job.ts');
  if (isBody(changed)) return changed;
  throw handlerError(handler, 'returned a run that cannot be started');
}

/**
 * Checks that the caller may act on a run. The agent's authorization handler decides based on the run's thread.
 * @returns A function that creates the access check of a subscription to the run, or `undefined` if access cannot be
 * revoked.
 * @throws HttpError like `authorize`; 404 if the run's thread is hidden from the caller.
 */
export async function authorizeOneRun(
  store: Pick<Repositories, 'threads'>,
  request: AccessRequest,
  { thread_id: threadId, run_id: runId }: { thread_id: string; run_id: string },
  action: 'read' | 'delete',
): Promise<(options?: { outlivesThread?: boolean }) => AccessRecheck | undefined> {
  const { deploymentId, agentCaller } = request;
  const notFound = new HttpError(404, `Run with ID ${runId} not found`);
  const { filter } = await authorize(agentCaller, 'threads', action, { thread_id: threadId, run_id: runId });
  // A deleted thread never matches the filter, even if events of its runs are still stored.
  const thread = filter && (await store.threads.head(deploymentId, threadId));
  if (filter && !(thread && filter(thread.metadata))) throw notFound;
  const key = { deploymentId, threadId, createdAt: thread?.createdAt };
  return (options) => filter && createAccessRecheck(store, key, { filter, ...options });
}

/**
 * Checks that the caller may stop runs, and returns a filter of the threads whose runs the caller may stop.
 * @throws HttpError like `authorize`; 404 for another caller's thread.
 */
export async function authorizeCancel(
  store: Pick<Repositories, 'threads'>,
  { deploymentId, agentCaller }: AccessRequest,
  which: RunsCancel,
  cancelAction: 'interrupt' | 'rollback',
): Promise<AuthFilter | undefined> {
  const { thread_id: threadId = null, run_ids: runIds = null, status = null } = which;
  const { filter } = await authorize(agentCaller, 'threads', 'update', {
    thread_id: threadId,
    action: cancelAction,
    metadata: { run_ids: runIds, status },
  });
  const [first = ''] = runIds ?? [];
  const notFound = new HttpError(404, `Run with ID ${first} not found`);
  if (threadId !== null) await checkThread(store, deploymentId, threadId, filter, notFound);
  return filter;
}
