import { createHash, randomUUID } from 'node:crypto';
import { createListeners } from '../clients/listeners.ts';
import type { ClockControl } from './admin/clock/emulator-clock.ts';
import { type EventLog, observeStore } from './admin/events.ts';
import type { FaultRules } from './admin/faults.ts';
import type { Journal } from './admin/journal.ts';
import { createAdmin } from './admin/index.ts';
import { nextDue } from './agent-server/crons/cron-scheduler.ts';
import { applySeed, clusterFromSeed, defaultWorkspace, seedSettings } from './admin/seeding.ts';
import type { Seed, SeedWorkspace } from './admin/seed.ts';
import type { SnapshotDependencies } from './admin/snapshot.ts';
import { createAuditRecorder, lastingAuditLog } from './audit.ts';
import type { CreateBackend } from './backend.ts';
import { healthChecks } from './monitoring/checks.ts';
import { createHealthMonitor, type HealthMonitor } from './monitoring/health.ts';
import { measureBacklog, measureRequest } from './monitoring/measurements.ts';
import { observeRuns } from './observe-runs.ts';
import type { DashboardHost } from './dashboard/host.ts';
import type { SendInner, SendReplay } from './dashboard/inner.ts';
import { createControlPlane, type PushRequest } from './control-plane/index.ts';
import { temporaryFolder } from './storage.ts';
import type { EmulatorConfig, EmulatorContext, Log, RevisionLine, SpanExport } from './ports/context.ts';
import type { AnswerAgent } from './ports/agent-http.ts';
import type { Metrics } from './ports/metrics.ts';
import type { ObjectStore } from './ports/objects.ts';
import type { Replica } from './ports/replica.ts';
import type { StoreChange } from './ports/store-changes.ts';
import type { AuditLog, RevisionRow, Snapshot, Store } from './ports/store.ts';
import { createReplica, replicasHealth } from './replicas/replica.ts';
import { startResealing } from './resealing.ts';
import { createRevisionReporter } from './revision-reporter.ts';
import { createSandboxes, type SandboxRuntime } from './sandboxes/index.ts';
import { type ApiKey, createAuthenticator, hashKey } from './server/authenticate.ts';
import type { ServerHooks } from './server/journal-entry.ts';
import { createAgentRequests } from './server/agent-requests.ts';
import type { Redactor } from './server/journal-redactor.ts';
import { createRequestCounts, type RequestCounts } from './server/request-counts.ts';
import { createRequestListener, type RequestListener, type RequestSource } from './server/listener.ts';
import { lazyDocument, loadResponseCheck } from './server/lazy-document.ts';
import { routeTables } from './server/route-tables.ts';
import type { Route, Surface } from './server/route.ts';
import { deploymentUrl, type ServerOrigins } from './server/server-origins.ts';
import { createTracing } from './tracing/index.ts';

/**
 * Parts of an emulator that survive a reset. `createEmulator` creates the parts once and passes them to each instance.
 */
export interface EmulatorHost {
  readonly config: EmulatorConfig;
  readonly seed: Seed | undefined;
  readonly dataDir: string;
  /** Base URL of the main port for clients. */
  readonly origin: string;
  /** Host names and origins of the main port. */
  readonly serverOrigins: ServerOrigins;
  /** Host names and origins of the separate port for `/_local`, or `undefined` if the main port serves `/_local`. */
  readonly adminOrigins: ServerOrigins | undefined;
  readonly openStore: () => Promise<Store>;
  /** Creates the object store that belongs to a store. */
  readonly openObjects: (store: Store) => ObjectStore;
  readonly createBackend: CreateBackend;
  readonly sandboxRuntime: SandboxRuntime;
  readonly clockControl: ClockControl;
  readonly journal: Journal;
  readonly events: EventLog;
  readonly faults: FaultRules;
  readonly hooks: ServerHooks;
  readonly closing: AbortSignal;
  /** Redacts the log and the journal. */
  readonly redactor: Redactor;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly onRevisionLine: ((line: RevisionLine) => void) | undefined;
  /** Called when the lease on the shared store is lost, after which this instance must stop. */
  readonly onLeaseLost: (reason: string) => void;
  /** State of the dashboard that survives a reset, or `undefined` if the dashboard is off. */
  readonly dashboard: DashboardHost | undefined;
  /**
   * Settings that agents use to send spans, or `undefined` if no agent can reach this process or the dashboard is off.
   */
  readonly spanExport: SpanExport | undefined;
  /** Returns the audit log of the current instance, after its start. */
  readonly currentAuditLog: () => Promise<AuditLog>;
  readonly reset: () => Promise<void>;
  readonly restore: SnapshotDependencies['restore'];
}

