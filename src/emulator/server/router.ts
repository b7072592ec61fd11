import type { Method, Route, SurfaceName } from './route.ts';

type Match =
  | { kind: 'found'; route: Route; params: Record<string, string> }
  | { kind: 'wrong-method'; allow: Method[] }
  | { kind: 'unknown' }
  | { kind: 'malformed' };

/** Finds the route for a method and a path, and the parameters in the path. */
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

/** Returns the parameter names in a route's path in order: `/a/{x}/b/{y}` → `['x', 'y']`. */
export function parameterNames(path: string): string[] {
  return path.split('/').flatMap((part) => parameterName(part) ?? []);
}

function parameterName(part: string): string | undefined {
  return /^\{(.+)\}$/.exec(part)?.[1];
}

/**
 * Creates the router for a table of routes. Fixed segments take precedence over parameters, regardless of the order and
 * methods of routes: `free-count` is never an ID, even for a method that its route does not support. Parameters of a
 * path are percent-decoded and never empty. `createRouter` throws if two routes have the same method and path.
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
    throw new Error(`two routes have the method and path ${route.method} ${route.path}: keep one of them`);
  }
  branch.leaves.set(route.method, { route, names: parameterNames(route.path) });
}

/** Returns the decoded segments of a path, or `undefined` if the percent-encoding is invalid. */
function decodeSegments(path: string): string[] | undefined {
  try {
    const parts = path.slice(path.indexOf('/') + 1).split('/');
    return path.includes('%') ? parts.map(decodeURIComponent) : parts;
  } catch {
    return undefined;
  }
}

/** Returns the node that has routes for these segments, preferably the node with the most fixed segments. */
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

/**
 * Surface, path and deployment of a request, parsed from the URL of the request. All surfaces share one port, so the
 * request is parsed before its route is looked up.
 */
export interface RequestTarget {
  /** Surface of the request, for the journal, the faults and the checks before routing. */
  surface: SurfaceName;
  /** Path within the surface, without aliases and without `/d/<id>`. */
  path: string;
  /** Path in the client's spelling, without the query. */
  rawPath: string;
  query: URLSearchParams;
  /** ID of the deployment for `/d/<id>/…` and for a deployment's own port, or `undefined` for other targets. */
  deploymentId: string | undefined;
  /**
   * True if the deployment's settings decide which web pages can call the target. The property is true on the
   * deployment's own port, and below `/d/<id>` if deployments have no ports.
   */
  allowsPages: boolean;
  /**
   * Scope of the sandbox for responses of the agent's code, set if the responses must not act as pages of the main
   * port, because the main port's origin has other pages.
   */
  sandbox: SandboxScope | undefined;
  /** True for a path below `/api-host`, where only control plane routes respond. */
  apiHost: boolean;
}

/** Part of the main port that belongs to a deployment. */
export interface SandboxScope {
  /** Path of the deployment as requested, in lower case and without a trailing slash. */
  path: string;
  /**
   * True if the requested path is below `path`, and browsers therefore limit a cookie without a path to the deployment.
   */
  isBelow: boolean;
}

/** Health-check paths for monitors, containers and load balancers. */
export const PROBE_PATHS = ['/ok', '/health'] as const;

/** Path of the check whether the process responds, which does not depend on the database. */
export const LIVE_PATH = '/_local/live';

/** First path segments of tracing routes that clients also use without the prefix `/api/v1`. */
const TRACING: readonly string[] = [
  'feedback',
  'datasets',
  'examples',
  'sessions',
  'info',
  'settings',
  'public',
];
/** Paths below `/runs` that belong to tracing. All other paths below `/runs` belong to agents. */
const TRACING_RUNS = /^(?:multipart|batch|query|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

const API_HOST = '/api-host';
/** Path prefix of deployments on the main port. The deployment's ID follows the prefix. */
export const DEPLOYMENT_PREFIX = '/d';

/**
 * Parses a request target (path and query in the client's spelling). The parameter `deploymentId` is set for a
 * deployment's own port, where the paths of the agent server start at the root. The parameter `hasOwnPorts` is true if
 * deployments have their own ports, and `hasDashboard` is true if the main port has pages.
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
    sandbox: undefined,
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
      sandbox:
        hasOwnPorts || hasDashboard
          ? { path: `${DEPLOYMENT_PREFIX}/${served[1].toLowerCase()}`, isBelow: served[2] !== undefined }
          : undefined,
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

/** Returns the surface of a path, decoded as in the router, so escaped letters bypass no check. */
function surfaceOf(path: string): SurfaceName {
  if (isProbe(path) || path === LIVE_PATH) return 'probe';
  const parts = decodeSegments(path) ?? [];
  const under = (...names: string[]) => names.every((name, index) => parts[index] === name);
  if (under('_local', 'ui')) return 'dashboard';
  if (under('_local')) return 'local';
  if (under('_pods')) return 'agent-pods';
  if (under('api', 'v2', 'sandboxes') || under('v2', 'sandboxes') || under('s')) return 'sandboxes';
  if (under('api', 'v2', 'runs') || under('api', 'v2', 'datasets')) return 'tracing';
  if (under('api', 'v1') || under('v1', 'platform') || TRACING.includes(parts[0] ?? '')) return 'tracing';
  if (under('runs') && (parts.length === 1 || (parts.length === 2 && TRACING_RUNS.test(parts[1] ?? '')))) {
    return 'tracing';
  }
  return 'control-plane';
}
