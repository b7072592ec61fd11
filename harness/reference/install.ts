import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The newest versions of the reference server and of what it needs that fit together (its peers exclude newer ones). */
export const REFERENCE = {
  '@langchain/langgraph-api': '2.0.0',
  '@langchain/langgraph': '1.3.7',
  '@langchain/langgraph-checkpoint': '1.0.4',
  '@langchain/langgraph-sdk': '2.0.0',
  '@langchain/core': '1.2.13',
  typescript: '5.9.3',
} as const;

/** Installs packages of the npm registry into a folder, which is made. Throws, with what npm said, when it cannot. */
export async function installPackages(
  folder: string,
  packages: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  try {
    await run('npm', ['install', ...flags, ...names], { cwd: folder, timeout: 180_000 });
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause);
    throw new Error(
      `npm could not install ${names.join(', ')}. This needs the network and a registry that has them. npm said: ${said.trim().slice(-1_500)}`,
      { cause },
    );
  }
}
