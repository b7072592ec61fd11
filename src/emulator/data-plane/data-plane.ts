import { existsSync } from 'node:fs';
import type { IsBuildPod } from './build-pod/access.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { memoizeAsync } from '../../clients/memoize.ts';
import { isDeadOwner } from '../../os/processes.ts';
import type { EmulatorConfig, EmulatorContext } from '../ports/context.ts';
import type { CodeReader, RemoteRefs } from '../ports/git.ts';
import type { Processes } from '../ports/processes.ts';
import type { Store } from '../ports/store.ts';
import type { LiveWorkers } from '../ports/worker.ts';
import { type CorsPolicy, DEFAULT_CORS } from '../server/cors.ts';
import type { Upstreams } from '../server/reverse-proxy.ts';
import { isLoopback } from '../server/server-origins.ts';
import type { BuildLimits } from './build/step.ts';
import { buildSecrets, engineEnvironment, type Environment, fetchEnvironment } from './environment.ts';
import { createCodeReader } from './git/compare.ts';
import { createGit, type Git } from './git/git.ts';
import { createRemoteHeads } from './git/remote-heads.ts';
import type { LinkAnswers } from './link/worker.ts';
import type { ContainerPlace } from './places/container/container-place.ts';
import type { EngineOptions } from './places/container/engine.ts';
import type { PodRuntime } from './places/kubernetes/pod-runtime.ts';
import type { CommandProgram, LocalPlace } from './places/place.ts';
import { createProcessPlace } from './places/process/process-place.ts';
import { createReconciler } from './reconcile/reconciler.ts';
import { createRevisionLogs, type RevisionLogs } from './reconcile/revision-log.ts';
import { createGateway } from './serving/gateway.ts';
import { createLiveTable, type LiveTable } from './serving/live.ts';
import { createServing } from './serving/serving.ts';
import { createTarballs, createTarballSweeper, type Tarballs } from './tarball/tarballs.ts';
import { DEFAULT_TIMING, type Timing } from './timing.ts';
import type { WorkerLauncher } from './worker/launcher.ts';
import { createStubWorkload } from './workload/stub.ts';
import type { Workload } from './workload/workload.ts';

/** Builds the revisions of deployments, runs them, and assigns a URL to each deployment. */
export interface DataPlane {
  readonly live: LiveWorkers;
  readonly heads: RemoteRefs;
  readonly code: CodeReader;
  /**
   * Component that resolves requests to the servers of images in pods, or `undefined` if the runtime does not use pods.
   */
  readonly upstreams: Upstreams | undefined;
  /**
   * Returns which web pages may call a deployment. Returns `undefined` (no page) until a revision of the deployment has
   * started in this process.
   */
  corsPolicy(deploymentId: string): CorsPolicy | undefined;
  /**
   * Ends processes that an earlier emulator left, starts the deployments' active revisions, and resumes
   * unfinished work.
   */
  start(): Promise<void>;
  wake(): void;
  /** Ends all processes and servers that the data plane started; the next start resumes unfinished work. */
  close(): Promise<void>;
  health(): unknown;
  /** Checks the cluster, see {@link PodRuntime.checkCluster}. Absent without a cluster. */
  readonly checkCluster: (() => Promise<string>) | undefined;
  /** Returns whether a pod may report the result of a build. Absent without a cluster. */
  readonly isBuildPod: IsBuildPod | undefined;
  /** Stores the newest output of pods, see {@link PodRuntime.refreshLog}. Absent without a cluster. */
  readonly refreshLog: PodRuntime['refreshLog'] | undefined;
}

export type DataPlaneOptions = Pick<
  EmulatorContext,
  | 'dataDir'
  | 'store'
  | 'clock'
  | 'replica'
  | 'objects'
  | 'lifecycle'
  | 'cluster'
  | 'log'
  | 'metrics'
  | 'onStoreChange'
  | 'onRevisionLine'
> & {
  config: Pick<
    EmulatorConfig,
    | 'runtime'
    | 'kubernetes'
    | 'host'
    | 'dataDir'
    | 'maxBuilds'
    | 'imageEngine'
    | 'healthTimeoutMs'
    | 'stuckTimeoutMs'
    | 'installTimeoutMs'
    | 'pythons'
    | 'keepResolution'
    | 'spareWorker'
  >;
  /** Identifies this process on this machine (see `ownerToken`). */
  owner: string;
  /**
   * Environment of the emulator's process. Programs that the emulator starts receive only variables on an allowlist.
   */
  env: Environment;
  processes: Processes;
  /** Creates the launcher of workers. The runtime `stub` never calls this function. */
  createLauncher: () => Promise<WorkerLauncher>;
  /** Creates the handlers for the API calls of workers in pods. */
  createLinks: () => Promise<LinkAnswers>;
  /** Handles a request that arrived on a deployment's own port. */
  listener: (deploymentId: string, request: IncomingMessage, response: ServerResponse) => void;
  timing?: Partial<Timing>;
  limits?: Partial<BuildLimits>;
};

