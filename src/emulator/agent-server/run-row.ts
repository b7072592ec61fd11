import { isoTime } from '../ports/clock.ts';
import { tryParseExactJson } from '../../contract/exact-json.ts';
import { isJsonObject } from '../../contract/json-safety.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Run, RunCreate } from '../../contract/run.ts';
import type { AgentCaller, AgentIdentity } from '../ports/agent-auth.ts';
import type { AssistantRow, RunRow } from '../ports/store.ts';
import type { HeaderPatterns } from '../ports/agent-http.ts';
import type { AgentLanguage } from '../ports/worker.ts';
import { withoutReserved } from './reserved-keys.ts';
import { mirrorContext } from './run-context.ts';

export type RunKey = Pick<RunRow, 'deploymentId' | 'threadId' | 'id'>;

/** Selects the active runs of these threads, or of the whole deployment if `threadIds` is absent. */
export interface RunScope {
  deploymentId: string;
  threadIds?: readonly string[];
}

export interface RunRequest {
  deploymentId: string;
  /** ID of the thread, or absent for a new thread, which is removed with the run unless the body specifies `keep`. */
  threadId?: string | undefined;
  body: RunCreate;
  /** ID for the new run, set if a client watches the run before the run exists. */
  runId?: string;
  /** Headers of the HTTP request, some of which become part of `config.configurable`. */
  headers?: IncomingHttpHeaders | undefined;
  /** Authenticated caller, or absent if the deployment's agent defines no authentication. */
  agentCaller?: AgentCaller | undefined;
  /** True if the run emits the events of the streaming protocol. A request body cannot set `protocol`. */
  protocol?: boolean;
  /** True if the client reads the run's events as they arrive. */
  isStreamed?: boolean;
  /** ID of the cron that creates the run. The ID also becomes part of `config.configurable`. */
  cronId?: string;
}

/** Creates the request for a run from a body that `RunCreate` has parsed. */
export function toRunRequest(
  { deploymentId, headers, agentCaller }: Pick<RunRequest, 'deploymentId' | 'headers' | 'agentCaller'>,
  body: RunCreate,
  options: Omit<RunRequest, 'deploymentId' | 'headers' | 'agentCaller' | 'body'> = {},
): RunRequest {
  return { deploymentId, headers, agentCaller, body, ...options };
}

/**
 * Creates the row of a requested run for a graph of this language. `kwargs` contains the request's body merged over the
 * assistant's configuration, and values from the request's headers. `now` is in epoch milliseconds.
 */
