import { lstat, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** The prefix of our folders' names; six characters of `mkdtemp` follow. */
const PREFIX = 'agent-deploy-';
const NAME = /^agent-deploy-[A-Za-z0-9]{6}$/;

/**
 * The folder for what a step leaves to later steps: the runner's own temporary folder, unless that is within the
 * workspace, where others would see it.
 */
export function temporaryFolder(env: Env): string {
  const temporary = env['RUNNER_TEMP'];
  if (!temporary) return tmpdir();
  const fromWorkspace = path.relative(env['GITHUB_WORKSPACE'] || '/', temporary);
  const inWorkspace = env['GITHUB_WORKSPACE'] !== undefined && !fromWorkspace.startsWith('..');
  return inWorkspace ? tmpdir() : temporary;
}

/** A new folder in `parent` that only this user may enter, and that `folderOwner` recognizes. */
export function makeOwnFolder(parent: string): Promise<string> {
  return mkdtemp(path.join(parent, PREFIX));
}

/** A folder of that length in `parent`, to judge how long the paths in it will be. */
export function longestOwnFolder(parent: string): string {
  return path.join(parent, `${PREFIX}xxxxxx`);
}

/**
 * Whether this user made a folder by `makeOwnFolder`: post deletes nothing else, even if its state names it. It is ours
 * by its path, name and owner; a link to somewhere else is not.
 */
export async function folderOwner(folder: string, env: Env): Promise<'ours' | 'foreign' | 'gone'> {
  // Otherwise it could lead through a link or out of its parent.
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
