import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exists } from '../build/disk.ts';
import { resolveInside } from '../../../os/checkout-reader.ts';
import { isWithin } from '../../../os/paths.ts';
import type { PythonConfig } from '../../../graph-config/python.ts';
import { StepFailure } from '../build/step.ts';
import { UnreachableIndexFailure } from './installer.ts';
import { withBuildSystemHints, requireReadDependencies } from './build-systems.ts';
import { checkRequirements, readRequirementFiles } from './requirement-files.ts';
import { inputsOfResolution, isReusable } from './resolution-cache.ts';
import type { LockedPackages, Resolution } from './resolution.ts';
import { exportLock } from './uv-installer.ts';
import type { Work } from './toolchain.ts';

/**
 * Package that the worker needs, and that repositories need not require, because the hosted service's images include
 * it.
 */
export const LIBRARY = 'langgraph';

/** Oldest version of the library that the worker supports. */
const OLDEST_LIBRARY = '0.4.10';

/**
 * Resolves the exact versions of the packages that the configuration requires, and of the worker's library.
 * @throws StepFailure for a requirement outside the checkout, a conflict, or a library version that is too old.
 */
export async function resolvePackages(work: Work): Promise<Resolution> {
  const { toolchain, context, request, python, installer } = work;
  const { checkout, folder, plan, config, shown } = request;
  const { kept, keptResolution } = toolchain;
  const { source } = config;
  if (source.kind === 'uv') {
    const locked = await kept.withScratch((scratch) => exportUvLock(work, source, scratch));
    return checked(work, locked);
  }
  await checkRequirements(checkout, folder, plan.requirements, shown);
  const settings = await readRequirementFiles(checkout, folder, plan.requirementFiles);
  const parts = [python.executable, python.version, installer.id, request.folderName, ...work.settings];
  const isKept = keptResolution !== undefined && !work.isPrivate;
  const inputs = isKept ? await inputsOfResolution(checkout, plan, settings, parts) : undefined;
  const before = inputs === undefined ? undefined : await keptResolution?.find(inputs, checkout);
  if (before !== undefined) {
    context.log('The dependencies did not change, so the package versions of the earlier revision are used.');
    return checked(work, before);
  }
  const resolution = await kept.withScratch(async (scratch) => {
    // pip demands hashes for all requirements if one requirement has hashes.
    const isComplete = installer.name === 'pip' && settings.hashed;
    const resolved = await withBuildSystemHints(checkout, plan.packages, () =>
      installer.resolve(context, {
        python,
        cwd: folder,
        requirements: isComplete ? plan.requirements : [...plan.requirements, LIBRARY],
        requirementFiles: plan.requirementFiles,
        projects: plan.packages,
        scratch,
      }),
    );
    return { ...resolved, options: [...new Set([...settings.options, ...resolved.options])] };
  });
  await checked(work, resolution);
  if (inputs !== undefined && (await isReusable(resolution))) {
    await keptResolution?.keep(inputs, checkout, resolution);
  }
  return resolution;
}

async function checked(work: Work, resolution: Resolution): Promise<Resolution> {
  const { checkout } = work.request;
  await refuseOutside(checkout, resolution);
  await requireReadDependencies(checkout, resolution);
  await requireLockedLibrary(work, resolution);
  return resolution;
}

/**
 * Checks that the packages include a library version that can load graphs. @throws StepFailure if the library is
 * missing or too old.
 */
async function requireLockedLibrary(work: Work, resolution: Resolution): Promise<void> {
  const { shown, config } = work.request;
  const version = lockedVersion(resolution, LIBRARY);
  if (version === undefined) {
    throw new StepFailure(
      `Graph configuration ${shown}: its dependencies do not include ${LIBRARY}, which loads the graphs. Add ${LIBRARY} to the dependencies.`,
    );
  }
  if (version === '' || !isOlder(version, OLDEST_LIBRARY)) return;
  const capping = await findCapping(work, resolution);
  const inLock = config.source.kind === 'uv' ? ` Then run "uv lock --upgrade-package ${LIBRARY}".` : '';
  const hint =
    capping.length === 0
      ? `The dependencies require this old version of ${LIBRARY}. Raise it in the dependencies, for example to ${NEWER}.`
      : `${capping.join(', ')} cannot be installed with a newer ${LIBRARY}. Raise ${capping.length === 1 ? 'its version, or remove it' : 'their versions, or remove them'}.`;
  throw new StepFailure(
    `Graph configuration ${shown}: its dependencies resolve to ${LIBRARY} ${version}, but ${LIBRARY} ${OLDEST_LIBRARY} or newer is required to serve graphs. ${hint}${inLock}`,
  );
}

