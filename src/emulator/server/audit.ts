import type { IncomingMessage } from 'node:http';
import { apiKeyOf, type Authenticator, findKeyHash, keyId, type KeyIdentity } from './authenticate.ts';
import type { DashboardGate, Middleware, RouteCall } from './middleware.ts';
import { errorResponse } from './respond.ts';
import type { RouteResponse } from './route.ts';
import { routeScope } from './route-scopes.ts';

/** Change that a caller made or tried. The entry contains no key, body or query. */
interface AuditedRequest {
  workspaceId: string | undefined;
  key: KeyIdentity;
  method: string;
  /** Pattern of the route, and path of the request without its query. */
  route: string;
  path: string;
  createdId: string | undefined;
  status: number;
}

/** Stores and logs an audited request. Never rejects. */
export type RecordAudit = (entry: AuditedRequest, request: IncomingMessage) => Promise<void>;

interface AuditDependencies {
  /** Stores an entry, or absent if this emulator keeps no audit log. */
  recordAudit?: RecordAudit | undefined;
  authenticator: Pick<Authenticator, 'identify'>;
  localKeyHashes: readonly string[];
  /** Dashboard of the emulator, or absent if the dashboard is off. */
  dashboard?: Pick<DashboardGate, 'isSignedIn'> | undefined;
}

/** Identity of requests of a signed-in dashboard. Only a key that opens `/_local` creates the link for a sign-in. */
const DASHBOARD: KeyIdentity = { id: 'dashboard', name: 'dashboard' };

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Creates middleware that records requests with a known key that change deployments, their settings, or the emulator:
 * the routes that need the scope `deploy` or `admin` or a session of the dashboard, including refused requests. The
 * response is sent only after the entry was stored.
 */
export function audit({
  recordAudit,
  authenticator,
  localKeyHashes,
  dashboard,
}: AuditDependencies): Middleware {
  return async (call, next) => {
    if (recordAudit === undefined || !isAudited(call)) return next();
    const key =
      call.route.auth === 'session'
        ? identifySession(call.request, dashboard)
        : await identify(call.request, authenticator, localKeyHashes);
    if (key === undefined) return next();
    const record = (status: number, answer?: RouteResponse) =>
      recordAudit({ ...entryOf(call), key, status, createdId: createdId(answer) }, call.request);
    let answer: RouteResponse;
    try {
      answer = await next();
    } catch (error) {
      await record(errorResponse(error).status);
      throw error;
    }
    await record('status' in answer ? answer.status : 200, answer);
    return answer;
  };
}

function isAudited({ route }: RouteCall): boolean {
  if (READS.includes(route.method)) return false;
  // A request that the dashboard passes on to a surface is recorded there.
  if (route.auth === 'session') return route.passesOn !== true;
  const scope = routeScope(route);
  return scope === 'deploy' || scope === 'admin';
}

async function identify(
  { headers }: IncomingMessage,
  authenticator: AuditDependencies['authenticator'],
  localKeyHashes: readonly string[],
): Promise<KeyIdentity | undefined> {
  if (apiKeyOf(headers) === undefined) return undefined;
  const known = await authenticator.identify?.(headers);
  if (known !== undefined) return known;
  const admin = findKeyHash(headers, localKeyHashes);
  return admin === undefined ? undefined : { id: keyId(admin), name: 'admin key' };
}

function identifySession(
  { headers }: IncomingMessage,
  dashboard: AuditDependencies['dashboard'],
): KeyIdentity | undefined {
  return dashboard?.isSignedIn(headers) === true ? DASHBOARD : undefined;
}

function entryOf({ route, target, workspaceId }: RouteCall) {
  return {
    workspaceId: workspaceId === '' ? undefined : workspaceId,
    method: route.method,
    route: route.path,
    path: target.path,
  };
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the ID of a created object from its response, or `undefined` for any other response. */
function createdId(answer: RouteResponse | undefined): string | undefined {
  if (answer === undefined || !('status' in answer) || answer.status !== 201) return undefined;
  const { body } = answer;
  if (typeof body !== 'object' || body === null || !('id' in body)) return undefined;
  return typeof body.id === 'string' && ID.test(body.id) ? body.id : undefined;
}
