import type { Duplex } from 'node:stream';

/** Levels of isolation, weakest first. A box reports the level that this machine achieves. */
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

/** Thrown when a file of a box cannot be read or written. The error's message contains the path inside the box. */
export class BoxFileError extends Error {
  override readonly name = 'BoxFileError';
  readonly code: BoxFileErrorCode;
  constructor(code: BoxFileErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Thrown when a box cannot be started as requested. The error's message states the cause and a remedy. */
export class BoxStartError extends Error {
  override readonly name = 'BoxStartError';
}

/** PATH in a box of level `namespaces`. A command can override PATH. */
export const BOX_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/box/bin';

export interface IsolationReport {
  level: IsolationLevel;
  /** Sentences about the isolation, for example about the tool in use, a kernel setting or a limit. */
  findings: string[];
  remedies: string[];
}

export interface BoxLimits {
  memoryBytes: number | null;
  cpuMillicores: number | null;
  processes: number | null;
}

export interface BoxOptions {
  /** Unique ID of the box. The ID consists of letters, digits and dashes. */
  id: string;
  /**
   * Absolute path of the folder with the box's files, including its home and `/tmp`. The box's files are preserved when
   * the box restarts.
   */
  folder: string;
  /** Host folders that are mounted in the box, such as the checkout of a job. */
  binds: { from: string; to: string; writable: boolean }[];
  /**
   * For the level `namespaces`: Unix socket of the proxy, or null for no network. The proxy's socket is the box's only
   * access to the network. The socket's folder must not contain any other file. The box mounts the socket's folder and
   * not the socket, so a box finds the socket of a restarted proxy. Any user can connect to the socket (mode 0666), but
   * the folder above the socket's folder excludes other users.
   */
  proxySocket: string | null;
  /**
   * For the levels `process` and `none`: address of the proxy, where the proxy requires the token of `proxyUser`.
   * Without a token, any program of the machine could use the proxy.
   */
  proxyAddress: { host: string; port: number } | null;
  /**
   * User and token in the URL of the proxy variables. The proxy at `proxyAddress` requires the user and token, as do
   * some programs.
   */
  proxyUser: { name: string; token: string } | null;
  /**
   * The sandbox's CA certificate (PEM). The box contains one file with only this certificate, and one file that also
   * contains the machine's root certificates.
   */
  caPem: string | null;
  noProxy: string[];
  /**
   * Environment variables of commands. Commands do not inherit variables of the process that starts the box. The
   * variables for the proxy and the CA take precedence over variables in `env`.
   */
  env: Record<string, string>;
  limits: BoxLimits;
  level: IsolationLevel;
}

export interface BoxCommand {
  command: string;
  shell: string;
  cwd: string | null;
  env: Record<string, string>;
  /**
   * Time limit of the command in milliseconds, or null for no limit. At the time limit, the command's process group is
   * killed.
   */
  timeoutMs: number | null;
  /** Size of the command's terminal, or null to use pipes instead. */
  terminal: { rows: number; columns: number } | null;
}

export type CommandEvent =
  | { kind: 'started'; pid: number }
  | { kind: 'stdout' | 'stderr'; data: Buffer }
  | { kind: 'exit'; code: number; reason: 'exit' | 'signal' | 'timeout' | 'killed' | 'box-ended' };

export interface RunningCommand {
  /**
   * Events of the command in order; the last event is `exit`. The command blocks until its output is read
   * (back-pressure).
   */
  readonly events: AsyncIterable<CommandEvent>;
  write(data: Buffer): Promise<void>;
  closeStdin(): void;
  kill(): void;
}

/** An isolated environment for programs, which access the network through a proxy. */
export interface Box {
  readonly id: string;
  readonly level: IsolationLevel;
  run(command: BoxCommand): RunningCommand;
  /**
   * Reads a file, or a range of it (`end` is exclusive), by the file's path inside the box. Throws `BoxFileError` if
   * the file cannot be read. Links in the path never lead outside the box.
   */
  readFile(path: string, range: { start: number; end: number | null } | null): Promise<BoxFile>;
  writeFile(path: string, data: AsyncIterable<Uint8Array>): Promise<{ bytes: number }>;
  /**
   * Searches below a folder of the box without following links. Throws `BoxFileError` if the folder cannot be searched.
   */
  search(search: BoxSearch): Promise<BoxSearchResult>;
  /**
   * Connects to a program that listens on the box's loopback. Throws `BoxFileError`: `not-found` if no program
   * listens, `denied` if a program outside the box listens on the port.
   */
  connect(port: number): Promise<Duplex>;
  /** Replaces the sandbox's CA certificate after the sandbox's hosts change or the proxy restarts. */
  trust(caPem: string): Promise<void>;
  readonly ended: Promise<void>;
  /** Kills all programs of the box, without removing its files. */
  stop(): Promise<void>;
}

/**
 * A search for paths below `path` that match a glob, or for lines that contain a string. The result of a search
 * contains at most `limit` matches.
 */
export type BoxSearch = { path: string; limit: number } & (
  | { kind: 'glob'; pattern: string }
  /** `glob` selects the files to search, and null selects all files. */
  | { kind: 'grep'; pattern: string; glob: string | null }
);
export interface BoxSearchResult {
  entries: readonly { path: string; isFolder: boolean; size: number; modifiedMs: number }[];
  /** Lines of files that match the search. Line numbers of matches start at 1. */
  lines: readonly { path: string; line: number; text: string }[];
  /** True if the search stopped at its maximum number of matches or its time limit. */
  truncated: boolean;
}

export interface BoxFile {
  /** Size of the whole file in bytes. */
  size: number;
  modifiedAt: Date;
  /** Bytes of the requested range of the file. The file is opened only when the bytes are read. */
  data: AsyncIterable<Uint8Array>;
}

export interface BoxHost {
  report(): Promise<IsolationReport>;
  /** Starts a box, and resolves when programs can run in the box. */
  start(options: BoxOptions): Promise<Box>;
}
