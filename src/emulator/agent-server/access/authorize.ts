import type * as z from 'zod';
import { isJsonObject } from '../../../contract/json-safety.ts';
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
  /** Undefined: everything is the caller's. */
  filter: AuthFilter | undefined;
}

/**
 * Asks the author's handler whether the caller may do something. Fields of the value that it changed are those of the
 * answer's value, if they are of the same kind still.
 * @throws HttpError with the author's refusal; 500 when the handler fails or answers no filter, 503 when it cannot be asked.
 */
export async function authorize<V extends Record<string, unknown>>(
  caller: AgentCaller | undefined,
  resource: AuthEvent['resource'],
  action: AuthEvent['action'],
  value: V,
): Promise<Access<V>> {
  if (!caller) return { value, filter: undefined };
  const { filter, changes } = await caller.authorize({ resource, action, value });
  const changed = Object.entries(changes ?? {}).filter(([field, now]) => isAlike(value[field], now));
  return {
    value: changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) },
    filter: filter && parse(filter),
  };
}

function parse(filter: Record<string, unknown>): AuthFilter | undefined {
  try {
    return parseAuthFilter(filter);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OwnAuthError(500, `The deployment's authorization handler answered no filter: ${reason}`, {
      cause,
    });
  }
}

/** An object stays an object and a list a list; what was absent may become anything. */
function isAlike(before: unknown, now: unknown): boolean {
  if (before === undefined || before === null) return true;
  if (isJsonObject(before)) return isJsonObject(now);
  return Array.isArray(before) ? Array.isArray(now) : typeof before === typeof now;
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
 * @throws OwnAuthError of this status when it is no valid one.
 */
export async function parseLeft<T>(
  schema: z.ZodType<T>,
  left: unknown,
  { status, what }: { status: number; what: string },
): Promise<T> {
  const parsed = schema.safeParse(left);
  if (parsed.success) return parsed.data;
  const { prettifyError } = await import('zod');
  throw new OwnAuthError(
    status,
    `The deployment's authorization handler left an invalid ${what}: ${prettifyError(parsed.error)}`,
  );
}
