import type { Clock } from '../../../clients/clock.ts';
import type {
  AgentCaller,
  AgentIdentity,
  AuthAnswers,
  AuthQuery,
  AuthRefusal,
  AuthRequest,
  AuthSettings,
  DeploymentAuth,
} from '../../ports/agent-auth.ts';
import type { Store } from '../../ports/store.ts';
import { activeRevisionOf } from '../../ports/store-control-plane.ts';
import { type LiveWorkers, QueryError, WorkerGoneError } from '../../ports/worker.ts';
import { OwnAuthError } from '../../server/http-error.ts';
import { servingWorker } from '../query-graph.ts';

/** Value of the header `x-auth-scheme` that the studio sends with an API key of the workspace. */
const STUDIO_SCHEME = 'langsmith';
const STUDIO_NAME = 'langgraph-studio-user';
const STUDIO: AgentIdentity = {
  user: {
    kind: 'StudioUser',
    is_authenticated: true,
    display_name: STUDIO_NAME,
    identity: STUDIO_NAME,
    permissions: ['authenticated'],
  },
  permissions: ['authenticated'],
  isStudio: true,
};

/** Headers of an agent's refusal that are not sent, because the server sets these headers itself. */
const OMITTED_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'keep-alive',
  'set-cookie',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** Maximum length of an agent's refusal message, in characters. */
const MAX_MESSAGE = 2_000;

/** Authenticates requests to deployments, and returns the callers of runs that are created without a request. */
export interface DeploymentAuthService extends DeploymentAuth {
  /** Returns a caller whose identity is already known, such as the caller of an earlier run. */
  callerOf(deploymentId: string, identity: AgentIdentity): AgentCaller;
}

/** Creates the authentication of deployments. The workers run the agents' authentication code. */
export function createDeploymentAuth(dependencies: {
  store: Pick<Store, 'deployments' | 'revisions'>;
  live: Pick<LiveWorkers, 'acquire'>;
  clock: Pick<Clock, 'now'>;
}): DeploymentAuthService {
  const { store, live, clock } = dependencies;
  const caches = new Map<string, IdentityCache>();

  /** Sends a query to the serving worker, or to the next worker if the first worker exits before it responds. */
  const ask = async <K extends AuthQuery['kind']>(
    deploymentId: string,
    query: Extract<AuthQuery, { kind: K }>,
  ): Promise<AuthAnswers[K] | undefined> => {
    for (let attempt = 1; ; attempt += 1) {
      const held = live.acquire(deploymentId);
      if (!held) throw notServing();
      try {
        if (!held.worker.auth) return undefined;
        return await held.worker.query<K>('', query);
      } catch (cause) {
        if (cause instanceof QueryError) throw failed(cause);
        if (!(cause instanceof WorkerGoneError) || attempt > 1) throw notServing(cause);
      } finally {
        held.release();
      }
    }
  };

  const callerOf = (deploymentId: string, identity: AgentIdentity): AgentCaller => ({
    identity,
    async authorize(event) {
      const answer = await ask(deploymentId, { kind: 'authorize', identity, ...event });
      // Without a result, a revision without authentication has replaced the revision that authenticated this caller.
      if (!answer) throw notServing();
      if (answer.refused) throw refusalOf(answer.refused);
      return answer;
    },
  });

  const identify = async (
    deploymentId: string,
    revisionId: string,
    settings: AuthSettings,
    request: AuthRequest,
  ): Promise<AgentIdentity> => {
    const cache = settings.cache && cacheOf(caches, deploymentId, revisionId, settings.cache);
    const known = cache?.find(request, clock.now());
    if (known) return known;
    const answer = await ask(deploymentId, { kind: 'authenticate', request });
    if (!answer) throw notServing();
    if (answer.refused) throw refusalOf(answer.refused);
    cache?.keep(request, answer.identity, clock.now());
    return answer.identity;
  };

  return {
    callerOf,
    async of(deploymentId) {
      const worker = servingWorker(live, deploymentId);
      if (!worker && !(await bringsAuth(store, deploymentId))) return undefined;
      if (worker && !worker.auth) return undefined;
      const settings = worker?.auth ?? {};
      return {
        takesKey: (headers) => {
          if (settings.disableStudioAuth === true) return false;
          if (headers['x-auth-scheme'] === STUDIO_SCHEME) return true;
          return settings.allowApiKeys === true && (headers.authorization ?? '').trim() === '';
        },
        async authenticate(request) {
          if (!worker) throw notServing();
          const identity = await identify(deploymentId, worker.revisionId, settings, request);
          return callerOf(deploymentId, identity);
        },
        studioCaller: () => callerOf(deploymentId, STUDIO),
      };
    },
  };
}

