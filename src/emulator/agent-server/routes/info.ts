import * as z from 'zod';
import { realClock } from '../../../clients/clock.ts';
import { queryBoolean } from '../../../contract/query.ts';
import { InfoResponse, OkResponse } from '../../../contract/thread.ts';
import { type LifecycleFault, noLifecycleFaults, SERVING } from '../../ports/faults.ts';
import type { LiveWorkers } from '../../ports/worker.ts';
import { HttpError } from '../../server/http-error.ts';
import { type ApiDocument, lazyDocument } from '../../server/openapi-route.ts';
import { sendResponse } from '../../server/respond.ts';
import { route, type Route } from '../../server/route.ts';
import { DEPLOYMENT_PREFIX } from '../../server/target.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { findDeployment } from '../assistants.ts';
import { errorResponses } from './responses.ts';

/** How long a server of the deployment's own may take to say that it is well, in milliseconds. */
const ASK_MS = 5_000;

/** Whether the server that an image or a program brings says so too; where none serves, nothing is asked. Throws HttpError 503. */
async function askImage(live: LiveWorkers, deploymentId: string): Promise<void> {
  const held = live.acquireServer(deploymentId);
  if (!held) return;
  try {
    if (await held.worker.ping(ASK_MS)) return;
  } finally {
    held.release();
  }
  throw new HttpError(503, 'The server of this deployment does not answer its own /ok with 200', {
    headers: { 'retry-after': '1' },
  });
}

/** Whether the deployment can answer, and which revision does (facts: service §4.5). */
export function metaRoutes(deps: AgentServerDependencies): Route[] {
  const { store, live, runtime, version } = deps;
  const faultOf = createHealthFaults(deps);
  const libraries = createLibraryVersions(live);
  /** The serving revision, when it really can answer: with the process runtime, when its worker is up. */
  const serving = (deploymentId: string): string | undefined => {
    const revisionId = live.activeRevision(deploymentId);
    if (revisionId === undefined || runtime === 'stub') return revisionId;
    const held = live.acquire(deploymentId) ?? live.acquireServer(deploymentId);
    held?.release();
    return held && revisionId;
  };

  return [
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/ok',
      summary: 'Whether a revision serves; check_db asks the store too',
      auth: 'none',
      query: z.object({ check_db: queryBoolean.default(false) }),
      responses: {
        200: { description: 'A revision serves', schema: OkResponse },
        ...errorResponses(500, 503),
      },
      async handler({ deploymentId, query, signal }) {
        const revisionId = serving(deploymentId);
        if (revisionId === undefined) {
          throw new HttpError(503, 'No revision of this deployment is serving at this moment', {
            headers: { 'retry-after': '1' },
          });
        }
        const fault = await faultOf(deploymentId, revisionId);
        const answer = async () => {
          fault?.throwIfFailing();
          await askImage(live, deploymentId);
          if (query.check_db) {
            await store.deployments.findById(deploymentId).catch((cause: unknown) => {
              throw new HttpError(500, 'The store does not answer', { cause });
            });
          }
          return { status: 200, body: { ok: true } };
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
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/info',
      summary: 'What answers here, and which revision it is',
      auth: 'workspace',
      responses: {
        200: { description: 'About this server', schema: InfoResponse },
        ...errorResponses(404, 503),
      },
      async handler({ deploymentId }) {
        const deployment = await findDeployment(store, deploymentId);
        const body: z.infer<typeof InfoResponse> = {
          version,
          langgraph_js_version: await libraries.of(deploymentId),
          context: 'js',
          flags: { assistants: true, crons: false, langsmith: false },
          metadata: {},
          host: {
            kind: 'emulator',
            project_id: deployment.id,
            revision_id: serving(deploymentId) ?? null,
            tenant_id: deployment.workspaceId,
          },
        };
        return { status: 200, body };
      },
    }),
  ];
}

/** How soon, in real time, a check that does not answer notices that its rule is gone. */
const LOOK_AGAIN_MS = 50;

