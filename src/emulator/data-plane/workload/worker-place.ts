import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { PROGRAMS } from '../../ports/installation.ts';
import type { WorkerSpec } from '../../ports/worker.ts';
import type { Artifact } from '../build/artifact.ts';
import type { WriteLog } from '../build/step.ts';
import type { AgentImages } from '../container/agent-images.ts';

/** The settings of a worker that depend on whether it runs on this machine or in an image. */
type WorkerPlace = Pick<WorkerSpec, 'cwd' | 'python' | 'container'>;

interface PlaceContext {
  images: AgentImages;
  /** Returns the folder of an artifact's cached packages. */
  modulesOf: (moduleKey: string) => string;
  deploymentId: string;
  revisionId: string;
  /** The whole environment of the agent. */
  env: Readonly<Record<string, string>>;
  log: WriteLog;
  signal: AbortSignal;
}

/**
 * Returns where the worker of an artifact runs. Prepares a container for a single start.
 * @throws StepFailure if something cannot be passed to a container, StepAborted.
 */
export async function placeWorker(artifact: Artifact, context: PlaceContext): Promise<WorkerPlace> {
  const { folder, language, python, image, moduleKey } = artifact;
  if (image === undefined) return { cwd: folder, python: python?.runtime };
  const { images, modulesOf, ...request } = context;
  const isPython = language === 'python';
  const shown = isPython
    ? [dirname(PROGRAMS.pythonWorker)]
    : [process.execPath, installationOf(PROGRAMS.worker), ...(moduleKey ? [modulesOf(moduleKey)] : [])];
  return {
    cwd: folder,
    python: isPython ? { interpreter: 'python3', paths: image.paths } : undefined,
    container: await images.open({ ...request, image: image.name, shown }),
  };
}

/** Returns the folder that contains every file that one of our programs loads. */
function installationOf(program: string): string {
  let folder = dirname(program);
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
