import { realpathSync, statSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Names of modules, programs and settings that Node, package managers, bundlers and build tools search in all parent
 * folders of the working folder.
 */
const CONFIGURATION_FILES = [
  'node_modules',
  'package.json',
  'tsconfig.json',
  'jsconfig.json',
  'pnpm-workspace.yaml',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnp.cjs',
  '.pnp.js',
  '.pnp.loader.mjs',
  '.pnpmfile.cjs',
  'bunfig.toml',
  'pyproject.toml',
  'setup.cfg',
];

const OTHERS_MAY_WRITE = 0o002;

/**
 * Returns the parent folders where every user of the machine can create files, such as `/tmp`, nearest first, with
 * links resolved. Returns an empty list on Windows and for a folder that does not exist.
 */
export function sharedFoldersAbove(folder: string): string[] {
  if (process.platform === 'win32') return [];
  const shared: string[] = [];
  try {
    const real = realpathSync(folder);
    for (let above = path.dirname(real), below = real; above !== below; above = path.dirname(above)) {
      below = above;
      if ((statSync(above).mode & OTHERS_MAY_WRITE) !== 0) shared.push(above);
    }
  } catch {
    return shared;
  }
  return shared;
}

/** A file that another user put into a shared folder. */
interface UntrustedFile {
  file: string;
  /** User ID of the file's owner. */
  owner: number;
}

/**
 * Finds a file of an untrusted owner in a shared parent folder that affects which code runs in `folder`.
 * @param owners User IDs of trusted users, or `undefined` on systems without user IDs.
 */
export async function findUntrustedAbove(
  folder: string,
  owners: ReadonlySet<number> | undefined,
): Promise<UntrustedFile | undefined> {
  if (owners === undefined) return undefined;
  for (const shared of sharedFoldersAbove(folder)) {
    for (const name of CONFIGURATION_FILES) {
      const file = path.join(shared, name);
      const owner = (await lstat(file).catch(() => undefined))?.uid;
      if (owner !== undefined && !owners.has(owner)) return { file, owner };
    }
  }
  return undefined;
}

/** Returns an error message about the file that ends with advice. */
export function describeUntrustedFile({ file, owner }: UntrustedFile): string {
  return `${file} belongs to user ${owner} of this machine, and agents would load code from it. Remove this file, or set --data-dir to a folder where other users can write neither to the folder nor to its parent folders.`;
}
