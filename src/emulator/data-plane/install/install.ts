import { readdir } from 'node:fs/promises';
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
  type StepContext,
  StepFailure,
} from '../build/step.ts';
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
  const key = await runInstall(context, request, plan);
  const { buildCommand, checkout, folderName } = request;
  if (buildCommand !== null && buildCommand !== undefined) {
    context.log(
      `Running the build command in ${folderName === '' ? 'the root folder' : folderName}: ${buildCommand}`,
    );
    const cwd = join(checkout, folderName);
    const end = await runProgram(context, { ...shellCommand(buildCommand), cwd, kind: 'build' });
    expectSuccess(end, `The build command "${buildCommand}"`);
  }
  if (key === undefined) await checkSize(context, checkout);
  return key;
}

async function runInstall(
  context: StepContext,
  request: InstallRequest,
  plan: InstallPlan,
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
      expectInstalled(
        await runInstaller(context, { ...command, cwd: checkout, kind: 'install', what }),
        what,
      );
      return undefined;
    }
    case 'detected':
      return installDetected(context, request, plan);
  }
}

async function installDetected(
  context: StepContext,
  request: InstallRequest,
  plan: Extract<InstallPlan, { kind: 'detected' }>,
): Promise<string | undefined> {
  const folder = join(request.checkout, plan.folder);
  const line = [plan.manager, ...plan.args].join(' ');
  if (plan.warning !== undefined) context.log(plan.warning, 'WARNING');
  // A build command may change the packages, so other revisions must not use these packages.
  const cacheable = plan.cacheable && !request.buildCommand;
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
    env: ENVIRONMENT,
    what,
  });
  expectInstalled(
    end,
    what,
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
