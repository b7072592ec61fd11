import type { ChildProcess } from 'node:child_process';

/** Receives each line that a program prints. */
export type OnLine = (line: string, stream: 'stdout' | 'stderr') => void;

export interface ProcessSpec {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Opens two pipes: the program reads from descriptor 3 and writes to descriptor 4. */
  pipes?: boolean;
  /** Uses standard input and output as a channel, so the process's output is not read as lines. */
  standardChannel?: boolean;
  /** Purpose of the process for the process table and the health report: `git`, `install`, `build` or `worker`. */
  kind: string;
  onLine?: OnLine;
  /** Time in milliseconds after which the whole process group is stopped. */
  timeoutMs?: number;
  /** Maximum output in bytes. If the output is longer, the process is stopped, and the result contains the reason. */
  maxOutputBytes?: number;
  signal?: AbortSignal;
}
export type ProcessEnd =
  | { kind: 'exit'; code: number }
  | { kind: 'signal'; signal: string }
  | { kind: 'timeout'; afterMs: number }
  | { kind: 'output-limit'; bytes: number }
  | { kind: 'aborted' }
  | { kind: 'not-started'; reason: string };

export interface ManagedProcess {
  readonly pid: number | undefined;
  readonly child: ChildProcess;
  readonly ended: Promise<ProcessEnd>;
  /** Sends SIGTERM to the process group, and SIGKILL after `graceMs`. Resolves once the process group has exited. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts every program of the emulator in its own process group. The supervisor stops the process groups when its pipe
 * from the emulator closes, even if the emulator was killed.
 */
export interface Processes {
  start(spec: ProcessSpec): ManagedProcess;
  /** Stops all programs and the supervisor. */
  close(): Promise<void>;
}

/** Describes how a program ended, as the end of a sentence that begins with the program's name. */
export function describeProcessEnd(end: ProcessEnd): string {
  switch (end.kind) {
    case 'exit':
      return `ended with exit code ${end.code}`;
    case 'signal':
      return `was ended by ${end.signal}`;
    case 'timeout':
      return `was ended after ${end.afterMs} ms`;
    case 'output-limit':
      return `was ended after ${end.bytes} bytes of output`;
    case 'aborted':
      return 'was ended';
    case 'not-started':
      return `could not be started: ${end.reason}`;
  }
}

/** Returns a program's exit code or the signal that stopped it. Both are null for any other kind of end. */
export function exitStatus(end: ProcessEnd): { code: number | null; signal: string | null } {
  return {
    code: end.kind === 'exit' ? end.code : null,
    signal: end.kind === 'signal' ? end.signal : null,
  };
}
