import type { SurfaceName } from './route.ts';
import { decodeParts } from './router.ts';

/** What a request's address names, before any route is looked up (DESIGN §3: one port, told apart by path). */
export interface RequestTarget {
  /** Who is spoken to: for the journal, the faults and the checks that come before routing. */
  surface: SurfaceName;
  /** The path inside the surface: aliases and the `/d/<id>` prefix are off. */
  path: string;
  /** The path as the client wrote it, without the query. */
  rawPath: string;
  query: URLSearchParams;
  /** Set for `/d/<id>/…` and for a deployment's own port. */
  deploymentId: string | undefined;
  /** Only routes of the control plane answer under `/api-host`. */
  apiHost: boolean;
}

const API_HOST = '/api-host';
/** On the main port, what a deployment serves is below this and its ID. */
export const DEPLOYMENT_PREFIX = '/d';

/**
 * Reads a request target (path and query as sent). `deploymentId` is given when the request came in on a deployment's
 * own port, where the agent server's routes are at the root.
 */
export function parseTarget(url: string, deploymentId?: string): RequestTarget {
  const mark = url.indexOf('?');
  const rawPath = mark === -1 ? url : url.slice(0, mark);
  const query = new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1));
  const base = { rawPath, query, apiHost: false };
  if (deploymentId !== undefined) return { ...base, surface: 'agent-server', path: rawPath, deploymentId };

  const served = /^\/d\/([^/]+)(\/.*)?$/.exec(rawPath);
  if (served?.[1] !== undefined) {
    return {
      ...base,
      surface: 'agent-server',
      path: served[2] ?? '/',
      deploymentId: served[1].toLowerCase(),
    };
  }
  if (rawPath.startsWith(`${API_HOST}/`)) {
    return {
      ...base,
      surface: 'control-plane',
      path: rawPath.slice(API_HOST.length),
      deploymentId: undefined,
      apiHost: true,
    };
  }
  return { ...base, surface: surfaceOf(rawPath), path: rawPath, deploymentId: undefined };
}

/** By the parts that the router will see: an escaped letter must not lead past what is asked of a surface. */
function surfaceOf(path: string): SurfaceName {
  const parts = decodeParts(path) ?? [];
  const under = (...names: string[]) => names.every((name, index) => parts[index] === name);
  if (under('_local')) return 'local';
  if (under('api', 'v2', 'sandboxes') || under('v2', 'sandboxes') || under('s')) return 'sandboxes';
  if (under('api', 'v1') || under('feedback')) return 'tracing';
  return 'control-plane';
}
