import { mkdir, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { ownerToken } from '../../../os/processes.ts';
import { createRedactor } from '../../../redaction/redactor.ts';
import type { Processes } from '../../ports/processes.ts';
import type { PythonRuntime } from '../../ports/worker.ts';
import { folderSize, isWithin, resolveInside } from '../build/disk.ts';
import type { DependencyPlan, PythonConfig } from '../build/python-config.ts';
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
import { basicEnvironment, type Environment, indexEnvironment, indexSecrets } from '../environment.ts';
import { checkGraphs, type PythonGraph } from './check-graphs.ts';
import { createPythonFinder, type FoundPython, notFoundMessage, type PythonFinder } from './find-python.ts';
import { type Installer, interpreterOf, programsOf } from './installer.ts';
import { createKeptEnvironments, type KeptEnvironments } from './kept-environments.ts';
import { createPipInstaller, requirePip } from './pip.ts';
import { createUvProvider, type UvProvider } from './provide-uv.ts';
import { checkRequirements, readRequirementFiles } from './requirement-files.ts';
import { environmentKey, type LockedPackages, type Resolution } from './resolution.ts';
import { readPipSettings, readUvSettings } from './tree-settings.ts';
import { createUvInstaller, exportLock, type Uv } from './uv.ts';

/** What the environment of a revision is made of. */
export interface PythonRequest {
  checkout: string;
  /** The configuration's folder: absolute, without links; and relative to the checkout with `/`, '' being its root. */
  folder: string;
  folderName: string;
  /** The configuration, as the deployment names it, for messages. */
  shown: string;
  config: PythonConfig;
  plan: DependencyPlan;
  graphs: readonly PythonGraph[];
  /** Finds the graphs again once the commands ran; absent when there is no command that could make them. */
  relocate?: (() => Promise<readonly PythonGraph[]>) | undefined;
  installCommand: string | null | undefined;
  buildCommand: string | null | undefined;
  /** The revision's folder, absolute: what belongs to this revision alone lies here, and is removed with it. */
  home: string;
}

/** An environment in which a revision's graphs can be loaded. */
export interface PreparedPython {
  runtime: PythonRuntime;
  /** The kept environment it uses; undefined when the revision has one of its own. */
  key: string | undefined;
}

/** The Python environments of revisions, in the data folder. */
export interface PythonEnvironments {
  /**
   * Finds Python, installs what the configuration asks for, runs the install and build commands, and checks that the graphs'
   * names are there. The log says what it does.
   * @throws StepFailure for what the author can fix, StepAborted when cancelled.
   */
  prepare(context: StepContext, request: PythonRequest): Promise<PreparedPython>;
  /** Removes the least recently used environments, but none of `used` (their keys). Call it while nothing is built. */
  prune(used: ReadonlySet<string>): Promise<void>;
}

export interface PythonEnvironmentOptions {
  processes: Processes;
  /** Our own environment: the settings of package indexes are picked from it, for installs alone. */
  env: Environment;
  dataDir: string;
  /** Interpreters to try before those on PATH; each a program with its first arguments. */
  pythons: readonly (readonly string[])[];
}

/** The parts that all environments share. */
interface Toolchain {
  finder: PythonFinder;
  uvs: UvProvider;
  kept: KeptEnvironments;
  /** The variables of every install. */
  env: Record<string, string>;
  /** A folder of ours, where the tree cannot place modules. */
  cwd: () => Promise<string>;
}

/** The work on one environment. */
interface Work {
  toolchain: Toolchain;
  context: StepContext;
  request: PythonRequest;
  python: FoundPython;
  installer: Installer;
  /** Present when the installer is uv. */
  uv: Uv | undefined;
  /** The variables of this revision's installs. */
  env: Record<string, string>;
  /** What the checkout tells the installer beside requirements. */
  settings: readonly string[];
}

/** The library of the worker: the hosted service's images hold it, so that a repository need not name it. */
const LIBRARY = 'langgraph';
/** Its oldest version that the worker takes. */
const OLDEST_LIBRARY = '0.4.10';
/** A larger cache of uv is begun again: it only grows, and environments do not need it. */
const CACHE_BYTES = 8 * 1024 * 1024 * 1024;
/** Stands above a checkout, so that uv looks for no settings and no project above it. */
const BOUNDARY = { 'uv.toml': '', 'pyproject.toml': '[project]\nname = "boundary"\nversion = "0"\n' };

/** Environments in the data folder; nothing is made there before the first revision needs one. */
export function createPythonEnvironments(options: PythonEnvironmentOptions): PythonEnvironments {
  const root = join(options.dataDir, 'python');
  const index = indexEnvironment(options.env);
  const redactor = createRedactor(indexSecrets(index));
  const redact = (text: string) => redactor.redact(text).replaceAll(/\b(https?:\/\/)[^\s/@]+@/gi, '$1***@');
  let toolchain: Promise<Toolchain> | undefined;
  const open = () => (toolchain ??= createToolchain(options, root, index));
  return {
    async prepare(context, request) {
      const log: StepContext['log'] = (message, level) => context.log(redact(message), level);
      try {
        return await prepare(await open(), { ...context, log }, request);
      } catch (error) {
        if (!(error instanceof StepFailure)) throw error;
        throw new StepFailure(redact(error.message), { cause: error });
      }
    },
    async prune(used) {
      // An emulator that never built Python has nothing to look through.
      if (!(await exists(root))) return;
      const { kept } = await open();
      await kept.prune(used);
      const cache = cacheOf(root);
      const bytes = (await exists(cache)) ? await folderSize(cache, CACHE_BYTES) : 0;
      if (bytes > CACHE_BYTES) await kept.withScratch((scratch) => rename(cache, join(scratch, 'cache')));
    },
  };
}

async function createToolchain(
  options: PythonEnvironmentOptions,
  root: string,
  index: Record<string, string>,
): Promise<Toolchain> {
  const { processes, pythons } = options;
  const kept = createKeptEnvironments(root, await ownerToken());
  const settings = join(root, 'settings');
  const cwd = async (): Promise<string> => {
    await mkdir(settings, { recursive: true });
    return settings;
  };
  const uvs = createUvProvider({ root, kept, cwd });
  const machine = {
    env: options.env,
    platform: process.platform,
    nodeFolder: dirname(process.execPath),
  };
  const basic = basicEnvironment(machine);
  const finder = createPythonFinder({
    processes,
    env: basic,
    pythons,
    cwd,
    uv: async (signal) => (await uvs.onPath({ processes, env: basic, signal }))?.program,
  });
  return { finder, uvs, kept, cwd, env: { ...installEnvironment(root, settings), ...index } };
}

function cacheOf(root: string): string {
  return join(root, 'cache');
}

/** What makes installs the same for every user of this machine, and quiet. */
function installEnvironment(root: string, settings: string): Record<string, string> {
  return {
    NO_COLOR: '1',
    PYTHONNOUSERSITE: '1',
    UV_CACHE_DIR: cacheOf(root),
    // It would come from outside of the package registries.
    UV_PYTHON_DOWNLOADS: 'never',
    UV_NO_PROGRESS: '1',
    GIT_TERMINAL_PROMPT: '0',
    // A symbolic link to the cache would break when that is cleared.
    UV_LINK_MODE: process.platform === 'darwin' ? 'clone' : 'hardlink',
    // Settings of the user; those of the machine count.
    XDG_CONFIG_HOME: settings,
    ...(process.platform === 'win32' && { APPDATA: settings }),
    PIP_CONFIG_FILE: join(settings, 'pip.conf'),
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    PIP_NO_COLOR: '1',
    PIP_NO_INPUT: '1',
    PIP_PROGRESS_BAR: 'off',
    PIP_ROOT_USER_ACTION: 'ignore',
  };
}

async function prepare(
  toolchain: Toolchain,
  context: StepContext,
  request: PythonRequest,
): Promise<PreparedPython> {
  const { shown } = request;
  const python = await requirePython(toolchain, context, request);
  const check = async (graphs: readonly PythonGraph[]) =>
    checkGraphs(context, { ...request, graphs, python, shown, cwd: await toolchain.cwd() });
  // Commands may write the graphs; without any they must be there already.
  if (!hasCommands(request)) await check(request.graphs);
  await writeFile(join(await toolchain.cwd(), 'pip.conf'), '', { flag: 'a' });
  for (const [name, text] of Object.entries(BOUNDARY)) await writeFile(join(request.home, name), text);
  const work = await chooseInstaller(toolchain, context, request, python);
  context.log(`Python ${python.version} (${python.executable}), ${work.installer.id}`);
  const prepared = hasCommands(request) ? await prepareOwn(work) : await prepareKept(work);
  if (hasCommands(request)) await check((await request.relocate?.()) ?? request.graphs);
  await checkSize(context, request.home);
  return prepared;
}

async function requirePython(
  { finder }: Toolchain,
  context: StepContext,
  { config, shown, graphs }: PythonRequest,
): Promise<FoundPython> {
  const { version } = config;
  const search = await finder.find(version, context.signal);
  if (search.found === undefined) {
    if (context.signal.aborted) throw new StepAborted('the search for Python was aborted');
    const [graph] = graphs;
    const named =
      graph === undefined
        ? 'it needs Python'
        : `the key "graphs.${graph.id}" names the Python module "${graph.path}"`;
    throw new StepFailure(
      `Graph configuration ${shown}: ${named}, and ${notFoundMessage(version, search.tried)}.`,
    );
  }
  if (search.newer) {
    context.log(
      `${shown} asks for Python ${version}, which was not found: the agent runs on Python ${search.found.version}.`,
      'WARNING',
    );
  }
  return search.found;
}

async function chooseInstaller(
  toolchain: Toolchain,
  context: StepContext,
  request: PythonRequest,
  python: FoundPython,
): Promise<Work> {
  const { config, checkout, folder, shown } = request;
  const { installer: wanted, pipConfigFile, source } = config;
  const env = { ...toolchain.env };
  // Commands may change a package in place: linked to the cache, it would change for every revision.
  if (hasCommands(request) && process.platform !== 'darwin') env['UV_LINK_MODE'] = 'copy';
  let settings: string[] = [];
  if (pipConfigFile !== undefined) {
    const found = await resolveInside(checkout, folder, pipConfigFile);
    if (found.kind !== 'inside') {
      const reason = found.kind === 'outside' ? 'which leads out of the repository' : 'which is not there';
      throw new StepFailure(
        `Graph configuration ${shown}: the key "pip_config_file" names "${pipConfigFile}", ${reason}. Name a file of the repository.`,
      );
    }
    env['PIP_CONFIG_FILE'] = found.path;
    settings = await readPipSettings(checkout, found.path);
  }
  const work = { toolchain, context, request, python, env, settings };
  const usesPip =
    wanted === 'pip' || (wanted === 'auto' && pipConfigFile !== undefined && source.kind !== 'uv');
  if (wanted === 'auto' && usesPip) {
    context.log(
      `pip installs, because uv does not read ${pipConfigFile}. The hosted service installs with uv, without it.`,
    );
  }
  if (!usesPip) {
    const uv = await toolchain.uvs.provide(context, python, env);
    if (uv !== undefined) {
      settings = await readUvSettings(checkout, folder);
      return { ...work, settings, uv, installer: createUvInstaller(uv, env) };
    }
    if (wanted === 'uv' || source.kind === 'uv') {
      const key = source.kind === 'uv' ? 'source.kind' : 'pip_installer';
      throw new StepFailure(
        `Graph configuration ${shown}: the key "${key}" asks for uv, which is not on PATH and could not be installed. Install uv.`,
      );
    }
    context.log('There is no uv: pip installs, which takes longer.', 'WARNING');
  }
  const pip = await requirePip(context, python, await toolchain.cwd());
  return { ...work, uv: undefined, installer: createPipInstaller(python, pip, env) };
}

/** Third-party packages from a kept environment, and the repository's own in the revision's overlay. */
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
  const environment = await toolchain.kept.provide(key, context.signal, async (draft, at) => {
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
  });
  if (environment.kept)
    context.log(`The ${resolution.packages.length} packages are those of an earlier revision.`);
  const { projects } = resolution;
  const overlay = projects.length === 0 ? undefined : join(home, 'overlay');
  if (overlay !== undefined)
    await installer.installProjects(context, {
      environment: environment.folder,
      projects,
      target: overlay,
      cwd: folder,
    });
  const runtime = {
    interpreter: interpreterOf(environment.folder),
    overlay,
    paths: await pathsOf(request, projects),
  };
  return { runtime, key };
}