export function toRunRow(
  request: RunRequest,
  created: {
    id: string;
    threadId: string;
    assistant: AssistantRow;
    language: AgentLanguage;
    /** Patterns of the headers to copy to the configuration, by default `x-…` and `user-agent`. */
    headers?: HeaderPatterns | undefined;
    /** ID of the replica that received the request, or `undefined` without other replicas. */
    instanceId?: string | undefined;
    now: number;
  },
): RunRow {
  const { deploymentId } = request;
  const { id, threadId, assistant, language, now } = created;
  const python = language === 'python';
  const own = { ...request.body, ...mirrorContext(request.body, language) };
  const body = withoutClaims(
    withAssistantConfig(python ? { ...own, context: own.context ?? {} } : own, assistant),
  );
  const headers = request.headers ?? {};
  const added = {
    ...withoutReserved(headersForGraph(headers, created.headers)),
    ...(python && withoutUser(headers)),
    ...(request.agentCaller && toConfigurable(request.agentCaller.identity)),
    ...(request.cronId !== undefined && { cron_id: request.cronId }),
  };
  const delayMs = Math.round((body.after_seconds ?? 0) * 1_000);
  return {
    id,
    threadId,
    deploymentId,
    assistantId: assistant.id,
    graphId: assistant.graphId,
    status: 'pending',
    kwargs: {
      ...withConfigurable(body, added),
      ...(request.threadId === undefined && body.on_completion !== 'keep' && { stateless: true }),
      ...(request.protocol === true && { protocol: true }),
    },
    metadata: body.metadata ?? {},
    multitaskStrategy: body.multitask_strategy ?? 'enqueue',
    error: null,
    attempt: 1,
    revisionId: null,
    fence: 0,
    notBefore: delayMs > 0 ? now + delayMs : null,
    claimedBy: null,
    listenedBy: request.isStreamed === true ? (created.instanceId ?? null) : null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Converts a run's row to the format of the API. */
export function toRun(row: RunRow): Run {
  return {
    run_id: row.id,
    thread_id: row.threadId,
    assistant_id: row.assistantId,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
    status: row.status,
    metadata: row.metadata,
    kwargs: row.kwargs,
    multitask_strategy: row.multitaskStrategy,
  };
}

/** Returns the checkpoint from which a run starts, or `undefined` for the thread's latest checkpoint. */
export function startingCheckpoint(
  body: Pick<RunCreate, 'checkpoint' | 'checkpoint_id'>,
): { id: string; ns: string } | undefined {
  const id = body.checkpoint?.checkpoint_id ?? body.checkpoint_id;
  return id === undefined || id === null ? undefined : { id, ns: body.checkpoint?.checkpoint_ns ?? '' };
}

/** Merges a run's body over its assistant's configuration and context. */
export function withAssistantConfig<
  T extends { config?: Record<string, unknown> | null | undefined; context?: unknown },
>(body: T, { config, context }: Pick<AssistantRow, 'config' | 'context'>): T {
  const own = body.config ?? {};
  return {
    ...body,
    ...(Object.keys(config).length > 0 && {
      config: { ...config, ...own, configurable: merged(toRecord(config.configurable), own.configurable) },
    }),
    ...(Object.keys(context).length > 0 && { context: merged(context, body.context) }),
  };
}

/** Removes the keys that clients must not set from a request's configuration and context. */
function withoutClaims<T extends { config?: Record<string, unknown> | null | undefined; context?: unknown }>(
  body: T,
): T {
  const { config, context } = body;
  const configurable = config?.['configurable'];
  return {
    ...body,
    ...(isJsonObject(configurable) && {
      config: { ...config, configurable: withoutReserved(configurable) },
    }),
    ...(isJsonObject(context) && { context: withoutReserved(context) }),
  };
}

/** Merges `over` over `under`, key by key. Null and undefined values in `over` replace nothing. */
function merged(under: Record<string, unknown>, over: unknown): unknown {
  if (over === undefined || over === null) return under;
  return isJsonObject(over) ? { ...under, ...over } : over;
}

/**
 * Headers that are neither stored nor passed to graphs: credentials, and the header that emulators send to each other.
 */
const OMITTED_HEADERS: ReadonlySet<string> = new Set([
  'x-api-key',
  'x-tenant-id',
  'x-service-key',
  'x-emulator-passed-on-by',
  'authorization',
  'proxy-authorization',
]);

/**
 * Returns the request headers that a graph receives in `config.configurable`: `x-…` and `user-agent`, or the configured
 * patterns, but never credentials. The client's tracing headers are always included.
 */
function headersForGraph(
  headers: IncomingHttpHeaders,
  patterns: HeaderPatterns | undefined,
): Record<string, unknown> {
  const isTaken = patterns
    ? headerFilter(patterns)
    : (name: string) => name.startsWith('x-') || name === 'user-agent';
  const added: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || OMITTED_HEADERS.has(name) || !isTaken(name)) continue;
    added[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return { ...added, ...tracingOf(headers) };
}

function headerFilter({ includes, excludes }: HeaderPatterns): (name: string) => boolean {
  const [taken, left] = [includes, excludes].map((patterns) => patterns.map(splitPattern));
  const matches = (name: string, patterns: string[][] = []) => patterns.some((parts) => isMatch(name, parts));
  // Cookies belong to the browser's user, so only the exact pattern `cookie` includes the cookie header.
  const isNamed = (name: string) => name !== 'cookie' || includes.includes(name);
  return (name) => isNamed(name) && matches(name, taken) && !matches(name, left);
}

const splitPattern = (pattern: string): string[] => pattern.split('*');

/** Returns whether a name consists of the pattern's parts with any characters between the parts. */
function isMatch(name: string, [first = '', ...others]: readonly string[]): boolean {
  if (!name.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return name === first;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** Entries of the header `baggage` that identify the trace. */
const OF_TRACE = new Map<string, (value: string) => unknown>([
  ['langsmith-metadata', (value) => toJsonObject(value)],
  ['langsmith-tags', (value) => value.split(',')],
  ['langsmith-project', (value) => value],
]);

/** Returns the trace of the client's request, so the graph can add its own trace to the client's trace. */
function tracingOf(headers: IncomingHttpHeaders): Record<string, unknown> {
  const trace = headers['langsmith-trace'];
  if (typeof trace !== 'string') return {};
  const found: Record<string, unknown> = { 'langsmith-trace': trace };
  const { baggage } = headers;
  for (const item of typeof baggage === 'string' ? baggage.split(',') : []) {
    const at = item.indexOf('=');
    const read = OF_TRACE.get(item.slice(0, at).trim());
    const value = at === -1 ? undefined : read?.(decoded(item.slice(at + 1)));
    if (value !== undefined) found[item.slice(0, at).trim()] = value;
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function toJsonObject(text: string): Record<string, unknown> | undefined {
  const value = tryParseExactJson(text);
  return isJsonObject(value) ? value : undefined;
}

/** Returns empty user fields for a run without a user, because Python graphs read them unconditionally. */
function withoutUser(headers: IncomingHttpHeaders): Record<string, unknown> {
  return {
    langgraph_auth_user: null,
    langgraph_auth_user_id: '',
    langgraph_auth_permissions: [],
    langgraph_request_id: headers['x-request-id'] ?? null,
  };
}

/** Returns the run's caller in the format that a graph reads. */
function toConfigurable({ user, permissions }: AgentIdentity): Record<string, unknown> {
  return {
    langgraph_auth_user: user,
    langgraph_auth_user_id: user.identity,
    langgraph_auth_permissions: [...permissions],
  };
}

function withConfigurable(body: RunCreate, added: Record<string, unknown>): RunCreate {
  if (Object.keys(added).length === 0) return body;
  const config = body.config ?? {};
  return { ...body, config: { ...config, configurable: { ...toRecord(config.configurable), ...added } } };
}

export const toRecord = (value: unknown): Record<string, unknown> =>
  isJsonObject(value) ? { ...value } : {};
