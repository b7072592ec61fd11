import type { KeyScope } from '../ports/key-scopes.ts';
import type { Method, Route, SurfaceName } from './route.ts';

/** Row of the table: routes with these methods and a matching path need the scope. */
interface ScopeRule {
  readonly methods: readonly string[] | typeof ANY;
  /** Pattern of whole paths within the surface, where `*` is one segment. */
  readonly path: RegExp;
  readonly scope: KeyScope;
}

const READS = ['GET', 'HEAD', 'OPTIONS'];
/** Every method, also a method that no route has, because a deployment's own code can handle it. */
const ANY = 'any';

/**
 * Creates a row from lines of paths. `*` is one segment of a path, and `**` is the rest of the path, which can be empty.
 */
function rule(scope: KeyScope, methods: ScopeRule['methods'], ...paths: readonly string[]): ScopeRule {
  const patterns = paths.map((path) =>
    path.replaceAll('.', '\\.').replaceAll(/\*\*|\*/g, (mark) => (mark === '**' ? '.*' : '[^/]+')),
  );
  return { scope, methods, path: new RegExp(`^(?:${patterns.join('|')})$`, 's') };
}

/**
 * Scope that each route requires of an API key, by surface. The first row that matches applies. The last rows of a
 * surface apply to its other routes: reading routes need `read`, and routes that change something never do.
 */
const TABLE: Partial<Record<SurfaceName, readonly ScopeRule[]>> = {
  'control-plane': [
    // A sign-in returns the token of a user to an agent.
    rule('run', ANY, '/v2/auth/authenticate', '/v2/auth/wait/*'),
    rule('deploy', ANY, '/v1/integrations/**/install'),
    // Searches in logs have a body.
    rule('read', ['POST'], '/v1/projects/**/build_logs', '/v1/projects/**/deploy_logs'),
    rule('read', READS, '**'),
    rule('deploy', ANY, '**'),
  ],
  tracing: [
    rule('read', READS, '**'),
    rule('deploy', ANY, '/api/v1/workspaces/current/secrets**'),
    rule(
      'read',
      ['POST'],
      '/runs/query',
      '/api/v1/runs/query',
      '/api/v2/runs/query',
      '/datasets/*/runs',
      '/api/v1/datasets/*/runs',
      '/api/v2/datasets/*/experiment-runs',
    ),
    rule('run', ANY, '**'),
  ],
  sandboxes: [
    // Everything below `/s/<id>` acts inside a sandbox, and a GET opens a terminal or a tunnel.
    rule('run', ANY, '/s/**'),
    rule('read', READS, '**'),
    rule('run', ANY, '**'),
  ],
  'agent-server': [
    // A client that stops waiting for a run can cancel the run.
    rule('run', ANY, '/threads/*/runs/*/join', '/threads/*/runs/*/stream', '/mcp'),
    rule('read', READS, '**'),
    rule(
      'read',
      ['POST'],
      '/assistants/search',
      '/assistants/count',
      '/assistants/*/versions',
      '/runs/crons/search',
      '/runs/crons/count',
      '/store/items/search',
      '/store/namespaces',
      '/threads/search',
      '/threads/count',
      '/threads/*/history',
      '/threads/*/state/checkpoint',
      '/threads/*/stream/events',
      '/ui/*',
    ),
    rule('run', ANY, '**'),
  ],
};

/** Returns the scope that a path of a surface requires, or `undefined` if API keys do not open the surface. */
function scopeOf(surface: SurfaceName, method: string, path: string): KeyScope | undefined {
  if (surface === 'local') return 'admin';
  const isRule = (row: ScopeRule) =>
    (row.methods === ANY || row.methods.includes(method)) && row.path.test(path);
  return TABLE[surface]?.find(isRule)?.scope;
}

/**
 * Returns the scopes that a request requires if the deployment's own code handles the request. That code might decode
 * the path or remove segments. A path that would then require another scope requires both scopes.
 */
export function agentRequestScopes(method: string, path: string): (KeyScope | undefined)[] {
  const scopes = [path, plainPath(path)].map((one) => scopeOf('agent-server', method, one));
  return [...new Set(scopes)];
}

/** Returns a path without escaped characters, parameters of segments, and empty and dot segments. */
function plainPath(path: string): string {
  const kept: string[] = [];
  // A proxy in front of the code might already have decoded the path once.
  for (const part of unescaped(unescaped(path)).split(/[/\\]/)) {
    const name = part.replace(/;.*$/s, '');
    if (name === '..') kept.pop();
    else if (name !== '' && name !== '.') kept.push(name);
  }
  return `/${kept.join('/')}`;
}

/** Decodes each escaped ASCII character once. */
function unescaped(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

/** Returns the scope that a route requires, or `undefined` if the route needs no API key. */
export function routeScope({
  surface,
  auth,
  method,
  path,
}: Pick<Route, 'surface' | 'auth' | 'path'> & { method: Method }): KeyScope | undefined {
  if (auth === 'local') return 'admin';
  return auth === 'workspace' ? scopeOf(surface, method, path) : undefined;
}
