import type {
  Assistants,
  Checkpoints,
  Crons,
  Items,
  Runs,
  RunStreamRows,
  Threads,
  Webhooks,
} from './store-agent-server.ts';
import type { Sandboxes, SandboxSnapshots, SandboxTemplates, WorkspaceSecrets } from './store-sandboxes.ts';
import type {
  AgentTokens,
  ArtifactRows,
  Auth,
  Builds,
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
import type { SharedRuns } from './store-shared-runs.ts';
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
export type * from './store-shared-runs.ts';

/**
 * The emulator's storage. Asynchronous, so that SQLite in this process and PostgreSQL beside it look the same. All
 * times are epoch milliseconds. Secret values are sealed inside the store and decrypted on read: callers see no
 * ciphertext, data files no plaintext.
 */
export interface Store extends Repositories {
  /**
   * Runs `work` in one serialisable transaction: all of it is kept, or none. All others wait meanwhile, so do nothing
   * slow in it, and use `tx` alone: the store itself refuses to be used inside (StoreError `misuse`). After a failed
   * statement nothing is kept, even if the error is caught. A row that violates a constraint (unique, foreign key) is
   * StoreError `conflict`.
   */
  transaction<T>(work: (tx: Repositories) => Promise<T>): Promise<T>;
  /** The value of every secret of a deployment, a revision, a workspace or a sandbox, in batches. */
  secretValues(): AsyncIterable<string[]>;
  /**
   * Re-encrypts values sealed with older keys, at most `batch` at a time, then removes the unused keys; yields nothing
   * when there is nothing to do. Can be interrupted anywhere and repeated.
   */
  reseal(batch: number): AsyncIterable<ResealProgress>;
  /** The latest product time in any row; 0 when empty. Reads every row. */
  latestTime(): Promise<number>;
  /** How processes on this store wake each other; undefined: no other process can open it. */
  readonly notifier: Notifier | undefined;
  /** Everything at once, as data. Never inside a transaction. */
  readonly snapshots: Snapshots;
  close(): Promise<void>;
}

export interface Repositories {
  readonly workspaces: Workspaces;
  readonly auth: Auth;
  readonly deployments: Deployments;
  readonly revisions: Revisions;
  readonly agentTokens: AgentTokens;
  readonly builds: Builds;
  readonly logs: Logs;
  readonly projects: Projects;
  readonly integrations: Integrations;
  readonly listeners: Listeners;
  readonly processes: Processes;
  readonly instances: Instances;
  readonly planes: Planes;
  readonly threads: Threads;
  readonly runs: Runs;
  readonly checkpoints: Checkpoints;
  readonly assistants: Assistants;
  readonly items: Items;
  readonly runStreams: RunStreamRows;
  readonly sharedRuns: SharedRuns;
  readonly webhooks: Webhooks;
  readonly crons: Crons;
  readonly feedbackTokens: FeedbackTokens;
  readonly feedbacks: Feedbacks;
  readonly gitHeads: GitHeads;
  readonly polledRefs: PolledRefs;
  readonly webhookDeliveries: WebhookDeliveries;
  readonly uploads: Uploads;
  readonly uploadChunks: UploadChunks;
  readonly artifacts: ArtifactRows;
  readonly workspaceSecrets: WorkspaceSecrets;
  readonly sandboxTemplates: SandboxTemplates;
  readonly sandboxSnapshots: SandboxSnapshots;
  readonly sandboxes: Sandboxes;
}

/** One row, readable: times in ISO 8601, JSON as it is, bytes in base64, secrets sealed. */
export type SnapshotRow = Readonly<Record<string, unknown>>;

/** A store's data, table by table, in a stable order. */
export interface StoreDump {
  /** The newest migration, which decides the columns. */
  schema: string;
  tables: Record<string, SnapshotRow[]>;
}

/** The same with its workspace: the response of GET /_local/snapshot. */
export interface Snapshot extends StoreDump {
  snapshot: 1;
  /** The workspace of the emulator's key. */
  workspace_id: string;
}

/** A place in a snapshot, and its problem. */
export interface SnapshotProblem {
  path: (string | number)[];
  message: string;
}

export interface Snapshots {
  /** Everything but the API key with this hash, and what is about this machine alone. */
  dump(options?: { withoutKey?: string }): Promise<StoreDump>;
  /**
   * Replaces all data by a snapshot's: all or nothing. Leases and fences start over. Sealed values that this keyring
   * cannot decrypt are an error, or with `leaveOutUnreadable` left out and returned.
   * @throws SnapshotError naming each place.
   */
  load(dump: StoreDump, options?: { leaveOutUnreadable?: boolean }): Promise<SnapshotProblem[]>;
  /** A text that differs whenever rows with drawn IDs differ; the same one for every empty store. */
  fingerprint(): Promise<string>;
}

/** The progress of re-encryption. */
export interface ResealProgress {
  resealed: number;
  /** Values still sealed with older keys, as far as known. */
  remaining: number;
  /** The places of values that cannot be decrypted; they stay unchanged. */
  unreadable: readonly string[];
  removed: number;
}

/** What this control plane is known by in a cluster. */
export interface Planes {
  /** The ID that is kept with the data, made of the proposed one when there is none yet. */
  idOf(propose: () => string): Promise<string>;
}

/** A process group an emulator started: swept at the next start on its machine when it died. */
export interface Processes {
  put(row: ProcessRow): Promise<void>;
  remove(owner: string, pid: number): Promise<void>;
  list(): Promise<ProcessRow[]>;
}
