import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { type Git, withGit } from '../git/program.ts';
import {
  findCheckout,
  findOwnCheckout,
  readShortFile,
  type Repository,
  trustedOwners,
} from '../git/repository.ts';
import { type Checkout, detectCi } from './run-event.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Time limit of a git command in milliseconds. The git commands read only a few small files. */
const LIMIT_MS = 10_000;

/**
 * Variables that contain the path of a CI job's folder. The job's folder is trusted, because in a container another
 * user can own the folder.
 */
const JOB_FOLDERS = { github: 'GITHUB_WORKSPACE', gitlab: 'CI_PROJECT_DIR', jenkins: 'WORKSPACE' } as const;

/**
 * Finds the repository of a folder, and the top folder of its checkout. Returns `undefined` outside a repository.
 * @throws UntrustedRepositoryError if another user of the machine owns the repository, unless the repository is
 * in the CI job's own folder
 * @throws the error of the file system if the folder cannot be read
 */
export async function findTop(folder: string, env: Env): Promise<(Repository & { top: string }) | undefined> {
  const real = await realpath(folder);
  const ci = detectCi(env);
  const given = ci === 'none' ? undefined : env[JOB_FOLDERS[ci]];
  const job = given ? await realpath(given).catch(() => undefined) : undefined;
  const inJob = job !== undefined && (real === job || real.startsWith(job + path.sep));
  return (inJob ? await findCheckout(real, job) : undefined) ?? findOwnCheckout(real, trustedOwners(env));
}

/**
 * Reads the state of the checkout with git, without using the network and without starting any program from the
 * repository's configuration. Returns `undefined` if this machine has no git.
 */
export async function readCheckout(
  repository: Repository & { top: string },
  env: Env,
  signal: AbortSignal,
): Promise<Checkout | undefined> {
  // The top folder is the workspace, so `git` is never a program inside the checkout.
  return withGit({ ...env, GITHUB_WORKSPACE: repository.top }, signal, async (git) => {
    const head = (await readShortFile(path.join(repository.gitDir, 'HEAD'), 4096)) ?? '';
    const branch = branchOf(head);
    const config = path.join(repository.commonDir, 'config');
    const [heads, remotes] = ['refs/heads/', 'refs/remotes/origin/'];
    const [commit, pushed, knowsOrigin, urls = ''] = await Promise.all([
      branch === undefined ? COMMIT.exec(head)?.[0] : readRef(git, repository, heads + branch),
      branch === undefined ? undefined : readRef(git, repository, remotes + branch),
      hasRefsBelow(repository, remotes),
      git.readConfig(config, ['--get-regexp', String.raw`^remote\..*\.url$`]),
    ]);
    return { branch, commit, remoteUrl: remoteOf(urls), pushed, knowsOrigin };
  });
}

/** Arguments for `git status` that list changed files without renames and submodules. */
const STATUS_ARGUMENTS = ['status', '--porcelain=v1', '-z', '--no-renames', '--ignore-submodules=all'];

/**
 * Returns the files and new folders that differ from the checked out commit, relative to the top folder and separated
 * by `/`. Returns an empty list if git is missing or takes too long, because the result is used only for a notice.
 */
export async function findUncommitted(
  repository: Repository & { top: string },
  env: Env,
  signal: AbortSignal,
): Promise<string[]> {
  const { top } = repository;
  const found = await withGit({ ...env, GITHUB_WORKSPACE: top }, signal, async (git) => {
    const { gitDir, index } = await git.facade(repository);
    const call = { cwd: top, gitDir, workTree: top, env: index, limitMs: LIMIT_MS };
    const end = await git.run(STATUS_ARGUMENTS, call);
    return end.kind === 'ended' && end.code === 0 ? end.stdout.toString().split('\0') : [];
  });
  // In the output of `git status`, two letters and a space precede each path.
  return (found ?? []).filter((entry) => entry !== '').map((entry) => entry.slice(3));
}

const COMMIT = /^[0-9a-f]{40,64}(?=\s*$)/;
const PACKED_BYTES = 64 * 1024 * 1024;

/**
 * Returns the commit of a ref from git's files, which is faster than starting git. Starts git only if the files do not
 * contain the ref.
 */
async function readRef(git: Git, repository: Repository, ref: string): Promise<string | undefined> {
  const { commonDir } = repository;
  const loose = COMMIT.exec((await readShortFile(path.join(commonDir, ref), 4096)) ?? '')?.[0];
  if (loose !== undefined) return loose;
  const packed = await readShortFile(path.join(commonDir, 'packed-refs'), PACKED_BYTES);
  const line = packed?.split('\n').find((entry) => entry.endsWith(` ${ref}`));
  if (line !== undefined) return line.slice(0, line.indexOf(' '));
  const { gitDir } = await git.facade(repository);
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const end = await git.run(args, { cwd: git.empty, gitDir, limitMs: LIMIT_MS });
  return end.kind === 'ended' && end.code === 0 ? end.stdout.toString().trim() : undefined;
}

/**
 * Returns whether git's files contain a ref whose name begins with the prefix. Returns false if the repository stores
 * refs in tables.
 */
async function hasRefsBelow({ commonDir }: Repository, prefix: string): Promise<boolean> {
  const loose = await readdir(path.join(commonDir, prefix)).catch(() => []);
  if (loose.some((name) => name !== 'HEAD')) return true;
  const packed = (await readShortFile(path.join(commonDir, 'packed-refs'), PACKED_BYTES)) ?? '';
  return packed.includes(` ${prefix}`);
}

/**
 * Returns the name of the branch in HEAD, or `undefined` if a path with the name would be outside the folder of refs.
 */
function branchOf(head: string): string | undefined {
  const branch = /^ref: refs\/heads\/(\S+)\s*$/.exec(head)?.[1];
  return branch?.split('/').some((part) => part.startsWith('.')) === true ? undefined : branch;
}

/** Returns the URL of the remote `origin`, or else the URL of the only remote. */
function remoteOf(listed: string): string | undefined {
  const remotes = listed
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const end = entry.indexOf('\n');
      return { name: entry.slice('remote.'.length, end - '.url'.length), url: entry.slice(end + 1) };
    });
  const chosen =
    remotes.find(({ name }) => name === 'origin') ?? (remotes.length === 1 ? remotes[0] : undefined);
  return chosen?.url;
}
