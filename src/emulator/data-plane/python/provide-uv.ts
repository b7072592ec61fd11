import { rm } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import process from 'node:process';
import { isFile } from '../build/disk.ts';
import { type StepContext, StepFailure } from '../build/step.ts';
import { runTool, withFile } from './installer.ts';
import type { FoundPython } from './find-python.ts';
import type { EnvironmentCache } from './environment-cache.ts';
import { pipArguments, requirePip } from './pip-installer.ts';
import type { Uv } from './uv-installer.ts';
import { UV_HASHES, UV_VERSION } from './uv-wheels.ts';

export interface UvProvider {
  /** Returns the uv on PATH, or `undefined` if uv is missing, fails, or is too old. */
  onPath(context: Pick<StepContext, 'processes' | 'env' | 'signal'>): Promise<Uv | undefined>;
  /** Returns the uv on PATH, or installs uv once per data directory. Returns `undefined` if the installation fails. */
  provide(context: StepContext, python: FoundPython, env: Record<string, string>): Promise<Uv | undefined>;
}

/** First version that supports every flag that the emulator uses. */
const OLDEST_UV = [0, 8] as const;
const ANSWER_MS = 10_000;

/**
 * Creates the provider, which installs uv below `root`. `cwd` returns a folder that contains no files of the
 * repository.
 */
export function createUvProvider({
  root,
  kept,
  cwd,
}: {
  root: string;
  kept: EnvironmentCache;
  cwd: () => Promise<string>;
}): UvProvider {
  let known: Uv | undefined;
  const home = join(root, 'uv', UV_VERSION);
  const ours: Uv = {
    program: join(home, 'bin', process.platform === 'win32' ? 'uv.exe' : 'uv'),
    version: UV_VERSION,
  };

  const onPath: UvProvider['onPath'] = async ({ processes, env, signal }) => {
    if (known !== undefined && (await isFile(known.program))) return known;
    known = undefined;
    for (const program of programsOnPath(env)) {
      if (!(await isFile(program))) continue;
      const version = await askVersion({ processes, env, signal }, program, await cwd());
      if (version === undefined || isTooOld(version)) continue;
      known = { program, version };
      break;
    }
    return known;
  };
  const install = async (
    context: StepContext,
    python: FoundPython,
    env: Record<string, string>,
  ): Promise<void> => {
    const folder = await cwd();
    await requirePip(context, python, folder);
    context.log(
      `uv is not on PATH. Installing uv ${UV_VERSION} into the data folder, where later builds reuse it.`,
    );
    await kept.withScratch(async (scratch) => {
      const file = join(scratch, 'requirements.txt');
      const target = join(scratch, 'uv');
      const args = pipArguments(['install', '--no-deps', '--require-hashes', '--only-binary', ':all:']);
      args.push('--target', target, '--requirement', file);
      const text = [`uv==${UV_VERSION}`, ...UV_HASHES.map((hash) => `--hash=sha256:${hash}`)];
      const what = `Installing uv ${UV_VERSION} with pip`;
      await withFile(file, `${text.join(' \\\n    ')}\n`, () =>
        runTool(context, { command: python.executable, args, cwd: folder, env, what }),
      );
      await kept.moveInto(target, home);
    });
  };
  return {
    onPath,
    async provide(context, python, env) {
      const found = await onPath(context);
      if (found !== undefined) return found;
      if (await isFile(ours.program)) return ours;
      try {
        await install(context, python, env);
      } catch (error) {
        if (!(error instanceof StepFailure)) throw error;
        context.log(error.message, 'WARNING');
        return undefined;
      }
      if (await isFile(ours.program)) return ours;
      // A partly unpacked wheel is removed, so the next build installs uv again.
      await rm(home, { recursive: true, force: true });
      return undefined;
    },
  };
}

/**
 * Returns the absolute paths of the programs `uv` on PATH. The paths are absolute, because Windows would search a name
 * first in the working directory, which may be a checkout.
 */
function programsOnPath(env: Record<string, string>): string[] {
  const name = process.platform === 'win32' ? 'uv.exe' : 'uv';
  const path = Object.entries(env).find(([key]) => key.toUpperCase() === 'PATH')?.[1] ?? '';
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name));
}

async function askVersion(
  { processes, env, signal }: Pick<StepContext, 'processes' | 'env' | 'signal'>,
  program: string,
  cwd: string,
): Promise<string | undefined> {
  const lines: string[] = [];
  const end = await processes.start({
    command: program,
    args: ['--version'],
    cwd,
    env: { ...env, UV_PYTHON_DOWNLOADS: 'never' },
    kind: 'python',
    timeoutMs: ANSWER_MS,
    maxOutputBytes: 16 * 1024,
    signal,
    onLine: (line, stream) => {
      if (stream === 'stdout') lines.push(line);
    },
  }).ended;
  if (end.kind !== 'exit' || end.code !== 0) return undefined;
  return /^uv (\d+\.\d+\.\d+)/.exec(lines[0] ?? '')?.[1];
}

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === OLDEST_UV[0] && minor < OLDEST_UV[1];
}