/** Isolation of agents from one another and from the emulator, by runtime. */
const ISOLATION = { stub: 'none', process: 'process', kubernetes: 'pod' } as const;

/** Interval between two removals of expired tarballs, in milliseconds of real time. */
const SWEEP_MS = 60_000;

/**
 * Creates the data plane. The data plane does nothing before `start` is called. The caller must close
 * `options.processes`.
 */
export async function createDataPlane(options: DataPlaneOptions): Promise<DataPlane> {
  const { config, store, clock, lifecycle, replica, log } = options;
  const { host, runtime } = config;
  const timing = {
    ...DEFAULT_TIMING,
    healthDeadlineMs: config.healthTimeoutMs,
    stuckMs: config.stuckTimeoutMs,
    ...options.timing,
  };
  const live = createLiveTable();
  const logs = createRevisionLogs({
    logs: store.logs,
    clock,
    log,
    onRevisionLine: options.onRevisionLine,
    ownSecrets: buildSecrets(options.env),
  });
  const git = gitOf(options);
  const heads = createRemoteHeads({ git, allowLocal: isLoopback(host) });
  const tarballs = createTarballs({ uploads: store.uploads, objects: options.objects });
  const tarballSweeper = createTarballSweeper({ store, objects: options.objects, clock, log });
  let sweepTimer: NodeJS.Timeout | undefined;
  const processPlace = createProcessPlace({ processes: options.processes, table: store.processes });
  const containerPlace = memoizeAsync(() => containerPlaceOf(options));
  const places = { process: processPlace, container: containerPlace };
  const podRuntime = await podRuntimeOf(options, timing, { logs, tarballs, live });
  const workload =
    podRuntime?.workload ??
    (runtime === 'stub'
      ? createStubWorkload({ pushed: store.gitHeads, heads, tarballs, cluster: options.cluster })
      : localWorkloadOf(options, { timing, git, tarballs, places }));
  const serving = podRuntime?.serving ?? createServing({ timing, live, clock });
  const gateway = podRuntime
    ? undefined
    : createGateway({ timing, host, store, replica, listener: options.listener, log });
  const reconciler = createReconciler({
    timing,
    store,
    clock,
    faults: lifecycle,
    replica,
    workload,
    serving,
    gateway,
    logs,
    log,
    maxBuilds: config.maxBuilds,
    hasWorkers: runtime === 'process',
    metrics: options.metrics,
    onUnused: () => tarballSweeper.wake(),
  });
  return {
    live: { ...live, ...(podRuntime && { connect: podRuntime.connect, isIdle: podRuntime.isIdle }) },
    heads,
    code: createCodeReader({ git, folder: join(options.dataDir, 'git'), allowLocal: isLoopback(host) }),
    upstreams: podRuntime?.upstreams,
    checkCluster: podRuntime?.checkCluster,
    isBuildPod: podRuntime?.isBuildPod,
    refreshLog: podRuntime?.refreshLog,
    corsPolicy: (deploymentId) =>
      runtime === 'stub' && live.activeRevision(deploymentId) !== undefined
        ? DEFAULT_CORS
        : live.corsPolicy(deploymentId),
    async start() {
      const { folder, chosen } = engineOf(options);
      if (chosen !== 'auto') await (await containerPlace()).checkEngine();
      const swept = await processPlace.sweep();
      if (swept > 0) log(`stopped processes that a crashed emulator left running (process groups: ${swept})`);
      const left = runtime !== 'stub' && existsSync(folder) ? await (await containerPlace()).sweep() : 0;
      if (left > 0) log(`removed containers that a crashed emulator left running: ${left}`);
      if (replica.instanceId === undefined) await releaseDead(store);
      await tarballSweeper.sweep();
      sweepTimer = setInterval(() => tarballSweeper.wake(), SWEEP_MS);
      sweepTimer.unref();
      await reconciler.start();
      podRuntime?.start();
    },
    wake: () => reconciler.wake(),
    async close() {
      clearInterval(sweepTimer);
      await reconciler.close();
      await tarballSweeper.close();
      await gateway?.closeAll();
      await serving.close();
      await logs.flush();
      await workload.close?.();
      await podRuntime?.close();
    },
    health: () => ({
      isolation: ISOLATION[runtime],
      at_work: reconciler.activeTasks(),
      serving: serving.health(),
    }),
  };
}

