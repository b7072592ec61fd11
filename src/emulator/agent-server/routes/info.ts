import { withTimeout } from '../../../os/timeout.ts';
import * as z from 'zod';
import { realClock } from '../../../clients/clock.ts';
import { queryBoolean } from '../../../contract/query.ts';
import { OkResponse } from '../../../contract/primitives.ts';
import { InfoResponse } from '../../../contract/thread.ts';
import { type LifecycleFault, noLifecycleFaults, SERVING } from '../../ports/faults.ts';
import type { AgentLanguage, LiveWorkers } from '../../ports/worker.ts';
import { type AppDocument, DEFAULT_HTTP, type HttpSettings } from '../../ports/agent-http.ts';
import { isDisabled } from '../../server/agent-app.ts';
import { HttpError } from '../../server/http-error.ts';
import { type ApiDocument, lazyDocument } from '../../server/lazy-document.ts';
import { sendResponse } from '../../server/respond.ts';
import { route, type Route } from '../../server/route.ts';
import { DEPLOYMENT_PREFIX, PROBE_PATHS } from '../../server/router.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { findDeployment } from '../assistants.ts';
import { errorResponses } from './responses.ts';

/** How long a server of the deployment's own may take to answer a health check, in milliseconds. */
const PING_TIMEOUT_MS = 5_000;

/** Checks the server that an image or a program brings, if one serves. @throws HttpError 503. */
async function pingServer(live: LiveWorkers, deploymentId: string): Promise<void> {
  const held = live.acquireServer(deploymentId);
  if (!held) return;
  try {
    if (await held.worker.ping(PING_TIMEOUT_MS)) return;
  } finally {
    held.release();
  }
  throw new HttpError(503, 'The server of this deployment does not answer its own /ok with 200', {
    headers: { 'retry-after': '1' },
  });
}

/** `/ok` with its alias `/health`, and `/info` of a deployment. */
export function infoRoutes(dependencies: AgentServerDependencies): Route[] {
  const { store, live, runtime, version } = dependencies;
  const faultOf = createHealthFaults(dependencies);
  const libraries = createLibraries(live);
  /** The serving revision, if it can answer: with the process runtime, if its worker is up. */
  const servingRevision = (deploymentId: string): string | undefined => {
    const revisionId = live.activeRevision(deploymentId);
    if (revisionId === undefined || runtime === 'stub') return revisionId;
    const held = live.acquire(deploymentId) ?? live.acquireServer(deploymentId);
    held?.release();
    return held && revisionId;
  };

  return [
    ...PROBE_PATHS.map((path) =>
      route({
        surface: 'agent-server',
        method: 'GET',
        path,
        summary: 'Whether a revision serves; with check_db, whether the store answers too',
        auth: 'none',
        query: z.object({ check_db: queryBoolean.default(false) }),
        responses: {
          200: { description: 'A revision serves', schema: OkResponse },
          ...errorResponses(500, 503),
        },
        async handler({ deploymentId, query, signal }) {
          const revisionId = servingRevision(deploymentId);
          if (revisionId === undefined) {
            throw new HttpError(503, 'No revision of this deployment is serving at this moment', {
              headers: { 'retry-after': '1' },
            });
          }
          const fault = await faultOf(deploymentId, revisionId);
          const answer = async () => {
            fault?.throwIfFailing();
            await pingServer(live, deploymentId);
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
    ),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/info',
      summary: 'The server and the revision that answer here',
      auth: 'workspace',
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

/** Real time between two checks whether the rule of a stalled check is gone. */
const POLL_MS = 50;

/** What the fault rules for stage SERVING do to one health check. */
interface HealthFault {
  /** Whether the check must not be answered now. */
  stalls(): boolean;
  /** Resolves when it may be answered; rejects when the client leaves first. */
  waitUntilReleased(signal: AbortSignal): Promise<void>;
  /** @throws HttpError 503 when a rule lets the check fail. */
  throwIfFailing(): void;
}

/** Asks the fault rules about a health check of the serving revision; undefined: no rule concerns it. */
function createHealthFaults({
  lifecycle = noLifecycleFaults,
  store,
  clock,
}: Pick<AgentServerDependencies, 'lifecycle' | 'store' | 'clock'>) {
  // By rule, so that another fault plan counts again.
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
          throw new HttpError(503, 'The health check fails, as a fault rule has it.');
        }
      },
    };
  };
}

/** How long a revision may take to answer, in milliseconds: `/info` does not wait for it. */
const VERSION_TIMEOUT_MS = 500;

/** The graph library of a revision. */
interface Library {
  language: AgentLanguage;
  /** Null: none, or no answer in time. */
  version: string | null;
}

/** Which graph library a deployment's revision has; each revision is asked once. */
interface Libraries {
  of(deploymentId: string): Promise<Library>;
}

function createLibraries(live: LiveWorkers): Libraries {
  /** By deployment, of the last revision that served. */
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

const PREFIX = `${DEPLOYMENT_PREFIX}/{deployment_id}`;
const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(z.looseObject({})).optional(),
});
const Operations = z.record(z.string(), Operation);
const Paths = z.record(z.string(), Operations);

/** `GET /openapi.json` of a deployment, with the paths below its own URL. */
export function documentRoute(
  routes: () => Promise<readonly Route[]>,
  live: Pick<LiveWorkers, 'acquire' | 'httpSettings'>,
): Route {
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
    responses: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({ openapi: z.string() }) } },
    async handler({ deploymentId }) {
      const held = live.acquire(deploymentId);
      held?.release();
      const security = held?.worker.auth?.openapi ?? {};
      const settings = live.httpSettings(deploymentId) ?? DEFAULT_HTTP;
      const served = withSecurity(ofDeployment(await document(), settings), security);
      return { status: 200, body: withApp(served, held?.worker.appDocument()) };
    },
  });
}

