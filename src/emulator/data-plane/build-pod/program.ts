import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../../../os/errors.ts';
import { UsageError } from '../../ports/usage-error.ts';
import type { Processes } from '../../ports/processes.ts';
import { createArtifactWriter } from '../artifacts/artifact-writer.ts';
import { type PlaneClient, ControlPlaneRefusedError } from '../artifacts/plane-client.ts';
import { buildRevision } from '../build/build.ts';
import { DISK_FULL, isDiskFullAt } from '../build/disk.ts';
import { StepAborted, type StepContext, StepFailure } from '../build/step.ts';
import { createAgentImages } from '../places/container/agent-images.ts';
import { fetchEnvironment, type HostMachine } from '../environment.ts';
import { createGit } from '../git/git.ts';
import { type Tarballs, verifyContent } from '../tarball/tarballs.ts';
import { assembleBuild } from '../workload/assemble.ts';
import { servingFacts } from '../workload/worker-settings.ts';
import { createLogSender } from './log-sender.ts';
import { BuildJob, type BuildResult, MESSAGE_CHARACTERS } from './protocol.ts';
import { createRemoteArchives } from './remote-archives.ts';
import { STOPPED_STATUS } from './variables.ts';

export interface BuildPodOptions {
  revisionId: string;
  plane: PlaneClient;
  /** Folder for all files of the build: an absolute path with links resolved. */
  dataDir: string;
  processes: Processes;
  /** Machine where the build runs, without network settings, because the control plane sends these settings. */
  machine: HostMachine;
  log: (line: string) => void;
  ending: AbortSignal;
}

/**
 * Builds one revision for a control plane on another machine: fetches the job, and sends the log, the commit and the
 * packed result. Returns the exit status, which is 0 if the control plane has received the result.
 * @throws UsageError if the control plane returns no job.
 */
export async function runBuild(options: BuildPodOptions): Promise<number> {
  const { plane, log, ending } = options;
  const job = await fetchJob(options);
  const sender = createLogSender(plane, log);
  const context = { signal: ending, log: sender.write, flush: () => sender.flush() };
  let failure: string | undefined;
  try {
    await buildAndStore(options, job, context);
  } catch (error) {
    if (ending.aborted || error instanceof StepAborted) {
      log('The build was stopped before it finished.');
      return STOPPED_STATUS;
    }
    // Status 401 or 409 means that the build was cancelled, or was replaced by another attempt.
    if (error instanceof ControlPlaneRefusedError && [401, 409].includes(error.status)) {
      log(`The control plane rejected further output of this build: ${error.message}`);
      return 1;
    }
    failure = await reasonOf(error, options);
  } finally {
    await sender.flush();
  }
  if (failure === undefined) return 0;
  const result: BuildResult = { kind: 'failed', message: failure.slice(0, MESSAGE_CHARACTERS) };
  await plane.send('/result', { method: 'PUT', body: { json: result } });
  return 0;
}

async function fetchJob({ plane, revisionId }: BuildPodOptions): Promise<BuildJob> {
  const parsed = BuildJob.safeParse(await plane.json(''));
  if (parsed.success && parsed.data.revision_id.toLowerCase() === revisionId.toLowerCase())
    return parsed.data;
  throw new UsageError(
    "the control plane sent a build job that this version does not understand. Run builds with the control plane's own image (--agent-image)",
  );
}

async function buildAndStore(
  options: BuildPodOptions,
  job: BuildJob,
  { flush, ...context }: Pick<StepContext, 'signal' | 'log'> & { flush: () => Promise<void> },
): Promise<void> {
  const { plane, dataDir, processes } = options;
  // Installers write caches and settings to the home folder, and the home folder of the image is read-only.
  const home = join(dataDir, 'home');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const machine = {
    ...options.machine,
    env: { ...options.machine.env, ...job.environment, HOME: home },
  };
  const archives = createRemoteArchives(plane, { folder: join(dataDir, 'packed'), beforeResult: flush });
  const writer = createArtifactWriter({ ...archives, dataDir });
  const { parts, step } = assembleBuild({
    dataDir,
    revisions: join(dataDir, 'revisions'),
    processes,
    machine,
    installTimeoutMs: job.install_timeout_ms,
    pythons: job.pythons,
    // No resolution is cached, because the disk of a pod contains no earlier build.
    keepResolution: false,
    allowLocal: job.allow_local,
    git: createGit({
      processes,
      folder: join(dataDir, 'git'),
      env: fetchEnvironment(machine),
      allowLocal: job.allow_local,
    }),
    tarballs: tarballOf(plane, job),
    // A build pod builds no image, because a cluster cannot run an image that exists only in the pod.
    images: createAgentImages({
      processes,
      env: {},
      folder: join(dataDir, 'containers'),
      chosen: 'none',
      dataDir,
    }),
    fetchPackages: (place, signal) => writer.fetchPackages(place, signal),
  });
  const { revision_id: id, deployment_id: deploymentId, source } = job;
  const artifact = await buildRevision(
    parts,
    { ...step, ...context },
    {
      deployment: { sourceConfig: job.source_config },
      revision: { id, deploymentId, source, config: job.source_revision_config },
      packageVariables: job.package_variables,
      onCommit: async (commit) => {
        await plane.send('/commit', { method: 'PUT', body: { json: { commit } } });
      },
    },
  );
  await writer.save(id, { artifact, attributes: servingFacts(artifact) }, context);
}

/** Returns tarballs whose content comes from the control plane. */
function tarballOf(plane: PlaneClient, { tarball }: BuildJob): Tarballs {
  return {
    need: async () => {
      if (tarball === null) throw new StepFailure('The build job contains no tarball to build from.');
      const { path, size, sha256 } = tarball;
      const read = () => plane.content('/source', size);
      return { path, size, sha256, read, content: () => verifyContent(path, read(), sha256) };
    },
  };
}

async function reasonOf(error: unknown, { dataDir, log }: BuildPodOptions): Promise<string> {
  const isFull = await isDiskFullAt(dataDir);
  if (error instanceof StepFailure) {
    return isFull && !error.message.includes(DISK_FULL) ? `${error.message} ${DISK_FULL}` : error.message;
  }
  log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return isFull ? DISK_FULL : `The emulator failed with an internal error: ${errorMessage(error)}`;
}
