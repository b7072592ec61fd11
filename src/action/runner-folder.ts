import { lstat, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Prefix of our folders' names, to which `mkdtemp` appends six characters. */
const PREFIX = 'agent-deploy-';
const NAME = /^agent-deploy-[A-Za-z0-9]{6}$/;

/**
 * Returns the folder for files that later steps need: the runner's temporary folder. If the runner's temporary folder
 * is inside the workspace, where other programs would see the files, returns the system's temporary folder.
 */
export function temporaryFolder(env: Env): string {
  const temporary = env['RUNNER_TEMP'];
  if (!temporary) return tmpdir();
  const fromWorkspace = path.relative(env['GITHUB_WORKSPACE'] || '/', temporary);
  const inWorkspace = env['GITHUB_WORKSPACE'] !== undefined && !fromWorkspace.startsWith('..');
  return inWorkspace ? tmpdir() : temporary;
}

/** Creates a folder in `parent` that only this user can access and that `folderOwner` recognizes. */
export function makeOwnFolder(parent: string): Promise<string> {
  return mkdtemp(path.join(parent, PREFIX));
}

/**
 * Returns a path that is as long as the path of a folder that `makeOwnFolder` creates in `parent`, to compute the
 * lengths of paths before the folder exists.
 */
export function longestOwnFolder(parent: string): string {
  return path.join(parent, `${PREFIX}xxxxxx`);
}

/**
 * Returns whether this user created a folder with `makeOwnFolder`, judging by the folder's path, name and owner. A
 * symbolic link does not count as our folder. The post step deletes only our folders, even if its state contains
 * another path.
 */
export async function folderOwner(folder: string, env: Env): Promise<'ours' | 'foreign' | 'gone'> {
  // An unresolved path, or a folder with another name than ours, could lead through a link or out of the parent folder.
  if (path.resolve(folder) !== folder || !NAME.test(path.basename(folder))) return 'foreign';
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined) return 'gone';
  const isOurs = found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
  const parents = [env['RUNNER_TEMP'], tmpdir()].flatMap((parent) =>
    parent ? [realpath(parent).catch(() => undefined)] : [],
  );
  const isThere = (await Promise.all(parents)).includes(await realpath(path.dirname(folder)));
  return isOurs && isThere ? 'ours' : 'foreign';
}
