import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { PROGRAMS } from '../../ports/installation.ts';
import type { Worker, WorkerSpec } from '../../ports/worker.ts';
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
import { type LaunchLimits, launchServer, launchWorker, StartFailure } from './launch.ts';
import { holdLog } from './held-log.ts';
import { revisionProcess, type SpareNeeds } from './spare-plan.ts';
import type { SpareWorkers } from './spare-worker.ts';
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
  /** Spare workers, which start before the code of their revision is built; absent if no worker starts in advance. */
  spares?: SpareWorkers | undefined;
  /** True if built revisions survive until the next start. */
  keepsData: boolean;
}

/**
 * Creates the workload that builds from git and runs one worker process per revision, or a container for an image.
 */
export function createProcessWorkload(options: ProcessWorkloadOptions): Workload {
  const { parts, step, basic, timing } = options;

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
        onPhase: (phase) => job.phases.push(phase),
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
    build: (job) => buildWithSpare(options.spares, job.deployment.id, () => build(job)),
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
      return launchedWorker(await launchGraphs(options, { artifact, spec, log, limits }));
    },
    discard: async (revisionIds) => {
      const ids = [...revisionIds];
      options.spares?.forget(ids);
      for (const id of ids) {
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
      await options.spares?.close();
      if (!options.keepsData) await parts.images.removeAll();
      await releaseBundler();
    },
  };
}

/** Starts a spare worker for a build, and stops the spare worker if the build fails. Passes on the errors of `build`. */
async function buildWithSpare(
  spares: SpareWorkers | undefined,
  deploymentId: string,
  build: () => Promise<unknown>,
): Promise<void> {
  spares?.start(deploymentId);
  try {
    await build();
  } catch (error) {
    spares?.failed(deploymentId);
    throw error;
  }
}

/** Artifact of graphs, and the worker that runs them. */
interface GraphLaunch {
  artifact: Artifact;
  spec: WorkerSpec;
  log: RevisionLog;
  limits: LaunchLimits;
}

/**
 * Starts the worker of a revision's graphs, in its image, in the spare worker or in a new process.
 * @throws StepFailure with the output that explains the failure
 * @throws StepAborted if the launch was cancelled
 */
async function launchGraphs(options: ProcessWorkloadOptions, graphs: GraphLaunch): Promise<Worker> {
  const { artifact, spec, log, limits } = graphs;
  const { parts, launcher, places, spares } = options;
  const program = workerProgram(spec);
  const start = (own: RevisionLog): Promise<Running> => {
    if (!artifact.image) return places.process.start(program, own, limits.signal);
    const files = filesOfWorker(artifact, (key) => parts.cache.folderOf(key));
    return places.container.start({ ...program, image: artifact.image.name, files }, own, limits.signal);
  };
  const launch = (own: RevisionLog) => launcher.launch(spec, own, () => start(own));
  if (artifact.image) return launchWorker(launch, log, limits);
  const needs = { program, moduleKey: artifact.moduleKey, imports: artifact.imports ?? [] };
  const worker =
    (await launchSpare(options, { needs, spec, log, limits })) ?? (await launchWorker(launch, log, limits));
  spares?.launched(spec, needs);
  return worker;
}

/**
 * Loads a revision into the spare worker. Returns `undefined` if no spare worker exists, or if the spare worker cannot
 * load the revision, because only a new process shows whether the revision is at fault.
 * @throws StepFailure if the revision does not become healthy in time
 * @throws StepAborted if the launch was cancelled
 */
async function launchSpare(
  { spares, launcher }: Pick<ProcessWorkloadOptions, 'spares' | 'launcher'>,
  {
    needs,
    spec,
    log,
    limits,
  }: { needs: SpareNeeds; spec: WorkerSpec; log: RevisionLog; limits: LaunchLimits },
): Promise<Worker | undefined> {
  const spare = spares?.take(spec.deploymentId, needs);
  if (spare === undefined) return undefined;
  const held = holdLog(log);
  const launch = (own: RevisionLog) => {
    spare.output.release(own);
    return launcher.launch(spec, own, () => Promise.resolve(spare.running), revisionProcess(spec));
  };
  try {
    const worker = await launchWorker(launch, held.log, limits);
    held.release(log);
    return worker;
  } catch (error) {
    if (error instanceof StartFailure) return undefined;
    held.release(log);
    throw error;
  }
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
