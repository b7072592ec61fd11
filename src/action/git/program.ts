import { spawn } from 'node:child_process';

type Env = Readonly<Record<string, string | undefined>>;

/** How a run of git ended. `missing`: there is no such program. */
export type GitEnd = { kind: 'ended'; code: number; stdout: Buffer } | { kind: 'missing' };

/**
 * Runs git in a folder. The folder may belong to somebody else, as in a container of a job, so its owner is not asked;
 * but no program that its configuration names is started. Throws the signal's reason.
 */
export async function runGit(args: string[], cwd: string, env: Env, signal: AbortSignal): Promise<GitEnd> {
  signal.throwIfAborted();
  const safe = ['-c', 'safe.directory=*', '-c', 'core.fsmonitor=false', '-c', 'core.excludesFile='];
  const child = spawn('git', [...safe, ...args], {
    cwd,
    env: { ...withoutInputs(env), GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
    signal,
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { promise, resolve, reject } = Promise.withResolvers<GitEnd>();
  child.on('error', (error: NodeJS.ErrnoException) => {
    if (signal.aborted) reject(signal.reason);
    else if (error.code === 'ENOENT') resolve({ kind: 'missing' });
    else reject(error);
  });
  child.on('close', (code) => resolve({ kind: 'ended', code: code ?? 1, stdout: Buffer.concat(chunks) }));
  return promise;
}

/** Git needs PATH, HOME and the proxies, not our inputs and keys, nor to be sent to another repository. */
export function withoutInputs(env: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([key, value]) =>
      value === undefined || /^(INPUT_|STATE_|ACTIONS_|LANGSMITH_|GIT_(DIR|WORK_TREE|INDEX_FILE)$)/.test(key)
        ? []
        : [[key, value]],
    ),
  );
}
