import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { withGit } from '../git/program.ts';
import { findCheckout, readShortFile, type Repository } from '../git/repository.ts';
import type { Checkout } from './run-event.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Each reads a few small files. */
const LIMIT_MS = 10_000;

/** The repository that a folder is in, and its top folder; undefined outside of one. */
export async function findTop(folder: string): Promise<(Repository & { top: string }) | undefined> {
  const real = await realpath(folder);
  return findCheckout(real, path.parse(real).root);
}

/**
 * Asks git what is checked out, without the network and without starting anything that the repository's configuration
 * names. Undefined when this machine has no git.
 */
export async function readCheckout(
  repository: Repository & { top: string },
  env: Env,
  signal: AbortSignal,
): Promise<Checkout | undefined> {
  // Programs below the checkout are not trusted.
  return withGit({ ...env, GITHUB_WORKSPACE: repository.top }, signal, async (git) => {
    const head = (await readShortFile(path.join(repository.gitDir, 'HEAD'), 4096)) ?? '';
    const branch = /^ref: refs\/heads\/(\S+)\s*$/.exec(head)?.[1];
    const { gitDir } = await git.facade(repository);
    const config = path.join(repository.commonDir, 'config');
    const resolve = async (ref: string) => {
      const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
      const end = await git.run(args, { cwd: git.empty, gitDir, limitMs: LIMIT_MS });
      return end.kind === 'ended' && end.code === 0 ? end.stdout.toString().trim() : undefined;
    };
    const [commit, pushed, urls = ''] = await Promise.all([
      resolve('HEAD'),
      branch === undefined ? undefined : resolve(`refs/remotes/origin/${branch}`),
      git.readConfig(config, ['--get-regexp', String.raw`^remote\..*\.url$`]),
    ]);
    return { branch, commit, remoteUrl: remoteOf(urls), pushed };
  });
}

/** The address of `origin`, else of the only remote. */
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
