import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StepFailure } from '../build/step-failure.ts';
import type { Engine } from './engine.ts';
import { podLabels, podResourceName, type PodIdentity } from './labels.ts';
import type { PodPlan } from './plan.ts';

/** What a pod needs beside its containers, made for one launch. */
export interface PodFiles {
  /** Volume → what the engine knows it by. */
  volumes: ReadonlyMap<string, string>;
  /** Writes a file of variables that only we can read, for one container. */
  envFile(container: string, text: string): Promise<string>;
  /** Takes all of it away. */
  remove(): Promise<void>;
}

/**
 * Makes a pod's volumes: an `emptyDir` as a volume of the engine, a `secret` as files in a folder only we can enter.
 * @throws StepFailure when the engine cannot make one.
 */
export async function makePodFiles(
  engine: Engine,
  plan: PodPlan,
  identity: PodIdentity,
  parent: string,
): Promise<PodFiles> {
  const folder = join(parent, podResourceName(identity, 'files'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const volumes = new Map<string, string>();
  const made: string[] = [];
  const files: PodFiles = {
    volumes,
    async envFile(container, text) {
      const file = join(folder, `${container}.env`);
      await writeFile(file, text, { mode: 0o600 });
      return file;
    },
    async remove() {
      if (made.length > 0) await engine.run(['volume', 'rm', '-f', ...made]);
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    for (const volume of plan.volumes) {
      if (volume.kind === 'files') {
        volumes.set(volume.name, await writeFiles(join(folder, volume.name), volume));
        continue;
      }
      const name = podResourceName(identity, volume.name);
      const labels = Object.entries(podLabels(identity)).flatMap(([key, value]) => [
        '--label',
        `${key}=${value}`,
      ]);
      made.push(name);
      const { ok, errorTail: said } = await engine.run(['volume', 'create', ...labels, name]);
      if (!ok) throw new StepFailure(`${engine.program} could not make the volume ${volume.name}: ${said}`);
      volumes.set(volume.name, name);
    }
  } catch (error) {
    await files.remove();
    throw error;
  }
  return files;
}

async function writeFiles(
  folder: string,
  { files, mode }: { files: ReadonlyMap<string, string>; mode: number },
): Promise<string> {
  await mkdir(folder, { recursive: true });
  // The user of the container is another one than ours; the folder above keeps everybody else out.
  await chmod(folder, 0o755);
  for (const [path, content] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    await chmod(file, mode);
  }
  return folder;
}
