import { isDeepStrictEqual } from 'node:util';
import { pathToFileURL } from 'node:url';
import type { AuthAnswers, AuthQuery, AuthRefusal } from '../../ports/agent-auth.ts';
import type { AuthModule } from './commands.ts';
import { toPlainRecord } from './plain-json.ts';

type Query<K extends AuthQuery['kind']> = Extract<AuthQuery, { kind: K }>;
type Handler = (argument: unknown) => unknown;

/** What the library's `Auth` object keeps of its author's functions, under the name that servers read it by. */
interface Handlers {
  authenticate?: Handler;
  callbacks?: Partial<Record<string, Handler>>;
}

/** The author's authentication. Handlers that are added later count as well. */
export interface LoadedAuth {
  handlers(): Handlers;
}

const FIELD = '~handlerCache';

/**
 * Imports the object that authenticates requests.
 * @throws Error naming the export and what was expected; what importing it throws.
 */
export async function loadAuth({ module, exportName }: AuthModule): Promise<LoadedAuth> {
  const exports = (await import(pathToFileURL(module).href)) as Record<string, unknown>;
  const what = `auth: export '${exportName}'`;
  const exported: unknown = await exports[exportName];
  const kept: unknown =
    typeof exported === 'object' && exported !== null ? Reflect.get(exported, FIELD) : undefined;
  if (!isHandlers(kept)) {
    throw new Error(`${what} is no Auth of @langchain/langgraph-sdk/auth; export one, as in new Auth()`);
  }
  if (typeof kept.authenticate !== 'function') {
    throw new Error(`${what} has no authenticate handler; add one with .authenticate(async (request) => …)`);
  }
  const unguarded = findUnguarded(kept);
  if (unguarded.length > 0) {
    process.stderr.write(
      `auth: no handler is asked about ${unguarded.join(', ')}: each caller that authenticate lets in may do this. Add .on('*', () => false) to refuse what no other handler allows\n`,
    );
  }
  return { handlers: () => kept };
}

/** What handlers are asked about, by resource. */
const ACTIONS = {
  assistants: ['create', 'read', 'update', 'delete', 'search'],
  threads: ['create', 'read', 'update', 'delete', 'search', 'create_run'],
  crons: ['create', 'read', 'update', 'delete', 'search'],
  store: ['put', 'get', 'search', 'delete', 'list_namespaces'],
};

/** Events that no handler is asked about, although there are handlers: an author without any wants none. */
function findUnguarded({ callbacks = {} }: Handlers): string[] {
  if (Object.keys(callbacks).length === 0) return [];
  return Object.entries(ACTIONS).flatMap(([resource, actions]) =>
    actions
      .filter((action) => handlerOf(callbacks, resource, action) === undefined)
      .map((action) => `${resource}:${action}`),
  );
}

/** The name of the most specific handler. */
function handlerOf(
  callbacks: NonNullable<Handlers['callbacks']>,
  resource: string,
  action: string,
): string | undefined {
  const names = [`${resource}:${action}`, resource, `*:${action}`, '*'];
  return names.find((name) => callbacks[name] !== undefined);
}

const isHandlers = (value: unknown): value is Handlers => typeof value === 'object' && value !== null;

/** Asks the author's code. It never throws: what fails is refused, and printed. */
export async function answerAuth(
  auth: LoadedAuth | undefined,
  query: AuthQuery,
): Promise<AuthAnswers[AuthQuery['kind']]> {
  // The emulator asks only a worker that it gave an object to load.
  if (!auth) return { refused: { status: 500, message: 'this revision has no authentication of its own' } };
  return query.kind === 'authenticate' ? authenticate(auth, query) : authorize(auth, query);
}

async function authenticate(
  auth: LoadedAuth,
  { request }: Query<'authenticate'>,
): Promise<AuthAnswers['authenticate']> {
  try {
    const { 'content-length': _, ...headers } = request.headers;
    const given = new Request(request.url, { method: request.method, headers });
    const said = await auth.handlers().authenticate?.(given);
    if (typeof said === 'string') {
      const user = { permissions: [], identity: said, display_name: said, is_authenticated: true };
      return { identity: { user, permissions: [] } };
    }
    const { identity, display_name: name, is_authenticated: isKnown, ...user } = toPlainRecord(said);
    if (typeof identity !== 'string') {
      throw new Error('authenticate has to give a string, or an object with the string `identity`');
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

/** The most specific handler alone is asked; of several for the same, the library keeps the one defined last. */
async function authorize(
  auth: LoadedAuth,
  { identity, resource, action, value }: Query<'authorize'>,
): Promise<AuthAnswers['authorize']> {
  const { callbacks = {} } = auth.handlers();
  const event = `${resource}:${action}`;
  const name = handlerOf(callbacks, resource, action);
  const handler = name === undefined ? undefined : callbacks[name];
  if (!handler) return {};
  const before = structuredClone(value);
  try {
    const { user, permissions } = identity;
    const said = await handler({ event, resource, action, value, permissions, user });
    if (said === false) return { refused: { status: 403, message: 'Forbidden' } };
    if (said !== undefined && said !== null && said !== true && typeof said !== 'object') {
      throw new Error(
        `the handler of '${name}' gave ${typeof said}; expected a filter, a boolean or nothing`,
      );
    }
    const filter = typeof said === 'object' && said !== null ? toPlainRecord(said) : undefined;
    const after = Object.entries(toPlainRecord(value));
    const changes = after.filter(([field, now]) => !isDeepStrictEqual(now, before[field]));
    return {
      ...(filter && { filter }),
      ...(changes.length > 0 && { changes: Object.fromEntries(changes) }),
    };
  } catch (failure) {
    return {
      refused:
        refusalOf(failure) ??
        failed(`on('${name}')`, failure, 500, "The deployment's authorization handler failed"),
    };
  }
}

/** What the author refuses with: an HTTPException of the library, from any copy of it. */
function refusalOf(failure: unknown): AuthRefusal | undefined {
  if (typeof failure !== 'object' || failure === null) return undefined;
  if (!('status' in failure && 'headers' in failure && typeof failure.status === 'number')) return undefined;
  const { status } = failure;
  const message: unknown = Reflect.get(failure, 'message');
  return {
    // A refusal with a status of success would open the deployment.
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
