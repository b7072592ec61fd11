import { lstat, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Prefix of our folders' names, followed by six characters of `mkdtemp`. */
const PREFIX = 'agent-deploy-';
const NAME = /^agent-deploy-[A-Za-z0-9]{6}$/;

/**
 * Returns the folder for files that a step leaves to later steps: the runner's own temporary folder, unless it is
 * inside the workspace, where other programs would see it.
 */
export function temporaryFolder(env: Env): string {
  const temporary = env['RUNNER_TEMP'];
  if (!temporary) return tmpdir();
  const fromWorkspace = path.relative(env['GITHUB_WORKSPACE'] || '/', temporary);
  const inWorkspace = env['GITHUB_WORKSPACE'] !== undefined && !fromWorkspace.startsWith('..');
  return inWorkspace ? tmpdir() : temporary;
}

/** Creates a folder in `parent` that only this user may enter, and that `folderOwner` recognizes. */
export function makeOwnFolder(parent: string): Promise<string> {
  return mkdtemp(path.join(parent, PREFIX));
}

/** Returns a folder in `parent` with the maximum length, to determine how long the paths in it will be. */
export function longestOwnFolder(parent: string): string {
  return path.join(parent, `${PREFIX}xxxxxx`);
}

/**
 * Returns whether this user created a folder with `makeOwnFolder`. The post step deletes no other folder, even if its
 * state contains one. A folder is ours by its path, name and owner; a link to another place is not.
 */
export async function folderOwner(folder: string, env: Env): Promise<'ours' | 'foreign' | 'gone'> {
  // Otherwise the path could lead through a link or out of its parent.
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
