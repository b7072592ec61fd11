import { join } from 'node:path';
import { isJsonObject } from '../contract/json-safety.ts';
import type { CheckoutReader } from '../os/checkout-reader.ts';
import { describeJsonError } from './json-error.ts';
import { GraphConfigError } from './load.ts';

type PackageManager = 'npm' | 'pnpm' | 'yarn';

/** A folder of the checkout, with the files that determine how packages are installed. */
export interface PackageFolder {
  /** Path of the folder relative to the repository's root, with `/`, or an empty string for the root. */
  folder: string;
  files: ReadonlySet<string>;
  /** The parsed package.json, or `undefined` if the file does not exist or cannot be read. */
  manifest: Manifest | undefined;
}
interface Manifest {
  packageManager?: string | undefined;
  workspaces?: unknown;
  scripts?: Readonly<Record<string, string | undefined>> | undefined;
}

export type InstallPlan =
  | { kind: 'nothing' }
  /**
   * Command in the deployment's inputs that installs packages, run in the repository's root:
   * docs/api/deployments.md#install-command.
   */
  | { kind: 'command'; line: string }
  | {
      kind: 'detected';
      manager: PackageManager;
      /** Command that globally installs the version of the package manager that package.json specifies. */
      managerCommand: string;
      folder: string;
      args: string[];
      lockFile: string | undefined;
      /** True if the result of the installation depends only on the lock file and the manifests. */
      cacheable: boolean;
      warning: string | undefined;
    };

const LOCK_FILES: readonly (readonly [string, PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['npm-shrinkwrap.json', 'npm'],
  ['package-lock.json', 'npm'],
];
/** Names of scripts in package.json that an installation runs and that can write to any folder. */
const INSTALL_SCRIPTS = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
];
const QUIET = ['--prefer-offline', '--no-audit', '--no-fund'];

/**
 * Plans the installation of a checkout's packages. Uses `install_command` if set, or else the package manager of the
 * nearest lock file, or else npm if a package.json exists. `folders` contains the configuration's folder and all parent
 * folders up to the repository's root, nearest first.
 */
export function planInstall(
  installCommand: string | null | undefined,
  folders: readonly PackageFolder[],
): InstallPlan {
  if (installCommand !== null && installCommand !== undefined)
    return { kind: 'command', line: installCommand };
  for (const found of folders) {
    const lock = LOCK_FILES.find(([name]) => found.files.has(name));
    if (lock) return detected(found, lock[1], lock[0]);
  }
  const withManifest = folders.find(({ files }) => files.has('package.json'));
  return withManifest ? detected(withManifest, 'npm', undefined) : { kind: 'nothing' };
}

function detected(found: PackageFolder, manager: PackageManager, lockFile: string | undefined): InstallPlan {
  const { manifest, folder } = found;
  return {
    kind: 'detected',
    manager,
    managerCommand: managerCommand(manager, found),
    folder,
    args: lockFile === undefined ? ['install', ...QUIET] : frozenInstall(manager, found),
    lockFile,
    cacheable:
      lockFile !== undefined &&
      manifest !== undefined &&
      manifest.workspaces === undefined &&
      !found.files.has('pnpm-workspace.yaml') &&
      !INSTALL_SCRIPTS.some((name) => manifest.scripts?.[name] !== undefined),
    warning:
      lockFile === undefined
        ? `no lock file exists next to ${folder === '' ? '' : `${folder}/`}package.json, so each revision resolves the versions again: commit a lock file`
        : undefined,
  };
}

function frozenInstall(manager: PackageManager, found: PackageFolder): string[] {
  const classicYarn = ['install', '--frozen-lockfile', '--non-interactive'];
  const args: Record<PackageManager, string[]> = {
    npm: ['ci', ...QUIET],
    pnpm: ['install', '--frozen-lockfile', '--prefer-offline'],
    yarn: isModernYarn(found) ? ['install', '--immutable'] : classicYarn,
  };
  return args[manager];
}

function managerCommand(manager: PackageManager, found: PackageFolder): string {
  const named = found.manifest?.packageManager;
  const [, name, version] =
    /^(\w+)@(\d+\.\d+\.\d+(?:-[\w.]+)?)/.exec(typeof named === 'string' ? named : '') ?? [];
  const program = manager === 'yarn' && isModernYarn(found) ? '@yarnpkg/cli-dist' : manager;
  return `npm install --global ${program}${name === manager ? `@${version}` : ''}`;
}

function isModernYarn({ files, manifest }: PackageFolder): boolean {
  const named = /^yarn@(\d+)/.exec(manifest?.packageManager ?? '')?.[1];
  return named === undefined ? files.has('.yarnrc.yml') : Number(named) >= 2;
}

/**
 * Reads the files that determine how packages are installed, in the configuration's folder and all parent folders up to
 * the repository's root, nearest first.
 * @throws GraphConfigError when a package.json cannot be read.
 */
export async function readPackageFolders(
  reader: CheckoutReader,
  folderName: string,
): Promise<PackageFolder[]> {
  const parts = folderName === '' ? [] : folderName.split('/');
  const folders = [...parts.keys(), parts.length]
    .map((count) => parts.slice(0, count).join('/'))
    .toReversed();
  return Promise.all(
    folders.map(async (folder) => {
      const path = join(reader.root, folder);
      const files = new Set((await reader.list(path)).map(({ name }) => name));
      const manifest = files.has('package.json') ? await readManifest(reader, path, folder) : undefined;
      return { folder, files, manifest };
    }),
  );
}

async function readManifest(reader: CheckoutReader, path: string, folder: string): Promise<Manifest> {
  const shown = folder === '' ? 'package.json' : `${folder}/package.json`;
  let text = '';
  try {
    text = await reader.read(join(path, 'package.json'));
    const json: unknown = JSON.parse(text);
    if (isJsonObject(json)) return json;
  } catch (error) {
    const reason = error instanceof SyntaxError ? describeJsonError(text, error) : String(error);
    throw new GraphConfigError(`${shown} is not valid JSON (${reason}). Correct the file.`, { cause: error });
  }
  throw new GraphConfigError(`${shown} is not a JSON object. Correct the file.`);
}
