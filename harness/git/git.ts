import { execFile } from 'node:child_process';
import { networkOfThisMachine } from '../network.ts';

/** The environment every git call of the harness runs in: nobody's configuration, one author, one place in time. */
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
    // A reader's own repository may lie behind the network's proxy.
    ...networkOfThisMachine(),
  };
  const systemRoot = process.env['SystemRoot'];
  if (systemRoot !== undefined) env['SystemRoot'] = systemRoot;
  return env;
}

/** Runs git in a folder and gives what it printed, trimmed. Throws with git's own words when it fails. */
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
