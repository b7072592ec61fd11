import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { buildDashboard } from '../dashboard/build.ts';
import { licensesOf } from '../licenses.ts';
import { bundleEmulator, put } from './bundle.ts';
import { manifestsOf } from './manifest.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
/** Folder of the hand-written files in the package. */
const FILES = path.join(import.meta.dirname, 'files');

/**
 * Builds the npm package of the emulator into `outDir`, and returns the file, `agent-deploy-emulator-<version>.tgz`.
 * The same sources, lock file, Node and repository name (GITHUB_REPOSITORY) result in the same bytes, in any folder
 * and at any time.
 */
export async function buildEmulatorPackage(outDir: string): Promise<{ file: string; version: string }> {
  await mkdir(path.join(ROOT, '.tmp'), { recursive: true });
  const folder = await mkdtemp(path.join(ROOT, '.tmp', 'package-emulator-'));
  try {
    const version = await layOut(folder);
    const file = path.resolve(outDir, `agent-deploy-emulator-${version}.tgz`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await archive(folder));
    return { file, version };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the contents of the package to a folder, and returns the package's version. */
async function layOut(folder: string): Promise<string> {
  const packages = await bundleEmulator(ROOT, path.join(folder, 'lib'));
  await buildDashboard(ROOT, path.join(folder, 'lib', 'dashboard'));
  const { version, manifest, shrinkwrap } = await manifestsOf(ROOT, process.env['GITHUB_REPOSITORY']);
  await put(folder, 'lib/index.d.mts', await typesOf(ROOT));
  await put(folder, 'package.json', json(manifest));
  await put(folder, 'npm-shrinkwrap.json', json(shrinkwrap));
  await put(folder, 'lib/licenses.txt', await licensesOf(ROOT, packages));
  await cp(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  await cp(FILES, folder, { recursive: true });
  return version;
}

/** Returns the types of the API without imports, so that the types do not depend on this repository's files. */
async function typesOf(root: string): Promise<string> {
  const types = await readFile(path.join(root, 'src/emulator/package/types.ts'), 'utf8');
  return [
    '/// <reference lib="esnext.disposable" />',
    types,
    '/** Starts an emulator in this process and resolves when it serves. Rejects with a plain reason when it cannot. */',
    'export declare function startEmulator(options?: EmulatorOptions): Promise<Emulator>;',
    '',
  ].join('\n');
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Packs the package as npm does: below `package/`, sorted by name, with a fixed time. */
async function archive(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .toSorted();
  const packed = await packTar(
    await Promise.all(
      files.map(async (name) => {
        const body = await readFile(path.join(folder, name));
        const header = {
          name: `package/${name}`,
          size: body.length,
          type: 'file' as const,
          mode: name.startsWith('bin/') ? 0o755 : 0o644,
          // Time that npm uses for all files.
          mtime: new Date('1985-10-26T08:15:00.000Z'),
          uid: 0,
          gid: 0,
          uname: '',
          gname: '',
        };
        return { header, body };
      }),
    ),
  );
  return gzipSync(packed, { level: 9 });
}