/** Returns whether the agent of the stored active revision defines authentication, for use while no worker runs. */
async function bringsAuth(
  store: Pick<Store, 'deployments' | 'revisions'>,
  deploymentId: string,
): Promise<boolean> {
  const deployment = await store.deployments.findById(deploymentId);
  return deployment !== undefined && (await activeRevisionOf(store, deployment))?.bringsAuth === true;
}

interface IdentityCache {
  revisionId: string;
  find(request: AuthRequest, now: number): AgentIdentity | undefined;
  keep(request: AuthRequest, identity: AgentIdentity, now: number): void;
}

function cacheOf(
  caches: Map<string, IdentityCache>,
  deploymentId: string,
  revisionId: string,
  settings: NonNullable<AuthSettings['cache']>,
): IdentityCache {
  const known = caches.get(deploymentId);
  if (known?.revisionId === revisionId) return known;
  const made = createIdentityCache(revisionId, settings);
  caches.set(deploymentId, made);
  return made;
}

/** Caches authenticated identities by the values of the configured headers, and removes the oldest identities first. */
function createIdentityCache(
  revisionId: string,
  { keys, ttlSeconds, maxSize }: NonNullable<AuthSettings['cache']>,
): IdentityCache {
  const kept = new Map<string, { identity: AgentIdentity; until: number }>();
  const names = keys.map((name) => name.toLowerCase());
  /**
   * Requests without any of the configured headers are not cached, because all these requests would share one entry.
   */
  const keyOf = ({ headers }: AuthRequest): string | undefined => {
    const found = names.filter((name) => headers[name] !== undefined);
    return found.length === 0 ? undefined : JSON.stringify(found.map((name) => [name, headers[name]]));
  };
  return {
    revisionId,
    find(request, now) {
      const key = keyOf(request);
      const found = key === undefined ? undefined : kept.get(key);
      return found && found.until > now ? found.identity : undefined;
    },
    keep(request, identity, now) {
      const key = keyOf(request);
      if (key === undefined) return;
      kept.delete(key);
      kept.set(key, { identity, until: now + ttlSeconds * 1_000 });
      const [oldest] = kept.keys();
      if (kept.size > maxSize && oldest !== undefined) kept.delete(oldest);
    },
  };
}

/** Converts the agent's refusal to a response with its status, message and permitted headers. */
function refusalOf({ status, message, headers }: AuthRefusal): OwnAuthError {
  const kept = Object.entries(headers ?? {}).filter(
    ([name, value]) =>
      HEADER_NAME.test(name) &&
      !OMITTED_HEADERS.has(name.toLowerCase()) &&
      /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
  );
  return new OwnAuthError(status, message.slice(0, MAX_MESSAGE), { headers: Object.fromEntries(kept) });
}

function failed(cause: QueryError): OwnAuthError {
  return new OwnAuthError(500, `The deployment's authentication failed: ${cause.message}`, { cause });
}

function notServing(cause?: unknown): OwnAuthError {
  return new OwnAuthError(
    503,
    "No revision of this deployment is running, and the deployment's own code authenticates requests: retry the request",
    { cause, headers: { 'retry-after': '1' } },
  );
}
