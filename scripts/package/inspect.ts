import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { PHASES } from './build.ts';

/** Returns the files of a built `dist` and its folders, by name and sorted by name. */
export function readDist(folder: string): Map<string, Buffer> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
      )
      .toSorted()
      .map((name) => [name, readFileSync(path.join(folder, name))]),
  );
}

/**
 * Returns the names of files that differ, are missing or are unexpected between two builds, each with its difference.
 */
export function differences(committed: Map<string, Buffer>, rebuilt: Map<string, Buffer>): string[] {
  return [...new Set([...committed.keys(), ...rebuilt.keys()])].toSorted().flatMap((name) => {
    const [was, is] = [committed.get(name), rebuilt.get(name)];
    if (was === undefined) return [`${name} is missing from dist`];
    if (is === undefined) return [`${name} is in dist but no longer built`];
    return was.equals(is) ? [] : [`${name} differs: ${was.length} bytes committed, ${is.length} built`];
  });
}

const count = (text: string, part: string): number => text.split(part).length - 1;

/**
 * Returns problems in the text of a bundle, one per line: unresolved modules, duplicate libraries, paths of the build
 * machine, minified code.
 */
export function textProblems(files: Map<string, Buffer>, root: string): string[] {
  const problems: string[] = [];
  // The dashboard is excluded, because it is a separate, minified program for browsers.
  const scripts = [...files].filter(([name]) => name.endsWith('.js') && !name.startsWith('dashboard/'));
  const all = scripts.map(([, bytes]) => bytes.toString('utf8')).join('\n');
  if (all.includes('webpackMissingModule'))
    problems.push('a module could not be resolved (webpackMissingModule)');
  for (const [library, mark] of [
    ['undici', 'class DispatcherBase extends '],
    ['@actions/core', 'ghadelimiter_'],
    ['zod', 'const $ZodType ='],
  ] as const) {
    const copies = count(all, mark);
    if (copies > 1) problems.push(`${copies} copies of ${library}`);
  }
  for (const [name, bytes] of files) {
    const text = bytes.toString('utf8');
    if ([root, homedir()].some((place) => place.length > 1 && text.includes(`${place}/`))) {
      problems.push(`${name} names a folder of this machine`);
    }
    if (text.includes('\r\n')) problems.push(`${name} has Windows line ends`);
  }
  if (all.length / count(all, '\n') > 200) problems.push('the bundle looks minified');
  if (files.get('package.json')?.toString().includes('"module"') !== true) {
    problems.push('dist/package.json does not say "type": "module"');
  }
  return problems;
}

/** Expected result of each entry file if it is started without input. */
const ENDS: Readonly<
  Record<(typeof PHASES)[number], (end: { status: number | null; said: string }) => boolean>
> = {
  main: refuses,
  verify: refuses,
  sandbox: refuses,
  emulator: refuses,
  post: ({ status }) => status === 0,
  'sandbox-post': ({ status }) => status === 0,
  'emulator-post': ({ status }) => status === 0,
  // The proxy's message explains that only the owner of the proxy can start it.
  'credential-proxy': ({ status, said }) => status === 2 && said.includes('A credential proxy is started by'),
  'box-supervisor': ({ status }) => status === 0,
};

function refuses({ status, said }: { status: number | null; said: string }): boolean {
  return status === 1 && said.includes('::error');
}

/**
 * Starts each entry file without input, and returns a problem for each file that crashes instead of exiting with its
 * own message.
 */
export function startProblems(folder: string): string[] {
  // Missing files are skipped, because the comparison with a new build reports them.
  const there = PHASES.filter((phase) => existsSync(path.join(folder, `${phase}.js`)));
  return there.flatMap((phase) => {
    const { status, signal, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(folder, `${phase}.js`)],
      {
        env: { PATH: process.env['PATH'] },
        encoding: 'utf8',
        timeout: WAIT_LIMIT_MS,
      },
    );
    const said = `${phase}.js ended with ${signal ?? status}:\n${stdout}${stderr}`;
    const crashed = signal !== null || /^\s+at .+:\d+:\d+\)?$/m.test(stderr);
    return !crashed && ENDS[phase]({ status, said }) ? [] : [said];
  });
}
