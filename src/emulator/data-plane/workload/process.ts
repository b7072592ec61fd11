import type { Cluster } from '../../ports/workspace-settings.ts';
import type { OnLine } from '../../ports/processes.ts';
import type { Artifact } from '../build/artifact.ts';
import { type BuildDependencies, buildRevision, refuseForeignAbove } from '../build/build.ts';
import { retainBundler } from '../build/bundle.ts';
import type { StepContext, WriteLog } from '../build/step.ts';
import type { Pods } from '../places/container/pods.ts';
import { runtimeEnvironment } from '../environment.ts';
import { launchProgram, launchWorker } from './launch.ts';
import { createPortAllocator } from '../places/process/ports.ts';
import type { Timing } from '../timing.ts';
import { launchImage } from './image.ts';
import { type WorkerLauncher, workerProgram } from '../worker/launcher.ts';
import { filesOfWorker, placeSettings } from './worker-place.ts';
import { configEnvironment, workerSettings } from './worker-settings.ts';
import { launchedWorker, requireImage, type RevisionJob, type Workload } from './workload.ts';

export interface ProcessWorkloadOptions {
  parts: BuildDependencies;
  launcher: WorkerLauncher;
  cluster: Cluster;
  pods: Pods;
  /** Build context shared by all revisions. */
  step: Omit<StepContext, 'signal' | 'log'>;
  /** Variables of our environment that agents may see. */
  basic: Record<string, string>;
  timing: Timing;
  /** Whether build results survive until the next start. */
  keepsData: boolean;
}

/** Builds from git and runs one worker process per revision. An image runs in a container. */
export function createProcessWorkload(options: ProcessWorkloadOptions): Workload {
  const { parts, launcher, step, basic, timing } = options;
  const own = { processes: step.processes, ports: createPortAllocator() };

  const build = (job: RevisionJob): Promise<Artifact> =>
    buildRevision(
      parts,
      {
        ...step,
        signal: job.signal,
        log: (message, level) => job.log.write('build', message, level),
      },
      { deployment: job.deployment, revision: job.revision, onCommit: job.onCommit },
    );

  const releaseBundler = retainBundler();
  /** The image may have been removed by another program. */
  const readArtifact = async (id: string): Promise<Artifact | undefined> => {
    const artifact = await parts.folders.read(id);
    const isThere = artifact?.image === undefined || (await parts.images.has(artifact.image.name));
    return isThere ? artifact : undefined;
  };

  return {
    isBuilt: async ({ id }) => (await readArtifact(id)) !== undefined,
    build: async (job) => void (await build(job)),
    async launch(job) {
      const image = requireImage(job.revision);
      if (image !== undefined) return launchedWorker(await launchImage(options, job, image));
      const { deployment, revision, secrets, log } = job;
      const artifact = (await readArtifact(revision.id)) ?? (await build(job));
      const env = runtimeEnvironment({
        // An image provides its own basic variables.
        basic: artifact.image ? {} : basic,
        config: await configEnvironment(artifact, {
          addSecrets: (values) => log.addSecrets(values),
          warn: (message) => log.write('deploy', message, 'WARNING'),
        }),
        secrets,
        deployment,
        revision,
      });
      const { folder, command } = artifact;
      await refuseForeignAbove(folder);
      const spec = { deploymentId: deployment.id, revisionId: revision.id, env };
      const write: WriteLog = (message, level, source) => log.write('deploy', message, level, source);
      const limits = { timing, signal: job.signal };
      if (command !== undefined) {
        return launchedWorker(await launchProgram(own, { ...spec, cwd: folder, command }, write, limits));
      }
      const worker = { ...spec, ...placeSettings(artifact), ...workerSettings(artifact, env) };
      const launch = async (onLine: OnLine) => {
        if (!artifact.image) return launcher.launch(worker, onLine);
        const files = filesOfWorker(artifact, (key) => parts.cache.folderOf(key));
        const program = workerProgram(worker);
        const request = {
          ...spec,
          image: artifact.image.name,
          program,
          files,
          log: write,
          signal: job.signal,
        };
        return launcher.launch(worker, onLine, await parts.images.start(request, onLine));
      };
      return launchedWorker(await launchWorker(launch, write, limits));
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
