import { isDeepStrictEqual } from 'node:util';
import { pathToFileURL } from 'node:url';
import type { AuthAnswers, AuthQuery, AuthRefusal } from '../../ports/agent-auth.ts';
import type { AuthModule } from '../link/commands.ts';
import { copyFilter, copyTexts, copyWritten, FilterError } from './filter-json.ts';
import { toPlainRecord } from './plain-json.ts';

type Query<K extends AuthQuery['kind']> = Extract<AuthQuery, { kind: K }>;
type Handler = (argument: unknown) => unknown;

/** Fields of the library's `Auth` object that contain the agent's handlers. */
interface Handlers {
  authenticate?: Handler;
  callbacks?: Partial<Record<string, Handler>>;
}

/** The agent's authentication module, including handlers that are registered after the module was loaded. */
export interface LoadedAuth {
  handlers(): Handlers;
}

const FIELD = '~handlerCache';

/**
 * Imports the object that authenticates requests. Errors of the import are thrown unchanged.
 * @throws Error with the export and the expected form
 */
export async function loadAuth({ module, exportName }: AuthModule): Promise<LoadedAuth> {
  const exports = (await import(pathToFileURL(module).href)) as Record<string, unknown>;
  const what = `auth: export '${exportName}'`;
  const exported: unknown = await exports[exportName];
  const kept: unknown =
    typeof exported === 'object' && exported !== null ? Reflect.get(exported, FIELD) : undefined;
  if (!isHandlers(kept)) {
    throw new Error(
      `${what} is not an Auth object of @langchain/langgraph-sdk/auth. Export one, such as new Auth()`,
    );
  }
  if (typeof kept.authenticate !== 'function') {
    throw new Error(
      `${what} has no authenticate handler. Add a handler with .authenticate(async (request) => …)`,
    );
  }
  const unguarded = findUnguarded(kept);
  if (unguarded.length > 0) {
    process.stderr.write(
      `auth: no handler authorizes ${unguarded.join(', ')}, so every authenticated caller may perform these actions. To refuse everything that no other handler allows, add .on('*', () => false)\n`,
    );
  }
  return { handlers: () => kept };
}

/** Actions for which handlers can be registered, by resource. */
const ACTIONS = {
  assistants: ['create', 'read', 'update', 'delete', 'search'],
  threads: ['create', 'read', 'update', 'delete', 'search', 'create_run'],
  crons: ['create', 'read', 'update', 'delete', 'search'],
  store: ['put', 'get', 'search', 'delete', 'list_namespaces'],
};

/**
 * Returns the events without a handler. Returns an empty list if the agent has no handlers at all, because the agent
 * then needs no authorization.
 */
function findUnguarded({ callbacks = {} }: Handlers): string[] {
  if (Object.keys(callbacks).length === 0) return [];
  return Object.entries(ACTIONS).flatMap(([resource, actions]) =>
    actions
      .filter((action) => handlerOf(callbacks, resource, action) === undefined)
      .map((action) => `${resource}:${action}`),
  );
}

/** Returns the name of the most specific handler for an event. */
function handlerOf(
  callbacks: NonNullable<Handlers['callbacks']>,
  resource: string,
  action: string,
): string | undefined {
  const names = [`${resource}:${action}`, resource, `*:${action}`, '*'];
  return names.find((name) => callbacks[name] !== undefined);
}

const isHandlers = (value: unknown): value is Handlers => typeof value === 'object' && value !== null;

/**
 * Calls the handlers of the authentication module. Never throws: if a handler fails, the failure is printed and the
 * request is refused.
 */
export async function answerAuth(
  auth: LoadedAuth | undefined,
  query: AuthQuery,
): Promise<AuthAnswers[AuthQuery['kind']]> {
  // This refusal is never sent, because only workers with an authentication module receive the query.
  if (!auth) return { refused: { status: 500, message: 'this revision has no custom authentication' } };
  return query.kind === 'authenticate' ? authenticate(auth, query) : authorize(auth, query);
}

async function authenticate(
  auth: LoadedAuth,
  { request }: Query<'authenticate'>,
): Promise<AuthAnswers['authenticate']> {
  try {
    const { 'content-length': _, ...headers } = request.headers;
    const given = new Request(request.url, { method: request.method, headers });
    const result = await auth.handlers().authenticate?.(given);
    if (typeof result === 'string') {
      const user = { permissions: [], identity: result, display_name: result, is_authenticated: true };
      return { identity: { user, permissions: [] } };
    }
    const { identity, display_name: name, is_authenticated: isKnown, ...user } = toPlainRecord(result);
    if (typeof identity !== 'string') {
      throw new Error('authenticate must return a string, or an object with the string `identity`');
    }
    const permissions = Array.isArray(user.permissions) ? user.permissions.map(String) : [];
    return {
      identity: {
        user: {
          ...user,
          identity,
          permissions,
          is_authenticated: isKnown ?? true,
          display_name: name ?? identity,
        },
        permissions,
      },
    };
  } catch (failure) {
    return { refused: refusalOf(failure) ?? failed('authenticate', failure, 401, 'Unauthorized') };
  }
}