/** An environment of the revision's own, which its commands may change. */
async function prepareOwn(work: Work): Promise<PreparedPython> {
  const { context, request, python, installer } = work;
  const { home, folder, checkout, installCommand, buildCommand } = request;
  let environment = join(home, 'environment');
  await installer.createEnvironment(context, { python, at: environment, seeded: true });
  let projects: readonly string[] = [];
  if (isGiven(installCommand)) {
    environment = await runInstallCommand(work, installCommand, environment);
  } else {
    const resolution = await resolvePackages(work);
    projects = resolution.projects;
    await installInto(work, environment, resolution);
  }
  if (isGiven(buildCommand)) {
    const { folderName } = request;
    context.log(
      `Running the build command in ${folderName === '' ? 'the root' : folderName}: ${buildCommand}`,
    );
    const env = activated(environment, { PATH: context.env['PATH'] });
    const end = await runProgram(context, { ...shellCommand(buildCommand), cwd: folder, kind: 'build', env });
    expectSuccess(end, `The build command "${buildCommand}"`);
  }
  await requireLibrary(work, environment);
  const local = isGiven(installCommand) ? await realFolders(checkout, request.plan.packages) : projects;
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
    await installer.installProjects(context, { environment, projects, target: undefined, cwd });
}

/** Gives the environment that the command filled: the one it was given, or a `.venv` that it made. */
async function runInstallCommand(work: Work, line: string, given: string): Promise<string> {
  const { context, request, env } = work;
  const { checkout, folder } = request;
  const candidates = [...new Set([join(folder, '.venv'), join(checkout, '.venv')])];
  // One that was committed is a part of the tree, and no program of the tree is started.
  const made: string[] = [];
  for (const candidate of candidates) if (!(await exists(candidate))) made.push(candidate);
  context.log(`Running the install command in the root: ${line}`);
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
        `${what} made ${shown}, whose Python cannot be used (${found}). Have it use Python 3.11 or newer.`,
      );
    context.log(`The agent runs in ${shown}, which the install command made, on Python ${found.version}.`);
    return candidate;
  }
  return given;
}

