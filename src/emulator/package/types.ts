// Types of `import { startEmulator } from 'agent-deploy-emulator'`. The package ships this file unchanged, so it must
// not import anything.

/** Options of an emulator. Each option matches the flag of the same name and has the flag's default. */
export interface EmulatorOptions {
  /** Port to listen on. Default: any free port. */
  port?: number | undefined;
  /** Address to listen on. An address that is not loopback needs `apiKey`. Default: `127.0.0.1`. */
  host?: string | undefined;
  /** API key of the emulator. Default: a random key. */
  apiKey?: string | undefined;
  /** Folder of the data. Default: a temporary folder that `close` removes. */
  dataDir?: string | undefined;
  /** Workspace of the API key. */
  workspaceId?: string | undefined;
  /** Path or content of a seed file: workspaces, keys, integrations, listeners and secrets. */
  seed?: string | { readonly workspaces: readonly object[] } | undefined;
  /** `process` builds and runs agents; `stub` only passes through the stages. Default: `process`. */
  runtime?: 'process' | 'stub' | undefined;
  /** `virtual`: time does not pass while anything runs; requires runtime `stub`. Default: `real`. */
  clock?: 'real' | 'virtual' | undefined;
  compat?: 'spec' | 'hosted' | undefined;
  edition?: 'any' | 'cloud' | 'self-hosted' | undefined;
  publicUrl?: string | undefined;
  maxBuilds?: number | undefined;
  /** Makes IDs and the probabilities of fault rules the same at every start. */
  randomSeed?: number | undefined;
  /** Time in milliseconds within which an agent must become healthy. */
  healthTimeoutMs?: number | undefined;
  /** Time in milliseconds after which a silent or blocked agent process is restarted. */
  stuckTimeoutMs?: number | undefined;
  /** Maximum duration of one package installation, in milliseconds. */
  installTimeoutMs?: number | undefined;
  /** Pythons to try before the Pythons on `PATH`, each a program with its first arguments. */
  pythons?: readonly (readonly string[])[] | undefined;
  sandboxIsolation?: 'auto' | 'namespaces' | 'process' | 'none' | undefined;
  /**
   * Engine that runs images. An engine chosen by name must work at the start. Default: `auto`, the first engine that
   * works.
   */
  imageEngine?: 'auto' | 'podman' | 'docker' | 'none' | undefined;
  /** Private networks (CIDR) that sandboxes may reach. */
  sandboxNetworks?: readonly string[] | undefined;
  /** PEM file of roots that sandboxes trust in addition to the roots of the machine. */
  sandboxRootsFile?: string | undefined;
  pushChangedSecrets?: boolean | undefined;
  /** File that also receives the journal, one entry per line, with secrets redacted. */
  journalFile?: string | undefined;
  keyringFile?: string | undefined;
  /** Database that keeps the data: `postgresql://…`. It requires `keyringFile` or `dataDir`. */
  databaseUrl?: string | undefined;
  /** Fault rules that apply from the start, and again after a reset. */
  faults?: FaultPlan | undefined;
  /** Receives each line of the log with its details. Default: no log. */
  log?: ((line: string, detail?: LogDetail) => void) | undefined;
}

/** Machine-readable details of a log line. */
export interface LogDetail {
  level: 'info' | 'warning' | 'error';
  /** Name of a deployment. */
  deployment?: string;
  revision_id?: string;
  /** New status of the revision. */
  status?: string;
}

/** An emulator that runs in this process. The agents that it builds run in separate processes. */
export interface Emulator extends AsyncDisposable {
  /** Origins without a path. `admin` ends in `/_local`. */
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
  /** Announces a push to a repository and ref. Resolves with the IDs of the revisions that it created. */
  push(push: { repoUrl: string; ref: string; commitSha?: string | undefined }): Promise<string[]>;
  /** Resolves with the complete state of the emulator as one document in which secrets are encrypted. */
  snapshot(): Promise<object>;
  /** Replaces the state of the emulator by a snapshot. Rejects with each invalid place and then changes nothing. */
  restore(snapshot: object): Promise<void>;
  /** Restores the state after the start: deletes deployments, and restores the seed and the initial fault rules. */
  reset(): Promise<void>;
  /** Stops the emulator and everything that it started. */
  close(): Promise<void>;
}

/** Rules that make requests, stages of a revision and health checks fail, hang or slow down. */
export interface Faults {
  /**
   * Replaces all rules.
   * @throws an error that names each invalid place.
   */
  set(plan: FaultPlan): void;
  clear(): void;
  /** Returns the rules, each with the number of requests or revisions that it matched and affected. */
  active(): { seed: number; rules: (FaultRule & { matched: number; hit: number })[] };
}

/** Rules in order: the first rule that matches and is due applies. */
export interface FaultPlan {
  /** Seed of `probability`. */
  seed?: number | undefined;
  rules: readonly FaultRule[];
}

export interface FaultRule {
  match: {
    surface?: 'control-plane' | 'sandboxes' | 'tracing' | 'agent-server' | undefined;
    method?: string | undefined;
    /** Glob for the path: `*` matches within one path segment, `**` across segments. */
    path?: string | undefined;
    /** Glob for names of deployments, in rules about stages. */
    deployment?: string | undefined;
    /** A status of a revision or deployment, or `SERVING`. */
    stage?: string | undefined;
  };
  /** Selects which matches are affected, by one of these conditions. */
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
  /** Advances virtual time and resolves once everything that it woke waits again. Only for the virtual clock. */
  advance(ms: number): Promise<void>;
  /** Shifts the emulator's clock by this many milliseconds. */
  skew(ms: number): void;
}

/** Every request to the emulator except requests below `/_local`, oldest first, without secrets. */
export interface Journal {
  /**
   * Returns the entries after this number, at most `limit`. `next` is the value of `after` for the following page.
   */
  after(seq: number, limit?: number): { entries: JournalEntry[]; next: number };
  clear(): void;
}

export interface JournalEntry {
  seq: number;
  /** Time when the request ended, in ISO 8601. */
  at: string;
  surface: string;
  method: string;
  path: string;
  /** Query without the question mark. */
  query?: string | undefined;
  /** HTTP status, or 0 if the connection was closed without a response. */
  status: number;
  ms: number;
  request: unknown;
  response: unknown;
}
