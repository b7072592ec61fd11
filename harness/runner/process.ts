import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { isGroupAlive } from '../../src/os/processes.ts';
import type { CancelPauses } from './types.ts';

interface ProcessRequest {
  command: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /** Cancels the process: SIGINT, a pause, SIGTERM, a pause, and SIGKILL to the process group. */
  signal: AbortSignal | undefined;
  cancelAfterMs: CancelPauses;
  onStart: (pid: number) => void;
  onLine: (line: string, stream: 'stdout' | 'stderr') => void;
}
export interface ProcessEnd {
  exitCode: number | null;
  endedBy: string | null;
  cancelled: boolean;
  /** ID of the process group that is still running after the process, or null if none is. */
  leftGroup: number | null;
}

/** Maximum milliseconds to wait for the streams of a process that has ended, which a child process may keep open. */
const STREAMS_MS = 5_000;

/**
 * Runs a process as the runner runs a step: without standard input, reading both streams line by line, and in its own
 * process group, so that Ctrl-C in the terminal reaches it only as a cancellation. Reports remaining processes, which
 * the end of the job stops. Rejects if the process cannot be started.
 */
export function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(request.command, request.args, {
      cwd: request.cwd,
      env: request.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const timers: NodeJS.Timeout[] = [];
    let cancelled = false;
    const cancel = () => {
      cancelled = true;
      child.kill('SIGINT');
      timers.push(
        setTimeout(() => {
          child.kill('SIGTERM');
          timers.push(setTimeout(() => killGroup(child.pid), request.cancelAfterMs.kill));
        }, request.cancelAfterMs.terminate),
      );
    };
    for (const stream of ['stdout', 'stderr'] as const) {
      const splitter = lineSplitter();
      const give = (lines: string[]) => {
        for (const line of lines) request.onLine(line, stream);
      };
      child[stream].on('data', (chunk: Buffer) => give(splitter.push(chunk)));
      child[stream].once('close', () => give(splitter.end()));
    }
    child.once('spawn', () => {
      if (child.pid !== undefined) request.onStart(child.pid);
      if (request.signal?.aborted) cancel();
      else request.signal?.addEventListener('abort', cancel, { once: true });
    });
    const settle = () => {
      request.signal?.removeEventListener('abort', cancel);
      for (const timer of timers) clearTimeout(timer);
    };
    child.once('error', (error) => {
      settle();
      reject(new Error(`${request.command} could not be started: ${error.message}`, { cause: error }));
    });
    let leftGroup: number | null = null;
    child.once('exit', () => {
      leftGroup = child.pid !== undefined && isGroupAlive(child.pid) ? child.pid : null;
      timers.push(
        setTimeout(() => {
          child.stdout.destroy();
          child.stderr.destroy();
        }, STREAMS_MS),
      );
    });
    child.once('close', (exitCode, endedBy) => {
      settle();
      resolve({ exitCode, endedBy, cancelled, leftGroup });
    });
  });
}

/** Kills a process and its process group. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The process has just ended.
  }
}

/**
 * Stops the remaining processes of a job's steps, as the runner does at the end of the job. Finds the processes by the
 * mark in their environment on Linux, and by their process groups.
 * @param mark `RUNNER_TRACKING_ID=<id>`
 * @returns the processes found by their mark
 */
export async function endOrphans(mark: string, groups: Iterable<number>): Promise<number[]> {
  const marked = process.platform === 'linux' ? await processesWith(mark) : [];
  for (const pid of marked) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has just ended.
    }
  }
  for (const group of groups) killGroup(group);
  return marked;
}

async function processesWith(mark: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // The environment of another user's process, which does not belong to the job, cannot be read.
    const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '');
    if (environment.split('\0').includes(mark)) found.push(Number(name));
  }
  return found;
}

/** Splits a stream of bytes into lines. */
interface LineSplitter {
  push(chunk: Uint8Array): string[];
  /** Returns the remaining text at the end of the stream. */
  end(): string[];
}

/**
 * Creates a splitter that works like the runner's stream reader: it decodes UTF-8, replaces invalid bytes, and drops
 * an initial byte order mark. Only `\n`, `\r\n` or `\r` ends a line, while Node's line reader also splits at U+2028
 * and U+2029.
 */
export function lineSplitter(): LineSplitter {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  const take = (text: string, ended: boolean): string[] => {
    rest += text;
    // A final carriage return may be the first half of a line end.
    const held = !ended && rest.endsWith('\r') ? '\r' : '';
    const lines = (held === '' ? rest : rest.slice(0, -1)).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + held;
    if (!ended || rest === '') return lines;
    lines.push(rest);
    rest = '';
    return lines;
  };
  return {
    push: (chunk) => take(decoder.decode(chunk, { stream: true }), false),
    end: () => take(decoder.decode(), true),
  };
}

/** Splits a whole string into lines like `lineSplitter`. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