const NEWER = `${LIBRARY}>=${OLDEST_LIBRARY}`;
/** Maximum number of packages that are tested. Each test resolves all dependencies. */
const MAX_TRIED = 40;

/**
 * Finds the packages that cannot be resolved together with a newer version of the library. The library's own
 * dependencies are ignored.
 * @returns Requirements such as `langgraph-supervisor==0.0.20`.
 */
async function findCapping(work: Work, old: Resolution): Promise<string[]> {
  const { toolchain, request, python, installer } = work;
  const context = { ...work.context, log: () => {} };
  const resolve = (requirements: string[]) =>
    toolchain.kept.withScratch((scratch) =>
      installer.resolve(context, {
        python,
        cwd: request.folder,
        requirements,
        requirementFiles: [],
        projects: [],
        scratch,
      }),
    );
  work.context.log(`Searching for the package that requires an old version of ${LIBRARY}.`);
  const version = lockedVersion(old, LIBRARY) ?? '';
  const own = await resolve([`${LIBRARY}==${version}`]);
  const others = old.packages.filter(
    ({ requirement }) => lockedVersion(own, nameOf(requirement)) === undefined,
  );
  const capping: string[] = [];
  for (const { requirement } of others.slice(0, MAX_TRIED)) {
    try {
      await resolve([requirement, NEWER]);
    } catch (error) {
      // If the index is unreachable, it is unknown whether the package is the cause.
      if (!(error instanceof StepFailure) || error instanceof UnreachableIndexFailure) throw error;
      capping.push(requirement.replace(/(?<!\s)\s*;.*$/, ''));
    }
  }
  return capping;
}

const nameOf = (requirement: string): string => /^[\w.-]+/.exec(requirement)?.[0] ?? '';

/**
 * Returns the exact version of a package, '' for a package from a URL, or `undefined` for a package that is not
 * included.
 */
function lockedVersion({ packages }: LockedPackages, name: string): string | undefined {
  const isNamed = new RegExp(`^${name.replaceAll('.', '\\.')}\\b(?![-.])`, 'i');
  const named = packages.find(({ requirement }) => isNamed.test(requirement));
  return named && (/==\s*(\d+(?:\.\d+)*)/.exec(named.requirement)?.[1] ?? '');
}

const isOlder = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) < 0;

async function exportUvLock(
  { context, request, python, uv, env }: Work,
  source: Extract<PythonConfig['source'], { kind: 'uv' }>,
  scratch: string,
): Promise<Resolution> {
  const { checkout, folder, shown } = request;
  const key = `Graph configuration ${shown}: the key "source.root" points to "${source.root}"`;
  const found = await resolveInside(checkout, folder, source.root);
  if (found.kind === 'outside')
    throw new StepFailure(
      `${key}, which is outside the repository. Use the path of a folder inside the repository.`,
    );
  if (found.kind === 'missing' || !(await stat(found.path)).isDirectory())
    throw new StepFailure(
      `${key}, which is not a folder of the repository. Correct the path, which is relative to the folder of the configuration.`,
    );
  const root = await folderOfLock(checkout, found.path);
  if (root === undefined)
    throw new StepFailure(
      `${key}, but neither this folder nor a folder above it contains uv.lock. Run "uv lock" in it, and commit the file.`,
    );
  if (uv === undefined)
    throw new StepFailure(`${key}, which requires uv, but uv is not available. Install uv.`);
  return exportLock(context, uv, { python, folder: found.path, root, package: source.package, scratch, env });
}

/** Returns the nearest folder with a lock file, from this folder up to the root of the checkout. */
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
      `The dependencies include ${path}, which is outside the checkout. Use a path inside the checkout, or a published package.`,
    );
  }
}
