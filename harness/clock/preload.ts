import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const BUILT = path.resolve(import.meta.dirname, '../../.tmp/clock');

/**
 * The argument for Node (`--import …`) that preloads a module of this folder, made one file of plain JavaScript: to
 * strip types in every process would cost each of them more than the rest of its start. Built once for what the folder
 * holds now.
 */
export async function preloadArguments(name: 'virtual' | 'hurried'): Promise<string[]> {
  const hash = createHash('sha256').update(process.version);
  for (const file of globSync('*.ts', { cwd: import.meta.dirname }).toSorted()) {
    hash.update(file).update(await readFile(path.join(import.meta.dirname, file)));
  }
  const built = path.join(BUILT, `${name}-${hash.digest('hex').slice(0, 16)}.mjs`);
  const known = await stat(built).catch(() => undefined);
  if (!known) await build(path.join(import.meta.dirname, `${name}.ts`), built);
  return ['--import', pathToFileURL(built).href];
}

async function build(from: string, to: string): Promise<void> {
  const { buildSync } = await import('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [from],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    write: false,
  });
  await mkdir(path.dirname(to), { recursive: true });
  // Whole or not at all: other suites look at the same time.
  const half = `${to}.${process.pid}`;
  await writeFile(half, outputFiles[0]?.contents ?? '');
  await rename(half, to);
}
