import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { ownerToken } from '../../../os/processes.ts';
import type { Processes } from '../../ports/processes.ts';
import { resolveInside } from '../../../os/checkout-reader.ts';
import type { DependencyPlan, PythonConfig } from '../../../graph-config/python.ts';
import { StepAborted, type StepContext, StepFailure } from '../build/step.ts';
import {
  cacheVariables,
  fileHasCredentials,
  hasCredentials,
  installFilesHaveCredentials,
  type PackageAccess,
  pythonFilesHaveCredentials,
} from '../build/package-access.ts';
import { basicEnvironment, type Environment, indexEnvironment } from '../environment.ts';
import type { FetchPackages } from '../install/module-cache.ts';
import type { PythonModule } from '../../../graph-config/python-modules.ts';
import { createPythonFinder, type FoundPython, notFoundMessage, type PythonFinder } from './find-python.ts';
import type { Installer } from './installer.ts';
import { createResolutionCache, type ResolutionCache } from './resolution-cache.ts';
import { createEnvironmentCache, type EnvironmentCache } from './environment-cache.ts';
import { readRequirementFiles } from './requirement-files.ts';
import { createPipInstaller, requirePip } from './pip-installer.ts';
import { createUvProvider, type UvProvider } from './provide-uv.ts';
import { readPipSettings, readUvSettings } from './tree-settings.ts';
import { createUvInstaller, type Uv } from './uv-installer.ts';

export interface PythonRequest {
  checkout: string;
  /**
   * Absolute path of the configuration's folder, with links resolved. `folderName` is the path relative to the
   * checkout, with `/` as the separator, or '' for the root.
   */
  folder: string;
  folderName: string;
  /** Path of the configuration as in the deployment's settings, for messages. */
  shown: string;
  config: PythonConfig;
  plan: DependencyPlan;
  /** Modules that the worker will load from the checkout. */
  modules: readonly PythonModule[];
  /** Locates the modules after the commands have run; absent if no command can create modules. */
  relocate?: (() => Promise<readonly PythonModule[]>) | undefined;
  installCommand: string | null | undefined;
  buildCommand: string | null | undefined;
  /** Absolute path of the revision's folder, for files that only this revision uses. */
  home: string;
  access?: PackageAccess | undefined;
}

export interface PythonEnvironmentOptions {
  processes: Processes;
  /** Environment of the emulator, whose settings for package indexes only installs receive. */
  env: Environment;
  dataDir: string;
  /**
   * Commands of interpreters that are tried before the interpreters on PATH, each as a program with its first
   * arguments.
   */
  pythons: readonly (readonly string[])[];
  /**
   * True to reuse the package versions of the last revision until a file with requirements changes. `dev` sets this
   * option.
   */
  keepResolution?: boolean;
  /** Copies environments that other machines built. */
  fetchPackages?: FetchPackages | undefined;
}

/** Tools and settings that all environments share. */
export interface Toolchain {
  finder: PythonFinder;
  uvs: UvProvider;
  kept: EnvironmentCache;
  /**
   * Cache of the last dependency resolution; absent if every revision resolves its packages, as in the hosted service.
   */
  keptResolution: ResolutionCache | undefined;
  /** Environment variables of every install. */
  env: Record<string, string>;
  /** Returns a folder where the repository cannot place modules. */
  cwd: () => Promise<string>;
}

export interface Work {
  toolchain: Toolchain;
  context: StepContext;
  request: PythonRequest;
  python: FoundPython;
  installer: Installer;
  /** The selected uv, or `undefined` if the installer is pip. */
  uv: Uv | undefined;
  /** Environment variables of this revision's installs. */
  env: Record<string, string>;
  /** Installer settings in the checkout, without requirements. */
  settings: readonly string[];
  /** True if the installs may reach packages that other deployments must not get. */
  isPrivate: boolean;
}

/**
 * Creates the tools that all environments share, with their folders below `root`. `index` contains the variables of
 * package indexes, and only installs receive these variables.
 */
export async function createToolchain(
  options: PythonEnvironmentOptions,
  root: string,
  index: Record<string, string>,
): Promise<Toolchain> {
  const { processes, pythons, keepResolution = false } = options;
  const kept = createEnvironmentCache(root, await ownerToken(), options.fetchPackages);
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
  const keptResolution = keepResolution ? createResolutionCache() : undefined;
  return { finder, uvs, kept, keptResolution, cwd, env: { ...installEnvironment(root, settings), ...index } };
}

/** Returns the folder of uv's cache, which all installs share. */
export function cacheOf(root: string): string {
  return join(root, 'cache');
}

