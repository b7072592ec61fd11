import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { WAIT_LIMIT_MS } from '../hang-limit.ts';
import type { ReferenceServer } from './server.ts';
import { freePort } from '../free-ports.ts';

interface ServerCommand {
  /** Name of the server in error messages. */
  name: string;
  program: string;
  /** Arguments of the program, to which `--port` with a free port is appended. */
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts an agent server with a command line, without telemetry. Throws with the server's log if it does not accept
 * requests.
 */
export async function startCommand({
  name,
  program,
  args,
  cwd,
  env,
}: ServerCommand): Promise<ReferenceServer> {
  const port = await freePort();
  const child = spawn(program, [...args, '--port', String(port)], {
    cwd,
    env: { ...env, LANGGRAPH_CLI_NO_ANALYTICS: '1', LANGSMITH_TRACING: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The server starts further processes, which are stopped together with its process group.
    detached: true,
  });
  const log: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => log.push(line));
  }
  let isEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => log.push(error.message));
    child.once('close', () => {
      isEnded = true;
      resolve();
    });
  });
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal);
    } catch {
      // The server has already exited.
    }
  };
  const server: ReferenceServer = {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    log: () => log.join('\n'),
    async stop() {
      kill('SIGTERM');
      const timer = setTimeout(() => kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(timer);
    },
  };
  const until = performance.now() + WAIT_LIMIT_MS;
  for (;;) {
    const answer = await fetch(`${server.url}/ok`).catch(() => undefined);
    if (answer?.ok === true) return server;
    if (isEnded || performance.now() > until) {
      await server.stop();
      throw new Error(`${name} did not start:\n${server.log()}`);
    }
    await sleep(25);
  }
}
