import { realClock } from '../../clients/clock.ts';
import { withoutInputs } from './program.ts';

/** Finds out which commit a ref of a repository names now. Undefined: it could not be found out. */
export type ResolveRef = (repoUrl: string, ref: string, signal: AbortSignal) => Promise<string | undefined>;

/** Real time, like everything that git does. */
const LIMIT_MS = 15_000;

/**
 * Asks git, in the workspace, whose checkout may hold the credentials. Best effort: without git, network or access the
 * commit stays unknown and is then not compared. The toolkit's exec cannot be stopped, so the wait for it is limited.
 */
export function createResolveRef(env: Readonly<Record<string, string | undefined>>): ResolveRef {
  return async (repoUrl, ref, signal) => {
    const settled = new AbortController();
    const limit = realClock.sleep(LIMIT_MS, AbortSignal.any([signal, settled.signal]));
    try {
      return await Promise.race([lsRemote(repoUrl, ref, env), limit.then(() => undefined)]);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Error) return undefined;
      throw error;
    } finally {
      settled.abort();
      await limit.catch(() => {});
    }
  };
}

async function lsRemote(
  repoUrl: string,
  ref: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const { getExecOutput } = await import('@actions/exec');
  const full = ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
  const args = [
    '-c',
    'http.lowSpeedLimit=1000',
    '-c',
    'http.lowSpeedTime=10',
    '-c',
    'protocol.ext.allow=never',
    'ls-remote',
    '--',
    repoUrl,
    full,
    // The commit that an annotated tag points to.
    `${full}^{}`,
  ];
  const { exitCode, stdout } = await getExecOutput('git', args, {
    silent: true,
    ignoreReturnCode: true,
    cwd: env['GITHUB_WORKSPACE'] || process.cwd(),
    env: { ...withoutInputs(env), GIT_TERMINAL_PROMPT: '0' },
  });
  return exitCode === 0 ? readCommit(stdout, full) : undefined;
}

/** The commit in ls-remote's answer: the one behind an annotated tag, else that of the ref itself. Pure. */
export function readCommit(stdout: string, fullRef: string): string | undefined {
  const rows = stdout.split(/\r?\n/).map((line) => line.split('\t'));
  const find = (name: string) => rows.find(([, rowRef]) => rowRef === name)?.[0];
  const commit = find(`${fullRef}^{}`) ?? find(fullRef);
  return commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
}
