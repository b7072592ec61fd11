import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { hostNetworkEnvironment } from './emulator.ts';
import { WAIT_LIMIT_MS } from './hang-limit.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

interface DevOptions {
  /** Folder of the agent. */
  folder: string;
  dataDir: string;
  /** Working directory, from which relative paths are resolved; the default is this repository. */
  cwd?: string;
  flags?: readonly string[];
  /** True to omit `--port`; if false, any free port is used. */
  onDefaultPort?: boolean;
  /** Files to which the output is also written, as by `tee`. */
  tee?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** A running `dev` command in its own process. */
export interface DevHandle {
  readonly pid: number;
  /** All lines that the command has printed so far. */
  readonly lines: readonly string[];
  /**
   * Resolves to the first matching line at or after index `from`. Rejects with the printed lines if the process exits
   * first or the time limit is exceeded.
   */
  until(pattern: RegExp, from?: number, withinMs?: number): Promise<string>;
  /** Resolves to the agent's URL and key once the command has printed them. */
  address(withinMs?: number): Promise<{ url: string; apiKey: string }>;
  readonly ended: Promise<number | null>;
  /** Stops the process (SIGTERM) and waits until it has exited. */
  stop(): Promise<void>;
}

/** Starts the `dev` command for a folder. */
export function startDev({
  folder,
  dataDir,
  cwd = ROOT,
  flags = [],
  tee = [],
  onDefaultPort = false,
  env = {},
}: DevOptions): DevHandle {
  const program = [path.join(ROOT, 'scripts', 'run.mjs'), path.join(ROOT, 'src/emulator/cli/main.ts')];
  const onPort = onDefaultPort ? [] : ['--port', '0'];
  const own = [...onPort, '--data-dir', dataDir, '--parent-pid', String(process.pid), ...flags];
  const child = spawn(process.execPath, [...program, 'dev', folder, ...own], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: path.resolve(cwd, dataDir), ...hostNetworkEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const one of waiting) one();
  };
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line);
      for (const file of tee) appendFileSync(file, `${line}\n`);
      wake();
    });
  }
  let isEnded = false;
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      isEnded = true;
      resolve(code);
      wake();
    });
  });
  const until = (pattern: RegExp, from = 0, withinMs = WAIT_LIMIT_MS): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const fail = (why: string) =>
      reject(new Error(`dev ${why} without ${pattern.source}:\n${lines.slice(from).join('\n')}`));
    const timer = setTimeout(() => fail(`took longer than ${withinMs} ms`), withinMs);
    const look = () => {
      const line = lines.slice(from).find((one) => pattern.test(one));
      if (line !== undefined) resolve(line);
      else if (isEnded) fail('ended');
    };
    waiting.add(look);
    look();
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(look);
    });
  };
  return {
    pid: child.pid ?? 0,
    lines,
    until,
    async address(withinMs) {
      const first = await until(/^ {2}URL |^No revision is serving yet/, 0, withinMs);
      if (first.startsWith('No revision')) throw new Error(`dev deployed nothing:\n${lines.join('\n')}`);
      const read = async (name: string) =>
        (await until(new RegExp(`^  ${name} `), 0, withinMs)).slice(name.length + 2).trim();
      return { url: await read('URL'), apiKey: await read('API key') };
    },
    ended,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