/** What the fault rules for stage SERVING have in store for one health check. */
interface HealthFault {
  /** Whether the check is not to be answered now. */
  stalls(): boolean;
  /** Resolves when it is to be answered after all; rejects when the client leaves first. */
  waitUntilReleased(signal: AbortSignal): Promise<void>;
  /** Throws 503 when the check is to fail. */
  throwIfFailing(): void;
}

/** Asks the fault rules about a health check of what serves; `undefined`: nothing is the matter. */
function createHealthFaults({
  lifecycle = noLifecycleFaults,
  store,
  clock,
}: Pick<AgentServerDependencies, 'lifecycle' | 'store' | 'clock'>) {
  // By rule: another plan counts anew.
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
        while (stalls()) await realClock.sleep(LOOK_AGAIN_MS, signal);
      },
      throwIfFailing() {
        const now = rule();
        if (now?.fail !== undefined) throw new HttpError(503, now.fail);
        if (now && flaps(now, revisionId)) {
          throw new HttpError(503, 'The health check fails, as a fault rule has it.');
        }
      },
    };
  };
}

/** How long a revision may take to tell, in milliseconds: what it says is worth no wait. */
const VERSION_TIMEOUT_MS = 500;

/** Which version of the graph library a deployment's revision has; each is asked once. */
interface LibraryVersions {
  /** Null: none, or it did not tell in time. */
  of(deploymentId: string): Promise<string | null>;
}

function createLibraryVersions(live: LiveWorkers): LibraryVersions {
  /** By deployment: only the revision that serves is remembered. */
  const known = new Map<string, { revisionId: string; version: string | null }>();

  return {
    async of(deploymentId) {
      const held = live.acquire(deploymentId);
      if (!held) return null;
      const { worker } = held;
      const { revisionId } = worker;
      const found = known.get(deploymentId);
      const [graphId] = worker.graphIds;
      if (found?.revisionId === revisionId || graphId === undefined) {
        held.release();
        return found?.version ?? null;
      }
      const asked = worker.query(graphId, { kind: 'library' }).then(({ version }) => {
        known.set(deploymentId, { revisionId, version });
        return version;
      });
      return within(
        VERSION_TIMEOUT_MS,
        asked.catch(() => null).finally(() => held.release()),
      );
    },
  };
}

async function within(ms: number, work: Promise<string | null>): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const PLACE = `${DEPLOYMENT_PREFIX}/{deployment_id}`;
const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({})).optional(),
});
const Operations = z.record(z.string(), Operation);
const Paths = z.record(z.string(), Operations);

/** `GET /openapi.json` of a deployment: what it serves, by the paths below its own URL. */
export function documentRoute(routes: () => readonly Route[]): Route {
  const document = lazyDocument(routes, {
    title: 'Agent Server API',
    description:
      'What a deployment serves, by the paths below its URL: assistants, threads, runs and the store.',
  });
  return route({
    surface: 'agent-server',
    method: 'GET',
    path: '/openapi.json',
    summary: 'What a deployment serves, by the paths below its URL',
    auth: 'none',
    anyInstance: true,
    responses: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
    handler: async () => ({ status: 200, body: ofDeployment(await document()) }),
  });
}

/** The emulator's description of deployments, as one deployment says it of itself. */
function ofDeployment(document: ApiDocument): ApiDocument {
  const paths = Object.entries(Paths.parse(document['paths'])).map(([path, operations]) => [
    path.startsWith(PLACE) ? path.slice(PLACE.length) : path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, withoutPlace(operation)]),
    ),
  ]);
  // By a relative address, for it is served at a deployment's own port and below the main one.
  return { ...document, servers: [{ url: '.' }], paths: Object.fromEntries(paths) };
}

function withoutPlace({ parameters, operationId, ...operation }: z.infer<typeof Operation>): object {
  const own = (parameters ?? []).filter(({ name }) => name !== 'deployment_id');
  return {
    operationId: operationId.replace('_d_deployment_id', ''),
    ...operation,
    ...(own.length > 0 && { parameters: own }),
  };
}
