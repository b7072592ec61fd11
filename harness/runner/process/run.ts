import { spawn } from 'node:child_process';
import type { CancelPauses } from '../types.ts';
import { groupAlive, killGroup } from './groups.ts';
import { lineSplitter } from './lines.ts';

export interface ProcessRequest {
  command: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /** Cancels it: SIGINT, a pause, SIGTERM, a pause, SIGKILL to its whole group. */
  signal: AbortSignal | undefined;
  cancelAfterMs: CancelPauses;
  onStart: (pid: number) => void;
  onLine: (line: string, stream: 'stdout' | 'stderr') => void;
}
export interface ProcessEnd {
  exitCode: number | null;
  endedBy: string | null;
  cancelled: boolean;
  /** The group of processes that outlived it; null when nobody did. */
  leftGroup: number | null;
}

/** How long the runner waits for the streams of a process that has ended (a grandchild may hold them open). */
const STREAMS_MS = 5_000;

/**
 * Runs a process as the runner runs a step: no standard input, both streams read line by line, a group of its own (so
 * that a Ctrl-C in the terminal reaches it only as a cancellation). What it leaves running is told, not ended: that is
 * the job's to do. Rejects when it cannot be started.
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
      leftGroup = child.pid !== undefined && groupAlive(child.pid) ? child.pid : null;
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
