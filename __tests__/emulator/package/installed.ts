import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { unpackTar } from 'modern-tar/fs';
import { buildEmulatorPackage } from '../../../scripts/package-emulator/build.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The packed emulator in an empty folder, installed without a registry. */
export interface InstalledPackage extends AsyncDisposable {
  /** What stands above its `node_modules`. */
  folder: string;
  /** The packed file. */
  tarball: string;
  /** The program that `bin` names. */
  program: string;
}

/** Packs the emulator and puts it, and the dependencies of its manifest from our own `node_modules`, into a new folder. */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ad-test-package-'));
  const { file } = await buildEmulatorPackage(folder);
  const modules = path.join(folder, 'node_modules');
  const own = path.join(modules, 'agent-deploy-emulator');
  await pipeline(Readable.from([await readFile(file)]), createGunzip(), unpackTar(own, { strip: 1 }));
  const manifest = JSON.parse(await readFile(path.join(own, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    bin: Record<string, string>;
  };
  for (const name of Object.keys(manifest.dependencies)) {
    await mkdir(path.dirname(path.join(modules, name)), { recursive: true });
    await symlink(path.join(ROOT, 'node_modules', name), path.join(modules, name), 'junction');
  }
  return {
    folder,
    tarball: file,
    program: path.join(own, manifest.bin['agent-deploy-emulator'] ?? ''),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
