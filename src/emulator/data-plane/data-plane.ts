import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import type { EmulatorConfig, EmulatorContext } from '../ports/context.ts';
import type { Processes } from '../ports/processes.ts';
import type { RemoteRefs } from '../ports/remote-heads.ts';
import type { Store } from '../ports/store.ts';
import type { LiveWorkers, WorkerLauncher } from '../ports/worker.ts';
import { isLoopback } from '../server/server-origins.ts';
import { createRevisionFolders } from './build/artifact.ts';
import { type BuildLimits, DEFAULT_LIMITS } from './build/step.ts';
import { createPods, type Pods } from './container/pods.ts';
import { basicEnvironment, engineEnvironment, type Environment, fetchEnvironment } from './environment.ts';
import { createGateway } from './serving/gateway.ts';
import { createCheckout } from './git/checkout.ts';
import { createGit, type Git } from './git/git.ts';
import { createModuleCache } from './install/module-cache.ts';
import { isDeadOwner, sweepProcesses } from './process/processes.ts';
import { createReconciler } from './reconcile/reconciler.ts';
import { createRevisionLogs } from './reconcile/revision-log.ts';
import { createRemoteHeads } from './git/remote-heads.ts';
import { createLiveWorkers, createServing } from './serving/serving.ts';
import { createTarballs, createTarballSweeper, type Tarballs } from './tarball/tarballs.ts';
import { createProcessWorkload } from './workload/process.ts';
import { createStubWorkload } from './workload/stub.ts';
import type { Workload } from './workload/workload.ts';

/** What makes deployments real: builds their revisions, runs them, and gives each a URL (DESIGN §6). */
export interface DataPlane {
  readonly live: LiveWorkers;
  readonly heads: RemoteRefs;
  /** Ends what an earlier emulator left, serves again what served, takes up what was unfinished. */
  start(): Promise<void>;
  /** Something in the store wants doing. */
  wake(): void;
  /** Ends everything it started; what was at work is taken up by the next start. */
  close(): Promise<void>;
  health(): unknown;
}

export type DataPlaneOptions = Pick<
  EmulatorContext,
  'dataDir' | 'store' | 'clock' | 'fleet' | 'objects' | 'lifecycle' | 'cluster' | 'log'
> & {
  config: Pick<EmulatorConfig, 'runtime' | 'host' | 'maxBuilds' | 'healthTimeoutMs'>;
  /** Identifies this process on this machine (see `ownerToken`). */
  owner: string;
  /** Our own environment, of which little is passed on. */
  env: Environment;
  processes: Processes;
  launcher: WorkerLauncher;
  /** Answers a request that came in on a deployment's own port. */
  listener: (deploymentId: string, request: IncomingMessage, response: ServerResponse) => void;
  timing?: Partial<Timing>;
  limits?: Partial<BuildLimits>;
};

/** All in milliseconds. */
export interface Timing {
  /** How long an agent may take to become healthy. */
  healthDeadlineMs: number;
  healthIntervalMs: number;
  healthTimeoutMs: number;
  healthRetryMs: number;
  /** How long work on a replaced revision may take to end. */
  drainMs: number;
  /** How long a worker may take to end by itself. */
  stopGraceMs: number;
  /** How long running requests may take to end when a deployment's port is closed. */
  closeGraceMs: number;
  leaseMs: number;
  /** How long a stage waits for room on the disk before its revision fails for it. */
  roomPatienceMs: number;
}
export const DEFAULT_TIMING: Timing = {
  healthDeadlineMs: 60_000,
  healthIntervalMs: 15_000,
  healthTimeoutMs: 5_000,
  healthRetryMs: 1_000,
  drainMs: 60_000,
  stopGraceMs: 3_000,
  closeGraceMs: 1_000,
  leaseMs: 30_000,
  roomPatienceMs: 30_000,
};

/** How often tarballs are looked over that expire by themselves, in milliseconds of real time. */
const SWEEP_MS = 60_000;

