import type * as z from 'zod';
import { errorMessage } from '../../../os/errors.ts';
import type { AgentCaller, AuthEvent } from '../../ports/agent-auth.ts';
import type { AssistantRow, Repositories, ThreadRow } from '../../ports/store.ts';
import { HttpError, OwnAuthError } from '../../server/http-error.ts';
import { type AuthFilter, parseAuthFilter } from './auth-filter.ts';

/** Request to a deployment's route. `caller` is absent if the agent defines no authentication. */
export interface AccessRequest {
  readonly deploymentId: string;
  readonly agentCaller?: AgentCaller | undefined;
}

/** Decision of the agent's authorization handler. */
export interface Access<V> {
  /** Value of the request after the handler's changes. */
  value: V;
  /** Fields of the value that the handler changed. */
  changes: Partial<V>;
  /** Name under which the agent registered the handler, for error messages. */
  handler: string;
  /** Filter of the objects that the caller may access, or `undefined` if the caller may access everything. */
  filter: AuthFilter | undefined;
}

/**
 * Calls the agent's authorization handler to check that the caller may perform an action, and returns the value with
 * the handler's changes.
 * @throws HttpError with the handler's refusal; 500 if the handler fails, returns an invalid filter, or changes the
 * type of a field; 503 if no worker can run the handler.
 */
export async function authorize<V extends Record<string, unknown>>(
  caller: AgentCaller | undefined,
  resource: AuthEvent['resource'],
  action: AuthEvent['action'],
  value: V,
): Promise<Access<V>> {
  if (!caller) return { value, changes: {}, handler: '', filter: undefined };
  const { handler = '', filter, changes = {} } = await caller.authorize({ resource, action, value });
  for (const [field, now] of Object.entries(changes)) {
    // A changed type of a field is refused, because the caller's original field must not be used instead.
    if (!isAlike(value[field], now)) {
      throw handlerError(handler, `left "${field}" ${typeOf(now)}; expected ${typeOf(value[field])}`);
    }
  }
  return {
    value: { ...value, ...changes },
    // The loop has checked that each changed field still has its original type.
    changes: changes as Partial<V>,
    handler,
    filter: filter && parse(filter, handler),
  };
}

function parse(filter: Record<string, unknown>, handler: string): AuthFilter | undefined {
  try {
    return parseAuthFilter(filter);
  } catch (cause) {
    const reason = errorMessage(cause);
    throw handlerError(handler, `returned an invalid filter: ${reason}`, cause);
  }
}

/**
 * Creates the 500 for a faulty authorization handler. The action that the handler should authorize is not performed.
 */
export function handlerError(handler: string, reason: string, cause?: unknown): OwnAuthError {
  return new OwnAuthError(500, `The deployment's authorization handler ${handler} ${reason}`, { cause });
}

/** Returns whether a field kept its type. The handler may add a field of any type, and may remove a scalar. */
function isAlike(before: unknown, now: unknown): boolean {
  if (before === undefined || before === null) return true;
  if (now === null) return typeof before !== 'object';
  return typeOf(before) === typeOf(now);
}

function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

interface ThreadAccess {
  threadId: string;
  action: AuthEvent['action'];
  /** Fields that the handler receives in addition to the thread's ID. */
  value?: Record<string, unknown>;
  /** Error for another caller's thread. Defaults to the 404 for a missing thread. */
  notFound?: HttpError;
}

/**
 * Checks that the caller may act on a thread, and hides other callers' threads. Does not throw if the thread is
 * missing, because the route reports a missing thread.
 * @throws HttpError like `authorize`; 404 if the thread is hidden from the caller.
 */
export async function authorizeThread(
  store: Pick<Repositories, 'threads'>,
  { deploymentId, agentCaller }: AccessRequest,
  { threadId, action, value, notFound }: ThreadAccess,
): Promise<Record<string, unknown>> {
  if (!agentCaller) return { ...value };
  const asked = await authorize(agentCaller, 'threads', action, { thread_id: threadId, ...value });
  await checkThread(store, deploymentId, threadId, asked.filter, notFound);
  return asked.value;
}

/** @throws HttpError 404 if the filter hides an existing thread. */
export async function checkThread(
  store: Pick<Repositories, 'threads'>,
  deploymentId: string,
  threadId: string,
  filter: AuthFilter | undefined,
  notFound = new HttpError(404, `Thread with ID ${threadId} not found`),
): Promise<void> {
  if (!filter) return;
  const [thread] = await store.threads.listDetails(deploymentId, { ids: [threadId], values: false });
  if (thread && !filter(thread.metadata)) throw notFound;
}

/**
 * Checks that the caller may delete each thread that is deleted along with another object. Returns a filter for the
 * deletion. The filter excludes threads that were created after this check, and threads that the handler's filter has
 * hidden since this check.
 * @throws HttpError like `authorize`.
 */
export async function deletableThreads(
  { agentCaller }: AccessRequest,
  list: () => Promise<Pick<ThreadRow, 'id'>[]>,
): Promise<(thread: Pick<ThreadRow, 'id' | 'metadata'>) => boolean> {
  if (!agentCaller) return () => true;
  const filters = new Map<string, AuthFilter | undefined>();
  for (const { id } of await list()) {
    filters.set(id, (await authorize(agentCaller, 'threads', 'delete', { thread_id: id })).filter);
  }
  return ({ id, metadata }) => filters.has(id) && (filters.get(id)?.(metadata) ?? true);
}

/**
 * Checks that the caller may act on an assistant, by default that the caller may read it.
 * @throws HttpError like `authorize`; 404 for another caller's assistant.
 */
export async function authorizeAssistant(
  { agentCaller }: AccessRequest,
  { id, metadata }: Pick<AssistantRow, 'id' | 'metadata'>,
  { action = 'read', value }: { action?: AuthEvent['action']; value?: Record<string, unknown> } = {},
): Promise<void> {
  if (!agentCaller) return;
  const asked = { assistant_id: id, ...value };
  const { filter } = await authorize(agentCaller, 'assistants', action, asked);
  if (filter?.(metadata) === false) throw new HttpError(404, `Assistant with ID ${id} not found`);
}

/**
 * Parses a request that an agent's authorization handler has changed. `what` describes the request in error messages.
 * @throws OwnAuthError 500 if the request is invalid.
 */
export async function parseLeft<T>(
  schema: z.ZodType<T>,
  left: unknown,
  { handler, what }: { handler: string; what: string },
): Promise<T> {
  const parsed = schema.safeParse(left);
  if (parsed.success) return parsed.data;
  const { prettifyError } = await import('zod');
  throw handlerError(handler, `returned an invalid ${what}: ${prettifyError(parsed.error)}`);
}
