import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hostNetworkEnvironment } from './emulator.ts';

/** Contents of files by path, where `null` removes the file. */
export type FileTree = Record<string, string | null>;

interface CommitOptions {
  /** True (the default) to push the branch to the origin. */
  push?: boolean;
}

/** A repository with a work tree and a bare origin, both in a temporary folder. */
export interface FixtureRepository {
  /** Path of the work tree. */
  readonly dir: string;
  /** Path of the bare origin. */
  readonly origin: string;
  /** `file://` URL of the bare origin. */
  readonly url: string;
  /** Writes the files, commits them on the current branch, and returns the SHA of the commit. */
  commit(files: FileTree, message?: string, options?: CommitOptions): Promise<string>;
  /** Switches to a branch, and creates it at the current commit if it does not exist. */
  branch(name: string): Promise<void>;
  /**
   * Tags the current commit, and pushes the tag. Returns the commit and the tag object, which differ for an annotated
   * tag.
   */
  tag(name: string, options?: { annotated?: boolean }): Promise<{ commit: string; object: string }>;
  /** Pushes the current branch. */
  push(options?: { force?: boolean }): Promise<void>;
  /** Returns the SHA of a ref's commit in the work tree. */
  head(ref?: string): Promise<string>;
  git(...args: string[]): Promise<string>;
  /** Removes the repository and its origin. */
  remove(): Promise<void>;
}

/**
 * Creates a repository with these files as the first commit of branch `main`, and pushes it to a bare origin. Authors
 * and dates are fixed, so that equal content has equal commits. `parent` is the parent folder.
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

/** Returns the environment of all git commands in the harness: no configuration, a fixed author and a fixed time. */
export function gitEnvironment(atSeconds = 1_767_225_600): Record<string, string> {
  const date = `${atSeconds} +0000`;
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.platform === 'win32' ? (process.env['USERPROFILE'] ?? '') : '/nonexistent',
    GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
    GIT_CONFIG_SYSTEM: process.platform === 'win32' ? 'NUL' : '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_AUTHOR_NAME: 'Mona Lisa',
    GIT_AUTHOR_EMAIL: 'mona@example.com',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: 'Mona Lisa',
    GIT_COMMITTER_EMAIL: 'mona@example.com',
    GIT_COMMITTER_DATE: date,
    LC_ALL: 'C',
    // A user's own repository may be reachable only through the network's proxy.
    ...hostNetworkEnvironment(),
  };
  const systemRoot = process.env['SystemRoot'];
  if (systemRoot !== undefined) env['SystemRoot'] = systemRoot;
  return env;
}

/** Runs git in a folder and returns the trimmed output, or throws with git's message if git fails. */
export function git(
  cwd: string,
  args: readonly string[],
  atSeconds?: number,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...gitEnvironment(atSeconds), ...more };
    const options = { cwd, env, maxBuffer: 16 * 1024 * 1024, windowsHide: true };
    execFile('git', args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.trim());
      else
        reject(
          new Error(`git ${args[0] ?? ''} failed in ${cwd}: ${stderr.trim() || error.message}`, {
            cause: error,
          }),
        );
    });
  });
}
