import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ProcessRequest {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  signal: AbortSignal | undefined;
  /** Milliseconds from SIGINT to SIGTERM, and from SIGTERM to SIGKILL. */
  cancelAfterMs: { terminate: number; kill: number };
  onStart: (pid: number) => void;
  onLine: (line: string, stream: 'stdout' | 'stderr') => void;
}
export interface ProcessEnd {
  exitCode: number | null;
  endedBy: string | null;
  cancelled: boolean;
  leftRunning: boolean;
}

/** How long the runner waits for the streams of a process that has ended (a grandchild may hold them open). */
const STREAMS_MS = 5_000;

/**
 * Runs a process as the runner runs a node action: no standard input, both streams read line by line, a group of its
 * own (so that a Ctrl-C in the terminal reaches it only as a cancellation). Rejects when it cannot be started.
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
      createInterface({ input: child[stream], crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) =>
        request.onLine(line, stream),
      );
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
    let leftRunning = false;
    child.once('exit', () => {
      leftRunning = groupAlive(child.pid);
      timers.push(
        setTimeout(() => {
          child.stdout.destroy();
          child.stderr.destroy();
        }, STREAMS_MS),
      );
    });
    child.once('close', (exitCode, endedBy) => {
      settle();
      if (leftRunning) killGroup(child.pid);
      resolve({ exitCode, endedBy, cancelled, leftRunning });
    });
  });
}

function groupAlive(pid: number | undefined): boolean {
  if (pid === undefined || process.platform === 'win32') return false;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}