/** The variables of an environment's programs, as its `activate` sets them. */
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
    `${LIBRARY} is not installed after ${isGiven(installCommand) ? `the install command "${installCommand}"` : 'the build command'}: ${relative(request.home, environment)} does not have it. Install it into the environment that VIRTUAL_ENV names.`,
  );
}

/** The exact versions of everything that the configuration asks for. */
async function resolvePackages(work: Work): Promise<Resolution> {
  const { toolchain, context, request, python, installer } = work;
  const { checkout, folder, plan, config, shown } = request;
  const resolution = await toolchain.kept.withScratch(async (scratch) => {
    if (config.source.kind === 'uv') return exportUvLock(work, config.source, scratch);
    await checkRequirements(checkout, folder, plan.requirements, shown);
    const settings = await readRequirementFiles(checkout, folder, plan.requirementFiles);
    // pip wants hashes of all requirements or none.
    const isComplete = installer.name === 'pip' && settings.hashed;
    const resolved = await installer.resolve(context, {
      python,
      cwd: folder,
      requirements: isComplete ? plan.requirements : [...plan.requirements, LIBRARY],
      requirementFiles: plan.requirementFiles,
      projects: plan.packages,
      scratch,
    });
    return { ...resolved, options: [...new Set([...settings.options, ...resolved.options])] };
  });
  await refuseOutside(checkout, resolution);
  requireLockedLibrary(resolution, shown);
  return resolution;
}

