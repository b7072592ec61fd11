// The types of `import { startEmulator } from 'agent-deploy-emulator'`, which the package ships as they stand here: this
// file imports nothing.

/** How an emulator is started. Each option is the flag of the same name; what is left out has the flag's default. */
export interface EmulatorOptions {
  /** Default: any free one. */
  port?: number | undefined;
  /** The address to listen on; another than a loopback one needs `apiKey`. Default `127.0.0.1`. */
  host?: string | undefined;
  /** Default: a random one. */
  apiKey?: string | undefined;
  /** Where data is kept; absent: a temporary folder, removed by `close`. */
  dataDir?: string | undefined;
  /** The workspace that the key opens. */
  workspaceId?: string | undefined;
  /** The path of a seed file, or what it holds: workspaces, keys, integrations, listeners, secrets. */
  seed?: string | { readonly workspaces: readonly object[] } | undefined;
  /** `process` builds and runs agents; `stub` only goes through the stages. Default `process`. */
  runtime?: 'process' | 'stub' | undefined;
  /** `virtual`: time stands still while anything works; needs runtime `stub`. Default `real`. */
  clock?: 'real' | 'virtual' | undefined;
  compat?: 'spec' | 'hosted' | undefined;
  edition?: 'any' | 'cloud' | 'self-hosted' | undefined;
  publicUrl?: string | undefined;
  maxBuilds?: number | undefined;
  /** Makes IDs and the chances of fault rules the same at every start. */
  randomSeed?: number | undefined;
  /** Milliseconds an agent may take to become healthy. */
  healthTimeoutMs?: number | undefined;
  /** Milliseconds an agent's process may be silent or blocked before it is restarted. */
  stuckTimeoutMs?: number | undefined;
  /** Milliseconds one install of packages may take. */
  installTimeoutMs?: number | undefined;
  /** Pythons to try before those on `PATH`, each a program with its first arguments. */
  pythons?: readonly (readonly string[])[] | undefined;
  sandboxIsolation?: 'auto' | 'namespaces' | 'process' | 'none' | undefined;
  /** What runs images; one by name must work at the start. Default `auto`: the first that works. */
  imageEngine?: 'auto' | 'podman' | 'docker' | 'none' | undefined;
  /** Private networks (CIDR) that sandboxes may reach. */
  sandboxNetworks?: readonly string[] | undefined;
  /** A PEM file of roots that sandboxes trust besides those of the machine. */
  sandboxRootsFile?: string | undefined;
  pushChangedSecrets?: boolean | undefined;
  /** A file that the journal is also written to, an entry per line, secrets redacted. */
  journalFile?: string | undefined;
  keyringFile?: string | undefined;
  /** `postgresql://…`: data is kept there; needs `keyringFile` or `dataDir`. */
  databaseUrl?: string | undefined;
  /** Fault rules that hold from the start, and again after a reset. */
  faults?: FaultPlan | undefined;
  /** Gets each line of its log, and what it is about. Default: no log. */
  log?: ((line: string, detail?: LogDetail) => void) | undefined;
}

/** What programs read of a line of the log. */
export interface LogDetail {
  level: 'info' | 'warning' | 'error';
  /** The name of a deployment. */
  deployment?: string;
  revision_id?: string;
  /** The new status of the revision. */
  status?: string;
}

/** A running emulator, in this process; the agents that it builds run in processes of their own. */
export interface Emulator extends AsyncDisposable {
  /** Origins without a path; `admin` ends in `/_local`. */
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
  /** Announces a push to this repository and ref; gives the IDs of the revisions that it made. */
  push(push: { repoUrl: string; ref: string; commitSha?: string | undefined }): Promise<string[]>;
  /** Everything it holds as one document, its secrets sealed. */
  snapshot(): Promise<object>;
  /** Replaces what it holds by a snapshot. Rejects with each invalid place, and then changes nothing. */
  restore(snapshot: object): Promise<void>;
  /** Returns to the state after the start: deployments are gone, the seed and the first fault rules are restored. */
  reset(): Promise<void>;
  /** Ends it and everything it started. */
  close(): Promise<void>;
}

/** The rules by which requests, stages of a revision and health checks fail, stall or are late. */
export interface Faults {
  /** Replaces all rules. Throws naming each invalid place. */
  set(plan: FaultPlan): void;
  clear(): void;
  /** The rules, each with how many requests or revisions it matched and how many it hit. */
  active(): { seed: number; rules: (FaultRule & { matched: number; hit: number })[] };
}

/** Rules in order: the first that matches and is due acts. */
export interface FaultPlan {
  /** The seed of `probability`. */
  seed?: number | undefined;
  rules: readonly FaultRule[];
}

export interface FaultRule {
  match: {
    surface?: 'control-plane' | 'sandboxes' | 'tracing' | 'agent-server' | undefined;
    method?: string | undefined;
    /** A glob over the path: `*` stays between two slashes, `**` does not. */
    path?: string | undefined;
    /** A glob over names of deployments, in rules of a stage. */
    deployment?: string | undefined;
    /** A status of a revision or deployment, or `SERVING`. */
    stage?: string | undefined;
  };
  /** Which matches are hit: one of these. */
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
  /** The emulator's time, in milliseconds since the epoch. */
  now(): number;
  /** Virtual only: moves time on; resolves when everything that it woke sleeps again. */
  advance(ms: number): Promise<void>;
  /** Sets the emulator's own time wrong by so many milliseconds. */
  skew(ms: number): void;
}

/** Every request to it but those below `/_local`, oldest first, without secrets. */
export interface Journal {
  /** The entries after this number, at most `limit`; `next` is the following `after`. */
  after(seq: number, limit?: number): { entries: JournalEntry[]; next: number };
  clear(): void;
}

export interface JournalEntry {
  seq: number;
  /** When it ended, ISO 8601. */
  at: string;
  surface: string;
  method: string;
  path: string;
  /** Without the question mark. */
  query?: string | undefined;
  /** 0: the connection was cut without an answer. */
  status: number;
  ms: number;
  request: unknown;
  response: unknown;
}
