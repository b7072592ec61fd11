import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');
const MEMORY = path.join(ROOT, '.tmp', 'dist-checked');

/** Files from which dist is built, and the files of dist. */
const PARTS = [
  'src/{contract,redaction,graph-config,os,clients,git,credential-proxy,box,agent-code,action}/**/*',
  'scripts/package/*',
  'package-lock.json',
  'tsconfig*.json',
  'dist/*',
];

/**
 * Throws if dist was not built from the current sources, because tests of dist would then prove nothing. Builds dist
 * in another folder and compares the two, unless exactly these files were already compared.
 */
export async function ensureDist(): Promise<void> {
  const known = await readFile(MEMORY, 'utf8').catch(() => '');
  if (known === (await fingerprintOf(PARTS))) return;
  const script = [path.join(ROOT, 'scripts/run.mjs'), path.join(ROOT, 'scripts/package/main.ts'), '--check'];
  try {
    await promisify(execFile)(process.execPath, script, { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(
      `dist is not what the sources make: run \`npm run package\` first.\n${stdout}${stderr}`.trimEnd(),
      { cause: error },
    );
  }
}

/** Records that dist was built from the current sources, so that tests need not build dist again to compare it. */
export async function rememberDist(): Promise<void> {
  await mkdir(path.dirname(MEMORY), { recursive: true });
  await writeFile(MEMORY, await fingerprintOf(PARTS));
}

async function fingerprintOf(patterns: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }));
  const names = files
    .filter((file) => file.isFile())
    .map((file) => path.join(file.parentPath, file.name))
    .toSorted();
  for (const name of names) {
    hash
      .update(`${path.relative(ROOT, name)}\0`)
      .update(await readFile(name))
      .update('\0');
  }
  return hash.digest('hex');
}
