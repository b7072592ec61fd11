import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { findCheckout } from '../../git/repository.ts';
import { errorMessage } from '../../os/errors.ts';
import { type Git, withGit } from '../../git/program.ts';
import { ActionError } from '../outcome.ts';
import type { IsUnneeded } from './exclusions.ts';
import { gitIgnore, type IgnoreFile, parseGitIgnore } from './git-ignore.ts';
import { readIgnoreFile } from './ignore-file.ts';
import { displayPath } from './sizes.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Paths of the files that git tracks or would add, relative to the folder. `commit` is the commit that is checked out.
 */
interface GitFiles {
  paths: string[];
  commit: string | undefined;
}

/**
 * Time limit for git in real milliseconds, which only an endless file exceeds, because git reads an index and a tree
 * fast.
 */
const LIMIT_MS = 120_000;

/**
 * Returns the files that git would include from a folder: tracked files, and untracked files that are not ignored,
 * including the files in submodules and nested repositories. Returns `undefined` without git or outside a checkout.
 * Rejects with the signal's reason if the signal aborts. Lets git read the checkout's index, refs and objects, but
 * never the checkout's configuration (see `src/git/repository.ts`). Does not search for a repository above `ceiling`,
 * which is the workspace. Does not list folders for which `isUseless` returns true.
 */
export async function gitFiles(
  folder: string,
  ceiling: string,
  isUseless: IsUnneeded,
  env: Env,
  signal: AbortSignal,
): Promise<GitFiles | undefined> {
  const checkout = await findCheckout(folder, await realpath(ceiling));
  if (checkout === undefined) return undefined;
  return withGit(env, signal, async (git) => {
    const facade = await git.facade(checkout);
    const answers = [list(git, folder, isUseless, { ...checkout, facade }), commitOf(git, facade)] as const;
    // Waits for all git commands before git's temporary folder is removed, even if a command failed.
    await Promise.allSettled(answers);
    const [paths, commit] = await Promise.all(answers);
    return paths && { paths, commit };
  });
}

type Facade = Awaited<ReturnType<Git['facade']>>;

async function commitOf(git: Git, { gitDir }: Facade): Promise<string | undefined> {
  const call = { cwd: gitDir, gitDir, limitMs: LIMIT_MS };
  const head = await git.run(['rev-parse', '--verify', '-q', 'HEAD'], call);
  return head.kind === 'ended' && head.code === 0 ? head.stdout.toString().trim() : undefined;
}

async function list(
  git: Git,
  folder: string,
  isUseless: IsUnneeded,
  { top, facade: { gitDir, index } }: { top: string; facade: Facade },
): Promise<string[] | undefined> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const end = await git.run(args, { cwd: folder, gitDir, workTree: top, env: index, limitMs: LIMIT_MS });
  if (end.kind !== 'ended' || end.code !== 0) return undefined;
  const listed = end.stdout
    .toString('utf8')
    .split('\0')
    .filter((entry) => entry !== '' && !leavesFolder(entry));
  const nested = await Promise.all(listed.map((entry) => isFolder(folder, entry)));
  const paths: string[] = [];
  for (const [index, entry] of listed.entries()) {
    if (nested[index] !== true) {
      paths.push(entry);
      continue;
    }
    // Git lists only the folder of a nested repository, which is empty if the repository is not checked out.
    const inner = entry.replace(/(?<!\/)\/+$/, '');
    if (isUseless(path.posix.basename(inner))) continue;
    const own = await listWithin(git, path.join(folder, inner), isUseless, top);
    paths.push(...own.map((name) => `${inner}/${name}`));
  }
  return paths;
}

/**
 * Returns whether a path leads outside the folder. Programs other than git can write a path outside the folder into the
 * index.
 */
function leavesFolder(entry: string): boolean {
  return path.isAbsolute(entry) || entry.split(/[\\/]/).includes('..');
}

/**
 * Returns the files of a nested repository. If the nested repository is untrusted, returns the files that no
 * `.gitignore` excludes.
 */
async function listWithin(git: Git, folder: string, isUseless: IsUnneeded, outer: string): Promise<string[]> {
  const checkout = await findCheckout(folder, outer);
  const own =
    checkout?.top === folder
      ? await list(git, folder, isUseless, { top: folder, facade: await git.facade(checkout) })
      : undefined;
  return own ?? walk(folder, isUseless);
}

async function isFolder(folder: string, entry: string): Promise<boolean> {
  if (entry.endsWith('/')) return true;
  try {
    return (await lstat(path.join(folder, entry))).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Returns the files below a folder that no `.gitignore` in the folder excludes, relative to the folder. Suitable for
 * folders that are not git checkouts. Skips folders for which `isUseless` returns true. Lists symbolic links without
 * following the links. Rejects with file system errors.
 */
export async function walk(root: string, isUseless: IsUnneeded): Promise<string[]> {
  const found: string[] = [];
  const visit = async (folder: string, above: readonly IgnoreFile[]): Promise<void> => {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(
      (cause: unknown) => {
        throw new ActionError(
          'source-unusable',
          `${displayPath(folder)} cannot be packed, because the folder cannot be read (${errorMessage(cause)}). Give the runner's user permission to read it, or add it to a .gitignore.`,
          { cause },
        );
      },
    );
    const own = entries.some(({ name }) => name === '.gitignore')
      ? [parseGitIgnore(folder, await readIgnoreFile(root, path.join(folder, '.gitignore')))]
      : [];
    const files = [...above, ...own];
    const ignored = gitIgnore(files);
    for (const entry of entries) {
      const at = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isUseless(entry.name) || ignored(at, entry.isDirectory())) continue;
      if (entry.isDirectory()) await visit(at, files);
      else found.push(at);
    }
  };
  await visit('', []);
  return found;
}
