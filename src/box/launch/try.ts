import { execFile } from 'node:child_process';

const TRIAL_MS = 10_000;

/** How a short program ended: `said` is the last line of its stderr. */
export type ProbeResult = { ok: true } | { ok: false; said: string };

/** Runs a program to see whether it works, in an empty environment. Never rejects. */
export function probeCommand([file = '', ...args]: string[]): Promise<ProbeResult> {
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
  return new Promise((resolve) => {
    const child = execFile(file, args, { env, timeout: TRIAL_MS }, (error, _stdout, stderr) => {
      if (error === null) return resolve({ ok: true });
      const said = stderr.trim().split('\n').at(-1) ?? '';
      resolve({ ok: false, said: said === '' ? `it ended with ${String(error.code)}` : said });
    });
    child.stdin?.end();
  });
}