/**
 * Calls only the most specific handler. If several handlers are registered for one event, the library stores only the
 * last handler.
 */
async function authorize(
  auth: LoadedAuth,
  { identity, resource, action, value }: Query<'authorize'>,
): Promise<AuthAnswers['authorize']> {
  const { callbacks = {} } = auth.handlers();
  const event = `${resource}:${action}`;
  const name = handlerOf(callbacks, resource, action);
  const callback = name === undefined ? undefined : callbacks[name];
  if (!callback) return {};
  const handler = `on('${name}')`;
  const before = structuredClone(value);
  const isAssigned = resource === 'store' ? watchField(value, 'namespace') : () => false;
  let result: unknown;
  try {
    const { user, permissions } = identity;
    result = await callback({ event, resource, action, value, permissions, user });
  } catch (failure) {
    return { refused: refusalOf(failure) ?? failedHandler(handler, failure, 'failed') };
  }
  if (result === false) return { refused: { status: 403, message: 'Forbidden' } };
  try {
    const filter =
      result === undefined || result === null || result === true ? undefined : readFilter(result);
    const changes = readChanges(value, before, isAssigned);
    return { handler, ...(filter && { filter }), ...(changes && { changes }) };
  } catch (failure) {
    const reason = failure instanceof FilterError ? failure.message : 'failed';
    return { refused: failedHandler(handler, failure, reason) };
  }
}

/** Returns a copy of the filter that a handler returned. @throws FilterError if the result is not a filter. */
function readFilter(result: unknown): Record<string, unknown> {
  if (typeof result !== 'object' || result === null) {
    throw new FilterError(`returned a ${typeof result}; expected a filter, a boolean or nothing`);
  }
  return prefixed('returned an invalid filter', () => copyFilter(result));
}

/**
 * Returns the fields that the handler changed; null for a removed field. Returns `undefined` if the handler changed
 * nothing.
 * @throws FilterError if the handler set an item's namespace to an invalid value, or a field to a value that JSON
 * cannot represent.
 */
function readChanges(
  value: Record<string, unknown>,
  before: Record<string, unknown>,
  isAssigned: () => boolean,
): Record<string, unknown> | undefined {
  const changes = Object.entries(before).flatMap(([field, sent]): [string, unknown][] => {
    const left = value[field];
    const isSame = isDeepStrictEqual(left, sent);
    if (field === 'namespace' && (isAssigned() || !isSame)) {
      const namespace = prefixed('set an invalid namespace', () => copyTexts(left));
      return isDeepStrictEqual(namespace, sent) ? [] : [[field, namespace]];
    }
    if (isSame) return [];
    return [
      [field, left === undefined ? null : prefixed(`set an invalid "${field}"`, () => copyWritten(left))],
    ];
  });
  return changes.length > 0 ? Object.fromEntries(changes) : undefined;
}

function prefixed<T>(prefix: string, copy: () => T): T {
  try {
    return copy();
  } catch (cause) {
    if (cause instanceof FilterError) throw new FilterError(`${prefix}: ${cause.message}`, { cause });
    throw cause;
  }
}

/**
 * Observes assignments to a field, including assignments of an equal value. Returns a function that returns whether an
 * assignment has occurred.
 */
function watchField(value: Record<string, unknown>, field: string): () => boolean {
  let isAssigned = false;
  let current = value[field];
  Object.defineProperty(value, field, {
    enumerable: true,
    configurable: true,
    get: () => current,
    set(assigned: unknown) {
      current = assigned;
      isAssigned = true;
    },
  });
  return () => isAssigned;
}

const failedHandler = (handler: string, failure: unknown, reason: string): AuthRefusal =>
  failed(handler, failure, 500, `The deployment's authorization handler ${handler} ${reason}`);

/** Returns the refusal in a thrown HTTPException, which may come from any copy of the library. */
function refusalOf(failure: unknown): AuthRefusal | undefined {
  if (typeof failure !== 'object' || failure === null) return undefined;
  if (!('status' in failure && 'headers' in failure && typeof failure.status === 'number')) return undefined;
  const { status } = failure;
  const message: unknown = Reflect.get(failure, 'message');
  return {
    // A refusal must not have a success status, which would grant access.
    status: Number.isInteger(status) && status >= 400 && status <= 599 ? status : 403,
    message: typeof message === 'string' && message !== '' ? message : 'Unauthorized',
    headers: headersOf(failure.headers),
  };
}

function headersOf(headers: unknown): Record<string, string> {
  try {
    const all =
      headers instanceof Headers || Array.isArray(headers)
        ? [...headers]
        : Object.entries(toPlainRecord(headers));
    return Object.fromEntries(all.map(([name, value]) => [String(name), String(value)]));
  } catch {
    return {};
  }
}

function failed(what: string, failure: unknown, status: number, message: string): AuthRefusal {
  const shown = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  process.stderr.write(`auth: ${what} failed: ${shown}\n`);
  return { status, message };
}
