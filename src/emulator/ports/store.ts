import type {
  Assistants,
  Checkpoints,
  Items,
  Runs,
  RunStreamRows,
  Threads,
  Webhooks,
} from './store-agent-server.ts';
import type { Sandboxes, SandboxSnapshots, SandboxTemplates, WorkspaceSecrets } from './store-sandboxes.ts';
import type {
  Auth,
  Deployments,
  GitHeads,
  Integrations,
  Listeners,
  Logs,
  PolledRefs,
  Revisions,
  UploadChunks,
  Uploads,
  WebhookDeliveries,
  Workspaces,
} from './store-control-plane.ts';
import type { Instances, Notifier } from './store-instances.ts';
import type { ProcessRow } from '../tables/workspaces.ts';
import type { Feedbacks, FeedbackTokens, Projects } from './store-tracing.ts';

export type * from '../tables/agent-server.ts';
export type * from '../tables/deployments.ts';
export type * from '../tables/feedback.ts';
export type * from '../tables/sandboxes.ts';
export type * from '../tables/workspaces.ts';
export type * from './store-agent-server.ts';
export type * from './store-sandboxes.ts';
export type * from './store-control-plane.ts';
export type * from './store-tracing.ts';
export type * from './store-instances.ts';

/**
 * What the emulator remembers. Asynchronous, so that SQLite in this process and PostgreSQL beside it are the same
 * to every caller. All times are epoch milliseconds. Values that are secret are sealed inside the store and opened
 * on read: no caller sees ciphertext, no data file sees a clear value.
 */
export interface Store extends Repositories {
  /**
   * Runs `work` in one serialisable transaction: all of it is kept, or none. All others wait meanwhile, so do
   * nothing slow in it, and use `tx` alone: the store itself refuses to be used inside (StoreError `misuse`). After a
   * statement failed nothing is kept, even if the error is caught. A row that breaks a rule of the tables (unique,
   * foreign key) is StoreError `conflict`.
   */
  transaction<T>(work: (tx: Repositories) => Promise<T>): Promise<T>;
  /** The value of every secret of a deployment, a revision, a workspace or a sandbox, some at a time. */
  secretValues(): AsyncIterable<string[]>;
  /**
   * Seals anew what is sealed with older keys than the newest, at most `batch` values at a time, then removes the keys
   * that nothing uses any more; nothing is given when nothing is to do. May be cut off anywhere and begun again.
   */
  reseal(batch: number): AsyncIterable<ResealProgress>;
  /** The latest product time that anything kept bears; 0 when nothing is kept. Reads every row. */
  latestTime(): Promise<number>;
  /** How processes on this store wake each other; undefined: no other process can have it open. */
  readonly notifier: Notifier | undefined;
  /** Everything at once, as data. Never inside a transaction. */
  readonly snapshots: Snapshots;
  /** Waits for what is under way, then lets go of the data. */
  close(): Promise<void>;
}

export interface Repositories {
  readonly workspaces: Workspaces;
  readonly auth: Auth;
  readonly deployments: Deployments;
  readonly revisions: Revisions;
  readonly logs: Logs;
  readonly projects: Projects;
  readonly integrations: Integrations;
  readonly listeners: Listeners;
  readonly processes: Processes;
  readonly instances: Instances;
  readonly threads: Threads;
  readonly runs: Runs;
  readonly checkpoints: Checkpoints;
  readonly assistants: Assistants;
  readonly items: Items;
  readonly runStreams: RunStreamRows;
  readonly webhooks: Webhooks;
  readonly feedbackTokens: FeedbackTokens;
  readonly feedbacks: Feedbacks;
  readonly gitHeads: GitHeads;
  readonly polledRefs: PolledRefs;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly uploads: Uploads;
  readonly uploadChunks: UploadChunks;
  readonly workspaceSecrets: WorkspaceSecrets;
  readonly sandboxTemplates: SandboxTemplates;
  readonly sandboxSnapshots: SandboxSnapshots;
  readonly sandboxes: Sandboxes;
}

/** One row, as people read it: times in ISO 8601, JSON as it is, bytes in base64, secrets sealed. */
export type SnapshotRow = Readonly<Record<string, unknown>>;

/** What a store holds, table by table, in a stable order. */
export interface StoreDump {
  /** The newest migration: which columns there are. */
  schema: string;
  tables: Record<string, SnapshotRow[]>;
}

/** The same with what tells whose it was: what GET /_local/snapshot gives. */
export interface Snapshot extends StoreDump {
  /** The version of this form. */
  snapshot: 1;
  /** The workspace the emulator's key opens. */
  workspace_id: string;
}

/** A place in a snapshot, and what is the matter with it. */
export interface SnapshotProblem {
  path: (string | number)[];
  message: string;
}

export interface Snapshots {
  /** Everything but the API key with this hash, and what is about this machine alone. */
  dump(options?: { withoutKey?: string }): Promise<StoreDump>;
  /**
   * Replaces everything by what a snapshot holds: all of it, or nothing. Leases and fences begin anew. Sealed values that
   * this keyring does not open are an error, or with `leaveOutUnreadable` left out and given back.
   * @throws SnapshotError naming each place.
   */
  load(dump: StoreDump, options?: { leaveOutUnreadable?: boolean }): Promise<SnapshotProblem[]>;
  /** A text that differs whenever rows with drawn IDs differ; the same one for every empty store. */
  fingerprint(): Promise<string>;
}

/** How far sealing anew has come. */
export interface ResealProgress {
  resealed: number;
  /** Values that are still sealed with older keys, as far as is known. */
  remaining: number;
  /** The places of values that cannot be opened; they stay as they are. */
  unreadable: readonly string[];
  /** Keys that were removed. */
  removed: number;
}

/** A process group an emulator started: swept at the next start on its machine when it died. */
export interface Processes {
  put(row: ProcessRow): Promise<void>;
  remove(owner: string, pid: number): Promise<void>;
  list(): Promise<ProcessRow[]>;
}