/**
 * Parts of an emulator that a reset replaces: the store, the surfaces that use the store, and the listener for the
 * surfaces' routes.
 */
export interface EmulatorInstance extends AsyncDisposable {
  /** ID of the workspace to which the emulator's API key belongs. */
  readonly workspaceId: string;
  readonly listener: RequestListener;
  readonly auditLog: AuditLog;
  /** Information about the other replicas on the same store. */
  readonly replica: Pick<Replica, 'others'>;
  /** Resolves with the stored ID of this control plane in a cluster, or `undefined` if the store contains no ID. */
  planeId(): Promise<string | undefined>;
  wake(): void;
  /** Reports a push, and resolves with the revisions that the push created. */
  push(push: PushRequest): Promise<RevisionRow[]>;
  snapshot(): Promise<Snapshot>;
}

/**
 * Opens the store, seeds it, and creates and starts every surface. Without `workspaceId`, uses the first workspace of
 * the seed, or else the first stored workspace, or else a new workspace. Skips the seed if `seeded` is false. For a new
 * store, `planeId` is the ID of the control plane in a cluster.
 */
export async function startInstance(
  host: EmulatorHost,
  workspaceId: string | undefined,
  { seeded = true, planeId }: { seeded?: boolean; planeId?: string | undefined } = {},
): Promise<EmulatorInstance> {
  const { config, faults, log } = host;
  await using stack = new AsyncDisposableStack();
  const { context, replica, own } = await openContext(host, stack, { workspaceId, seeded, planeId });
  const { store } = context;
  const closing = <T extends Surface>(surface: T): T => {
    stack.defer(() => surface.close());
    return surface;
  };
  // Requests to a deployment's port that opens before the routes exist wait for the routes.
  const ready = Promise.withResolvers<RequestListener>();
  const tracing = closing(
    createTracing(context, { fault: (method, path) => faults.decideHttp('tracing', method, [path]) }),
  );
  const answerAgent = createAgentRequests((request, response, { deploymentId, purpose }) => {
    void ready.promise.then((listener) => listener(request, response, { deploymentId, fromAgent: purpose }));
  });
  const requestCounts = createRequestCounts();
  const backend = closing(
    await host.createBackend(context, {
      requestCounts,
      feedback: tracing.feedbackUrls,
      answer: (deploymentId, request, response) => {
        void ready.promise.then((listener) => listener(request, response, { deploymentId }));
      },
      answerAgent,
    }),
  );
  const keys = createKeys(host, own, store);
  const sandboxes = closing(
    createSandboxes(context, {
      runtime: host.sandboxRuntime,
      temporaryFolder,
      onAudit: host.dashboard && ((entry) => host.dashboard?.audit.add(entry)),
      isApiKey: async (text) => (await keys.find(hashKey(text))) !== undefined,
    }),
  );
  const controlPlane = closing(createControlPlane(context, backend));
  const snapshot = async (): Promise<Snapshot> => ({
    snapshot: 1,
    workspace_id: own,
    ...(await store.snapshots.dump({ withoutKey: hashKey(config.apiKey) })),
  });
  const health = startMonitoring(context, backend, stack);
  host.clockControl.setNextDue((after) => nextDue(store, after));
  const controls = {
    ...host,
    store,
    snapshot,
    otherEmulators: () => replica.others().length,
    push: (push: PushRequest) => controlPlane.push(push),
    health: () => readHealth(config, { health, backend, sandboxes, replica }),
  };
  const admin = closing(createAdmin(controls));

  await backend.start();
  const resealing = startResealing(store, log);
  stack.defer(() => resealing.close());
  replica.onNotify(() => backend.wake());
  for (const surface of [tracing, controlPlane, admin]) await surface.start();

  const listener = createListener(host, {
    context,
    surfaces: { tracing, backend, sandboxes, controlPlane, admin },
    keys,
    requestCounts,
    answerAgent,
    dashboardRoutes: async (page) => {
      const { dashboardRoutes } = await import('./dashboard/routes.ts');
      return dashboardRoutes({
        ...controls,
        host: page,
        context,
        workspaceId: own,
        sandboxes,
        feedback: tracing.feedbackUrls,
        ...partsForDashboard(backend),
        ...(await innerRequests(ready.promise, keys)),
      });
    },
  });
  ready.resolve(listener);
  await sandboxes.start();
  const running = stack.move();
  return {
    workspaceId: own,
    replica,
    planeId: () => storedPlaneId(context),
    listener,
    auditLog: store.auditLog,
    wake: () => backend.wake(),
    push: (push) => controlPlane.push(push),
    snapshot,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const partsForDashboard = ({ code, agentControls, refreshLog }: Awaited<ReturnType<CreateBackend>>) => ({
  code,
  agentControls,
  refreshLog,
});

/** Starts the measurement of the backlog before each scrape, and creates the monitor of the checks. */
function startMonitoring(
  context: EmulatorContext,
  { checkCluster }: { checkCluster?: (() => Promise<string>) | undefined },
  stack: AsyncDisposableStack,
): HealthMonitor {
  const { metrics, store } = context;
  stack.defer(
    metrics.beforeScrape(async () => measureBacklog(metrics, await store.backlog(Date.now()), Date.now())),
  );
  const health = createHealthMonitor(healthChecks(context, checkCluster), { metrics, now: Date.now });
  stack.defer(() => health.close());
  return health;
}

async function readHealth(
  { runtime }: EmulatorConfig,
  {
    health,
    backend,
    sandboxes,
    replica,
  }: {
    health: HealthMonitor;
    backend: { health(): unknown };
    sandboxes: { health(): Promise<unknown> };
    replica: Parameters<typeof replicasHealth>[0];
  },
): Promise<Record<string, unknown>> {
  return {
    ...(await health.read()),
    runtime,
    data_plane: backend.health(),
    sandboxes: await sandboxes.health(),
    ...replicasHealth(replica),
  };
}

async function storedPlaneId({ config, store }: EmulatorContext): Promise<string | undefined> {
  if (config.kubernetes === undefined || config.kubernetes.planeId !== undefined) return undefined;
  return store.planes.idOf(() => `plane-${randomUUID()}`);
}

/**
 * Opens the store, joins the other replicas and applies the seed file. Returns the context that all surfaces share.
 * Disposing `stack` closes the store.
 */
async function openContext(
  host: EmulatorHost,
  stack: AsyncDisposableStack,
  {
    workspaceId,
    seeded,
    planeId,
  }: { workspaceId: string | undefined; seeded: boolean; planeId: string | undefined },
) {
  const { config, seed, clockControl, log, redactor } = host;
  const reporter = createRevisionReporter(log);
  const storeChanges = createListeners<[StoreChange]>();
  const { dashboard } = host;
  const opened = await host.openStore();
  const observed = dashboard ? observeRuns(opened, dashboard.runsChanged) : opened;
  const store = observeStore(observed, (changes) => {
    host.events.record(changes);
    for (const change of changes) {
      reporter.change(change);
      storeChanges.notify(change);
    }
  });
  stack.defer(() => store.close());
  await clockControl.startAfter(() => store.latestTime());
  if (planeId !== undefined) await store.planes.idOf(() => planeId);
  const replica = await createReplica(store, host);
  stack.defer(() => replica.leave());
  const { own, drawn } = await replica.runExclusive('opening', () =>
    seedStore(store, host, workspaceId, seeded),
  );
  // The log and the journal must not show secrets that an earlier start stored.
  for await (const values of store.secretValues()) redactor.addSecrets(values);

  const context: EmulatorContext = {
    config,
    dataDir: host.dataDir,
    origin: host.origin,
    store,
    replica,
    clock: clockControl.time,
    objects: host.openObjects(store),
    lifecycle: host.faults.lifecycle,
    cluster: clusterFromSeed(seed),
    settings: seedSettings(seededWorkspaces(seed, own)),
    spanExport: host.spanExport,
    newId: createIds(config.randomSeed, `rows ${drawn}`),
    addSecrets: (values) => redactor.addSecrets(values),
    redactText: (text) => redactor.redactText(text),
    log,
    metrics: host.metrics,
    onStoreChange: storeChanges.add,
    onRevisionLine: (line) => {
      reporter.line(line);
      host.dashboard?.logLine(line.revisionId);
      host.onRevisionLine?.(line);
    },
  };
  return { context, replica, own };
}

/**
 * Creates the listener for requests to an instance's surfaces, which loads the surfaces' routes at the first request.
 */
function createListener(
  host: EmulatorHost,
  {
    context,
    surfaces: { tracing, backend, sandboxes, controlPlane, admin },
    keys,
    requestCounts,
    answerAgent,
    dashboardRoutes,
  }: {
    context: EmulatorContext;
    surfaces: { backend: Awaited<ReturnType<CreateBackend>> } & Record<
      'tracing' | 'sandboxes' | 'controlPlane' | 'admin',
      Surface
    >;
    keys: Keys;
    requestCounts: RequestCounts;
    answerAgent: AnswerAgent;
    dashboardRoutes: (page: DashboardHost) => Promise<Route[]>;
  },
): RequestListener {
  const { config, store } = context;
  const tables = routeTables({
    'control-plane': [
      controlPlane,
      { routes: async () => [(await import('./server/openapi-route.ts')).openApiRoute(() => document())] },
    ],
    // Sandboxes use the workspace secrets, which belong to the tracing service.
    tracing: [tracing, sandboxes],
    sandboxes: [sandboxes],
    local: [
      sandboxes,
      admin,
      { routes: async () => (await import('./tracing/otlp/routes.ts')).spanRoutes(context) },
    ],
    dashboard: [
      { routes: async () => (host.dashboard === undefined ? [] : dashboardRoutes(host.dashboard)) },
    ],
    probe: [{ routes: async () => (await import('./server/probe-routes.ts')).probeRoutes() }],
    'agent-server': [backend],
    'agent-pods': [
      {
        routes: async () => {
          const { podRoutes } = await import('./data-plane/artifacts/routes.ts');
          const { buildRoutes } = await import('./data-plane/build-pod/routes.ts');
          const { podLogRoutes } = await import('./data-plane/pod-logs/routes.ts');
          const isBuildPod = backend.isBuildPod ?? (() => Promise.resolve(false));
          const own = { ...context, env: process.env };
          return [...podRoutes(context), ...podLogRoutes(own), ...buildRoutes({ ...own, isBuildPod })];
        },
      },
    ],
  });
  const document = lazyDocument(() => tables.all(), {
    title: 'Deployment Control Plane API',
    description: 'The API of this emulator. Paths of the control plane are also served below /api-host.',
  });
  return createRequestListener({
    routesOf: (surface) => tables.of(surface),
    authenticator: createAuthenticator(keys.find, store.workspaces),
    deploymentEnabled: (id) => context.settings.deploymentEnabled(id),
    workspaceOf: async (id) => (await store.deployments.findById(id))?.workspaceId,
    ...(backend.upstreams && { upstreams: backend.upstreams }),
    deploymentAuth: backend.deploymentAuth,
    corsPolicy: (deploymentId) => backend.corsPolicy?.(deploymentId),
    hasOwnPorts: config.runtime !== 'kubernetes',
    agentHttp: backend.agentHttp,
    answerAgent,
    addresses: {
      controlPlane: context.origin,
      agentsOf: async (id) =>
        (await store.deployments.list(id, { limit: 100, offset: 0 })).flatMap((row) => {
          const url = deploymentUrl(row, context.origin, config);
          return url === null ? [] : [{ name: row.name, url }];
        }),
    },
    recordAudit: createAuditRecorder({
      ...context,
      auditLog: lastingAuditLog(store.auditLog, host.currentAuditLog),
    }),
    localKeyHashes: localKeys(config).map(hashKey),
    localKeyHint: localKeyHint(config),
    dashboard: host.dashboard?.gate,
    responseCheck: config.checkResponses ? loadResponseCheck : undefined,
    clock: context.clock,
    hooks: {
      ...host.hooks,
      record(exchange) {
        requestCounts.count(exchange);
        measureRequest(host.metrics, exchange);
        host.hooks.record(exchange);
      },
    },
    publicUrl: config.publicUrl,
    serverOrigins: host.serverOrigins,
    adminOrigins: host.adminOrigins,
    closing: host.closing,
  });
}

/** Creates the functions that send the dashboard's requests to the surfaces. */
async function innerRequests(
  ready: Promise<RequestListener>,
  keys: Keys,
): Promise<{ send: SendInner; replay: SendReplay }> {
  const { createInProcessRequests } = await import('./server/in-process.ts');
  const { createInnerRequests, createRequestReplays, createTemporaryKeys } = await import(
    './dashboard/inner.ts'
  );
  const send = createInProcessRequests<RequestSource>((request, response, source) => {
    void ready.then((listener) => listener(request, response, source));
  });
  const temporary = createTemporaryKeys(keys);
  return { send: createInnerRequests(send, temporary), replay: createRequestReplays(send, temporary) };
}

/** Seeds the store if a seed is given, and resolves with the workspace's ID and the ID generator's initial state. */
async function seedStore(
  store: Store,
  { config, seed, clockControl }: EmulatorHost,
  workspaceId: string | undefined,
  seeded: boolean,
): Promise<{ own: string; drawn: string }> {
  const own =
    workspaceId ??
    seed?.workspaces[0]?.id ??
    (await store.workspaces.list())[0]?.id ??
    createIds(config.randomSeed, 'workspace')();
  // The fingerprint is read before data is added, so a restart on the same data generates different IDs, while every
  // start without data generates the same IDs.
  const drawn = config.randomSeed === undefined ? '' : await store.snapshots.fingerprint();
  if (seeded) await applySeed(store, seededWorkspaces(seed, own), clockControl.time.now());
  return { own, drawn };
}

/** Returns the seeded workspaces, and the workspace of the emulator's API key. */
function seededWorkspaces(seed: Seed | undefined, own: string): SeedWorkspace[] {
  const seeded = seed?.workspaces ?? [];
  return seeded.some(({ id }) => id === own) ? seeded : [...seeded, defaultWorkspace(own)];
}

/** Returns the keys that open `/_local`. With a separate port or an admin key, no API key opens `/_local`. */
function localKeys({ apiKey, additionalApiKeys, adminKeys, adminPort }: EmulatorConfig): readonly string[] {
  if (adminKeys.length > 0) return adminKeys;
  return adminPort === undefined ? [apiKey, ...additionalApiKeys] : [];
}

function localKeyHint({ adminKeys, adminPort }: EmulatorConfig): string {
  if (adminKeys.length > 0) return 'Send the admin key (EMULATOR_ADMIN_KEY) in the X-Api-Key header.';
  if (adminPort === undefined) return "Send the ready line's key in the X-Api-Key header.";
  return '/_local is closed, because this control plane has no admin key: set EMULATOR_ADMIN_KEY_FILE.';
}

type Keys = ReturnType<typeof createKeys>;

/**
 * Creates the API keys of an instance: keys in the configuration, stored keys, and temporary keys. Keys in the
 * configuration are not stored, so a key is no longer valid after it was removed from the configuration.
 */
function createKeys({ config, seed }: EmulatorHost, own: string, store: Store) {
  const put = (
    key: string,
    workspaceId: string,
    rest: Partial<Omit<ApiKey, 'hash' | 'workspaceId'>> = {},
  ) => {
    const hash = hashKey(key);
    unstored.set(hash, { hash, workspaceId, scope: 'workspace', ...rest });
  };
  const unstored = new Map<string, ApiKey>();
  for (const key of [config.apiKey, ...config.additionalApiKeys]) put(key, own);
  for (const { id, api_keys: keys } of seed?.workspaces ?? []) {
    for (const { key, ...rest } of keys) put(key, id, rest);
  }
  return {
    find: (hash: string) => unstored.get(hash) ?? store.workspaces.findKey(hash),
    add: (key: string, workspaceId: string) => put(key, workspaceId, { name: 'dashboard' }),
    remove: (key: string) => void unstored.delete(hashKey(key)),
  };
}

type NewId = () => string;

/**
 * Creates the generator of IDs for deployments, revisions, runs and similar objects. With a `seed`, every start
 * generates the same IDs in the same order, so that two runs of a scenario can be compared. Each `scope` has an
 * independent sequence. Without a `seed`, the IDs are random.
 */
export function createIds(seed: number | undefined, scope: string): NewId {
  if (seed === undefined) return randomUUID;
  let drawn = 0;
  return () => {
    drawn += 1;
    const hex = createHash('sha256')
      .update(JSON.stringify([seed, scope, drawn]))
      .digest('hex');
    // Variant digit of a random UUID.
    const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4] ?? '8';
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
