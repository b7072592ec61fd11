import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import * as z from 'zod';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..');

const Manifest = z.looseObject({
  version: z.string(),
  engines: z.object({ node: z.string() }),
  bin: z.object({ 'agent-deploy-emulator': z.string(), 'agent-deploy': z.string() }),
  dependencies: z.record(z.string(), z.string()),
});

/** The packed emulator in a folder without other files. */
export interface PackedEmulator {
  /** Folder that contains `node_modules`. */
  folder: string;
  /** Folder of the package. */
  own: string;
  manifest: z.infer<typeof Manifest>;
  /** Path of the emulator's program, from `bin`. */
  program: string;
  /** Path of the program `agent-deploy`, from `bin`. */
  commandLine: string;
}

/** Packs the emulator into `outDir`, as `npm run package:emulator` does, and returns the path of the package file. */
export async function packEmulator(outDir: string): Promise<string> {
  const args = ['scripts/run.mjs', 'scripts/package-emulator/main.ts', '--out', outDir];
  const { stdout } = await run(process.execPath, args, { cwd: ROOT });
  return stdout.trim();
}

/**
 * Unpacks a package file in `folder` as an installation does, but without a registry: the dependencies are links to
 * this repository's packages.
 */
export async function layOutPackage(tarball: string, folder: string): Promise<PackedEmulator> {
  const modules = path.join(folder, 'node_modules');
  const own = path.join(modules, 'agent-deploy-emulator');
  const entries = await unpackTar(gunzipSync(await readFile(tarball)), { strip: 1 });
  for (const { header, data } of entries) {
    const file = path.join(own, header.name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, data ?? '', { mode: header.mode ?? 0o644 });
  }
  const packed = await readPackage(folder);
  for (const name of Object.keys(packed.manifest.dependencies)) {
    await mkdir(path.dirname(path.join(modules, name)), { recursive: true });
    await symlink(path.join(ROOT, 'node_modules', name), path.join(modules, name), 'junction');
  }
  return packed;
}

/** Returns the package that is installed below a folder. */
export async function readPackage(folder: string): Promise<PackedEmulator> {
  const own = path.join(folder, 'node_modules', 'agent-deploy-emulator');
  const manifest = Manifest.parse(JSON.parse(await readFile(path.join(own, 'package.json'), 'utf8')));
  const program = path.join(own, manifest.bin['agent-deploy-emulator']);
  return { folder, own, manifest, program, commandLine: path.join(own, manifest.bin['agent-deploy']) };
}

/** Packs the emulator, unpacks it in a new folder for `work`, and removes the folder afterwards. */
export async function withPackage<T>(work: (packed: PackedEmulator) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ad-test-package-'));
  try {
    return await work(await layOutPackage(await packEmulator(folder), folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