/** The emulator's description of all deployments as that of one with these settings. */
function ofDeployment(document: ApiDocument, settings: HttpSettings): ApiDocument {
  const paths = Object.entries(Paths.parse(document['paths']))
    .map(([path, operations]) => ({
      path: path.startsWith(PREFIX) ? path.slice(PREFIX.length) : path,
      operations,
    }))
    .filter((row) => !isDisabled(row, settings))
    .map(({ path, operations }) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, withoutPrefix(operation)]),
      ),
    ]);
  // Relative, because it is served at a deployment's own port and below the main one.
  return { ...document, servers: [{ url: '.' }], paths: Object.fromEntries(paths) };
}

const SCHEMAS = '#/components/schemas/';
/** What names of an application's schemas begin with: ours may have the same. */
const OF_APP = 'app.';

/** The document with the routes of the author's application, which answer before ours. */
function withApp(document: ApiDocument, app: AppDocument | undefined): ApiDocument {
  if (app === undefined) return document;
  const components = Components.parse(document['components'] ?? {});
  const schemas: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(app.components?.schemas ?? {})) {
    schemas[`${OF_APP}${name}`] = withOwnReferences(schema);
  }
  return {
    ...document,
    paths: { ...Paths.parse(document['paths']), ...AnyPaths.parse(withOwnReferences(app.paths)) },
    components: { ...components, schemas: { ...components.schemas, ...schemas } },
  };
}

const AnyPaths = z.record(z.string(), z.unknown());
const Components = z.looseObject({ schemas: z.record(z.string(), z.unknown()).optional() });

function withOwnReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOwnReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' && inner.startsWith(SCHEMAS)
        ? `${SCHEMAS}${OF_APP}${inner.slice(SCHEMAS.length)}`
        : withOwnReferences(inner),
    ]),
  );
}

const Security = z.looseObject({
  securitySchemes: z.record(z.string(), z.unknown()).optional(),
  security: z.array(z.unknown()).optional(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
});

/** The document with the security that the author of the deployment describes, in place of ours. */
function withSecurity(document: ApiDocument, described: Record<string, unknown>): ApiDocument {
  const { securitySchemes, security, paths = {} } = Security.parse(described);
  if (securitySchemes === undefined && security === undefined && Object.keys(paths).length === 0)
    return document;
  const known = Object.entries(Paths.parse(document['paths'])).map(([path, operations]) => {
    const own = new Map(Object.entries(Object.hasOwn(paths, path) ? (paths[path] ?? {}) : {}));
    const lower = new Map([...own].map(([method, value]) => [method.toLowerCase(), value]));
    const all = Object.entries(operations).map(([method, operation]): [string, unknown] => {
      const { security: ours, ...rest } = operation;
      const isOpen = Array.isArray(ours) && ours.length === 0;
      const theirs = lower.get(method) ?? (security === undefined || isOpen ? ours : undefined);
      return [method, { ...rest, ...(theirs !== undefined && { security: theirs }) }];
    });
    return [path, Object.fromEntries(all)];
  });
  const components = z.looseObject({}).parse(document['components'] ?? {});
  return {
    ...document,
    paths: Object.fromEntries(known),
    components: { ...components, ...(securitySchemes && { securitySchemes }) },
    ...(security && { security }),
  };
}

function withoutPrefix({ parameters, operationId, ...operation }: z.infer<typeof Operation>): object {
  const own = (parameters ?? []).filter(({ name }) => name !== 'deployment_id');
  return {
    operationId: operationId.replace('_d_deployment_id', ''),
    ...operation,
    ...(own.length > 0 && { parameters: own }),
  };
}
