import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckoutReader } from '../../../os/checkout-reader.ts';
import { GENERATED_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { errorCode } from '../../../os/errors.ts';
import { folderSize } from '../build/disk.ts';
import {
  expectInstalled,
  expectSuccess,
  PACKAGES_NOT_ON_PATH,
  runInstaller,
  runProgram,
  shellCommand,
  type ProgramEnd,
  type StepContext,
  StepFailure,
} from '../build/step.ts';
import {
  accessHint,
  cacheVariables,
  installFilesHaveCredentials,
  type PackageAccess,
  readRegistrySettings,
  type RegistrySettings,
} from '../build/package-access.ts';
import { type InstallPlan, planInstall, readPackageFolders } from '../../../graph-config/install-plan.ts';
import { type ModuleCache, moduleCacheKey } from './module-cache.ts';

export interface InstallRequest {
  checkout: string;
  reader: CheckoutReader;
  /** Path of the configuration's folder relative to the checkout, with `/` as the separator, or '' for the root. */
  folderName: string;
  installCommand: string | null | undefined;
  buildCommand: string | null | undefined;
  cache: ModuleCache;
  access?: PackageAccess | undefined;
}

const ENVIRONMENT = {
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  NO_UPDATE_NOTIFIER: '1',
  ADBLOCK: '1',
  NO_COLOR: '1',
  // Timeout of an npm request in milliseconds. npm's default is five minutes for each of three attempts.
  NPM_CONFIG_FETCH_TIMEOUT: '120000',
};

/**
 * Installs a checkout's packages, runs its build command, and returns the key of the cached install, or `undefined` if
 * no cached install is used.
 * @throws StepFailure with the failed command and a hint, or GraphConfigError if package.json cannot be read.
 */
export async function install(context: StepContext, request: InstallRequest): Promise<string | undefined> {
  const plan = planInstall(
    request.installCommand,
    await readPackageFolders(request.reader, request.folderName),
  );
  const packages = await findPackageAccess(context, request, plan);
  const key = await runInstall(context, request, plan, packages);
  const { buildCommand, checkout, folderName } = request;
  if (buildCommand !== null && buildCommand !== undefined) {
    context.log(
      `Running the build command in ${folderName === '' ? 'the root folder' : folderName}: ${buildCommand}`,
    );
    const cwd = join(checkout, folderName);
    const env = packages.cacheVariables;
    const end = await runProgram(context, { ...shellCommand(buildCommand), cwd, kind: 'build', env });
    expectSuccess(end, `The build command "${buildCommand}"`);
  }
  if (key === undefined) await checkSize(context, checkout);
  return key;
}

/** Registries of an install, and variables with which the install reaches private packages. */
interface InstallAccess {
  settings: RegistrySettings;
  /** Secrets of the deployment that the install receives. */
  variables: Readonly<Record<string, string>>;
  /** True if the install may reach packages that other deployments must not get. */
  isPrivate: boolean;
  /** Variables that move the caches of installers to the revision's own folder; empty if the install is not private. */
  cacheVariables: Record<string, string>;
}

async function findPackageAccess(
  { log }: StepContext,
  { checkout, folderName, access }: InstallRequest,
  plan: InstallPlan,
): Promise<InstallAccess> {
  const folders = [folderName, ...(plan.kind === 'detected' ? [plan.folder] : [])].flatMap((folder) => {
    const parts = folder === '' ? [] : folder.split('/');
    return [...parts.keys(), parts.length].map((count) => join(checkout, ...parts.slice(0, count)));
  });
  const settings = await readRegistrySettings(checkout, folders);
  const variables = access?.variables ?? {};
  const hasAccess =
    settings.hasCredentials ||
    Object.keys(variables).length > 0 ||
    // An install command can install the packages of any folder.
    (plan.kind === 'command' && (await installFilesHaveCredentials(await realpath(checkout))));
  const isPrivate = plan.kind !== 'nothing' && hasAccess;
  if (isPrivate)
    log('The install has access to private packages, so its packages are not shared with other deployments.');
  const isMoved = isPrivate && access !== undefined;
  return {
    settings,
    variables,
    isPrivate,
    cacheVariables: isMoved ? cacheVariables(access.cacheFolder) : {},
  };
}

/** Checks the end of an install. Adds a hint to the failure if a registry or a git server refused access. */
function expectAccess(
  end: ProgramEnd,
  what: string,
  { settings, variables }: InstallAccess,
  startHint?: string,
): void {
  try {
    expectInstalled(end, what, startHint);
  } catch (error) {
    const hint =
      error instanceof StepFailure && end.kind === 'exit'
        ? accessHint(end.lastOutput, { settings, given: variables })
        : undefined;
    if (hint === undefined || !(error instanceof StepFailure)) throw error;
    throw new StepFailure(`${error.message.replace(/[.,]*$/, '')}. ${hint}`, { cause: error });
  }
}

async function runInstall(
  context: StepContext,
  request: InstallRequest,
  plan: InstallPlan,
  packages: InstallAccess,
): Promise<string | undefined> {
  const { checkout } = request;
  switch (plan.kind) {
    case 'nothing':
      context.log('The checkout has no package.json, so no packages are installed.');
      return undefined;
    case 'command': {
      context.log(`Running the install command in the root folder: ${plan.line}`);
      const what = `The install command "${plan.line}"`;
      const command = shellCommand(plan.line);
      const env = { ...packages.variables, ...packages.cacheVariables };
      const end = await runInstaller(context, { ...command, cwd: checkout, kind: 'install', env, what });
      expectAccess(end, what, packages);
      return undefined;
    }
    case 'detected':
      return installDetected(context, request, plan, packages);
  }
}

async function installDetected(
  context: StepContext,
  request: InstallRequest,
  plan: Extract<InstallPlan, { kind: 'detected' }>,
  packages: InstallAccess,
): Promise<string | undefined> {
  const folder = join(request.checkout, plan.folder);
  const line = [plan.manager, ...plan.args].join(' ');
  if (plan.warning !== undefined) context.log(plan.warning, 'WARNING');
  // A build command may change the packages, so other revisions must not use these packages. A lock file names private
  // packages, but does not prove access to them.
  const cacheable = plan.cacheable && !request.buildCommand && !packages.isPrivate;
  const key = cacheable ? await keyOf(request.checkout, folder, plan) : undefined;
  if (key !== undefined && (await request.cache.restore(key, folder, context.signal))) {
    context.log(`Reusing the packages that an earlier revision with the same ${plan.lockFile} installed.`);
    return key;
  }
  context.log(`Installing packages: ${line}`);
  // Package managers are shell scripts on Windows.
  const program =
    process.platform === 'win32' ? shellCommand(line) : { command: plan.manager, args: plan.args };
  const what = `"${line}"`;
  const end = await runInstaller(context, {
    ...program,
    cwd: folder,
    kind: 'install',
    env: { ...packages.variables, ...ENVIRONMENT, ...packages.cacheVariables },
    what,
  });
  expectAccess(
    end,
    what,
    packages,
    `Run \`${plan.managerCommand}\` on the machine that runs the emulator. ${PACKAGES_NOT_ON_PATH}`,
  );
  if (plan.manager === 'yarn') await refusePlugAndPlay(folder);
  if (key !== undefined) {
    await checkSize(context, request.checkout);
    await request.cache.save(key, folder);
  }
  return key;
}

/** Returns the key of a cached install, or `undefined` if a file that affects the packages cannot be read. */
async function keyOf(
  checkout: string,
  folder: string,
  plan: Extract<InstallPlan, { kind: 'detected' }>,
): Promise<string | undefined> {
  const parts: string[] = [];
  const names = [plan.lockFile, 'package.json', '.npmrc', '.yarnrc', '.yarnrc.yml'];
  for (const name of names.filter((each) => each !== undefined)) {
    try {
      parts.push(
        await readPlainText(join(folder, name), { maxBytes: GENERATED_MAX_BYTES, within: checkout }),
      );
    } catch (error) {
      // An install with an unreadable file is not cached, because the file may affect the packages.
      if (errorCode(error) !== 'ENOENT') return undefined;
      parts.push('');
    }
  }
  const { version, platform, arch } = process;
  return moduleCacheKey(['1', version, platform, arch, plan.manager, ...plan.args, ...parts]);
}

async function refusePlugAndPlay(folder: string): Promise<void> {
  const files = await readdir(folder);
  if (files.includes('.pnp.cjs') && !files.includes('node_modules')) {
    throw new StepFailure(
      'yarn installed packages without a node_modules folder (Plug\'n\'Play), which this emulator does not support. Set "nodeLinker: node-modules" in .yarnrc.yml.',
    );
  }
}

async function checkSize({ limits }: StepContext, checkout: string): Promise<void> {
  const bytes = await folderSize(checkout, limits.folderBytes);
  if (bytes > limits.folderBytes) {
    throw new StepFailure(
      `The checkout and its packages take more than ${Math.floor(limits.folderBytes / 1024 / 1024)} MiB on disk. Remove files or packages that the agent does not need.`,
    );
  }
}
