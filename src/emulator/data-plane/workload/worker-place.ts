import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { PROGRAMS } from '../../ports/installation.ts';
import type { WorkerSpec } from '../../ports/worker.ts';
import type { Artifact } from '../build/artifact.ts';
import type { WriteLog } from '../build/step.ts';
import type { AgentImages } from '../container/agent-images.ts';

/** What of a worker depends on whether it runs on this machine or in an image. */
type WorkerPlace = Pick<WorkerSpec, 'cwd' | 'python' | 'container'>;

interface PlaceContext {
  images: AgentImages;
  /** The folder of an artifact's cached packages. */
  modulesOf: (moduleKey: string) => string;
  deploymentId: string;
  revisionId: string;
  /** The whole environment of the agent. */
  env: Readonly<Record<string, string>>;
  log: WriteLog;
  signal: AbortSignal;
}

/**
 * Where the worker of an artifact runs. A container is made ready for one start.
 * @throws StepFailure for what cannot be given to a container, StepAborted.
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

/** The folder with everything that a program of ours loads. */
function installationOf(program: string): string {
  let folder = dirname(program);
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
