import { errorMessage } from '../../../os/errors.ts';
import { withTimeout } from '../../../os/timeout.ts';
import * as z from 'zod';
import { realClock } from '../../../clients/clock.ts';
import { queryBoolean } from '../../../contract/query.ts';
import { DeploymentHealth, InfoResponse, type ServiceHealth } from '../../../contract/thread.ts';
import { type LifecycleFault, noLifecycleFaults, SERVING } from '../../ports/faults.ts';
import type { AgentLanguage, LiveWorkers } from '../../ports/worker.ts';
import { DEFAULT_HTTP } from '../../ports/agent-http.ts';
import { HttpError } from '../../server/http-error.ts';
import { sendResponse } from '../../server/respond.ts';
import type { Route } from '../../server/route.ts';
import { PROBE_PATHS } from '../../server/router.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { findDeployment } from '../assistant-lookup.ts';
import { agentRoutes, errorResponses } from './responses.ts';

/** Timeout in milliseconds for a deployment's own server to respond to a health check. */
const PING_TIMEOUT_MS = 5_000;

/**
 * Checks that the worker, image or program of a deployment responds. Does nothing if the deployment has no process.
 * @throws HttpError 503 if the process does not respond.
 */
async function pingProcess(live: LiveWorkers, deploymentId: string): Promise<void> {
  const held = live.acquire(deploymentId) ?? live.acquireServer(deploymentId);
  if (!held) return;
  try {
    if (await held.worker.ping(PING_TIMEOUT_MS)) return;
  } finally {
    held.release();
  }
  const reason =
    held.worker.address === undefined
      ? 'The process of this deployment does not respond: code of the agent may block it'
      : 'The server of this deployment does not respond to its own /ok with 200';
  throw new HttpError(503, reason, {
    headers: { 'retry-after': '1' },
  });
}

/** Creates a deployment's routes `/ok` and `/info`, and the alias `/health` of `/ok`. */
export function infoRoutes(dependencies: AgentServerDependencies): Route[] {
  const { store, live, runtime, version, log } = dependencies;
  const faultOf = createHealthFaults(dependencies);
  const libraries = createLibraries(live);
  /**
   * Returns the ID of the revision that can respond. With the runtime `process`, the revision needs a running worker.
   */
  const servingRevision = (deploymentId: string): string | undefined => {
    const revisionId = live.activeRevision(deploymentId);
    if (revisionId === undefined || runtime === 'stub') return revisionId;
    const held = live.acquire(deploymentId) ?? live.acquireServer(deploymentId);
    held?.release();
    return held || live.isIdle?.(deploymentId) === true ? revisionId : undefined;
  };

  const probeStore = async (deploymentId: string): Promise<ServiceHealth> => {
    try {
      await store.deployments.findById(deploymentId);
      return 'healthy';
    } catch (error) {
      log(`the store failed a health check: ${errorMessage(error)}`);
      return 'unhealthy';
    }
  };
  const describeHealth = (database: ServiceHealth, deploymentId: string) => {
    const ok = database !== 'unhealthy';
    const { disabled } = live.httpSettings(deploymentId) ?? DEFAULT_HTTP;
    const services = disabled.includes('meta') ? {} : { services: { database } };
    return { status: ok ? 200 : 500, body: { ok, ...services } };
  };

  return [
    ...PROBE_PATHS.map((path) =>
      agentRoutes.get(path, {
        summary: 'Report whether a revision serves and, with check_db, whether the store responds',
        auth: 'none',
        query: z.object({ check_db: queryBoolean.default(false) }),
        responses: {
          200: { description: 'A revision serves', schema: DeploymentHealth },
          ...errorResponses(503),
          500: { description: 'The store does not respond', schema: DeploymentHealth },
        },
        async handler({ deploymentId, query, signal }) {
          const revisionId = servingRevision(deploymentId);
          if (revisionId === undefined) {
            throw new HttpError(503, 'No revision of this deployment is serving', {
              headers: { 'retry-after': '1' },
            });
          }
          const fault = await faultOf(deploymentId, revisionId);
          const answer = async () => {
            fault?.throwIfFailing();
            await pingProcess(live, deploymentId);
            return describeHealth(query.check_db ? await probeStore(deploymentId) : 'skipped', deploymentId);
          };
          if (fault?.stalls() !== true) return answer();
          return {
            stream: async (response) => {
              await fault.waitUntilReleased(signal);
              await sendResponse(response, await answer());
            },
          };
        },
      }),
    ),
    agentRoutes.get('/info', {
      summary: 'Return the version of the server and the revision that responds',
      openWithOwnAuth: true,
      responses: {
        200: { description: 'About this server', schema: InfoResponse },
        ...errorResponses(404, 503),
      },
      async handler({ deploymentId }) {
        const deployment = await findDeployment(store, deploymentId);
        const body: z.infer<typeof InfoResponse> = {
          version,
          ...describeLibrary(await libraries.of(deploymentId)),
          flags: { assistants: true, crons: true, langsmith: false },
          metadata: {},
          host: {
            kind: 'emulator',
            project_id: deployment.id,
            revision_id: servingRevision(deploymentId) ?? null,
            tenant_id: deployment.workspaceId,
          },
        };
        return { status: 200, body };
      },
    }),
  ];
}

