import type { Method, Route, SurfaceName } from './route.ts';

type Match =
  | { kind: 'found'; route: Route; params: Record<string, string> }
  | { kind: 'wrong-method'; allow: Method[] }
  | { kind: 'unknown' }
  | { kind: 'malformed' };

/** Finds the row of a method and a path, and the parameters in the path. */
export type Router = (method: Method, path: string) => Match;

interface Leaf {
  route: Route;
  names: string[];
}
interface Branch {
  fixed: Map<string, Branch>;
  parameter: Branch | undefined;
  leaves: Map<Method, Leaf>;
}

const newBranch = (): Branch => ({ fixed: new Map(), parameter: undefined, leaves: new Map() });

/** The parameter names of a route path, in order: `/a/{x}/b/{y}` gives `['x', 'y']`. */
export function parameterNames(path: string): string[] {
  return path.split('/').flatMap((part) => parameterName(part) ?? []);
}

function parameterName(part: string): string | undefined {
  return /^\{(.+)\}$/.exec(part)?.[1];
}

/**
 * Builds the matcher of a route table. Fixed path parts win over parameters, regardless of the order of the rows and the
 * methods they have: `free-count` is never an ID, so a method it does not have is refused as such. Parameters are
 * percent-decoded and never empty. Throws when two rows claim the same method and path.
 */
export function createRouter(routes: readonly Route[]): Router {
  const root = newBranch();
  for (const route of routes) insert(root, route);

  return (method, path) => {
    const parts = decodeSegments(path);
    if (parts === undefined) return { kind: 'malformed' };
    const end = walk(root, parts, 0, []);
    if (end === undefined) return { kind: 'unknown' };
    const leaf = end.leaves.get(method);
    if (leaf === undefined) return { kind: 'wrong-method', allow: [...end.leaves.keys()].sort() };
    return { kind: 'found', route: leaf.route, params: named(leaf.names, end.values) };
  };
}

function insert(root: Branch, route: Route): void {
  let branch = root;
  for (const part of route.path.split('/').slice(1)) {
    if (parameterName(part) !== undefined) {
      branch.parameter ??= newBranch();
      branch = branch.parameter;
    } else {
      let next = branch.fixed.get(part);
      if (next === undefined) {
        next = newBranch();
        branch.fixed.set(part, next);
      }
      branch = next;
    }
  }
  if (branch.leaves.has(route.method)) {
    throw new Error(`two routes claim ${route.method} ${route.path}; keep one of them`);
  }
  branch.leaves.set(route.method, { route, names: parameterNames(route.path) });
}

/** The decoded segments. Undefined for an invalid percent-encoding. */
function decodeSegments(path: string): string[] | undefined {
  try {
    const parts = path.slice(path.indexOf('/') + 1).split('/');
    return path.includes('%') ? parts.map(decodeURIComponent) : parts;
  } catch {
    return undefined;
  }
}

/** The node of these segments that has rows, the one with most fixed parts first. */
function walk(
  branch: Branch,
  parts: readonly string[],
  index: number,
  values: readonly string[],
): { leaves: Branch['leaves']; values: readonly string[] } | undefined {
  const part = parts[index];
  if (part === undefined) return branch.leaves.size > 0 ? { leaves: branch.leaves, values } : undefined;
  const fixed = branch.fixed.get(part);
  const found = fixed === undefined ? undefined : walk(fixed, parts, index + 1, values);
  if (found !== undefined || branch.parameter === undefined || part === '') return found;
  return walk(branch.parameter, parts, index + 1, [...values, part]);
}

function named(names: readonly string[], values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) params[name] = values[index] ?? '';
  return params;
}

/** The target of a request, before any route is looked up: all surfaces share one port. */
export interface RequestTarget {
  /** The surface: for the journal, the faults and the checks before routing. */
  surface: SurfaceName;
  /** The path inside the surface: without aliases and the `/d/<id>` prefix. */
  path: string;
  /** The path as sent, without the query. */
  rawPath: string;
  query: URLSearchParams;
  /** Set for `/d/<id>/…` and for a deployment's own port. */
  deploymentId: string | undefined;
  /**
   * Web pages may call it, as its configuration says: it came by the deployment's own port, or deployments have none and it is
   * below `/d/<id>`.
   */
  allowsPages: boolean;
  /** What the agent's own code answers must not become a page: it came by a path of the main port, whose pages are others'. */
  isSandboxed: boolean;
  /** Only routes of the control plane answer under `/api-host`. */
  apiHost: boolean;
}

/** By which monitors, containers and load balancers ask whether a server answers. */
export const PROBE_PATHS = ['/ok', '/health'] as const;

const API_HOST = '/api-host';
/** On the main port, what a deployment serves is below this and its ID. */
export const DEPLOYMENT_PREFIX = '/d';

/**
 * Parses a request target (path and query as sent). `deploymentId` is given for a deployment's own port, where the
 * agent server's routes are at the root. `hasOwnPorts`: whether deployments have such ports. `hasDashboard`: the
 * main port has pages of its own.
 */
export function parseTarget(
  url: string,
  deploymentId?: string,
  hasOwnPorts = true,
  hasDashboard = false,
): RequestTarget {
  const mark = url.indexOf('?');
  const rawPath = mark === -1 ? url : url.slice(0, mark);
  const query = new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1));
  const base = {
    rawPath,
    query,
    apiHost: false,
    allowsPages: deploymentId !== undefined,
    isSandboxed: false,
  };
  if (deploymentId !== undefined) return { ...base, surface: 'agent-server', path: rawPath, deploymentId };

  const served = /^\/d\/([^/]+)(\/.*)?$/.exec(rawPath);
  if (served?.[1] !== undefined) {
    return {
      ...base,
      surface: 'agent-server',
      path: served[2] ?? '/',
      deploymentId: served[1].toLowerCase(),
      allowsPages: !hasOwnPorts,
      isSandboxed: hasOwnPorts || hasDashboard,
    };
  }
  if (rawPath.startsWith(`${API_HOST}/`)) {
    const path = rawPath.slice(API_HOST.length);
    return {
      ...base,
      surface: isProbe(path) ? 'probe' : 'control-plane',
      path,
      deploymentId: undefined,
      apiHost: true,
    };
  }
  return { ...base, surface: surfaceOf(rawPath), path: rawPath, deploymentId: undefined };
}

const isProbe = (path: string): boolean => PROBE_PATHS.some((one) => one === path);

/** By the segments that the router will see: an escaped letter must not bypass a surface's checks. */
function surfaceOf(path: string): SurfaceName {
  if (isProbe(path)) return 'probe';
  const parts = decodeSegments(path) ?? [];
  const under = (...names: string[]) => names.every((name, index) => parts[index] === name);
  if (under('_local', 'ui')) return 'dashboard';
  if (under('_local')) return 'local';
  if (under('_pods')) return 'agent-pods';
  if (under('api', 'v2', 'sandboxes') || under('v2', 'sandboxes') || under('s')) return 'sandboxes';
  if (under('api', 'v1') || under('feedback')) return 'tracing';
  return 'control-plane';
}
