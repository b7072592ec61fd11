import { copyFile, lstat, mkdir, readdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where a repository that we did not make keeps its parts. Its configuration is never given to a git of ours. */
export interface Repository {
  /** Its own part: HEAD and the index. */
  gitDir: string;
  /** What worktrees share: objects, refs, configuration. The same folder for all others. */
  commonDir: string;
}

/** Small files of a repository are not longer than this; what is, is not what it says. */
const SMALL = 4096;
const LONG = 64 * 1024 * 1024;

/**
 * The repository of a checkout in the workspace: that of `folder`, or of one above it up to `workspace`. What makes a
 * folder one is an entry `.git` in it, as `actions/checkout` leaves it: a folder, or for submodules and worktrees a file
 * that names a folder inside the `.git` of a folder above. A worktree of a repository elsewhere counts when that
 * repository says so itself. A folder that only looks like a bare repository never is one.
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
    // A broken one ends the search, as with git: what is above it has no say over this folder.
    return repository && { ...repository, top };
  }
  return undefined;
}

/** The repository at a path that was named on purpose: with a checkout, or bare. */
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

/** A folder and those above it, up to and with `last`; none when it is not in there. */
function foldersUpTo(folder: string, last: string): string[] {
  const folders = [folder];
  for (let at = folder; at !== last; at = path.dirname(at)) {
    const above = path.dirname(at);
    if (above === at) return [];
    folders.push(above);
  }
  return folders;
}

/** The folder that a `.git` file leads to, when it is one of the checkout's own. */
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
  // Only what lies among the worktrees of a repository shares its parts.
  const own = shared === undefined || gitDir.startsWith(path.join(commonDir, 'worktrees') + path.sep);
  return own && (await isFolder(path.join(commonDir, 'objects'))) ? { gitDir, commonDir } : undefined;
}

/**
 * Makes a git directory of ours in front of a repository: its HEAD, refs, objects and excludes, with a configuration that
 * we write. A git that is sent there never reads what the repository's configuration says. `at`: a folder that is not
 * there yet. `index`: the variables that lead a git to the repository's index.
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
    ...(await sharedIndexes(gitDir)).map((index) => [gitDir, index] as const),
  ] as const) {
    const from = path.join(folder, name);
    if (await isShortFile(from, LONG)) await copyFile(from, path.join(at, name));
  }
  for (const name of ['objects', 'refs', ...(inTables ? ['reftable'] : [])]) {
    const real = await realpath(path.join(commonDir, name)).catch(() => undefined);
    // Git packs every ref and may leave no folder; it wants one all the same.
    if (real === undefined || !(await isFolder(real))) await mkdir(path.join(at, name));
    else await symlink(real, path.join(at, name), 'junction');
  }
  const index = path.join(gitDir, 'index');
  return { gitDir: at, index: (await isFile(index)) ? { GIT_INDEX_FILE: index } : {} };
}

/** An empty git directory of ours, for a git that needs no repository or is to fill one. Leaves what is there. */
export async function initGitDir(at: string, platform: NodeJS.Platform): Promise<void> {
  await Promise.all(['objects', 'refs'].map((name) => mkdir(path.join(at, name), { recursive: true })));
  // Replaces what was there: only our configuration is ever read.
  await writeFile(path.join(at, 'config'), repositoryConfig([], platform, true));
  const head = path.join(at, 'HEAD');
  if ((await lstat(head).catch(() => undefined)) === undefined) {
    await writeFile(head, 'ref: refs/heads/main\n');
  }
}

function repositoryConfig(extensions: readonly string[], platform: NodeJS.Platform, bare = false): string {
  const lines = [`repositoryFormatVersion = ${extensions.length > 0 ? 1 : 0}`, `bare = ${String(bare)}`];
  // File systems that do not tell upper from lower case, as `git init` finds them.
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

async function sharedIndexes(gitDir: string): Promise<string[]> {
  const names = await readdir(gitDir).catch(() => []);
  return names.filter((name) => /^sharedindex\.[0-9a-f]{40,64}$/.test(name));
}

/** Text of a plain file; undefined when it is none: opening something else could wait for ever. */
async function smallFile(file: string): Promise<string | undefined> {
  return readShortFile(file, SMALL);
}

/** Text of a plain file of at most so many bytes; undefined when it is no such file. */
export async function readShortFile(file: string, most: number): Promise<string | undefined> {
  if (!(await isShortFile(file, most))) return undefined;
  return readFile(file, 'utf8').catch(() => undefined);
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