/** Interval at which a stalled health check reads its fault rule again, in milliseconds of real time. */
const POLL_MS = 50;

/** Effect of the fault rules for the stage SERVING on one health check. */
interface HealthFault {
  /** Returns whether a fault rule currently stops the health check from responding. */
  stalls(): boolean;
  /** Resolves once no fault rule stalls the health check any longer. Rejects if the client disconnects first. */
  waitUntilReleased(signal: AbortSignal): Promise<void>;
  /** @throws HttpError 503 if a fault rule makes the health check fail. */
  throwIfFailing(): void;
}

/** Creates the function that returns the effect of fault rules on a revision's health check, if any. */
function createHealthFaults({
  lifecycle = noLifecycleFaults,
  store,
  clock,
}: Pick<AgentServerDependencies, 'lifecycle' | 'store' | 'clock'>) {
  // Number of failed health checks per revision, keyed by fault rule. The counts of a new fault plan start at zero.
  const failed = new WeakMap<LifecycleFault, Map<string, number>>();
  const flaps = (rule: LifecycleFault, revisionId: string): boolean => {
    const counts = failed.get(rule) ?? new Map<string, number>();
    failed.set(rule, counts);
    const before = counts.get(revisionId) ?? 0;
    if (before >= (rule.flap ?? 0)) return false;
    counts.set(revisionId, before + 1);
    return true;
  };

  return async (deploymentId: string, revisionId: string): Promise<HealthFault | undefined> => {
    if (!lifecycle.hasRulesFor(SERVING)) return undefined;
    const deployment = await store.deployments.findById(deploymentId);
    const revision = await store.revisions.get(deploymentId, revisionId);
    const since = revision?.history.findLast(({ status }) => status === 'DEPLOYED')?.at;
    if (!deployment || since === undefined) return undefined;
    const rule = () => {
      const found = lifecycle.decide(deployment.name, SERVING, revisionId);
      return found && clock.now() - since >= (found.durationMs ?? 0) ? found : undefined;
    };
    const stalls = () => rule()?.stall === true;
    return {
      stalls,
      async waitUntilReleased(signal) {
        while (stalls()) await realClock.sleep(POLL_MS, signal);
      },
      throwIfFailing() {
        const now = rule();
        if (now?.fail !== undefined) throw new HttpError(503, now.fail);
        if (now && flaps(now, revisionId)) {
          throw new HttpError(503, 'The health check fails because of a fault rule.');
        }
      },
    };
  };
}

/** Maximum time that `/info` waits for the revision to report its library version, in milliseconds. */
const VERSION_TIMEOUT_MS = 500;

interface Library {
  language: AgentLanguage;
  /** Version of the graph library, or null if the worker did not report the version in time. */
  version: string | null;
}

/** Finds the graph library of a deployment's serving revision, and requests its version once per revision. */
interface Libraries {
  of(deploymentId: string): Promise<Library>;
}

function createLibraries(live: LiveWorkers): Libraries {
  /** Graph library of the revision that served last, keyed by deployment ID. */
  const known = new Map<string, Library & { revisionId: string }>();

  return {
    async of(deploymentId) {
      const found = known.get(deploymentId);
      const held = live.acquire(deploymentId);
      if (!held) return { language: found?.language ?? 'javascript', version: null };
      const { language, revisionId, graphIds } = held.worker;
      const [graphId] = graphIds;
      if (found?.revisionId === revisionId || graphId === undefined) {
        held.release();
        return { language, version: found?.version ?? null };
      }
      const pending = held.worker.query(graphId, { kind: 'library' }).then(({ version }) => {
        known.set(deploymentId, { revisionId, language, version });
        return version;
      });
      const answered = pending.finally(() => held.release());
      return { language, version: await withTimeout(answered, VERSION_TIMEOUT_MS).catch(() => null) };
    },
  };
}

function describeLibrary({ language, version }: Library): Partial<InfoResponse> {
  return language === 'python'
    ? { langgraph_py_version: version }
    : { langgraph_js_version: version, context: 'js' };
}
