/** What the host tells the supervisor of a box (control frames, JSON). The host is believed. */
export type ToBox =
  | Hello
  | ({ do: 'run' } & RunRequest)
  | { do: 'close'; id: number }
  | { do: 'kill'; id: number }
  | { do: 'credit'; id: number; bytes: number }
  | { do: 'stat'; id: number; path: string }
  | { do: 'read'; id: number; path: string; start: number; end: number | null }
  | { do: 'write'; id: number; path: string }
  | { do: 'stop' };

export interface Hello {
  do: 'hello';
  /** What commands find in their environment, unless they are given something else. */
  env: Record<string, string>;
  /** What they find whatever they are given: the variables of the proxy and of the certificates. */
  fixedEnv: Record<string, string>;
  /** Where commands start and relative paths begin. */
  home: string;
  /** The folder that files may lie in; null where the box's own root is all there is. */
  root: string | null;
  /** A port on the box's loopback that leads to the proxy's socket. */
  bridge: { port: number; socket: string } | null;
  /** Put before each command: the program that sets limits, where no control group does. */
  prefix: string[];
  /** `NAME=value` in the environment of everything started here, by which stragglers are found; null in a pid namespace. */
  marker: string | null;
}

export interface RunRequest {
  id: number;
  command: string;
  shell: string;
  cwd: string | null;
  env: Record<string, string>;
  timeoutMs: number | null;
  terminal: { rows: number; columns: number } | null;
}

export type ExitReason = 'exit' | 'signal' | 'timeout' | 'killed';

export type FileErrorCode =
  | 'not-found'
  | 'not-a-file'
  | 'denied'
  | 'outside'
  | 'invalid-path'
  | 'no-space'
  | 'changed'
  | 'other';

/** What the supervisor answers. The host believes none of it: a program of the box may have taken its place. */
export type FromBox =
  | { say: 'ready' }
  | { say: 'started'; id: number; pid: number }
  | { say: 'exit'; id: number; code: number; reason: ExitReason }
  | { say: 'credit'; id: number; bytes: number }
  | { say: 'file'; id: number; size: number; modifiedMs: number }
  | { say: 'end'; id: number }
  | { say: 'wrote'; id: number; bytes: number }
  | { say: 'failed'; id: number; trouble: FileErrorCode; message: string };
