import type { Duplex } from 'node:stream';

/** How strongly a box isolates its programs: the isolation actually achieved on this machine. */
export const ISOLATION_LEVELS = ['none', 'process', 'namespaces'] as const;
export type IsolationLevel = (typeof ISOLATION_LEVELS)[number];

export const BOX_FILE_ERROR_CODES = [
  'not-found',
  'not-a-file',
  'denied',
  'outside',
  'invalid-path',
  'no-space',
  'changed',
  'box-ended',
  'other',
] as const;
export type BoxFileErrorCode = (typeof BOX_FILE_ERROR_CODES)[number];

/** A file of a box that could not be read or written; the message names the path as the box does. */
export class BoxFileError extends Error {
  override readonly name = 'BoxFileError';
  readonly code: BoxFileErrorCode;
  constructor(code: BoxFileErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A box that could not be started, or not as requested: the message states the cause and the remedy. */
export class BoxStartError extends Error {
  override readonly name = 'BoxStartError';
}

/** PATH in a box of level `namespaces`; a command may be given another one. */
export const BOX_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/box/bin';

export interface IsolationReport {
  level: IsolationLevel;
  /** One sentence per finding: which tool, which kernel switch, which limits hold. */
  findings: string[];
  remedies: string[];
}

export interface BoxLimits {
  memoryBytes: number | null;
  cpuMillicores: number | null;
  processes: number | null;
}

export interface BoxOptions {
  /** Unique among the boxes; letters, digits and dashes. */
  id: string;
  /** The box's own files (its home and `/tmp` are below); kept over stop and start. Absolute. */
  folder: string;
  /** Host folders bound into the box: the checkout of a job, for instance. */
  binds: { from: string; to: string; writable: boolean }[];
  /**
   * Level `namespaces`: the Unix socket of its proxy, the only way out. It is in a folder of its own (nothing else in
   * it, ever: the folder is bound, so that a restarted proxy is found again) and lets any user connect (0666; the
   * folder's parent keeps others away). Null = no way out at all.
   */
  proxySocket: string | null;
  /**
   * Levels `process` and `none`: where the proxy requires `proxyUser`'s token. A socket without a token would be open
   * to the whole machine.
   */
  proxyAddress: { host: string; port: number } | null;
  /** In the proxy variables' URL: the user at `proxyAddress`, and for programs that insist on credentials. */
  proxyUser: { name: string; token: string } | null;
  /** The sandbox's CA (PEM), written into the box alone and joined to the machine's roots. */
  caPem: string | null;
  noProxy: string[];
  /** On top of an otherwise empty environment; proxy and CA variables win. */
  env: Record<string, string>;
  limits: BoxLimits;
  level: IsolationLevel;
}

export interface BoxCommand {
  command: string;
  shell: string;
  cwd: string | null;
  env: Record<string, string>;
  /** Milliseconds; the whole process group is killed then. Null = none. */
  timeoutMs: number | null;
  /** Rows and columns of a terminal, or null for pipes. */
  terminal: { rows: number; columns: number } | null;
}

export type CommandEvent =
  | { kind: 'started'; pid: number }
  | { kind: 'stdout' | 'stderr'; data: Buffer }
  | { kind: 'exit'; code: number; reason: 'exit' | 'signal' | 'timeout' | 'killed' | 'box-ended' };

export interface RunningCommand {
  /** In order, ends after `exit`; unread, the program blocks (back-pressure). */
  readonly events: AsyncIterable<CommandEvent>;
  write(data: Buffer): Promise<void>;
  closeStdin(): void;
  kill(): void;
}

/** An isolated place to run programs in, with one way out. */
export interface Box {
  readonly id: string;
  readonly level: IsolationLevel;
  run(command: BoxCommand): RunningCommand;
  /** A file of the box as the box names it, or a range of it (`end` excluded); throws `BoxFileError`. Nothing outside the box is ever reached by a link. */
  readFile(path: string, range: { start: number; end: number | null } | null): Promise<BoxFile>;
  writeFile(path: string, data: AsyncIterable<Uint8Array>): Promise<{ bytes: number }>;
  /** Searches below a folder of the box, whose links are not followed; throws `BoxFileError`. */
  search(search: BoxSearch): Promise<BoxSearchResult>;
  /**
   * Connects to a program of the box that listens on its loopback; throws `BoxFileError`: `not-found` when none listens, `denied`
   * for a port that is not of a program of the box.
   */
  connect(port: number): Promise<Duplex>;
  /** Replaces the CA of the sandbox, after its hosts changed or its proxy was restarted. */
  trust(caPem: string): Promise<void>;
  readonly ended: Promise<void>;
  /** Kills all programs in it; files are kept. */
  stop(): Promise<void>;
}

/** Entries whose path below `path` matches a glob pattern, or lines that contain a text. `limit`: of matches. */
export type BoxSearch = { path: string; limit: number } & (
  | { kind: 'glob'; pattern: string }
  /** `glob`: which files; null for all. */
  | { kind: 'grep'; pattern: string; glob: string | null }
);
export interface BoxSearchResult {
  entries: readonly { path: string; isFolder: boolean; size: number; modifiedMs: number }[];
  /** Lines count from 1. */
  lines: readonly { path: string; line: number; text: string }[];
  /** The limit of matches, or of time, was reached. */
  truncated: boolean;
}

export interface BoxFile {
  /** Of the whole file, in bytes. */
  size: number;
  modifiedAt: Date;
  /** The bytes of the range. The file is opened at the first read, so reading is optional. */
  data: AsyncIterable<Uint8Array>;
}

export interface BoxHost {
  report(): Promise<IsolationReport>;
  /** Resolves when programs can run in it. */
  start(options: BoxOptions): Promise<Box>;
}
