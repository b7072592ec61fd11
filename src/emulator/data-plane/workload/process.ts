import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { PROGRAMS } from '../../ports/installation.ts';
import type { WorkerSpec } from '../../ports/worker.ts';
import type { Artifact } from '../build/artifact.ts';
import { type BuildDependencies, buildRevision, refuseUntrustedAbove } from '../build/build.ts';
import { retainBundler } from '../build/bundle.ts';
import { packageVariables } from '../build/package-access.ts';
import type { StepContext } from '../build/step.ts';
import { runtimeEnvironment } from '../environment.ts';
import type { ContainerPlace } from '../places/container/container-place.ts';
import type { CommandProgram, Place, Running } from '../places/place.ts';
import type { SpanExport } from '../../ports/context.ts';
import type { RevisionLog } from '../reconcile/revision-log.ts';
import type { Timing } from '../timing.ts';
import { type WorkerLauncher, workerProgram } from '../worker/launcher.ts';
import { launchServer, launchWorker } from './launch.ts';
import { configEnvironment, workerSettings } from './worker-settings.ts';
import { launchedWorker, requireImage, type RevisionJob, type Workload } from './workload.ts';

export interface ProcessWorkloadOptions {
  parts: BuildDependencies;
  launcher: WorkerLauncher;
  places: { process: Place<CommandProgram>; container: ContainerPlace };
  /** Context of build steps, except the parts that differ between revisions. */
  step: Omit<StepContext, 'signal' | 'log'>;
  /** Settings with which agents send spans; absent if the emulator receives no spans. */
  spanExport?: SpanExport | undefined;
  /** Variables of the emulator's environment that agents are allowed to see. */
  basic: Record<string, string>;
  timing: Timing;
  /** True if built revisions survive until the next start. */
  keepsData: boolean;
}

/**
 * Creates the workload that builds from git and runs one worker process per revision, or a container for an image.
 */
export function createProcessWorkload(options: ProcessWorkloadOptions): Workload {
  const { parts, launcher, step, basic, timing } = options;

  const build = (job: RevisionJob): Promise<Artifact> =>
    buildRevision(
      parts,
      {
        ...step,
        signal: job.signal,
        log: (message, level) => job.log.write('build', message, level),
      },
      {
        deployment: job.deployment,
        revision: job.revision,
        packageVariables: packageVariables(job.secrets),
        onCommit: job.onCommit,
      },
    );

  const releaseBundler = retainBundler();
  /** Returns a revision's artifact, or `undefined` if the artifact or its image no longer exists. */
  const readArtifact = async (id: string): Promise<Artifact | undefined> => {
    const artifact = await parts.folders.read(id);
    const isThere = artifact?.image === undefined || (await parts.images.has(artifact.image.name));
    return isThere ? artifact : undefined;
  };

  return {
    isBuilt: async ({ id }) => (await readArtifact(id)) !== undefined,
    build: async (job) => void (await build(job)),
    async launch(job) {
      const { deployment, revision, secrets, log, signal } = job;
      const { container } = options.places;
      const identity = { deploymentId: deployment.id, revisionId: revision.id };
      const limits = { timing, signal };
      const server = async (start: (log: RevisionLog) => Promise<Running>) =>
        launchedWorker(await launchServer(identity, start, log, limits));
      const image = requireImage(revision);
      if (image !== undefined) {
        const program = { ...identity, deployment, revision, secrets, image, speaks: 'http' } as const;
        return server((own) => container.start(program, own, signal));
      }
      const artifact = (await readArtifact(revision.id)) ?? (await build(job));
      // Spans are received only from graphs, and not from images, because a container cannot reach the loopback address
      // of this machine.
      const spanExport =
        artifact.image === undefined && artifact.command === undefined ? options.spanExport : undefined;
      if (spanExport) log.addSecrets([spanExport.token(deployment.id)]);
      const env = runtimeEnvironment({
        spans: spanExport?.variables(deployment.id),
        // Basic variables are omitted for an image, because the image defines its own.
        basic: artifact.image ? {} : basic,
        config: await configEnvironment(artifact, {
          addSecrets: (values) => log.addSecrets(values),
          warn: (message) => log.write('deploy', message, 'WARNING'),
        }),
        secrets,
        deployment,
        revision,
      });
      const { folder: cwd, command } = artifact;
      await refuseUntrustedAbove(cwd);
      if (command !== undefined) {
        const program = { ...identity, env, cwd, command, speaks: 'http' } as const;
        return server((own) => options.places.process.start(program, own, signal));
      }
      const spec = { ...identity, env, ...runtimeSettings(artifact), ...workerSettings(artifact, env) };
      const program = workerProgram(spec);
      const start = (own: RevisionLog): Promise<Running> => {
        if (!artifact.image) return options.places.process.start(program, own, signal);
        const files = filesOfWorker(artifact, (key) => parts.cache.folderOf(key));
        return container.start({ ...program, image: artifact.image.name, files }, own, signal);
      };
      const launch = (own: RevisionLog) => launcher.launch(spec, own, () => start(own));
      return launchedWorker(await launchWorker(launch, log, limits));
    },
    discard: async (revisionIds) => {
      for (const id of revisionIds) {
        await parts.images.remove(parts.folders.homeOf(id), id);
        await parts.folders.remove(id);
      }
    },
    isDiskFull: () => parts.folders.isDiskFull(),
    listStored: () => parts.folders.list(),
    async prune() {
      const modules = new Set<string>();
      const environments = new Set<string>();
      for (const id of await parts.folders.list()) {
        const artifact = await parts.folders.read(id);
        if (artifact?.moduleKey !== undefined) modules.add(artifact.moduleKey);
        if (artifact?.python?.key !== undefined) environments.add(artifact.python.key);
      }
      await parts.cache.prune(modules);
      await parts.environments.prune(environments);
      await parts.checkout.sweep();
    },
    async close() {
      if (!options.keepsData) await parts.images.removeAll();
      await releaseBundler();
    },
  };
}

/** Returns the settings of a worker that depend on whether the worker runs on this machine or in an image. */
function runtimeSettings({ folder, language, python, image }: Artifact): Pick<WorkerSpec, 'cwd' | 'python'> {
  if (image === undefined) return { cwd: folder, python: python?.runtime };
  const inImage = { interpreter: 'python3', paths: image.paths };
  return { cwd: folder, python: language === 'python' ? inImage : undefined };
}

/**
 * Returns the files and folders on this machine that a worker's program needs in its container. `modulesOf` returns the
 * folder with an artifact's cached packages.
 */
function filesOfWorker(
  { language, moduleKey }: Artifact,
  modulesOf: (moduleKey: string) => string,
): string[] {
  if (language === 'python') return [dirname(PROGRAMS.pythonWorker)];
  return [process.execPath, installationOf(PROGRAMS.worker), ...(moduleKey ? [modulesOf(moduleKey)] : [])];
}

/** Returns the folder with all files that one of the emulator's programs loads. */
function installationOf(program: string): string {
  let folder = dirname(program);
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
