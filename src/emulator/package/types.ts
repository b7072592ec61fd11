// Types of `import { startEmulator } from 'agent-deploy-emulator'`. The package ships this file unchanged, so it must
// not import anything.

/** Options of an emulator. Each option corresponds to the flag of the same name, and has the flag's default. */
export interface EmulatorOptions {
  /** Port to listen on, by default any free port. */
  port?: number | undefined;
  /** Address to listen on. Any address other than loopback requires `apiKey`. The default address is `127.0.0.1`. */
  host?: string | undefined;
  /** API key that clients must send, by default a random key. */
  apiKey?: string | undefined;
  /** Folder for the emulator's data. By default, the folder is a temporary folder that `close` removes. */
  dataDir?: string | undefined;
  /** ID of the workspace to which the API key belongs. */
  workspaceId?: string | undefined;
  /** Seed file: its path, or its content with workspaces, keys, integrations, listeners and secrets. */
  seed?: string | { readonly workspaces: readonly object[] } | undefined;
  /**
   * The runtime `process` builds and runs agents, and `stub` only simulates the stages of a revision. The default
   * runtime is `process`.
   */
  runtime?: 'process' | 'stub' | undefined;
  /**
   * A `virtual` clock advances only while nothing runs, and requires the runtime `stub`. The default clock is `real`.
   */
  clock?: 'real' | 'virtual' | undefined;
  compat?: 'spec' | 'hosted' | undefined;
  edition?: 'any' | 'cloud' | 'self-hosted' | undefined;
  publicUrl?: string | undefined;
  maxBuilds?: number | undefined;
  /** Seed that makes IDs and the probabilities of fault rules the same on every start. */
  randomSeed?: number | undefined;
  /** Maximum time for an agent to become healthy, in milliseconds. */
  healthTimeoutMs?: number | undefined;
  /** Time after which a silent or blocked agent process is restarted, in milliseconds. */
  stuckTimeoutMs?: number | undefined;
  /** Maximum duration of one package installation, in milliseconds. */
  installTimeoutMs?: number | undefined;
  /**
   * Commands of Python interpreters to try before the interpreters on `PATH`. Each command is a list of a program and
   * its first arguments.
   */
  pythons?: readonly (readonly string[])[] | undefined;
  sandboxIsolation?: 'auto' | 'namespaces' | 'process' | 'none' | undefined;
  /**
   * Engine that runs images. An explicit engine must work when the emulator starts. The default, `auto`, is the first
   * engine that works.
   */
  imageEngine?: 'auto' | 'podman' | 'docker' | 'none' | undefined;
  /** Private networks that sandboxes may reach, in CIDR notation. */
  sandboxNetworks?: readonly string[] | undefined;
  /** Path of a PEM file with root certificates that sandboxes trust in addition to the machine's roots. */
  sandboxRootsFile?: string | undefined;
  pushChangedSecrets?: boolean | undefined;
  /** Path of a file that receives the journal, one entry per line, with secrets redacted. */
  journalFile?: string | undefined;
  keyringFile?: string | undefined;
  /** URL of the database that stores the data: `postgresql://…`. A database URL requires `keyringFile` or `dataDir`. */
  databaseUrl?: string | undefined;
  /** Initial fault rules, which a reset restores. */
  faults?: FaultPlan | undefined;
  /** Receives each line of the log with its details, or is absent if nothing is logged. */
  log?: ((line: string, detail?: LogDetail) => void) | undefined;
}

/** Machine-readable details of a log line. */
export interface LogDetail {
  level: 'info' | 'warning' | 'error';
  deployment?: string;
  revision_id?: string;
  /** New status of the revision that the line is about. */
  status?: string;
}