/** @throws StepFailure unless the packages have a library that can load the graphs. */
function requireLockedLibrary({ packages }: LockedPackages, shown: string): void {
  const named = packages.find(({ requirement }) => new RegExp(`^${LIBRARY}\\b(?!-)`, 'i').test(requirement));
  if (named === undefined) {
    throw new StepFailure(
      `Graph configuration ${shown}: none of the packages that it asks for needs ${LIBRARY}, which loads its graphs. Add it to the dependencies.`,
    );
  }
  const version = /==\s*(\d+(?:\.\d+)*)/.exec(named.requirement)?.[1];
  if (version === undefined || version.localeCompare(OLDEST_LIBRARY, 'en', { numeric: true }) >= 0) return;
  throw new StepFailure(
    `Graph configuration ${shown}: its packages come to ${LIBRARY} ${version}, and ${OLDEST_LIBRARY} is the oldest that can serve graphs. Raise the version in the dependencies.`,
  );
}

async function exportUvLock(
  { context, request, python, uv, env }: Work,
  source: Extract<PythonConfig['source'], { kind: 'uv' }>,
  scratch: string,
): Promise<Resolution> {
  const { checkout, folder, shown } = request;
  const key = `Graph configuration ${shown}: the key "source.root" names "${source.root}"`;
  const found = await resolveInside(checkout, folder, source.root);
  if (found.kind === 'outside') throw new StepFailure(`${key}, which leads out of the repository.`);
  if (found.kind === 'missing' || !(await stat(found.path)).isDirectory())
    throw new StepFailure(
      `${key}, which is no folder of the repository. Correct the path: it is relative to the configuration's folder.`,
    );
  const root = await folderOfLock(checkout, found.path);
  if (root === undefined)
    throw new StepFailure(
      `${key}, and there is no uv.lock in it or above it. Run "uv lock" there, and commit the file.`,
    );
  if (uv === undefined) throw new StepFailure(`${key}, which only uv reads. Install uv.`);
  return exportLock(context, uv, { python, folder: found.path, root, package: source.package, scratch, env });
}

