/** How well a box holds (facts local-clouds §6): what was found on this machine, never what was hoped for. */
export const ISOLATION_LEVELS = ['none', 'process', 'namespaces'] as const;
export type IsolationLevel = (typeof ISOLATION_LEVELS)[number];

/** Why a file of a box could not be read or written. */
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
  constructor(trouble: BoxFileErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = trouble;
  }
}

/** A box that could not be started, or not as asked: what was found and what to do stand in the message. */
export class BoxStartError extends Error {
  override readonly name = 'BoxStartError';
}

/** Where programs of a box of level `namespaces` are found; a command that is given another PATH goes by that one. */
export const BOX_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/box/bin';

/** What this machine gives, and what to do about what it does not. */
export interface IsolationReport {
  level: IsolationLevel;
  /** One sentence per finding: which tool, which kernel switch, which limits hold. */
  findings: string[];
  /** What to do to get more; empty at the best level. */
  remedies: string[];
}

export interface BoxLimits {
  memoryBytes: number | null;
  cpuMillicores: number | null;
  processes: number | null;
}

export interface BoxOptions {
  /** Told apart by this; letters, digits and dashes. */
  id: string;
  /** The box's own files (its home and `/tmp` live below); kept over stop and start. Absolute. */
  folder: string;
  /** Host folders bound into the box: the checkout of a job, for instance. */
  binds: { from: string; to: string; writable: boolean }[];
  /**
   * Level `namespaces`: the Unix socket of its proxy, the only way out. It lies in a folder of its own (nothing else in
   * it, ever: the folder is what is bound, so that a proxy that began anew is found again) and lets any user connect
   * (0666; the folder's parent keeps others away). Null = no way out at all.
   */
  proxySocket: string | null;
  /** Levels `process` and `none`: where the proxy asks for `proxyUser`'s token. A socket without a token would be open to all of the machine. */
  proxyAddress: { host: string; port: number } | null;
  /** Shown in the proxy variables' URL: who asks at `proxyAddress`, and for programs that insist on credentials. */
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

/** A command at work in a box. */
export interface RunningCommand {
  /** In order, ends after `exit`; not read = the program waits (back-pressure). */
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
  /** The sandbox has another CA (its hosts changed, or its proxy began anew): put in place of the one it started with. */
  trust(caPem: string): Promise<void>;
  /** Settles when the box is gone, whoever ended it. */
  readonly ended: Promise<void>;
  /** Ends all programs in it; files stay. */
  stop(): Promise<void>;
}

export interface BoxFile {
  /** Of the whole file, in bytes. */
  size: number;
  modifiedAt: Date;
  /** Of the range. The file is opened when the first of it is asked for: nobody has to read it. */
  data: AsyncIterable<Uint8Array>;
}

export interface BoxHost {
  report(): Promise<IsolationReport>;
  /** Resolves when programs can run in it. */
  start(options: BoxOptions): Promise<Box>;
}
