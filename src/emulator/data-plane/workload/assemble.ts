import { join } from 'node:path';
import type { EmulatorConfig, EmulatorContext } from '../../ports/context.ts';
import type { Processes } from '../../ports/processes.ts';
import type { WorkerLauncher } from '../../ports/worker.ts';
import { isLoopback } from '../../server/server-origins.ts';
import { createRevisionFolders } from '../build/artifact.ts';
import { type BuildLimits, DEFAULT_LIMITS } from '../build/step.ts';
import type { AgentImages } from '../container/agent-images.ts';
import type { Pods } from '../container/pods.ts';
import { basicEnvironment, type Environment, fetchEnvironment, type HostMachine } from '../environment.ts';
import { createCheckout } from '../git/checkout.ts';
import type { Git } from '../git/git.ts';
import { createModuleCache, type FetchPackages } from '../install/module-cache.ts';
import { createPythonEnvironments } from '../python/environments.ts';
import type { Tarballs } from '../tarball/tarballs.ts';
import type { Timing } from '../timing.ts';
import { createProcessWorkload } from './process.ts';
import type { Workload } from './workload.ts';

export interface AssemblyOptions {
  config: Pick<EmulatorConfig, 'host' | 'dataDir' | 'installTimeoutMs' | 'pythons' | 'keepResolution'>;
  cluster: EmulatorContext['cluster'];
  dataDir: string;
  /** The folder of what is built. */
  revisions: string;
  processes: Processes;
  launcher: WorkerLauncher;
  timing: Timing;
  limits: Partial<BuildLimits> | undefined;
  /** Our own environment; only an allow-list of it is passed on. */
  env: Environment;
  machine: HostMachine;
  git: Git;
  tarballs: Tarballs;
  pods: Pods;
  images: AgentImages;
  /** Brings packages that other replicas installed; absent: there are none. */
  fetchPackages?: FetchPackages | undefined;
}

/** Puts together what builds revisions and runs them in processes: what the runtime `stub` never loads. */
export function assembleProcessWorkload(options: AssemblyOptions): Workload {
  const { config, dataDir, revisions, processes, launcher, timing, cluster, machine, git, tarballs, pods } =
    options;
  return createProcessWorkload({
    timing,
    parts: {
      checkout: createCheckout({ git, folder: join(dataDir, 'git'), allowLocal: isLoopback(config.host) }),
      cache: createModuleCache(join(dataDir, 'modules'), options.fetchPackages),
      environments: createPythonEnvironments({
        processes,
        env: options.env,
        dataDir,
        pythons: config.pythons,
        keepResolution: config.keepResolution,
        fetchPackages: options.fetchPackages,
      }),
      folders: createRevisionFolders(revisions),
      images: options.images,
      tarballs,
    },
    launcher,
    cluster,
    pods,
    step: {
      processes,
      // Git must not find a repository above our data directory.
      env: { ...fetchEnvironment(machine), GIT_CEILING_DIRECTORIES: revisions },
      limits: { ...DEFAULT_LIMITS, installMs: config.installTimeoutMs, ...options.limits },
    },
    basic: basicEnvironment(machine),
    keepsData: config.dataDir !== undefined,
  });
}
