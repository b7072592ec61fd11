import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { git } from './git.ts';

/** Path → text; `null` removes the file. */
export type FileTree = Record<string, string | null>;

export interface CommitOptions {
  /** Pushes the branch to the origin too. Default: true. */
  push?: boolean;
}

/** A repository with a working tree and a bare origin, both in one temporary folder. */
export interface FixtureRepository {
  /** The working tree. */
  readonly dir: string;
  /** The bare origin's folder. */
  readonly origin: string;
  /** The bare origin as a `file://` URL. */
  readonly url: string;
  /** Writes the files and commits them on the current branch; gives the commit. */
  commit(files: FileTree, message?: string, options?: CommitOptions): Promise<string>;
  /** Creates (or moves to) a branch at the current commit. */
  branch(name: string): Promise<void>;
  /** Tags the current commit and pushes the tag; annotated tags give their own object too. */
  tag(name: string, options?: { annotated?: boolean }): Promise<{ commit: string; object: string }>;
  /** Pushes the current branch. */
  push(options?: { force?: boolean }): Promise<void>;
  /** The commit a ref of the working tree leads to. */
  head(ref?: string): Promise<string>;
  git(...args: string[]): Promise<string>;
  /** Removes everything. */
  remove(): Promise<void>;
}

/**
 * Makes a repository on branch `main` with these files as its first commit, pushed to a bare origin beside it.
 * Authors and dates are fixed, so that equal content gives equal commits. `parent`: the folder it is made in.
 */
export async function createRepository(
  files: FileTree,
  branch = 'main',
  parent = tmpdir(),
): Promise<FixtureRepository> {
  const root = await mkdtemp(path.join(parent, 'agent-deploy-git-'));
  const dir = path.join(root, 'work');
  const origin = path.join(root, 'origin.git');
  let commits = 0;
  await mkdir(dir);
  await git(root, ['init', '--quiet', '--bare', `--initial-branch=${branch}`, origin]);
  await git(dir, ['init', '--quiet', `--initial-branch=${branch}`]);
  await git(dir, ['remote', 'add', 'origin', origin]);
  const at = () => 1_767_225_600 + commits * 60;
  const repository: FixtureRepository = {
    dir,
    origin,
    url: pathToFileURL(origin).href,
    async commit(tree, message = 'Change the agent', options = {}) {
      await writeTree(dir, tree);
      commits += 1;
      await git(dir, ['add', '--all', '--force']);
      await git(dir, ['commit', '--quiet', '--allow-empty', '--message', message], at());
      if (options.push !== false) await repository.push();
      return repository.head();
    },
    branch: async (name) => void (await git(dir, ['checkout', '--quiet', '-B', name])),
    async tag(name, options = {}) {
      const annotation = options.annotated ? ['--annotate', '--message', name] : [];
      await git(dir, ['tag', ...annotation, name], at());
      await git(dir, ['push', '--quiet', 'origin', `refs/tags/${name}`]);
      return {
        commit: await git(dir, ['rev-parse', `${name}^{commit}`]),
        object: await git(dir, ['rev-parse', name]),
      };
    },
    push: async (options = {}) =>
      void (await git(dir, ['push', '--quiet', ...(options.force ? ['--force'] : []), 'origin', 'HEAD'])),
    head: (ref = 'HEAD') => git(dir, ['rev-parse', `${ref}^{commit}`]),
    git: (...args) => git(dir, args, at()),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
  await repository.commit(files, 'Add the agent');
  return repository;
}

async function writeTree(dir: string, tree: FileTree): Promise<void> {
  for (const [name, text] of Object.entries(tree)) {
    const file = path.join(dir, name);
    if (text === null) await rm(file, { recursive: true, force: true });
    else {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }
}
