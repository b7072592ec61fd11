import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './deploys.ts';

/** A bare node:http server in a separate process, for comparison. */
export interface BareServer {
  url: URL;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a program of this folder that prints its port, and exits when its stdin closes. Rejects if the program exits
 * earlier.
 */
export async function startBareServer(
  program: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> },
): Promise<BareServer> {
  const script = [path.join(ROOT, 'scripts', 'run.mjs'), path.join(import.meta.dirname, program), ...args];
  const child = spawn(process.execPath, script, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const port = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line)),
    ended.then(() => Promise.reject(new Error('the bare server ended before it served'))),
  ]);
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    pid: child.pid ?? 0,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
