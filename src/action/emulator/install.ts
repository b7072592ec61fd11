import { mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import * as z from 'zod';
import { openPlainFile, readPlainText, WRITTEN_MAX_BYTES } from '../../os/plain-file.ts';
import { parseJson } from '../../contract/json-safety.ts';
import { noDebuggerFlags } from '../../os/debugger.ts';
import { startToken } from '../../os/processes.ts';
import { runProgram } from '../../os/programs.ts';
import { errorMessage } from '../../os/errors.ts';
import { findProgram } from '../../os/search-path.ts';
import type { InstalledEmulator, InstallResult } from './context.ts';
import type { StartedProcess } from './state.ts';

type Env = Readonly<Record<string, string | undefined>>;

const NAME = 'agent-deploy-emulator';
const TAIL_LINES = 20;
const LINE_MAX = 2_000;

/**
 * npm arguments. `npm ci` compares downloads with the checksums in the package's shrinkwrap, while `npm install` of
 * a package file would trust the registry. The arguments prevent install scripts, even if the machine's configuration
 * allows install scripts.
 */
const FLAGS = [
  'ci',
  '--ignore-scripts',
  '--no-global',
  '--omit=dev',
  '--include=prod',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--no-progress',
  // Logs npm's requests to the registry, to show when the registry does not respond.
  '--loglevel=http',
];

const Manifest = z.object({
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string()).transform((bin) => bin[NAME])]),
});

/**
 * Unpacks the emulator package and installs its dependencies with the runner's npm, in a separate folder and without
 * reading the checkout. The installation uses npm's environment variables and the user's configuration, such as a
 * company's registry.
 */
export async function installPackage(options: {
  tarball: string;
  folder: string;
  env: Env;
  signal: AbortSignal;
  onStart: (npm: StartedProcess) => Promise<void>;
}): Promise<InstallResult> {
  const { tarball, folder, env, signal, onStart } = options;
  const npm = await findNpm(env);
  if (npm === undefined) {
    const message =
      'npm was not found, but it is needed to install the emulator. Add npm to the PATH of the runner, for example with actions/setup-node.';
    return { kind: 'failed', message, lines: [] };
  }
  try {
    await mkdir(folder, { recursive: true });
    const packed = await openPlainFile(tarball);
    await pipeline(packed.createReadStream(), createGunzip(), unpackTar(folder, { strip: 1 }));
  } catch (error) {
    const message = `${path.basename(tarball)} could not be unpacked: ${errorMessage(error)}`;
    return { kind: 'failed', message, lines: [] };
  }
  const { code, lines } = await runNpm(npm, { cwd: folder, env, signal, onStart });
  if (signal.aborted) return { kind: 'aborted', lines };
  if (code !== 0)
    return { kind: 'failed', message: `npm could not install the emulator (exit code ${code}):`, lines };
  const emulator = await findInstalled(folder);
  if (emulator !== undefined) return { kind: 'installed', emulator };
  return { kind: 'failed', message: `${path.basename(tarball)} contains no program.`, lines };
}

async function findInstalled(folder: string): Promise<InstalledEmulator | undefined> {
  try {
    const manifest = Manifest.parse(
      parseJson(await readPlainText(path.join(folder, 'package.json'), { maxBytes: WRITTEN_MAX_BYTES })),
    );
    if (manifest.bin === undefined) return undefined;
    const program = path.join(folder, manifest.bin);
    return (await stat(program)).isFile() ? { program, version: manifest.version } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the ID, the start time and the program of a process that this step has just started. If the process has
 * already ended, the start time is `ended`, which no other process has.
 */
export async function identify(pid: number, program: string): Promise<StartedProcess> {
  return { pid, startTime: (await startToken(pid).catch(() => undefined)) ?? 'ended', program };
}

interface Npm {
  script: string;
  path: string;
}

/**
 * Returns the npm that belongs to the Node of this step, or else the npm on the search path. The Node of this step runs
 * the chosen npm.
 */
async function findNpm(env: Env): Promise<Npm | undefined> {
  const found = await findProgram('npm', env, '.cmd');
  const bin = path.dirname(process.execPath);
  const cli = path.join('node_modules', 'npm', 'bin', 'npm-cli.js');
  const candidates = [
    path.join(bin, '..', 'lib', cli),
    path.join(bin, cli),
    ...(found === undefined ? [] : [await realpath(found.file), path.join(path.dirname(found.file), cli)]),
  ];
  for (const script of candidates) {
    const isScript = script.endsWith('.js') && (await stat(script).catch(() => undefined))?.isFile() === true;
    if (isScript) return { script, path: found?.path ?? '' };
  }
  return undefined;
}

/**
 * Matches environment variables that npm does not receive, because npm does not need them (such as the emulator's
 * secrets) or they would change npm's behavior.
 */
const NOT_FOR_NPM =
  /^(ACTIONS_|EMULATOR_|GITHUB_|INPUT_|RUNNER_(?!TRACKING_ID$)|STATE_)|^(GH_TOKEN|NODE_OPTIONS|PATH)$/i;

/**
 * Returns the step's environment for npm, except `PATH`. Keeps the runner's tracking ID, which identifies the processes
 * of a killed job.
 */
export function npmEnvironment(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_FOR_NPM.test(name)));
}

async function runNpm(
  npm: Npm,
  {
    cwd,
    env,
    signal,
    onStart,
  }: {
    cwd: string;
    env: Env;
    signal: AbortSignal;
    onStart: (npm: StartedProcess) => Promise<void>;
  },
): Promise<{ code: number | null; lines: string[] }> {
  let rest = '';
  const end = await runProgram(process.execPath, [...noDebuggerFlags(), npm.script, ...FLAGS], {
    cwd,
    env: { ...npmEnvironment(env), PATH: npm.path },
    group: 'own',
    signal,
    onOutput: (chunk) => {
      rest = (rest + chunk.toString('utf8')).slice(-TAIL_LINES * LINE_MAX);
    },
    onStart: async (pid) => onStart(await identify(pid, npm.script)),
  });
  const lines = rest.split(/\r?\n/).filter((line) => line.trim() !== '');
  return { code: end.kind === 'ended' ? end.code : null, lines: lines.slice(-TAIL_LINES) };
}
