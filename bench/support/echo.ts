import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './deploys.ts';

/** A bare node:http server, in a process of its own, that answers every request with one body. */
export interface Echo {
  url: URL;
  pid: number;
  stop(): Promise<void>;
}

/** Starts one. Rejects when it ends before it serves. */
export async function startEcho(body: string): Promise<Echo> {
  const program = path.join(import.meta.dirname, 'echo-server.ts');
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts', 'run.mjs'), program], {
    env: { PATH: process.env['PATH'], ECHO_BODY: body },
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
