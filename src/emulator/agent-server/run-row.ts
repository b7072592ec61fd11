import { isoTime } from '../ports/clock.ts';
import { tryParseExactJson } from '../../contract/exact-json.ts';
import { isJsonObject } from '../../contract/json-safety.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Run, RunCreate } from '../../contract/run.ts';
import type { AuthFilter } from './access/auth-filter.ts';
import type { AgentCaller, AgentIdentity } from '../ports/agent-auth.ts';
import type { AssistantRow, RunRow } from '../ports/store.ts';
import type { HeaderPatterns } from '../ports/agent-http.ts';
import type { AgentLanguage } from '../ports/worker.ts';
import { withoutReserved } from './reserved-keys.ts';
import { mirrorContext } from './run-context.ts';

export type RunKey = Pick<RunRow, 'deploymentId' | 'threadId' | 'id'>;

/** The active runs of a thread, or of a whole deployment without `threadIds`. */
export interface RunScope {
  deploymentId: string;
  threadIds?: readonly string[];
}

/** A request to create a run. */
export interface RunRequest {
  deploymentId: string;
  /** Absent: the run gets a thread of its own, removed with the run unless the body says `keep`. */
  threadId?: string;
  body: RunCreate;
  /** Given when a client watches the run before it exists. */
  runId?: string;
  /** Some of them become part of `config.configurable`. */
  headers?: IncomingHttpHeaders;
  /** Absent: the deployment has no authentication of its own. */
  agentCaller?: AgentCaller | undefined;
  /** It emits the events of the streaming protocol. No body can ask for it. */
  protocol?: boolean;
  /** Called with the filter of the threads on which the author's handler lets the caller create the run. */
  onAuthorized?: (filter: AuthFilter | undefined) => void;
  /** The client that asks for it reads its events as they come. */
  isStreamed?: boolean;
  /** The cron that asks for it: part of `config.configurable`, too. */
  cronId?: string;
}

/**
 * The row of a requested run of a graph of this language. Its `kwargs` are the request's body on top of the assistant's configuration, with what the
 * request's headers add. `now` is epoch milliseconds.
 */
export function toRunRow(
  request: RunRequest,
  made: {
    id: string;
    threadId: string;
    assistant: AssistantRow;
    language: AgentLanguage;
    /** Which headers the configuration takes; undefined: the usual ones. */
    headers?: HeaderPatterns | undefined;
    /** The replica that the client asks; undefined: there are no others. */
    instanceId?: string | undefined;
    now: number;
  },
): RunRow {
  const { deploymentId } = request;
  const { id, threadId, assistant, language, now } = made;
  const python = language === 'python';
  const own = { ...request.body, ...mirrorContext(request.body, language) };
  const body = withoutClaims(
    withAssistantConfig(python ? { ...own, context: own.context ?? {} } : own, assistant),
  );
  const headers = request.headers ?? {};
  const added = {
    ...withoutReserved(headersForGraph(headers, made.headers)),
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
    listenedBy: request.isStreamed === true ? (made.instanceId ?? null) : null,
    createdAt: now,
    updatedAt: now,
  };
}

/** A run as the API shows it. */
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

/** The checkpoint that a run begins from; undefined: the latest of its thread. */
export function startingCheckpoint(
  body: Pick<RunCreate, 'checkpoint' | 'checkpoint_id'>,
): { id: string; ns: string } | undefined {
  const id = body.checkpoint?.checkpoint_id ?? body.checkpoint_id;
  return id === undefined || id === null ? undefined : { id, ns: body.checkpoint?.checkpoint_ns ?? '' };
}

/** A run's body on top of its assistant's configuration and context. */
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

/** The request without values under keys that no client may set, in its configuration and its context. */
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

/** `over` on top of `under`, key by key. Anything but an object replaces all of it, null and undefined nothing. */
function merged(under: Record<string, unknown>, over: unknown): unknown {
  if (over === undefined || over === null) return under;
  return isJsonObject(over) ? { ...under, ...over } : over;
}

/** Credentials, and a header between emulators: no graph gets them, and they are not stored. */
const OMITTED_HEADERS: ReadonlySet<string> = new Set([
  'x-api-key',
  'x-tenant-id',
  'x-service-key',
  'x-emulator-passed-on-by',
  'authorization',
  'proxy-authorization',
]);

/**
 * The headers that a graph gets in its `config.configurable`: `x-…` and `user-agent`, or those that the patterns name; never
 * credentials. What the tracing of the caller says is always among them.
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
  // Cookies are of the browser's user: only their own name stands for them, and no pattern.
  const isNamed = (name: string) => name !== 'cookie' || includes.includes(name);
  return (name) => isNamed(name) && matches(name, taken) && !matches(name, left);
}

const splitPattern = (pattern: string): string[] => pattern.split('*');

/** Whether a name consists of these parts, with anything between them. */
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

/** The parts of `baggage` that name what a trace belongs to. */
const OF_TRACE = new Map<string, (value: string) => unknown>([
  ['langsmith-metadata', (value) => toJsonObject(value)],
  ['langsmith-tags', (value) => value.split(',')],
  ['langsmith-project', (value) => value],
]);

/** The trace that the caller's request is part of: the graph's own becomes a part of it. */
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

/** What a Python graph may read about the caller without asking whether it is there: a server without users says the same. */
function withoutUser(headers: IncomingHttpHeaders): Record<string, unknown> {
  return {
    langgraph_auth_user: null,
    langgraph_auth_user_id: '',
    langgraph_auth_permissions: [],
    langgraph_request_id: headers['x-request-id'] ?? null,
  };
}

/** Who asks for a run, as its graph reads it. */
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
