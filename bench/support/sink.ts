import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './deploys.ts';

/** A bare node:http server, in a process of its own, that writes every body to one file. */
export interface Sink {
  url: string;
  stop(): Promise<void>;
}

/** Starts one. Rejects when it ends before it serves. */
export async function startSink(file: string): Promise<Sink> {
  const program = path.join(import.meta.dirname, 'sink-server.ts');
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts', 'run.mjs'), program], {
    env: { PATH: process.env['PATH'], SINK_FILE: file },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const port = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line)),
    ended.then(() => Promise.reject(new Error('the bare server ended before it served'))),
  ]);
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
