import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { PROGRAMS } from '../../ports/installation.ts';
import type { WorkerSpec } from '../../ports/worker.ts';
import type { Artifact } from '../build/artifact.ts';

/** Returns the settings of a worker that differ between this machine and an image. */
export function runtimeSettings({
  folder,
  language,
  python,
  image,
}: Artifact): Pick<WorkerSpec, 'cwd' | 'python'> {
  if (image === undefined) return { cwd: folder, python: python?.runtime };
  const inImage = { interpreter: 'python3', paths: image.paths };
  return { cwd: folder, python: language === 'python' ? inImage : undefined };
}

/**
 * Returns the files and folders of this machine that a worker's program needs in its container. `modulesOf` returns
 * the folder of an artifact's cached packages.
 */
export function filesOfWorker(
  { language, moduleKey }: Artifact,
  modulesOf: (moduleKey: string) => string,
): string[] {
  if (language === 'python') return [dirname(PROGRAMS.pythonWorker)];
  return [process.execPath, installationOf(PROGRAMS.worker), ...(moduleKey ? [modulesOf(moduleKey)] : [])];
}

/** Returns the folder that contains all files that one of our programs loads. */
function installationOf(program: string): string {
  let folder = dirname(program);
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
