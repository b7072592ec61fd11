import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { withGit } from '../../git/program.ts';
import { findCheckout } from '../../git/repository.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Returns the first line of a commit's message, or `undefined` if the checkout does not contain the commit. */
export type ReadSubject = (commit: string, signal: AbortSignal) => Promise<string | undefined>;

/** Time limit of the git command in milliseconds. */
const LIMIT_MS = 5_000;
/** Maximum length in columns of a message's first line, which is more than reports show. */
const COLUMNS = 300;

/**
 * Creates a function that reads the first lines of messages with git from the checkout in the workspace. Git reads
 * neither the configuration nor the hooks of the checkout.
 */
export function createReadSubject(env: Env): ReadSubject {
  return async (commit, signal) => {
    if (!/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
    try {
      return await withGit(env, signal, async (git) => {
        const folder = await realpath(path.resolve(env['GITHUB_WORKSPACE'] || '.'));
        const checkout = await findCheckout(folder, folder);
        if (checkout === undefined) return undefined;
        const { gitDir } = await git.facade(checkout);
        const format = `--format=%<(${COLUMNS},trunc)%s`;
        const end = await git.run(['log', '--max-count=1', '--no-show-signature', format, commit, '--'], {
          cwd: git.empty,
          gitDir,
          limitMs: LIMIT_MS,
        });
        if (end.kind !== 'ended' || end.code !== 0) return undefined;
        return end.stdout.toString().trim() || undefined;
      });
    } catch (error) {
      if (error === signal.reason || !(error instanceof Error)) throw error;
      return undefined;
    }
  };
}
