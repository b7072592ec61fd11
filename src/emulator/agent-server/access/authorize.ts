import type * as z from 'zod';
import type { AgentCaller, AuthEvent } from '../../ports/agent-auth.ts';
import type { AssistantRow, Repositories, ThreadRow } from '../../ports/store.ts';
import { HttpError, OwnAuthError } from '../../server/http-error.ts';
import { type AuthFilter, parseAuthFilter } from './auth-filter.ts';

/** Who asks for something of a deployment; without a caller its author wrote no authentication. */
export interface AccessRequest {
  readonly deploymentId: string;
  readonly agentCaller?: AgentCaller | undefined;
}

/** What the author's handler decided. */
export interface Access<V> {
  /** What the handler made of the value. */
  value: V;
  /** The fields that the handler changed. */
  changes: Partial<V>;
  /** How the author registered the handler, for messages. */
  handler: string;
  /** Undefined: everything is the caller's. */
  filter: AuthFilter | undefined;
}

/**
 * Asks the author's handler whether the caller may do something. Fields of the value that it changed are those of the
 * answer's value.
 * @throws HttpError with the author's refusal; 500 when the handler fails, returns no filter, or leaves a field in another
 * type; 503 when it cannot be asked.
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
    // Without this, what the caller sent would count, although the handler replaced it.
    if (!isAlike(value[field], now)) {
      throw handlerFailed(handler, `left "${field}" ${typeOf(now)}; expected ${typeOf(value[field])}`);
    }
  }
  return {
    value: { ...value, ...changes },
    // The types were compared with those of the value.
    changes: changes as Partial<V>,
    handler,
    filter: filter && parse(filter, handler),
  };
}

function parse(filter: Record<string, unknown>, handler: string): AuthFilter | undefined {
  try {
    return parseAuthFilter(filter);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw handlerFailed(handler, `returned no valid filter: ${reason}`, cause);
  }
}

/** A 500: the author's handler is wrong, so nothing that it was asked about is done. */
export function handlerFailed(handler: string, reason: string, cause?: unknown): OwnAuthError {
  return new OwnAuthError(500, `The deployment's authorization handler ${handler} ${reason}`, { cause });
}

/** Whether a field is of the same type still; what was absent may become anything, and a scalar may be removed. */
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

/** What is asked about a thread. */
interface ThreadAccess {
  threadId: string;
  action: AuthEvent['action'];
  /** Beside its id. */
  value?: Record<string, unknown>;
  /** What a thread of another caller is refused with; absent: as one that does not exist. */
  notFound?: HttpError;
}

/**
 * Asks whether the caller may do something with a thread, and hides one that is not the caller's. One that does not exist is
 * for the handler of the route.
 * @throws HttpError as `authorize` does, and 404.
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

/** @throws HttpError 404 for a thread that exists and that the filter hides. */
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
 * Asks of each thread that another deletion would take along whether the caller may delete it. Gives which of them go: none
 * that came later, and none that a filter hides now.
 * @throws HttpError as `authorize` does.
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
 * Asks whether the caller may do something with an assistant, `read` it unless another action is named.
 * @throws HttpError as `authorize` does, and 404 for one that is not the caller's.
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
 * The request that an author's handler left in place of the one it was asked about; `what`: how messages call it.
 * @throws OwnAuthError 500 when it is no valid one.
 */
export async function parseLeft<T>(
  schema: z.ZodType<T>,
  left: unknown,
  { handler, what }: { handler: string; what: string },
): Promise<T> {
  const parsed = schema.safeParse(left);
  if (parsed.success) return parsed.data;
  const { prettifyError } = await import('zod');
  throw handlerFailed(handler, `left an invalid ${what}: ${prettifyError(parsed.error)}`);
}
