import { mkdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { createRedactor } from '../../../redaction/redactor.ts';
import type { PythonRuntime } from '../../ports/worker.ts';
import { exists, folderSize } from '../build/disk.ts';
import { isWithin } from '../../../os/paths.ts';
import {
  expectInstalled,
  expectSuccess,
  runInstaller,
  runProgram,
  shellCommand,
  StepAborted,
  type StepContext,
  StepFailure,
} from '../build/step.ts';
import { indexEnvironment, indexSecrets } from '../environment.ts';
import { withBuildSystemHints } from './build-systems.ts';
import { checkModules } from './check-modules.ts';
import type { PythonModule } from '../../../graph-config/python-modules.ts';
import { interpreterOf, programsOf, withIndexName } from './installer.ts';
import { environmentKey, type Resolution } from './resolution.ts';
import { resolvePackages, LIBRARY } from './resolve-packages.ts';
import {
  cacheOf,
  chooseInstaller,
  createToolchain,
  hasCommands,
  isCommandSet,
  type PythonEnvironmentOptions,
  type PythonRequest,
  requirePython,
  type Toolchain,
  type Work,
} from './toolchain.ts';

/** Python environment that can load a revision's graphs. */
interface PreparedPython {
  runtime: PythonRuntime;
  /** Key of the cached environment, or `undefined` if only this revision uses the environment. */
  key: string | undefined;
}

/** Manages the Python environments of revisions in the data directory. */
export interface PythonEnvironments {
  /**
   * Finds Python, installs the packages that the configuration requires, runs the install and build commands, checks
   * that the graphs exist, and logs every step.
   * @throws StepFailure if the agent developer can fix the problem
   * @throws StepAborted if the build was cancelled
   */
  prepare(context: StepContext, request: PythonRequest): Promise<PreparedPython>;
  /**
   * Removes the least recently used environments, except environments with keys in `used`. Call this function only
   * while no build is running.
   */
  prune(used: ReadonlySet<string>): Promise<void>;
}

/**
 * Maximum size of uv's cache in bytes. A larger cache is deleted, because uv's cache never shrinks, and environments do
 * not need it.
 */
const CACHE_BYTES = 8 * 1024 * 1024 * 1024;

/** Files in the folder above each checkout, which end uv's search for settings and projects in parent folders. */
const BOUNDARY = { 'uv.toml': '', 'pyproject.toml': '[project]\nname = "boundary"\nversion = "0"\n' };

/**
 * Creates the manager of environments in the data directory. No file is created before a revision needs an
 * environment.
 */
export function createPythonEnvironments(options: PythonEnvironmentOptions): PythonEnvironments {
  const root = join(options.dataDir, 'python');
  const index = indexEnvironment(options.env);
  const redactor = createRedactor(indexSecrets(index));
  const redactCredentials = (text: string) =>
    redactor.redact(text).replaceAll(/\b(https?:\/\/)[^\s/@]+@/gi, '$1***@');
  let toolchain: Promise<Toolchain> | undefined;
  const open = () => (toolchain ??= createToolchain(options, root, index));
  return {
    async prepare(context, request) {
      const own = createRedactor(indexSecrets(request.access?.variables ?? {}));
      const redact = (text: string) => redactCredentials(own.redact(text));
      const log: StepContext['log'] = (message, level) => context.log(redact(message), level);
      try {
        return await prepare(await open(), { ...context, log }, request);
      } catch (error) {
        if (!(error instanceof StepFailure)) throw error;
        throw new StepFailure(redact(error.message), { cause: error });
      }
    },
    async prune(used) {
      // The folder does not exist until the emulator has built a Python agent.
      if (!(await exists(root))) return;
      const { kept } = await open();
      await kept.prune(used);
      const cache = cacheOf(root);
      const bytes = (await exists(cache)) ? await folderSize(cache, CACHE_BYTES) : 0;
      if (bytes > CACHE_BYTES) await kept.withScratch((scratch) => rename(cache, join(scratch, 'cache')));
    },
  };
}

async function prepare(
  toolchain: Toolchain,
  context: StepContext,
  request: PythonRequest,
): Promise<PreparedPython> {
  const { shown } = request;
  const python = await requirePython(toolchain, context, request);
  const check = async (modules: readonly PythonModule[]) =>
    checkModules(context, { ...request, modules, python, shown, cwd: await toolchain.cwd() });
  // Without install and build commands, all modules must already exist.
  if (!hasCommands(request)) await check(request.modules);
  await writeFile(join(await toolchain.cwd(), 'pip.conf'), '', { flag: 'a' });
  for (const [name, text] of Object.entries(BOUNDARY)) await writeFile(join(request.home, name), text);
  const work = await chooseInstaller(toolchain, context, request, python);
  context.log(`Using Python ${python.version} (${python.executable}) and ${work.installer.id}.`);
  // Other revisions share a kept environment, so it must not contain private packages.
  const isOwn = hasCommands(request) || work.isPrivate;
  const prepared = await (isOwn ? prepareOwn(work) : prepareKept(work)).catch((error: unknown) => {
    if (!(error instanceof StepFailure)) throw error;
    const message = withIndexName(error.message, work.settings);
    throw message === error.message ? error : new StepFailure(message, { cause: error });
  });
  if (hasCommands(request)) await check((await request.relocate?.()) ?? request.modules);
  await checkSize(context, request.home);
  return prepared;
}

/**
 * Returns a cached environment of third-party packages, with an overlay of the repository's packages for this revision.
 */
async function prepareKept(work: Work): Promise<PreparedPython> {
  const { toolchain, context, request, python, installer, settings } = work;
  const { checkout, folder, home } = request;
  const resolution = await resolvePackages(work);
  const { executable, version } = python;
  const formats = resolution.options.filter((option) => /^--(no|only)-binary\b/.test(option));
  const key = environmentKey(resolution, {
    checkout: await realpath(checkout),
    parts: [executable, version, process.platform, process.arch, installer.id, ...formats, ...settings],
  });
  const build = async (draft: string, at: string) => {
    await installer.createEnvironment(context, { python, at: draft, seeded: false });
    const scratch = dirname(draft);
    await installer.installPackages(context, {
      environment: draft,
      home: at,
      packages: resolution,
      cwd: folder,
      scratch,
    });
    await checkSize(context, draft);
  };
  const environment = await toolchain.kept.provide(key, context.signal, build).catch((error: unknown) => {
    // The resolution is forgotten, because the package index may have withdrawn one of its versions.
    toolchain.keptResolution?.forget();
    throw error;
  });
  if (environment.kept)
    context.log(`Reusing the ${resolution.packages.length} packages that an earlier revision installed.`);
  const { projects } = resolution;
  const overlay = projects.length === 0 ? undefined : join(home, 'overlay');
  if (overlay !== undefined)
    await withBuildSystemHints(checkout, projects, () =>
      installer.installProjects(context, {
        environment: environment.folder,
        projects,
        target: overlay,
        cwd: folder,
      }),
    );
  const runtime = {
    interpreter: interpreterOf(environment.folder),
    overlay,
    paths: await pathsOf(request, projects),
  };
  return { runtime, key };
}

/**
 * Creates an environment for only this revision, because the deployment's commands may change the environment, or
 * because the environment may contain private packages.
 */
async function prepareOwn(work: Work): Promise<PreparedPython> {
  const { context, request, python, installer } = work;
  const { home, folder, checkout, installCommand, buildCommand } = request;
  let environment = join(home, 'environment');
  await installer.createEnvironment(context, { python, at: environment, seeded: hasCommands(request) });
  let projects: readonly string[] = [];
  if (isCommandSet(installCommand)) {
    environment = await runInstallCommand(work, installCommand, environment);
  } else {
    const resolution = await resolvePackages(work);
    projects = resolution.projects;
    await installInto(work, environment, resolution);
  }
  if (isCommandSet(buildCommand)) {
    const { folderName } = request;
    context.log(
      `Running the build command in ${folderName === '' ? 'the root folder' : folderName}: ${buildCommand}`,
    );
    const env = activated(environment, { PATH: context.env['PATH'] });
    const end = await runProgram(context, { ...shellCommand(buildCommand), cwd: folder, kind: 'build', env });
    expectSuccess(end, `The build command "${buildCommand}"`);
  }
  if (hasCommands(request)) await requireLibrary(work, environment);
  const local = isCommandSet(installCommand) ? await realFolders(checkout, request.plan.packages) : projects;
  const runtime = {
    interpreter: interpreterOf(environment),
    overlay: undefined,
    paths: await pathsOf(request, local),
  };
  return { runtime, key: undefined };
}

async function installInto(
  { toolchain, context, request, installer }: Work,
  environment: string,
  resolution: Resolution,
): Promise<void> {
  const { folder: cwd } = request;
  await toolchain.kept.withScratch((scratch) =>
    installer.installPackages(context, {
      environment,
      home: environment,
      packages: resolution,
      cwd,
      scratch,
    }),
  );
  const { projects } = resolution;
  if (projects.length > 0)
    await withBuildSystemHints(request.checkout, projects, () =>
      installer.installProjects(context, { environment, projects, target: undefined, cwd }),
    );
}

/** Runs the install command. Returns the environment that the command filled: `given`, or a new `.venv`. */
async function runInstallCommand(work: Work, line: string, given: string): Promise<string> {
  const { context, request, env } = work;
  const { checkout, folder } = request;
  const candidates = [...new Set([join(folder, '.venv'), join(checkout, '.venv')])];
  // An existing environment belongs to the repository, whose programs must not be started.
  const made: string[] = [];
  for (const candidate of candidates) if (!(await exists(candidate))) made.push(candidate);
  context.log(`Running the install command in the root folder: ${line}`);
  const what = `The install command "${line}"`;
  const end = await runInstaller(context, {
    ...shellCommand(line),
    cwd: checkout,
    kind: 'install',
    what,
    env: { ...env, ...activated(given, { PATH: context.env['PATH'] }) },
  });
  expectInstalled(end, what);
  for (const candidate of made) {
    if (!(await exists(join(candidate, 'pyvenv.cfg')))) continue;
    const found = await work.toolchain.finder.inspect(interpreterOf(candidate), context.signal);
    const shown = relative(checkout, candidate).replaceAll('\\', '/');
    if (typeof found === 'string')
      throw new StepFailure(
        `${what} created ${shown}, but its Python cannot be used: ${found}. Create the environment with Python 3.11 or newer.`,
      );
    context.log(
      `The agent runs in ${shown}, which the install command created with Python ${found.version}.`,
    );
    return candidate;
  }
  return given;
}

/** Returns the variables that the `activate` script of an environment would set. */
function activated(environment: string, { PATH }: { PATH: string | undefined }): Record<string, string> {
  const separator = process.platform === 'win32' ? ';' : ':';
  return {
    VIRTUAL_ENV: environment,
    UV_PROJECT_ENVIRONMENT: environment,
    UV_PYTHON_DOWNLOADS: 'never',
    PATH: [programsOf(environment), ...(PATH === undefined ? [] : [PATH])].join(separator),
  };
}

async function requireLibrary({ toolchain, context, request }: Work, environment: string): Promise<void> {
  const program = `import importlib.util,sys;sys.exit(0 if importlib.util.find_spec('${LIBRARY}') else 3)`;
  const end = await context.processes.start({
    command: interpreterOf(environment),
    args: ['-I', '-c', program],
    cwd: await toolchain.cwd(),
    env: context.env,
    kind: 'python',
    timeoutMs: 30_000,
    maxOutputBytes: 64 * 1024,
    signal: context.signal,
  }).ended;
  if (end.kind === 'exit' && end.code === 0) return;
  if (end.kind === 'aborted') throw new StepAborted('the check of the environment was aborted');
  const { installCommand } = request;
  throw new StepFailure(
    `${LIBRARY} is not installed in ${relative(request.home, environment)} after ${isCommandSet(installCommand) ? `the install command "${installCommand}"` : 'the build command'}. Install it into the environment whose path is in the variable VIRTUAL_ENV.`,
  );
}

/** Returns the folders from which Python imports modules, in addition to the installed packages. */
async function pathsOf({ plan, home }: PythonRequest, projects: readonly string[]): Promise<string[]> {
  const links = join(home, 'flat');
  await rm(links, { recursive: true, force: true });
  if (plan.flat.length > 0) await mkdir(links, { recursive: true });
  for (const { name, folder } of plan.flat) {
    // The link has the repository's name, because the name of the checkout's folder is different.
    await symlink(folder, join(links, name), 'junction');
  }
  return [...new Set([...plan.paths, ...(plan.flat.length > 0 ? [links] : []), ...projects])];
}

async function realFolders(checkout: string, folders: readonly string[]): Promise<string[]> {
  const root = await realpath(checkout);
  return folders.filter((folder) => isWithin(root, folder));
}

async function checkSize({ limits }: StepContext, folder: string): Promise<void> {
  const bytes = await folderSize(folder, limits.folderBytes);
  if (bytes > limits.folderBytes) {
    throw new StepFailure(
      `The checkout and its Python packages take more than ${Math.floor(limits.folderBytes / 1024 / 1024)} MiB on disk. Remove files or packages that the agent does not need.`,
    );
  }
}