/** Returns variables that make installs print little and ignore the user's settings. */
function installEnvironment(root: string, settings: string): Record<string, string> {
  return {
    NO_COLOR: '1',
    PYTHONNOUSERSITE: '1',
    UV_CACHE_DIR: cacheOf(root),
    // uv must not download Python, because uv's source for Python is not a package registry.
    UV_PYTHON_DOWNLOADS: 'never',
    UV_NO_PROGRESS: '1',
    GIT_TERMINAL_PROMPT: '0',
    // Links are not symbolic, because symbolic links break when the cache is cleared.
    UV_LINK_MODE: process.platform === 'darwin' ? 'clone' : 'hardlink',
    // An empty configuration folder replaces the user's settings, while settings of the machine still apply.
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

/**
 * Returns the Python that a configuration requests. Logs a warning if only a newer version was found.
 * @throws StepFailure with all candidates that were tried
 * @throws StepAborted if the step was cancelled
 */
export async function requirePython(
  { finder }: Toolchain,
  context: StepContext,
  { config, shown, modules }: PythonRequest,
): Promise<FoundPython> {
  const { version } = config;
  const search = await finder.find(version, context.signal);
  if (search.found === undefined) {
    if (context.signal.aborted) throw new StepAborted('the search for Python was aborted');
    const [module] = modules;
    const named =
      module === undefined
        ? 'it needs Python'
        : `the key "${module.key}" points to the Python module "${module.path}"`;
    throw new StepFailure(
      `Graph configuration ${shown}: ${named}, but ${notFoundMessage(version, search.tried)}.`,
    );
  }
  if (search.newer) {
    context.log(
      `${shown} requests Python ${version}, which was not found, so the agent runs on Python ${search.found.version}. To install Python ${version}, run \`uv python install ${version}\`.`,
      'WARNING',
    );
  }
  return search.found;
}

/**
 * Returns the installer for a configuration: uv, or pip if the configuration requests pip or uv is not available.
 * @throws StepFailure if no installer exists, or if settings in the repository would install packages elsewhere.
 */
export async function chooseInstaller(
  toolchain: Toolchain,
  context: StepContext,
  request: PythonRequest,
  python: FoundPython,
): Promise<Work> {
  const { config, checkout, folder, shown } = request;
  const { installer: wanted, pipConfigFile, source } = config;
  const isPrivate = await reachesPrivatePackages(request);
  const env = { ...toolchain.env, ...(isPrivate && accessVariables(request)) };
  if (isPrivate)
    context.log(
      'The install has access to private packages, so its packages are not shared with other deployments.',
    );
  // Packages are copied, because a command that changes a linked package would change the package of every revision.
  if (hasCommands(request) && process.platform !== 'darwin') env['UV_LINK_MODE'] = 'copy';
  let settings: string[] = [];
  if (pipConfigFile !== undefined) {
    const found = await resolveInside(checkout, folder, pipConfigFile);
    if (found.kind !== 'inside') {
      const reason = found.kind === 'outside' ? 'which is outside the repository' : 'which does not exist';
      throw new StepFailure(
        `Graph configuration ${shown}: the key "pip_config_file" points to "${pipConfigFile}", ${reason}. Use the path of a file inside the repository.`,
      );
    }
    env['PIP_CONFIG_FILE'] = found.path;
    settings = await readPipSettings(checkout, found.path);
  }
  const work = { toolchain, context, request, python, env, settings, isPrivate };
  const usesPip =
    wanted === 'pip' || (wanted === 'auto' && pipConfigFile !== undefined && source.kind !== 'uv');
  if (wanted === 'auto' && usesPip) {
    context.log(
      `Installing with pip, because uv does not read ${pipConfigFile}. The hosted service installs with uv and ignores this file.`,
    );
  }
  if (!usesPip) {
    // All deployments share uv, so its installation does not use the credentials of this deployment.
    const uv = await toolchain.uvs.provide(context, python, toolchain.env);
    if (uv !== undefined) {
      settings = await readUvSettings(checkout, folder);
      return { ...work, settings, uv, installer: createUvInstaller(uv, env) };
    }
    if (wanted === 'uv' || source.kind === 'uv') {
      const key = source.kind === 'uv' ? 'source.kind' : 'pip_installer';
      throw new StepFailure(
        `Graph configuration ${shown}: the key "${key}" requires uv, which is not on PATH and could not be installed. Run \`python3 -m pip install uv\`, or install uv in another way.`,
      );
    }
    context.log('uv is not available, so pip installs the packages, which takes longer.', 'WARNING');
  }
  const pip = await requirePip(context, python, await toolchain.cwd());
  return { ...work, uv: undefined, installer: createPipInstaller(python, pip, env) };
}

/** Returns the variables of a deployment for its installs, and separate caches for these installs. */
function accessVariables({ access }: PythonRequest): Record<string, string> {
  if (access === undefined) return {};
  const { variables, cacheFolder } = access;
  return { ...variables, ...indexEnvironment(variables), ...cacheVariables(cacheFolder) };
}

/**
 * Returns whether the installs of a revision may reach private packages: because of the deployment's secrets,
 * or because the checkout contains credentials.
 */
async function reachesPrivatePackages({
  access,
  checkout,
  folder,
  config,
  plan,
  installCommand,
}: PythonRequest): Promise<boolean> {
  if (Object.keys(access?.variables ?? {}).length > 0) return true;
  if (plan.requirements.some(hasCredentials)) return true;
  if (config.pipConfigFile !== undefined) {
    const found = await resolveInside(checkout, folder, config.pipConfigFile);
    if (found.kind === 'inside' && (await fileHasCredentials(found.path, checkout))) return true;
  }
  if (config.source.kind !== 'uv') {
    // The resolution reports requirements files that cannot be read.
    const read = await readRequirementFiles(checkout, folder, plan.requirementFiles).catch(() => undefined);
    if (read === undefined || read.isRemote) return true;
    for (const file of read.files) if (await fileHasCredentials(file, checkout)) return true;
  }
  const root = await realpath(checkout);
  // An install command can install the packages of any folder.
  return isCommandSet(installCommand) ? installFilesHaveCredentials(root) : pythonFilesHaveCredentials(root);
}

/**
 * Returns whether the deployment has install or build commands. The commands may change an environment, so revisions
 * cannot share it.
 */
export function hasCommands({ installCommand, buildCommand }: PythonRequest): boolean {
  return isCommandSet(installCommand) || isCommandSet(buildCommand);
}

export function isCommandSet(command: string | null | undefined): command is string {
  return command !== null && command !== undefined && command !== '';
}
