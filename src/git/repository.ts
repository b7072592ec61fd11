import { readPlainFile, readPlainText } from '../os/plain-file.ts';
import { lstat, mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/** Folders of a repository that another program created, and whose configuration never applies to our git. */
export interface Repository {
  /** Folder with HEAD and the index. */
  gitDir: string;
  /**
   * Folder with the objects, refs and configuration that worktrees share. Equals `gitDir` if the checkout is not a
   * worktree.
   */
  commonDir: string;
}

/** Maximum size in bytes of a repository's small files, such as HEAD. */
const SMALL = 4096;
const LONG = 64 * 1024 * 1024;

/**
 * Finds the repository of a checkout by searching from `folder` upwards to `workspace` for an entry `.git`. The entry
 * is a folder, or in submodules and worktrees a file that refers to a folder inside the `.git` of a parent folder.
 * Accepts a worktree of a repository outside the workspace only if the repository confirms the worktree. Ignores
 * folders that only look like a bare repository.
 */
export async function findCheckout(
  folder: string,
  workspace: string,
): Promise<(Repository & { top: string }) | undefined> {
  const above = foldersUpTo(folder, workspace);
  for (const [index, top] of above.entries()) {
    const entry = path.join(top, '.git');
    const stat = await lstat(entry).catch(() => undefined);
    if (stat === undefined) continue;
    const gitDir = stat.isDirectory() ? entry : await linkedFolder(entry, above.slice(index));
    const repository = gitDir === undefined ? undefined : await readRepository(gitDir);
    // As in git, the search ends at a broken repository, because a repository in a parent folder does not contain the
    // files of this folder.
    return repository && { ...repository, top };
  }
  return undefined;
}

/** Thrown when another user of this machine created the repository in a parent folder. */
export class UntrustedRepositoryError extends Error {
  readonly hint = 'Run `git init` in your own folder, or change the owner of that repository.';
  constructor(top: string, part: string, owner: number) {
    super(`the repository at ${top} is not trusted: ${part} belongs to user ${owner} instead of you or root`);
    this.name = 'UntrustedRepositoryError';
  }
}

/**
 * Returns the IDs of users whose repositories this process trusts: the user of the process, root, and the user who
 * called sudo. Returns `undefined` on systems without user IDs.
 */
export function trustedOwners(
  env: Readonly<Record<string, string | undefined>>,
): ReadonlySet<number> | undefined {
  const own = process.geteuid?.();
  if (own === undefined) return undefined;
  const caller = Number(env['SUDO_UID'] || 'NaN');
  return new Set([0, own, ...(own === 0 && Number.isInteger(caller) ? [caller] : [])]);
}

/**
 * Finds the repository that contains a folder, by searching upwards to the root of the file system like {@link
 * findCheckout}. Each folder of the repository must belong to one of `owners`, because the repository determines which
 * remote is deployed and which files are packed.
 * @throws UntrustedRepositoryError if a folder of the repository belongs to another user.
 */
export async function findOwnCheckout(
  folder: string,
  owners: ReadonlySet<number> | undefined,
): Promise<(Repository & { top: string }) | undefined> {
  const found = await findCheckout(folder, path.parse(folder).root);
  if (found === undefined || owners === undefined) return found;
  for (const part of new Set([path.join(found.top, '.git'), found.gitDir, found.commonDir, found.top])) {
    const { uid } = await lstat(part);
    if (!owners.has(uid)) throw new UntrustedRepositoryError(found.top, part, uid);
  }
  return found;
}

/**
 * Opens the repository at an explicit path, which can be bare or have a work tree. Resolves to `undefined` if no
 * repository exists at the path.
 */
export async function openRepository(folder: string): Promise<Repository | undefined> {
  for (const candidate of [path.join(folder, '.git'), folder, `${folder}.git`]) {
    const stat = await lstat(candidate).catch(() => undefined);
    if (stat === undefined) continue;
    const target = stat.isFile() ? await targetOf(candidate) : candidate;
    const repository = target === undefined ? undefined : await readRepository(target);
    if (repository !== undefined) return repository;
  }
  return undefined;
}

/**
 * Returns a folder and its parent folders up to and including `last`, or an empty list if `folder` is not inside
 * `last`.
 */
function foldersUpTo(folder: string, last: string): string[] {
  const folders = [folder];
  for (let at = folder; at !== last; at = path.dirname(at)) {
    const above = path.dirname(at);
    if (above === at) return [];
    folders.push(above);
  }
  return folders;
}

/** Returns the folder to which a `.git` file refers, or `undefined` if the folder does not belong to the checkout. */
async function linkedFolder(entry: string, above: readonly string[]): Promise<string | undefined> {
  const target = await targetOf(entry);
  if (target === undefined) return undefined;
  for (const folder of above) {
    const own = await realpath(path.join(folder, '.git')).catch(() => undefined);
    if (own !== undefined && target.startsWith(own + path.sep)) return target;
  }
  const back = await smallFile(path.join(target, 'gitdir'));
  if (back === undefined) return undefined;
  const named = await realpath(path.resolve(target, back.trim())).catch(() => undefined);
  return named !== undefined && named === (await realpath(entry)) ? target : undefined;
}

async function targetOf(file: string): Promise<string | undefined> {
  const [, named] = /^gitdir: ([^\0\r\n]+)\s*$/.exec((await smallFile(file)) ?? '') ?? [];
  if (named === undefined) return undefined;
  return realpath(path.resolve(path.dirname(file), named)).catch(() => undefined);
}

async function readRepository(gitDir: string): Promise<Repository | undefined> {
  if ((await smallFile(path.join(gitDir, 'HEAD'))) === undefined) return undefined;
  const shared = await smallFile(path.join(gitDir, 'commondir'));
  const commonDir = shared === undefined ? gitDir : path.resolve(gitDir, shared.trim());
  // Only a worktree may share the folders of another repository.
  const own = shared === undefined || gitDir.startsWith(path.join(commonDir, 'worktrees') + path.sep);
  return own && (await isFolder(path.join(commonDir, 'objects'))) ? { gitDir, commonDir } : undefined;
}

/**
 * Creates a git directory with the HEAD, refs, objects and excludes of a repository, and with a configuration that this
 * program writes. The path `at` must not exist yet. With the variables in `index`, git uses the repository's index.
 */
export async function createFacade(
  { gitDir, commonDir }: Repository,
  at: string,
  platform: NodeJS.Platform,
): Promise<{ gitDir: string; index: Record<string, string> }> {
  await mkdir(path.join(at, 'info'), { recursive: true });
  const config = (await readShortFile(path.join(commonDir, 'config'), 1024 * 1024)) ?? '';
  const inTables = await isFolder(path.join(commonDir, 'reftable'));
  const extensions = [
    ...(/\bobjectformat\s*=\s*"?sha256\b/i.test(config) ? ['objectFormat = sha256'] : []),
    ...(inTables ? ['refStorage = reftable'] : []),
  ];
  await writeFile(path.join(at, 'config'), repositoryConfig(extensions, platform));
  await writeFile(path.join(at, 'HEAD'), (await smallFile(path.join(gitDir, 'HEAD'))) ?? '');
  for (const [folder, name] of [
    [commonDir, 'packed-refs'],
    [commonDir, 'shallow'],
    [commonDir, path.join('info', 'exclude')],
    ...(await sharedIndex(gitDir)).map((index) => [gitDir, index] as const),
  ] as const) {
    const from = path.join(folder, name);
    if (!(await isShortFile(from, LONG))) continue;
    const content = await readPlainFile(from, { maxBytes: LONG }).catch(() => undefined);
    if (content !== undefined) await writeFile(path.join(at, name), content);
  }
  for (const name of ['objects', 'refs', ...(inTables ? ['reftable'] : [])]) {
    const real = await realpath(path.join(commonDir, name)).catch(() => undefined);
    // A missing folder is created, because git requires `objects` and `refs`, but removes empty folders when it packs
    // refs.
    if (real === undefined || !(await isFolder(real))) await mkdir(path.join(at, name));
    else await symlink(real, path.join(at, name), 'junction');
  }
  const index = path.join(gitDir, 'index');
  return { gitDir: at, index: (await isFile(index)) ? { GIT_INDEX_FILE: index } : {} };
}

/** Creates an empty git directory. Preserves the content of an existing git directory. */
export async function initGitDir(at: string, platform: NodeJS.Platform): Promise<void> {
  await Promise.all(['objects', 'refs'].map((name) => mkdir(path.join(at, name), { recursive: true })));
  // An existing configuration is replaced, so git reads only our configuration.
  await writeFile(path.join(at, 'config'), repositoryConfig([], platform, true));
  const head = path.join(at, 'HEAD');
  if ((await lstat(head).catch(() => undefined)) === undefined) {
    await writeFile(head, 'ref: refs/heads/main\n');
  }
}

function repositoryConfig(extensions: readonly string[], platform: NodeJS.Platform, bare = false): string {
  const lines = [`repositoryFormatVersion = ${extensions.length > 0 ? 1 : 0}`, `bare = ${String(bare)}`];
  // As in `git init`, `ignoreCase` is set, because the file systems of Windows and macOS are usually case-insensitive.
  if (platform === 'win32' || platform === 'darwin') lines.push('ignoreCase = true');
  if (platform === 'darwin') lines.push('precomposeUnicode = true');
  if (platform === 'win32') lines.push('fileMode = false', 'symlinks = false');
  return [
    '[core]',
    ...lines.map((line) => `\t${line}`),
    ...(extensions.length > 0 ? ['[extensions]', ...extensions.map((line) => `\t${line}`)] : []),
    '',
  ].join('\n');
}

/**
 * Returns the name of the shared index to which a split index refers. Copies of all shared indexes could fill the disk,
 * because a checkout can contain sparse files.
 */
async function sharedIndex(gitDir: string): Promise<string[]> {
  const names = (await readdir(gitDir).catch(() => [])).filter((name) =>
    /^sharedindex\.([0-9a-f]{40}|[0-9a-f]{64})$/.test(name),
  );
  if (names.length === 0) return [];
  const file = path.join(gitDir, 'index');
  const index = (await isShortFile(file, LONG))
    ? await readPlainFile(file, { maxBytes: LONG })
    : Buffer.alloc(0);
  // The header of the extension `link` contains the name, the length, and the hash of the shared index.
  const link = index.lastIndexOf('link');
  const linked = names.find((name) => {
    const hash = Buffer.from(name.slice('sharedindex.'.length), 'hex');
    return link >= 0 && index.subarray(link + 8, link + 8 + hash.length).equals(hash);
  });
  return linked === undefined ? [] : [linked];
}

/**
 * Returns the content of a small regular file, or `undefined` for any other file, because opening another type of file
 * could block forever.
 */
async function smallFile(file: string): Promise<string | undefined> {
  return readShortFile(file, SMALL);
}

/** Returns the content of a regular file of at most `most` bytes, or `undefined` for any other file. */
export async function readShortFile(file: string, most: number): Promise<string | undefined> {
  if (!(await isShortFile(file, most))) return undefined;
  return readPlainText(file, { maxBytes: most }).catch(() => undefined);
}

async function isShortFile(file: string, most: number): Promise<boolean> {
  const stat = await lstat(file).catch(() => undefined);
  return stat !== undefined && stat.isFile() && stat.size <= most;
}

async function isFile(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined))?.isFile() ?? false;
}

async function isFolder(folder: string): Promise<boolean> {
  const real = await realpath(folder).catch(() => undefined);
  return real !== undefined && (await lstat(real)).isDirectory();
}
