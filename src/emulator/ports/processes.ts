import type { ChildProcess } from 'node:child_process';

/** Takes each line that a program prints. */
export type OnLine = (line: string, stream: 'stdout' | 'stderr') => void;

export interface ProcessSpec {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Opens two pipes: the program reads from descriptor 3 and writes to descriptor 4. */
  pipes?: boolean;
  /** Its standard input and output are a channel, and not lines. */
  standardChannel?: boolean;
  /** What it is for, in the process table and in health: `git`, `install`, `build`, `worker`. */
  kind: string;
  onLine?: OnLine;
  /** Ends the whole process group when exceeded. */
  timeoutMs?: number;
  /** Lines beyond this many bytes are dropped, the process is ended, and the result says so. */
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
  /** SIGTERM to the group, SIGKILL after `graceMs`; resolves when it is gone. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts every program the emulator runs, each in a process group of its own, registered with the supervisor that ends
 * the group when the emulator's pipe closes, even if the emulator was killed.
 */
export interface Processes {
  start(spec: ProcessSpec): ManagedProcess;
  /** Ends everything and the supervisor. */
  close(): Promise<void>;
}

/** How a program ended, as the end of a sentence that begins with its name. */
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

/** The exit code of a program, or the signal that ended it; both null when it was neither. */
export function exitStatus(end: ProcessEnd): { code: number | null; signal: string | null } {
  return {
    code: end.kind === 'exit' ? end.code : null,
    signal: end.kind === 'signal' ? end.signal : null,
  };
}
