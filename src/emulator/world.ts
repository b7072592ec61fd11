import type { Compat } from '../contract/source-rules.ts';
import {
  acceptPush,
  type ControlPlaneDeps,
  controlPlaneRoutes,
  createRefPoller,
  type Edition,
  type Push,
} from './control-plane/index.ts';
import { applySeed } from './local/apply-seed.ts';
import type { EventLog } from './local/events.ts';
import type { ClockParts } from './local/clock/emulator-clock.ts';
import type { Faults } from './local/faults.ts';
import type { Journal } from './local/journal.ts';
import { observeStore } from './local/observe-store.ts';
import { localRoutes } from './local/routes.ts';
import { seedSettings } from './local/seed-settings.ts';
import type { SnapshotDeps } from './local/snapshot-routes.ts';
import { seededCluster } from './local/seeded-cluster.ts';
import { defaultWorkspace, type Seed, type SeedWorkspace } from './local/seed.ts';
import { createIds, type NewId } from './ids.ts';
import type { ObjectStore } from './seams/objects.ts';
import type { ProductTime } from './seams/time.ts';
import type { Parts, StartParts } from './parts.ts';
import { startResealing } from './resealing.ts';
import type { ApiKeyRow, RevisionRow, Snapshot, Store } from './seams/store.ts';
import { deploymentUrl } from './addresses.ts';
import { createFleet, fleetHealth } from './fleet/world-fleet.ts';
import type { Fleet } from './seams/fleet.ts';
import { createAuthenticator, hashKey } from './server/authenticate.ts';
import type { ServerHooks } from './server/exchange.ts';
import { createRequestListener, type RequestListener } from './server/listener.ts';
import { answerCheckOf, documentOf, openApiRoute } from './server/openapi-route.ts';
import type { Route } from './server/route.ts';
import { createRunUrls, tracingRoutes } from './tracing/index.ts';

/** What a world is made of, the same before and after a reset. */
export interface WorldDeps {
  openStore: () => Promise<Store>;
  startParts: StartParts;
  dataDir: string;
  clock: ProductTime;
  /** The same, as `/_local` controls it. */
  clockParts: ClockParts;
  seed: Seed | undefined;
  /** The key that was given or made at the start: opens `/_local`, and the world's own workspace. */
  apiKey: string;
  compat: Compat;
  edition: Edition;
  host: string;
  /** Where other emulators on the same database reach this one's main port. */
  instanceUrl: string;
  /** How long this emulator may be away from that database before the others take over what it does, in milliseconds. */
  leaseMs: number;
  /** This emulator's place among the others is lost: everything of this world is to be given up. */
  lost: (reason: string) => void;
  publicUrl: string | undefined;
  /** Where the tracing surface is reached: the origin of feedback URLs. */
  tracingUrl: string;
  runtime: 'process' | 'stub';
  randomSeed: number | undefined;
  healthTimeoutMs: number | undefined;
  /** How many revisions are at work at once; absent: as many as there are. */
  maxAtWork: number | undefined;
  /** Where uploaded contents are kept, for a store. */
  openObjects: (store: Store) => ObjectStore;
  maxUploadBytes: number;
  journal: Journal;
  events: EventLog;
  faults: Faults;
  hooks: ServerHooks;
  localHosts: ReadonlySet<string>;
  closing: AbortSignal;
  checkAnswers: boolean;
  log: (line: string) => void;
  /** Told the secret values found in kept data. */
  learnSecrets: (values: readonly string[]) => void;
  reset: () => Promise<void>;
  restore: SnapshotDeps['restore'];
}

/** Everything that a reset makes anew: the store, what works on it, and the routes over both. */
export interface World extends AsyncDisposable {
  /** The workspace that `apiKey` opens. */
  readonly workspaceId: string;
  readonly listener: RequestListener;
  /** The other emulators on the same store. */
  readonly fleet: Pick<Fleet, 'peers'>;
  /** Something may be to do. */
  poke(): void;
  /** A push happened; gives the revisions it made. */
  push(push: Push): Promise<RevisionRow[]>;
  /** Everything the store holds. */
  snapshot(): Promise<Snapshot>;
}

