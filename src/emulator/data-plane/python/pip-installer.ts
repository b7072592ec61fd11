import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GENERATED_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { StepAborted, type StepContext, StepFailure } from '../build/step.ts';
import type { FoundPython } from './find-python.ts';
import {
  type Installer,
  interpreterOf,
  programsOf,
  runTool,
  readAndRemoveFile,
  withFile,
} from './installer.ts';
import { isFullyHashed, parsePipReport, renderRequirements } from './resolution.ts';

export interface Pip {
  version: string;
}

/**
 * First pip version that can install into another environment, and that can report the packages that it would
 * install.
 */
const OLDEST_PIP = [22, 3] as const;

/** Returns the pip of a Python interpreter. @throws StepFailure if the interpreter's pip is missing or too old. */
export async function requirePip(context: StepContext, python: FoundPython, cwd: string): Promise<Pip> {
  const lines: string[] = [];
  const end = await context.processes.start({
    command: python.executable,
    args: pipArguments(['--version']),
    cwd,
    env: context.env,
    kind: 'python',
    timeoutMs: 30_000,
    maxOutputBytes: 16 * 1024,
    signal: context.signal,
    onLine: (line, stream) => {
      if (stream === 'stdout') lines.push(line);
    },
  }).ended;
  const version = /^pip (\d+(?:\.\d+)+)/.exec(lines.at(-1) ?? '')?.[1];
  const asked = `Python ${python.version} (${python.executable})`;
  if (end.kind === 'aborted') throw new StepAborted('the search for pip was aborted');
  if (end.kind !== 'exit' || end.code !== 0 || version === undefined) {
    throw new StepFailure(
      `Python packages cannot be installed: uv is not on PATH, and ${asked} has no pip. Install uv or pip. On Debian and Ubuntu, pip is in the packages python3-pip and python3-venv.`,
    );
  }
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST_PIP[0] || (major === OLDEST_PIP[0] && minor < OLDEST_PIP[1])) {
    throw new StepFailure(
      `Python packages cannot be installed: ${asked} has pip ${version}, but pip ${OLDEST_PIP.join('.')} or newer is required. Install a newer pip, or install uv.`,
    );
  }
  return { version };
}

/**
 * Returns the arguments with which a Python interpreter runs its pip. The argument `-I` prevents Python from importing
 * a folder `pip` in the checkout.
 */
export function pipArguments(args: readonly string[]): string[] {
  return ['-I', '-m', 'pip', ...args];
}

/** Creates an installer that uses the pip of `python`. `env` is added to the context's variables. */
export function createPipInstaller(python: FoundPython, pip: Pip, env: Record<string, string>): Installer {
  const run = (
    context: StepContext,
    what: string,
    { args, cwd, quiet = false }: { args: string[]; cwd: string; quiet?: boolean },
  ) => runTool(context, { command: python.executable, args, cwd, env, what: `${what} with pip`, quiet });
  const into = (environment: string, args: string[]) =>
    pipArguments(['--python', interpreterOf(environment), ...args]);
  return {
    name: 'pip',
    id: `pip ${pip.version}`,
    async resolve(context, { cwd, requirements, requirementFiles, projects, scratch }) {
      const input = join(scratch, 'requirements.in');
      const output = join(scratch, 'report.json');
      const lines = [...requirements, ...projects.map((folder) => `-e ${pathToFileURL(folder).href}`)];
      await withFile(input, `${lines.join('\n')}\n`, () =>
        run(context, 'Resolving the Python packages', {
          args: pipArguments([
            'install',
            '--dry-run',
            '--ignore-installed',
            '--report',
            output,
            '--requirement',
            input,
            ...requirementFiles.flatMap((file) => ['--requirement', file]),
          ]),
          cwd,
          quiet: true,
        }),
      );
      return parsePipReport(await readAndRemoveFile(output));
    },
    async createEnvironment(context, { at, seeded }) {
      // pip is included only if it is needed, because its installation is slow, and may need modules that Debian's
      // Python does not have.
      const args = ['-I', '-m', 'venv', ...(seeded ? [] : ['--without-pip']), at];
      await run(context, 'Creating the Python environment', { args, cwd: dirname(at) });
    },
    async installPackages(context, { environment, home, packages, cwd, scratch }) {
      if (packages.packages.length > 0) {
        const file = join(scratch, 'requirements.txt');
        const hashed = isFullyHashed(packages);
        const args = into(environment, ['install', '--no-deps', '--requirement', file]);
        if (hashed) args.push('--require-hashes');
        await withFile(file, renderRequirements(packages, hashed), () =>
          run(context, 'Installing the Python packages', { args, cwd }),
        );
      }
      await moveScripts(environment, home);
    },
    async installProjects(context, { environment, projects, target, cwd }) {
      const args = into(environment, ['install', '--no-deps']);
      if (target !== undefined) args.push('--target', target);
      args.push(...projects.flatMap((folder) => ['--editable', folder]));
      await run(context, "Installing the repository's own packages", { args, cwd });
    },
  };
}

/** Changes the programs of an environment, which must start the interpreter at the environment's final path. */
async function moveScripts(environment: string, home: string): Promise<void> {
  if (environment === home) return;
  const folder = programsOf(environment);
  const [from, to] = [`#!${interpreterOf(environment)}`, `#!${interpreterOf(home)}`];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(folder, entry.name);
    const text = await readPlainText(file, { maxBytes: GENERATED_MAX_BYTES }, 'latin1').catch(() => '');
    if (text.startsWith(from)) await writeFile(file, `${to}${text.slice(from.length)}`, 'latin1');
  }
}
