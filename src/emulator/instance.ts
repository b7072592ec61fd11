import type { Compat } from '../contract/source-rules.ts';
import { acceptPush, createRefPoller, type Edition, type PushRequest } from './control-plane/index.ts';
import type { EventLog } from './admin/events.ts';
import type { ClockControl } from './admin/clock/emulator-clock.ts';
import type { FaultRules } from './admin/faults.ts';
import type { Journal } from './admin/journal.ts';
import { observeStore } from './admin/observe-store.ts';
import { seedSettings } from './admin/seed-settings.ts';
import type { SnapshotDependencies } from './admin/snapshot-routes.ts';
import { clusterFromSeed } from './admin/seeded-cluster.ts';
import type { Seed } from './admin/seed.ts';
import { createIds } from './ids.ts';
import type { ObjectStore } from './ports/objects.ts';
import type { ServiceClock } from './ports/time.ts';
import type { StartParts } from './parts.ts';
import { startResealing } from './resealing.ts';
import type { RevisionRow, Snapshot, Store } from './ports/store.ts';
import { createSandboxes, eraseBox } from './sandboxes/index.ts';
import type { SandboxRuntime } from './sandboxes/index.ts';
import { boxOwnership } from './box-ownership.ts';
import { sandboxSockets } from './sandbox-sockets.ts';
import { createFleet } from './fleet/instance-fleet.ts';
import type { Fleet } from './ports/fleet.ts';
import { hashKey } from './server/authenticate.ts';
import type { ServerHooks } from './server/exchange.ts';
import type { RequestListener } from './server/listener.ts';
import type { ServerOrigins } from './server/server-origins.ts';
import { createFeedbackUrls } from './tracing/index.ts';
import { controlPlaneOver, listenerOver } from './instance-routes.ts';
import { keyTable, seededWorkspaces, seedStore } from './seed-store.ts';

/** What a world is made of, the same before and after a reset. */
export interface WorldDeps {
  openStore: () => Promise<Store>;
  startParts: StartParts;
  dataDir: string;
  clock: ServiceClock;
  /** The same, as `/_local` controls it. */
  clockParts: ClockControl;
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
  /** What boxes are made of. */
  sandboxParts: SandboxRuntime;
  /** Whether sandboxes get a changed secret of their workspace at once. */
  pushChangedSecrets: boolean;
  journal: Journal;
  events: EventLog;
  faults: FaultRules;
  hooks: ServerHooks;
  ownNames: ServerOrigins;
  closing: AbortSignal;
  checkAnswers: boolean;
  log: (line: string) => void;
  /** Told the secret values found in kept data. */
  learnSecrets: (values: readonly string[]) => void;
  reset: () => Promise<void>;
  restore: SnapshotDependencies['restore'];
}

/** Everything that a reset makes anew: the store, what works on it, and the routes over both. */
export interface EmulatorInstance extends AsyncDisposable {
  /** The workspace that `apiKey` opens. */
  readonly workspaceId: string;
  readonly listener: RequestListener;
  /** The other emulators on the same store. */
  readonly fleet: Pick<Fleet, 'peers'>;
  /** Something may be to do. */
  wake(): void;
  /** A push happened; gives the revisions it made. */
  push(push: PushRequest): Promise<RevisionRow[]>;
  /** Everything the store holds. */
  snapshot(): Promise<Snapshot>;
}

/**
 * Opens the store, seeds it, starts the parts on it and puts the routes over it. `workspaceId` absent: the first
 * seeded workspace, else the first one kept, else a new one. `seeded: false`: the store is taken as it is.
 */
export async function startInstance(
  deps: WorldDeps,
  workspaceId: string | undefined,
  options: { seeded?: boolean } = {},
): Promise<EmulatorInstance> {
  await using stack = new AsyncDisposableStack();
  const store = observeStore(await deps.openStore(), (facts) => deps.events.record(facts));
  stack.defer(() => store.close());
  await deps.clockParts.startAfter(() => store.latestTime());
  const fleet = await createFleet(store, deps);
  stack.defer(() => fleet.leave());
  const { own, drawn } = await fleet.runExclusive('opening', () =>
    seedStore(store, deps, workspaceId, options),
  );
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
    cluster: clusterFromSeed(deps.seed),
    newId,
    feedback: createFeedbackUrls({
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
  const ownership = boxOwnership(store, fleet, () => sandboxes.manager.recover());
  const sandboxes = createSandboxes({
    store,
    clock: deps.clock,
    newId,
    dataDir: deps.dataDir,
    sockets: sandboxSockets(stack),
    erase: eraseBox,
    parts: deps.sandboxParts,
    ...ownership,
    limitOf: (id) => settings.sandboxLimit(id),
    pushChangedSecrets: deps.pushChangedSecrets,
    learnSecrets: deps.learnSecrets,
    log: deps.log,
  });
  stack.defer(() => sandboxes.manager.close());
  const settings = seedSettings(seededWorkspaces(deps.seed, own));
  fleet.onNotify(() => parts.wake());
  const controlPlane = controlPlaneOver(store, parts, fleet, objects, newId, { ...deps, settings }, () =>
    poller.wake(),
  );
  const poller = createRefPoller(controlPlane, {
    time: deps.clock,
    log: deps.log,
    isOurs: () => fleet.claimJob('ref-poller'),
  });
  stack.defer(() => poller.close());
  poller.wake();
  const snapshot = async (): Promise<Snapshot> => ({
    snapshot: 1,
    workspace_id: own,
    ...(await store.snapshots.dump({ withoutKey: hashKey(deps.apiKey) })),
  });
  const listener = listenerOver(controlPlane, parts, sandboxes, fleet, keyTable(deps, own), {
    ...deps,
    snapshot,
  });
  ready.resolve(listener);
  await ownership.isOurs();
  const opened = stack.move();
  return {
    workspaceId: own,
    fleet,
    listener,
    wake: () => parts.wake(),
    push: (push) => acceptPush(controlPlane, push),
    snapshot,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