/**
 * Releases the leases of dead emulators. Call this function only on a store that one emulator uses at a time.
 */
async function releaseDead({ revisions }: Pick<Store, 'revisions'>): Promise<void> {
  for (const { id, leaseOwner } of await revisions.listUnfinished()) {
    if (leaseOwner !== null && (await isDeadOwner(leaseOwner))) await revisions.release(id, leaseOwner);
  }
}

/** Returns the environment of the programs that the data plane starts. */
function environmentOf({ env }: DataPlaneOptions) {
  const machine = { env, platform: process.platform, nodeFolder: dirname(process.execPath) };
  return { machine, fetch: fetchEnvironment(machine) };
}

/** Returns the workload that runs agents on this machine, and loads the build code on first use. */
function localWorkloadOf(
  options: DataPlaneOptions,
  {
    places,
    ...parts
  }: {
    timing: Timing;
    git: Git;
    tarballs: Tarballs;
    places: { process: LocalPlace<CommandProgram>; container: () => Promise<ContainerPlace> };
  },
): Workload {
  const { config, dataDir } = options;
  const revisions = join(dataDir, 'revisions');
  const load = async () => {
    const { assembleProcessWorkload } = await import('./workload/assemble.ts');
    const { createAgentImages } = await import('./places/container/agent-images.ts');
    return assembleProcessWorkload({
      ...options,
      ...parts,
      revisions,
      launcher: await options.createLauncher(),
      machine: environmentOf(options).machine,
      places: { process: places.process, container: await places.container() },
      images: createAgentImages({ ...engineOf(options), dataDir }),
    });
  };
  const hasData = () =>
    (config.runtime === 'process' && config.dataDir !== undefined) || existsSync(revisions);
  return lazyWorkload(load, hasData);
}

async function podRuntimeOf(
  options: DataPlaneOptions,
  timing: Timing,
  parts: { logs: RevisionLogs; tarballs: Tarballs; live: LiveTable },
): Promise<PodRuntime | undefined> {
  const { config, store, objects } = options;
  if (config.kubernetes === undefined) return undefined;
  const { openPodRuntime } = await import('./places/kubernetes/pod-runtime.ts');
  const { createArtifactStore } = await import('./artifacts/artifact-store.ts');
  return openPodRuntime({
    ...options,
    ...parts,
    ...(await options.createLinks()),
    config: config.kubernetes,
    timing,
    artifacts: createArtifactStore({ rows: store.artifacts, objects }),
  });
}

async function containerPlaceOf(options: DataPlaneOptions): Promise<ContainerPlace> {
  const { createContainerPlace } = await import('./places/container/container-place.ts');
  return createContainerPlace({ ...engineOf(options), owner: options.owner, cluster: options.cluster });
}

function engineOf(options: DataPlaneOptions): EngineOptions {
  return {
    processes: options.processes,
    env: engineEnvironment(environmentOf(options).machine),
    folder: join(options.dataDir, 'containers'),
    chosen: options.config.imageEngine,
  };
}

function gitOf(options: DataPlaneOptions): Git {
  const { config, dataDir, processes } = options;
  const folder = join(dataDir, 'git');
  return createGit({
    processes,
    folder,
    env: environmentOf(options).fetch,
    allowLocal: isLoopback(config.host),
  });
}

/**
 * Returns a workload that calls `load` on first use, because loading the build code immediately would double the
 * startup time. `hasData` returns whether an earlier process may have left data, which `start` must examine.
 */
export function lazyWorkload(
  load: () => Promise<Workload>,
  hasData: () => boolean,
): Required<Omit<Workload, 'buildsApart'>> {
  const loaded = memoizeAsync(load);
  const forData = async () => loaded.current() ?? (hasData() ? loaded() : undefined);
  return {
    isBuilt: async (revision) => (await loaded()).isBuilt(revision),
    build: async (job) => (await loaded()).build(job),
    launch: async (job) => (await loaded()).launch(job),
    discard: async (revisionIds) => (await forData())?.discard?.(revisionIds),
    isDiskFull: async () => (await loaded()).isDiskFull?.() ?? false,
    listStored: async () => (await forData())?.listStored?.() ?? [],
    prune: async () => (await forData())?.prune?.(),
    close: async () => (await loaded.current())?.close?.(),
  };
}