/** Puts the data plane together; nothing runs before `start`. The processes handed in are closed by who made them. */
export function createDataPlane(options: DataPlaneOptions): DataPlane {
  const { config, store, clock, lifecycle, fleet, log } = options;
  const { host, runtime } = config;
  const timing = { ...DEFAULT_TIMING, healthDeadlineMs: config.healthTimeoutMs, ...options.timing };
  const live = createLiveWorkers();
  const serving = createServing({ ...timing, live, clock });
  const gateway = createGateway({ ...timing, host, store, fleet, listener: options.listener, log });
  const logs = createRevisionLogs({ logs: store.logs, clock, log });
  const git = gitOf(options);
  const heads = createRemoteHeads({ git, allowLocal: isLoopback(host) });
  const tarballs = createTarballs({ uploads: store.uploads, objects: options.objects });
  const keeper = createTarballSweeper({ store, objects: options.objects, clock, log });
  let sweeping: NodeJS.Timeout | undefined;
  const pods = createPods({
    processes: options.processes,
    env: engineEnvironment(environmentOf(options).machine),
    folder: join(options.dataDir, 'containers'),
    owner: options.owner,
  });
  const workload =
    runtime === 'stub'
      ? createStubWorkload({ told: store.gitHeads, heads, tarballs, cluster: options.cluster })
      : processWorkload(options, timing, git, { tarballs, pods });
  const reconciler = createReconciler({
    ...timing,
    store,
    clock,
    faults: lifecycle,
    fleet,
    workload,
    serving,
    gateway,
    logs,
    log,
    maxAtWork: config.maxBuilds,
    hasWorkers: runtime === 'process',
    onFree: () => keeper.wake(),
  });
  return {
    live,
    heads,
    async start() {
      const swept = await sweepProcesses(store.processes);
      if (swept > 0) log(`ended what an emulator that is no more left running (process groups: ${swept})`);
      const left = runtime === 'stub' ? 0 : await pods.sweep();
      if (left > 0) log(`removed what an emulator that is no more left running (containers: ${left})`);
      if (fleet.instanceId === undefined) await releaseDead(store);
      await keeper.sweep();
      sweeping = setInterval(() => keeper.wake(), SWEEP_MS);
      sweeping.unref();
      await reconciler.start();
    },
    wake: () => reconciler.wake(),
    async close() {
      clearInterval(sweeping);
      await reconciler.close();
      await keeper.close();
      await gateway.closeAll();
      await serving.close();
      await logs.flush();
      await workload.close();
    },
    health: () => ({
      // What separates agents from one another and from us: their own processes, and nothing more.
      isolation: runtime === 'stub' ? 'none' : 'process',
      at_work: reconciler.activeTasks(),
      serving: serving.health(),
    }),
  };
}

/** Leases of emulators that are no more, on a store that only one has at a time. */
async function releaseDead({ revisions }: Pick<Store, 'revisions'>): Promise<void> {
  for (const { id, leaseOwner } of await revisions.listUnfinished()) {
    if (leaseOwner !== null && (await isDeadOwner(leaseOwner))) await revisions.release(id, leaseOwner);
  }
}

/** What programs are run with. */
function environmentOf({ env }: DataPlaneOptions) {
  const machine = { env, platform: process.platform, nodeFolder: dirname(process.execPath) };
  return { machine, fetch: fetchEnvironment(machine) };
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

function processWorkload(
  options: DataPlaneOptions,
  timing: Timing,
  git: Git,
  { tarballs, pods }: { tarballs: Tarballs; pods: Pods },
): Workload {
  const { config, dataDir, processes, launcher } = options;
  const { machine, fetch: env } = environmentOf(options);
  const folder = join(dataDir, 'git');
  const revisions = join(dataDir, 'revisions');
  return createProcessWorkload({
    ...timing,
    parts: {
      checkout: createCheckout({ git, folder, allowLocal: isLoopback(config.host) }),
      cache: createModuleCache(join(dataDir, 'modules')),
      folders: createRevisionFolders(revisions),
      tarballs,
    },
    launcher,
    cluster: options.cluster,
    pods,
    step: {
      processes,
      // A tool that looks for the repository around it must not find one above our data.
      env: { ...env, GIT_CEILING_DIRECTORIES: revisions },
      limits: { ...DEFAULT_LIMITS, ...options.limits },
    },
    basic: basicEnvironment(machine),
  });
}