/** Emulator that runs in this process. The agents that the emulator builds run in separate processes. */
export interface Emulator extends AsyncDisposable {
  /** Base URLs of the emulator's APIs without a path, except that `admin` ends in `/_local`. */
  readonly urls: {
    readonly controlPlane: string;
    readonly sandboxes: string;
    readonly tracing: string;
    readonly admin: string;
  };
  readonly port: number;
  readonly apiKey: string;
  readonly workspaceId: string;
  readonly faults: Faults;
  readonly clock: EmulatorClock;
  readonly journal: Journal;
  /** Announces a push to a repository. Resolves with the IDs of the revisions that the push created. */
  push(push: { repoUrl: string; ref: string; commitSha?: string | undefined }): Promise<string[]>;
  /** Resolves with the emulator's complete state as one document, with encrypted secrets. */
  snapshot(): Promise<object>;
  /**
   * Replaces the emulator's state with a snapshot. An invalid snapshot changes nothing, and the error contains each
   * invalid position.
   */
  restore(snapshot: object): Promise<void>;
  /** Deletes all deployments, and restores the seed and the initial fault rules. */
  reset(): Promise<void>;
  /** Stops the emulator and everything that it started. */
  close(): Promise<void>;
}

/** Rules that make requests, stages of a revision or health checks fail, hang or slow down. */
export interface Faults {
  /**
   * Replaces all fault rules.
   * @throws Error that lists each invalid position.
   */
  set(plan: FaultPlan): void;
  clear(): void;
  /** Returns the rules with the number of requests or revisions that each rule matched and affected. */
  active(): { seed: number; rules: (FaultRule & { matched: number; hit: number })[] };
}

/** Fault rules in order. The first rule that matches and is due affects a request or revision. */
export interface FaultPlan {
  /** Seed that makes `probability` reproducible. */
  seed?: number | undefined;
  rules: readonly FaultRule[];
}

export interface FaultRule {
  match: {
    surface?: 'control-plane' | 'sandboxes' | 'tracing' | 'agent-server' | undefined;
    method?: string | undefined;
    /** Glob for the request's path, where `*` matches within one path segment and `**` matches across segments. */
    path?: string | undefined;
    /** Glob for the deployment's name, only for rules with `stage`. */
    deployment?: string | undefined;
    /** Status of a revision or deployment, or `SERVING`. */
    stage?: string | undefined;
  };
  /** Selects the affected matches by one of these conditions. */
  when?:
    | {
        nth?: number[] | undefined;
        every?: number | undefined;
        times?: number | undefined;
        probability?: number | undefined;
      }
    | undefined;
  then: {
    status?: number | string | undefined;
    body?: unknown;
    content_type?: string | undefined;
    retry_after?: number | string | { date_in_s: number } | undefined;
    delay_ms?: number | undefined;
    drop_answer?: boolean | undefined;
    reset?: boolean | undefined;
    hang?: boolean | undefined;
    truncate_at?: number | undefined;
    slow?: { chunks: number; delay_ms: number } | undefined;
    stall?: boolean | undefined;
    fail?: string | undefined;
    flap?: number | undefined;
    duration_ms?: number | undefined;
  };
}

export interface EmulatorClock {
  readonly mode: 'real' | 'virtual';
  /** Returns the emulator's time in milliseconds since the epoch. */
  now(): number;
  /**
   * Advances the emulator's time. On a virtual clock, resolves once all work that was due waits again. On a real clock,
   * resolves once the runs and webhooks that became due have ended.
   */
  advance(ms: number): Promise<void>;
  /** Sets the offset of the emulator's clock, in milliseconds. */
  skew(ms: number): void;
}

/** Requests to the emulator, oldest first and without secrets, except requests below `/_local`. */
export interface Journal {
  /** Returns at most `limit` entries after the number `after`. `next` is the value of `after` for the next page. */
  after(seq: number, limit?: number): { entries: JournalEntry[]; next: number };
  clear(): void;
}

export interface JournalEntry {
  seq: number;
  /** End of the request in ISO 8601. */
  at: string;
  surface: string;
  method: string;
  path: string;
  /** Query of the URL without the question mark. */
  query?: string | undefined;
  /** HTTP status, or 0 if the connection was closed without a response. */
  status: number;
  ms: number;
  request: unknown;
  response: unknown;
}
