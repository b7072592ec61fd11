import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { kindOfName } from '../../../redaction/classify.ts';
import type { Cluster } from '../../ports/workspace-settings.ts';
import type { AuthSettings } from '../../ports/agent-auth.ts';
import type { WorkerLauncher, WorkerSpec } from '../../ports/worker.ts';
import type { Artifact } from '../build/artifact.ts';
import { type BuildDependencies, buildRevision } from '../build/build.ts';
import { retainBundler } from '../build/bundle.ts';
import { corsInEnvironment } from '../../server/cors.ts';
import { resolveInside } from '../../../os/checkout-reader.ts';
import type { StepContext, WriteLog } from '../build/step.ts';
import type { Pods } from '../container/pods.ts';
import { reservedNames, runtimeEnvironment } from '../environment.ts';
import { toAgentSettings } from './agent-settings.ts';
import { appSpec, httpSettings } from './http-settings.ts';
import { launchProgram, launchWorker } from './launch.ts';
import { createPortAllocator } from '../process/ports.ts';
import type { Timing } from '../timing.ts';
import { launchImage } from './image.ts';
import { placeWorker } from './worker-place.ts';
import { launchedWorker, requireImage, type RevisionJob, type Workload } from './workload.ts';

export interface ProcessWorkloadOptions {
  parts: BuildDependencies;
  launcher: WorkerLauncher;
  cluster: Cluster;
  pods: Pods;
  /** The build context that is common to all revisions. */
  step: Omit<StepContext, 'signal' | 'log'>;
  /** The allow-list of what agents see of our own environment. */
  basic: Record<string, string>;
  timing: Timing;
  /** Whether what is built is there at the next start. */
  keepsData: boolean;
}

/** What the hosted service takes where `auth.cache` does not say. */
const CACHE_TTL_S = 60;
const CACHE_MAX_SIZE = 1_000;

/** Builds from git and runs one worker process for a revision; an image runs in a container. */
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
  /** An image may be removed by others. */
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
        // Of an image are its own.
        basic: artifact.image ? {} : basic,
        config: await configEnvironment(artifact, job),
        secrets,
        deployment,
        revision,
      });
      const { folder, command, graphs } = artifact;
      const auth = authOf(artifact);
      const ui = artifact.sections.http?.disable_ui === true ? undefined : artifact.ui;
      const cors = corsInEnvironment(artifact.sections.http?.cors, env);
      const agent = toAgentSettings(artifact.sections, artifact.modules, artifact.language);
      const spec = { deploymentId: deployment.id, revisionId: revision.id, env };
      const write: WriteLog = (message, level, source) => log.write('deploy', message, level, source);
      const limits = { timing, signal: job.signal };
      if (command !== undefined) {
        return launchedWorker(await launchProgram(own, { ...spec, cwd: folder, command }, write, limits));
      }
      const http = httpSettings(artifact, env);
      const app = appSpec(artifact);
      const place = await placeWorker(artifact, {
        ...spec,
        images: parts.images,
        modulesOf: (key) => parts.cache.folderOf(key),
        log: write,
        signal: job.signal,
      });
      const worker = await launchWorker(
        (onLine) =>
          launcher.launch({ ...spec, ...place, graphs, cors, http, app, auth, ui, ...agent }, onLine),
        write,
        limits,
      );
      return launchedWorker(worker);
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

/** The object that authenticates requests, and what the emulator itself does about it. */
function authOf({ modules, sections, language }: Artifact): WorkerSpec['auth'] {
  const module = modules['auth.path'];
  if (!module) return undefined;
  const { cache, ...auth } = sections.auth ?? {};
  const settings: AuthSettings = {
    disableStudioAuth: auth.disable_studio_auth,
    allowApiKeys: auth.allow_langsmith_api_keys,
    openapi: auth.openapi,
    ...(language === 'javascript' &&
      cache?.cache_keys && {
        cache: {
          keys: cache.cache_keys,
          ttlSeconds: cache.ttl_seconds ?? CACHE_TTL_S,
          maxSize: cache.max_size ?? CACHE_MAX_SIZE,
        },
      }),
  };
  return { ...module, settings };
}

/** An address with a user or a password in it. */
const WITH_CREDENTIALS = /:\/\/[^/\s]*@/;

/** An author's `.env` holds plain settings as well, which a log may show. */
function secretsAmong(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    kindOfName(name) === 'secret' || WITH_CREDENTIALS.test(value) ? [value] : [],
  );
}

/** The graph configuration's `env`. A file that is not in the commit is no failure: it rarely is. */
async function configEnvironment(
  { env, folder }: Artifact,
  { log }: RevisionJob,
): Promise<Record<string, string>> {
  const values = await readValues(env, folder, (message) => log.write('deploy', message, 'WARNING'));
  log.addSecrets(secretsAmong(values));
  for (const name of reservedNames(values)) {
    log.write(
      'deploy',
      `The graph configuration sets ${name}, which the platform sets itself: ignored.`,
      'WARNING',
    );
    Reflect.deleteProperty(values, name);
  }
  return values;
}

async function readValues(
  env: Artifact['env'],
  folder: string,
  warn: (message: string) => void,
): Promise<Record<string, string>> {
  switch (env.kind) {
    case 'none':
      return {};
    case 'values':
      return { ...env.values };
    case 'file': {
      const file = await resolveInside(folder, folder, env.path);
      if (file.kind !== 'inside') {
        warn(
          `The graph configuration names the environment file ${env.path}, which is not in this commit: none of its variables is set. Give them as secrets of the deployment.`,
        );
        return {};
      }
      const values = parseEnv(await readFile(file.path, 'utf8'));
      return Object.fromEntries(
        Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
    }
  }
}