/** The nearest folder with a lock file, up to the checkout's root. */
async function folderOfLock(checkout: string, from: string): Promise<string | undefined> {
  const root = await realpath(checkout);
  for (let folder = from; isWithin(root, folder); folder = dirname(folder)) {
    if (await exists(join(folder, 'uv.lock'))) return folder;
    if (folder === dirname(folder)) break;
  }
  return undefined;
}

async function refuseOutside(checkout: string, { projects, archives }: Resolution): Promise<void> {
  const root = await realpath(checkout);
  for (const path of [...projects, ...archives]) {
    const real = await realpath(path).catch(() => path);
    if (isWithin(root, real)) continue;
    throw new StepFailure(
      `The dependencies include ${path}, which leads out of the checkout. Name a path in it, or a published package.`,
    );
  }
}

/** The folders to import from besides what is installed. */
async function pathsOf({ plan, home }: PythonRequest, projects: readonly string[]): Promise<string[]> {
  const links = join(home, 'flat');
  await rm(links, { recursive: true, force: true });
  if (plan.flat.length > 0) await mkdir(links, { recursive: true });
  for (const { name, folder } of plan.flat) {
    // A checkout's folder has another name than the repository's.
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
      `The checkout or its Python packages take more than ${Math.floor(limits.folderBytes / 1024 / 1024)} MiB on disk. Make them smaller.`,
    );
  }
}

function hasCommands({ installCommand, buildCommand }: PythonRequest): boolean {
  return isGiven(installCommand) || isGiven(buildCommand);
}

function isGiven(command: string | null | undefined): command is string {
  return command !== null && command !== undefined && command !== '';
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