/**
 * Opens the store, seeds it, starts the parts on it and puts the routes over it. `workspaceId` absent: the first
 * seeded workspace, else the first one kept, else a new one. `seeded: false`: the store is taken as it is.
 */
export async function openWorld(
  deps: WorldDeps,
  workspaceId: string | undefined,
  options: { seeded?: boolean } = {},
): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const store = observeStore(await deps.openStore(), (facts) => deps.events.record(facts));
  stack.defer(() => store.close());
  await deps.clockParts.startAfter(() => store.newest());
  const fleet = await createFleet(store, deps);
  stack.defer(() => fleet.leave());
  const { own, drawn } = await fleet.inTurn('opening', () => settle(store, deps, workspaceId, options));
  // Those of an earlier start must not be written down in this one either.
  for await (const values of store.secretValues()) deps.learnSecrets(values);

  const newId = createIds(deps.randomSeed, `rows ${drawn}`);
  const objects = deps.openObjects(store);
  // A deployment's port may be opened again before the routes stand: its requests wait for them.
  const ready = Promise.withResolvers<RequestListener>();
  const parts = await deps.startParts({
    store,
    fleet,
    clock: deps.clock,
    dataDir: deps.dataDir,
    host: deps.host,
    runtime: deps.runtime,
    healthTimeoutMs: deps.healthTimeoutMs,
    maxAtWork: deps.maxAtWork,
    lifecycle: deps.faults.lifecycle,
    objects,
    cluster: seededCluster(deps.seed),
    newId,
    feedback: createRunUrls({
      store,
      clock: deps.clock,
      newId,
      learnSecrets: deps.learnSecrets,
      tracingUrl: deps.tracingUrl,
      fault: (method, path) => deps.faults.decideHttp('tracing', method, [path]),
      log: deps.log,
    }),
    serve: (deploymentId, request, response) => {
      void ready.promise.then((listener) => listener(request, response, deploymentId));
    },
    log: deps.log,
  });
  stack.defer(() => parts.close());
  const resealing = startResealing(store, deps.log);
  stack.defer(() => resealing.close());
  const settings = seedSettings(seededWorkspaces(deps.seed, own));
  fleet.onNews(() => parts.poke());
  const controlPlane = controlPlaneOver(store, parts, fleet, objects, newId, { ...deps, settings }, () =>
    poller.poke(),
  );
  const poller = createRefPoller(controlPlane, {
    time: deps.clock,
    log: deps.log,
    isOurs: () => fleet.does('ref-poller'),
  });
  stack.defer(() => poller.close());
  poller.poke();
  const snapshot = async (): Promise<Snapshot> => ({
    snapshot: 1,
    workspace_id: own,
    ...(await store.snapshots.dump({ withoutKey: hashKey(deps.apiKey) })),
  });
  const listener = listenerOver(controlPlane, parts, fleet, keyTable(deps, own), { ...deps, snapshot });
  ready.resolve(listener);
  const opened = stack.move();
  return {
    workspaceId: own,
    fleet,
    listener,
    poke: () => parts.poke(),
    push: (push) => acceptPush(controlPlane, push),
    snapshot,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Seeds the store; gives the workspace of the emulator's key, and what IDs are drawn from. */
async function settle(
  store: Store,
  deps: WorldDeps,
  workspaceId: string | undefined,
  options: { seeded?: boolean },
): Promise<{ own: string; drawn: string }> {
  const own =
    workspaceId ??
    deps.seed?.workspaces[0]?.id ??
    (await store.workspaces.list())[0]?.id ??
    createIds(deps.randomSeed, 'workspace')();
  // Told before anything is added: another start on the same data draws other IDs, another start on none the same.
  const drawn = deps.randomSeed === undefined ? '' : await store.snapshots.identity();
  if (options.seeded !== false) await applySeed(store, seededWorkspaces(deps.seed, own), deps.clock.now());
  return { own, drawn };
}

function seededWorkspaces(seed: Seed | undefined, own: string): SeedWorkspace[] {
  const seeded = seed?.workspaces ?? [];
  return seeded.some(({ id }) => id === own) ? seeded : [...seeded, defaultWorkspace(own)];
}

/** The keys of the configuration, by hash. They are not kept: what is taken out of it opens nothing any more. */
function keyTable({ seed, apiKey }: WorldDeps, own: string): ReadonlyMap<string, ApiKeyRow> {
  const rows = (seed?.workspaces ?? []).flatMap((workspace) =>
    workspace.api_keys.map(({ key, scope }) => ({ hash: hashKey(key), workspaceId: workspace.id, scope })),
  );
  const start = { hash: hashKey(apiKey), workspaceId: own, scope: 'workspace' } as const;
  return new Map([start, ...rows].map((row) => [row.hash, row]));
}

function controlPlaneOver(
  store: Store,
  parts: Parts,
  fleet: Fleet,
  objects: ObjectStore,
  newId: NewId,
  deps: WorldDeps & Pick<ControlPlaneDeps, 'settings'>,
  follow: () => void,
): ControlPlaneDeps {
  return {
    store,
    clock: deps.clock,
    newId,
    poke: () => {
      parts.poke();
      fleet.tell();
    },
    follow,
    compat: deps.compat,
    edition: deps.edition,
    urlOf: ({ id, port }, origin) => deploymentUrl(id, port, origin, deps),
    lifecycle: deps.faults.lifecycle,
    heads: parts.heads,
    objects,
    maxUploadBytes: deps.maxUploadBytes,
    learnSecrets: deps.learnSecrets,
    settings: deps.settings,
  };
}

function listenerOver(
  controlPlane: ControlPlaneDeps,
  parts: Parts,
  fleet: Fleet,
  keys: ReadonlyMap<string, ApiKeyRow>,
  deps: WorldDeps & Pick<SnapshotDeps, 'snapshot'>,
): RequestListener {
  const { clock } = deps;
  const { store } = controlPlane;
  const routes: Route[] = [
    ...controlPlaneRoutes(controlPlane),
    ...tracingRoutes({ store, clock, newId: controlPlane.newId, learnSecrets: deps.learnSecrets }),
    ...localRoutes({
      clockParts: deps.clockParts,
      journal: deps.journal,
      events: deps.events,
      faults: deps.faults,
      health: async () => ({
        status: 'ok',
        runtime: deps.runtime,
        data_plane: parts.health(),
        ...fleetHealth(fleet),
      }),
      reset: deps.reset,
      snapshot: deps.snapshot,
      restore: deps.restore,
      push: (push) => acceptPush(controlPlane, push),
    }),
    openApiRoute(() => document()),
  ];
  const document = documentOf(() => [...routes, ...parts.agentRoutes]);
  return createRequestListener({
    routes,
    agentRoutes: parts.agentRoutes,
    authenticator: createAuthenticator(
      (hash) => keys.get(hash) ?? store.workspaces.findKey(hash),
      store.workspaces,
    ),
    deploymentEnabled: (id) => controlPlane.settings.deploymentEnabled(id),
    workspaceOf: async (id) => (await store.deployments.getAny(id))?.workspaceId,
    ...(parts.upstreams === undefined ? {} : { upstreams: parts.upstreams }),
    fleet,
    localKeyHash: hashKey(deps.apiKey),
    answerCheck: deps.checkAnswers ? answerCheckOf(document) : undefined,
    clock,
    hooks: deps.hooks,
    publicUrl: deps.publicUrl,
    localHosts: deps.localHosts,
    closing: deps.closing,
  });
}
