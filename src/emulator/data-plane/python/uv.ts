import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WRITTEN_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import type { Installer } from './installer.ts';
import { interpreterOf, runTool, takeFile, UnreachableIndexFailure, withFile } from './installer.ts';
import { type StepContext, StepFailure } from '../build/step.ts';
import { isFullyHashed, parseRequirements, renderRequirements, type Resolution } from './resolution.ts';
import type { FoundPython } from './find-python.ts';

/** A uv that was run, and said its version. */
export interface Uv {
  program: string;
  version: string;
}

/**
 * Settings of a project for uv that choose versions. They counted when everything was resolved; at the install they would
 * replace what was resolved.
 */
const VERSION_SETTINGS = /\b(constraint|override)-dependencies["']?\s*=/;
const PLAIN_OUTPUT = ['--no-header', '--no-annotate'];

/** Installs by uv, with these variables on top of the context's. */
export function createUvInstaller(uv: Uv, env: Record<string, string>): Installer {
  let unreachable: UnreachableIndexFailure | undefined;
  /** Without a network, what earlier revisions fetched may be enough. */
  const run = async (
    context: StepContext,
    what: string,
    {
      args,
      cwd,
      quiet = false,
      more = {},
    }: { args: string[]; cwd: string; quiet?: boolean; more?: Record<string, string> },
  ): Promise<void> => {
    const spec = { command: uv.program, cwd, env: { ...env, ...more }, what: `${what} with uv`, quiet };
    if (unreachable === undefined) {
      try {
        return await runTool(context, { ...spec, args });
      } catch (error) {
        if (!(error instanceof UnreachableIndexFailure)) throw error;
        unreachable = error;
        context.log(
          'The package index was not reached: trying with packages that were fetched before.',
          'WARNING',
        );
      }
    }
    try {
      await runTool(context, { ...spec, args: [...args, '--offline'] });
    } catch (error) {
      // The network is the reason, and not that something was never fetched.
      throw error instanceof StepFailure ? unreachable : error;
    }
  };
  return {
    name: 'uv',
    id: `uv ${uv.version}`,
    async resolve(context, { python, cwd, requirements, requirementFiles, projects, scratch }) {
      const input = join(scratch, 'requirements.in');
      const output = join(scratch, 'requirements.txt');
      const args = ['pip', 'compile', '--generate-hashes', '--emit-index-annotation', ...PLAIN_OUTPUT];
      args.push('--python', python.executable);
      // As addresses, so that blanks in paths are quoted.
      const lines = [...requirements, ...projects.map((folder) => `-e ${pathToFileURL(folder).href}`)];
      const read = await Promise.all(projects.map(readProjectName));
      const names = read.filter((name) => name !== undefined).join(' ');
      await withFile(input, `${lines.join('\n')}\n`, () =>
        run(context, 'Resolving the Python packages', {
          args: [...args, '--output-file', output, input, ...requirementFiles],
          cwd,
          quiet: true,
          // A project that is given as such must not be given once more by the settings of another.
          more: names === '' ? {} : { UV_NO_SOURCES_PACKAGE: names },
        }),
      );
      return parseRequirements(await takeFile(output), cwd);
    },
    async createEnvironment(context, { python, at, seeded }) {
      const args = ['venv', '--quiet', '--relocatable', '--python', python.executable, at];
      if (seeded) args.push('--seed');
      await run(context, 'Making the Python environment', { args, cwd: join(at, '..') });
    },
    async installPackages(context, { environment, packages, cwd, scratch }) {
      if (packages.packages.length === 0) return;
      const file = join(scratch, 'requirements.txt');
      const args = ['pip', 'install', '--no-deps', '--compile-bytecode'];
      args.push('--python', interpreterOf(environment), '--requirement', file);
      if (await hasVersionSettings(cwd)) args.push('--no-config');
      // Each has an exact version and a hash, so that any index may give it.
      if (isFullyHashed(packages)) args.push('--require-hashes', '--index-strategy', 'unsafe-best-match');
      await withFile(file, renderRequirements(packages), () =>
        run(context, 'Installing the Python packages', { args, cwd }),
      );
    },
    async installProjects(context, { environment, projects, target, cwd }) {
      const args = ['pip', 'install', '--no-deps', '--python', interpreterOf(environment)];
      if (target !== undefined) args.push('--target', target);
      args.push(...projects.flatMap((folder) => ['--editable', folder]));
      await run(context, "Installing the repository's own packages", { args, cwd });
    },
  };
}

/** Whether a file that uv reads in this folder or above it chooses versions. */
async function hasVersionSettings(folder: string): Promise<boolean> {
  for (const name of ['pyproject.toml', 'uv.toml']) {
    if (VERSION_SETTINGS.test(await readSettings(join(folder, name)))) return true;
  }
  const above = dirname(folder);
  return above !== folder && hasVersionSettings(above);
}

/** The name in a project's `pyproject.toml`; undefined where it has none, or hides it well. */
async function readProjectName(folder: string): Promise<string | undefined> {
  const text = await readSettings(join(folder, 'pyproject.toml'));
  const section = /^\[project\]\s*$([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(text)?.[1] ?? '';
  return /^name\s*=\s*["']([\w.-]+)["']/m.exec(section)?.[1];
}

/** The text of a file of settings; '' where there is none. */
async function readSettings(file: string): Promise<string> {
  return readPlainText(file, { maxBytes: WRITTEN_MAX_BYTES }).catch(() => '');
}

/** Reads what a project's lock file says; `root` is the folder of the lock file, and `folder` that of the project. */
export async function exportLock(
  context: StepContext,
  uv: Uv,
  request: {
    python: FoundPython;
    folder: string;
    root: string;
    package: string | undefined;
    scratch: string;
    env: Record<string, string>;
  },
): Promise<Resolution> {
  const output = join(request.scratch, 'requirements.txt');
  const args = ['export', '--frozen', ...PLAIN_OUTPUT, '--python', request.python.executable];
  args.push('--emit-index-url', '--output-file', output);
  if (request.package !== undefined) args.push('--package', request.package);
  await runTool(context, {
    command: uv.program,
    args,
    cwd: request.folder,
    env: request.env,
    what: 'Reading uv.lock with uv',
    quiet: true,
  });
  return parseRequirements(await takeFile(output), request.root);
}
