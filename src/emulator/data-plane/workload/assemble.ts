import { join } from 'node:path';
import type { EmulatorConfig } from '../../ports/context.ts';
import type { Processes } from '../../ports/processes.ts';
import { isLoopback } from '../../server/server-origins.ts';
import { createRevisionFolders } from '../build/artifact.ts';
import { type BuildLimits, DEFAULT_LIMITS, type StepContext } from '../build/step.ts';
import type { AgentImages } from '../places/container/agent-images.ts';
import { basicEnvironment, fetchEnvironment, type HostMachine } from '../environment.ts';
import { createCheckout } from '../git/checkout.ts';
import type { Git } from '../git/git.ts';
import { createModuleCache, type FetchPackages } from '../install/module-cache.ts';
import { createPythonEnvironments } from '../python/environments.ts';
import type { Tarballs } from '../tarball/tarballs.ts';
import type { Timing } from '../timing.ts';
import type { WorkerLauncher } from '../worker/launcher.ts';
import type { BuildDependencies } from '../build/build.ts';
import { createSpareWorkers } from './spare-worker.ts';
import { createProcessWorkload, type ProcessWorkloadOptions } from './process.ts';
import type { Workload } from './workload.ts';

export interface BuildOptions {
  installTimeoutMs: number;
  pythons: EmulatorConfig['pythons'];
  keepResolution: boolean;
  /** True if a repository may be a folder on this machine. */
  allowLocal: boolean;
  dataDir: string;
  /** Folder of the built revisions. */
  revisions: string;
  processes: Processes;
  limits?: Partial<BuildLimits> | undefined;
  /** This machine and the environment of this process. Builds and agents receive only variables on an allowlist. */
  machine: HostMachine;
  git: Git;
  tarballs: Tarballs;
  images: AgentImages;
  /** Copies packages that an earlier build on another machine installed; absent if only this machine builds. */
  fetchPackages?: FetchPackages | undefined;
}

/** Creates all components for builds, with their folders below a data directory. */
export function assembleBuild(options: BuildOptions): {
  parts: BuildDependencies;
  step: Omit<StepContext, 'signal' | 'log'>;
} {
  const { dataDir, revisions, processes, machine, git, tarballs, images, allowLocal } = options;
  return {
    parts: {
      checkout: createCheckout({ git, folder: join(dataDir, 'git'), allowLocal }),
      cache: createModuleCache(join(dataDir, 'modules'), options.fetchPackages),
      environments: createPythonEnvironments({
        processes,
        env: machine.env,
        dataDir,
        pythons: options.pythons,
        keepResolution: options.keepResolution,
        fetchPackages: options.fetchPackages,
      }),
      folders: createRevisionFolders(revisions),
      images,
      tarballs,
    },
    step: {
      processes,
      // Prevents git from finding a repository above the data directory.
      env: { ...fetchEnvironment(machine), GIT_CEILING_DIRECTORIES: revisions },
      limits: { ...DEFAULT_LIMITS, installMs: options.installTimeoutMs, ...options.limits },
    },
  };
}

export interface AssemblyOptions
  extends Omit<BuildOptions, 'installTimeoutMs' | 'pythons' | 'keepResolution' | 'allowLocal'> {
  config: Pick<
    EmulatorConfig,
    'host' | 'dataDir' | 'installTimeoutMs' | 'pythons' | 'keepResolution' | 'spareWorker'
  >;
  launcher: WorkerLauncher;
  timing: Timing;
  places: ProcessWorkloadOptions['places'];
  spanExport?: ProcessWorkloadOptions['spanExport'];
}

/**
 * Creates the workload that builds revisions and runs them as processes. The runtime `stub` never loads this workload.
 */
export function assembleProcessWorkload(options: AssemblyOptions): Workload {
  const { config, launcher, timing, machine, places } = options;
  const { parts, step } = assembleBuild({
    ...options,
    ...config,
    dataDir: options.dataDir,
    allowLocal: isLoopback(config.host),
  });
  const spares =
    config.spareWorker === 'none'
      ? undefined
      : createSpareWorkers({
          place: places.process,
          folder: join(options.dataDir, 'spare-worker'),
          modulesOf: (key) => parts.cache.folderOf(key),
          isKept: config.spareWorker === 'kept',
        });
  return createProcessWorkload({
    timing,
    parts,
    step,
    spares,
    launcher,
    places,
    basic: basicEnvironment(machine),
    spanExport: options.spanExport,
    keepsData: config.dataDir !== undefined,
  });
}
