import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WRITTEN_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import type { Installer } from './installer.ts';
import { interpreterOf, runTool, readAndRemoveFile, UnreachableIndexFailure, withFile } from './installer.ts';
import { type StepContext, StepFailure } from '../build/step.ts';
import { isFullyHashed, parseRequirements, renderRequirements, type Resolution } from './resolution.ts';
import type { FoundPython } from './find-python.ts';

/** A uv that was started, and that has reported its version. */
export interface Uv {
  program: string;
  version: string;
}

/**
 * Matches uv settings of a project that change versions. uv has already applied these settings to the resolution, and
 * must not apply them again during the installation.
 */
const VERSION_SETTINGS = /\b(constraint|override)-dependencies["']?\s*=/;
const PLAIN_OUTPUT = ['--no-header', '--no-annotate'];

/** Creates an installer that uses uv. `env` is added to the context's variables. */
export function createUvInstaller(uv: Uv, env: Record<string, string>): Installer {
  let unreachable: UnreachableIndexFailure | undefined;
  /** Runs uv. Once the network was unreachable, runs uv with only the packages in uv's cache. */
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
          'The package index could not be reached. Continuing with the packages in the cache.',
          'WARNING',
        );
      }
    }
    try {
      await runTool(context, { ...spec, args: [...args, '--offline'] });
    } catch (error) {
      // The message is about the unreachable network, and not about packages that uv's cache does not contain.
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
      // Folders are written as URLs, because spaces in paths must be escaped.
      const lines = [...requirements, ...projects.map((folder) => `-e ${pathToFileURL(folder).href}`)];
      const read = await Promise.all(projects.map(readProjectName));
      const names = read.filter((name) => name !== undefined).join(' ');
      await withFile(input, `${lines.join('\n')}\n`, () =>
        run(context, 'Resolving the Python packages', {
          args: [...args, '--output-file', output, input, ...requirementFiles],
          cwd,
          quiet: true,
          // A project that is installed explicitly must not be installed again by another project's settings.
          more: names === '' ? {} : { UV_NO_SOURCES_PACKAGE: names },
        }),
      );
      return parseRequirements(await readAndRemoveFile(output), cwd);
    },
    async createEnvironment(context, { python, at, seeded }) {
      const args = ['venv', '--quiet', '--relocatable', '--python', python.executable, at];
      if (seeded) args.push('--seed');
      await run(context, 'Creating the Python environment', { args, cwd: join(at, '..') });
    },
    async installPackages(context, { environment, packages, cwd, scratch }) {
      if (packages.packages.length === 0) return;
      const file = join(scratch, 'requirements.txt');
      const args = ['pip', 'install', '--no-deps', '--compile-bytecode'];
      args.push('--python', interpreterOf(environment), '--requirement', file);
      if (await hasVersionSettings(cwd)) args.push('--no-config');
      // A package with an exact version and a hash can come from any index.
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

/** Returns whether a uv settings file, in this folder or a parent folder, changes versions. */
async function hasVersionSettings(folder: string): Promise<boolean> {
  for (const name of ['pyproject.toml', 'uv.toml']) {
    if (VERSION_SETTINGS.test(await readSettings(join(folder, name)))) return true;
  }
  const above = dirname(folder);
  return above !== folder && hasVersionSettings(above);
}

/** Returns the name in a project's `pyproject.toml`, or `undefined` if the file has no name or cannot be read. */
async function readProjectName(folder: string): Promise<string | undefined> {
  const text = await readSettings(join(folder, 'pyproject.toml'));
  const section = /^\[project\]\s*$([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(text)?.[1] ?? '';
  return /^name\s*=\s*["']([\w.-]+)["']/m.exec(section)?.[1];
}

/** Returns the content of a settings file, or '' if the file does not exist. */
async function readSettings(file: string): Promise<string> {
  return readPlainText(file, { maxBytes: WRITTEN_MAX_BYTES }).catch(() => '');
}

/**
 * Reads the packages in the lock file of a project. `root` is the folder of the lock file, and `folder` is the folder
 * of the project.
 */
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
  return parseRequirements(await readAndRemoveFile(output), request.root);
}
