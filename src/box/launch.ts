import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { GENERATED_MAX_BYTES, readPlainTextSync } from '../os/plain-file.ts';
import type { CgroupSteps } from './cgroup-plan.ts';
import { isRunning, readProcessStat } from '../os/process-stat.ts';
import { startProgram } from '../os/programs.ts';
import { probeCommand, removeCgroup } from './cgroups.ts';
import { START_LINE } from './launch-command.ts';

/** Bash can close any file descriptor, while a plain shell can close only descriptors below 10. */
const SHELL = existsSync('/bin/bash')
  ? // Without `--norc`, Bash would run ~/.bashrc and export its variables: Node's pipes are sockets, and Bash takes a
    // socket for a remote login.
    ['/bin/bash', '--norc']
  : ['/bin/sh'];
const OUTPUT_TAIL = 4096;
const MAX_PID_LINE_LENGTH = 16;
const ROUNDS = 400;
const ROUND_MS = 5;

/** The outermost process of a box, which starts as a shell script that first prints the process ID. */
export interface LaunchedBox {
  stdin: Writable;
  /** Passes the supervisor's output to `onData`, from the first byte. */
  listen(onData: (chunk: Buffer) => void): void;
  /** Returns the last stderr output of the shell, bubblewrap and the supervisor. */
  errorTail(): string;
  /** Lets the script start the box. `go` must be called once, before data is sent to the supervisor. */
  go(): void;
  kill(): void;
  /** Resolves, and never rejects, when the outermost process has ended and its control group has been removed. */
  ended: Promise<void>;
}

/** Runs a launch script. Output after the script's first line comes from the supervisor. */
export function launch(
  script: string,
  { group, elevate, statusFile }: { group: CgroupSteps | null; elevate: string[]; statusFile: string | null },
): LaunchedBox {
  const [file, ...args] = [...elevate, ...SHELL, '-c', script];
  const child = startProgram(file, args, {
    // The box does not inherit the host's environment variables, because they might contain keys.
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: 'pipe',
    // Signals of the terminal do not reach the box, because the host decides when the box stops.
    group: 'own',
  });
  let output = '';
  let pid: number | undefined;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-OUTPUT_TAIL);
  });
  child.stdin.on('error', () => undefined);
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve();
    });
    // Any running program that keeps the pipes open would delay Node's event `close`, so the code waits for `exit`.
    child.once('exit', () => resolve());
  });
  return {
    stdin: child.stdin,
    listen: (onData) => {
      child.stdout.on('error', () => undefined);
      child.stdout.on(
        'data',
        afterFirstLine((line) => (pid = /^\d+$/.test(line) ? Number(line) : undefined), onData),
      );
    },
    errorTail: () => output.trim(),
    go: () => void child.stdin.write(`${START_LINE}\n`),
    kill: () => {
      // When the box's first process is killed, the kernel kills all other processes of the box before the outer
      // process notices and exits.
      const inner = statusFile === null ? undefined : innerPid(statusFile);
      if (elevate.length > 0) {
        const pids = [inner, inner === undefined ? pid : undefined].filter((each) => each !== undefined);
        if (pids.length > 0) void probeCommand([...elevate, '/bin/kill', '-KILL', ...pids.map(String)]);
        return;
      }
      if (inner === undefined || !killed(inner)) child.kill('SIGKILL');
    },
    ended: exited.then(async () => {
      // The outer process might exit before the kernel has killed all processes in the box.
      if (statusFile !== null) await gone(innerPid(statusFile));
      if (group !== null) await removeCgroup(group, elevate);
    }),
  };
}

function innerPid(statusFile: string): number | undefined {
  try {
    const [, pid] =
      /"child-pid": *(\d+)/.exec(readPlainTextSync(statusFile, { maxBytes: GENERATED_MAX_BYTES })) ?? [];
    return pid === undefined ? undefined : Number(pid);
  } catch {
    return undefined;
  }
}

/**
 * Waits until a process no longer runs. Once the first process of a PID namespace is a zombie, all other processes of
 * the namespace have ended.
 */
async function gone(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  for (let round = 0; round < ROUNDS && mayRun(pid); round += 1) await delay(ROUND_MS);
}

/** Returns whether a process runs, or true if the state of the process cannot be read. */
function mayRun(pid: number): boolean {
  try {
    return isRunning(readProcessStat(pid));
  } catch {
    return true;
  }
}

function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/**
 * Calls `found` with the first line of the output and forwards the remaining output. A first line that is too long is
 * an error.
 */
function afterFirstLine(
  found: (line: string) => void,
  rest: (chunk: Buffer) => void,
): (chunk: Buffer) => void {
  let head: Buffer | null = Buffer.alloc(0);
  return (chunk) => {
    if (head === null) return rest(chunk);
    head = Buffer.concat([head, chunk]);
    const at = head.indexOf(10);
    if (at < 0 && head.length <= MAX_PID_LINE_LENGTH) return;
    found(head.subarray(0, Math.max(at, 0)).toString('latin1'));
    const left = head.subarray(at + 1);
    head = null;
    if (left.length > 0) rest(left);
  };
}
