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
import type { Backlog, StoreCondition } from './store-condition.ts';
import type { Sandboxes, SandboxSnapshots, SandboxTemplates, WorkspaceSecrets } from './store-sandboxes.ts';
import type {
  AgentTokens,
  AgentUse,
  ArtifactRows,
  AuditLog,
  Auth,
  Authorities,
  Builds,
  Deployments,
  GitHeads,
  Integrations,
  Listeners,
  Logs,
  PodOutput,
  PolledRefs,
  Revisions,
  UploadChunks,
  Uploads,
  WebhookDeliveries,
  WorkQueue,
  Workspaces,
} from './store-control-plane.ts';
import type { RunSummaries } from './store-run-summaries.ts';
import type { SharedRuns } from './store-shared-runs.ts';
import type { Instances, Notifier } from './store-instances.ts';
import type { ProcessRow } from '../tables/workspaces.ts';
import type {
  Attachments,
  ComparativeExperiments,
  Datasets,
  DatasetShares,
  Examples,
  TracedRuns,
} from './store-evaluation.ts';
import type { Feedbacks, FeedbackTokens, Projects } from './store-tracing.ts';

export type * from '../tables/agent-server-columns.ts';
export type * from '../tables/deployments.ts';
export type * from '../tables/evaluation.ts';
export type * from '../tables/feedback.ts';
export type * from '../tables/run-summaries.ts';
export type * from '../tables/sandboxes.ts';
export type * from '../tables/workspaces.ts';
export type * from './store-agent-server.ts';
export type * from './store-sandboxes.ts';
export type * from './store-control-plane.ts';
export type * from './store-evaluation.ts';
export type * from './store-tracing.ts';
export type * from './store-instances.ts';
export type * from './store-run-summaries.ts';
export type * from './store-shared-runs.ts';

/**
 * Storage of the emulator. All methods of the store are asynchronous, because SQLite in this process and a PostgreSQL
 * server have the same interface. All times are epoch milliseconds. The store encrypts secret values and decrypts them
 * on read: callers see no ciphertext, and data files contain no plaintext.
 */
export interface Store extends Repositories {
  /**
   * Runs `work` in one serializable transaction: either all writes of `work` are stored, or none. All other
   * transactions wait, so `work` must be fast. `work` must use only `tx`: the store refuses other calls inside a
   * transaction (StoreError `misuse`). After a failed statement, no write is stored, even if `work` catches the error.
   * A row that violates a constraint causes StoreError `conflict`.
   */
  transaction<T>(work: (tx: Repositories) => Promise<T>): Promise<T>;
  /** Yields the values of all secrets of deployments, revisions, workspaces and sandboxes, in batches. */
  secretValues(): AsyncIterable<string[]>;
  /**
   * Re-encrypts the values that use older keys, at most `batch` at a time, and then removes unused keys. Yields nothing
   * if no value uses an older key. The iteration can be interrupted at any point and repeated.
   */
  reseal(batch: number): AsyncIterable<ResealProgress>;
  /** Reads every row. Returns the latest timestamp in epoch milliseconds, or 0 if the store is empty. */
  latestTime(): Promise<number>;
  /** Counts the unfinished revisions and runs at the time `now`, in epoch milliseconds. */
  backlog(now: number): Promise<Backlog>;
  /**
   * Reads the state of the schema and of the keys.
   * @throws StoreError `unavailable` if the database does not respond; `newer` if the data has an unknown migration.
   */
  condition(): Promise<StoreCondition>;
  /** Sends messages to other processes that use this store, or `undefined` if no other process can open it. */
  readonly notifier: Notifier | undefined;
  /** Versions of the keyring's keys, primary first, such as `v2,v1`, for the settings of this instance. */
  readonly keyring: string;
  /** Methods that read and replace all data, and that must not be used inside a transaction. */
  readonly snapshots: Snapshots;
  close(): Promise<void>;
}

export interface Repositories {
  readonly workspaces: Workspaces;
  readonly auth: Auth;
  readonly deployments: Deployments;
  readonly revisions: Revisions;
  readonly workQueue: WorkQueue;
  readonly agentTokens: AgentTokens;
  readonly authorities: Authorities;
  readonly agentUse: AgentUse;
  readonly builds: Builds;
  readonly logs: Logs;
  readonly podOutput: PodOutput;
  readonly projects: Projects;
  readonly integrations: Integrations;
  readonly listeners: Listeners;
  readonly processes: Processes;
  readonly instances: Instances;
  readonly planes: ControlPlanes;
  readonly auditLog: AuditLog;
  readonly threads: Threads;
  readonly runs: Runs;
  readonly checkpoints: Checkpoints;
  readonly assistants: Assistants;
  readonly items: Items;
  readonly runStreams: RunStreamRows;
  readonly runSummaries: RunSummaries;
  readonly sharedRuns: SharedRuns;
  readonly webhooks: Webhooks;
  readonly crons: Crons;
  readonly feedbackTokens: FeedbackTokens;
  readonly feedbacks: Feedbacks;
  readonly datasets: Datasets;
  readonly examples: Examples;
  readonly attachments: Attachments;
  readonly tracedRuns: TracedRuns;
  readonly comparativeExperiments: ComparativeExperiments;
  readonly datasetShares: DatasetShares;
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

/**
 * One row in readable form: times are in ISO 8601, JSON is unchanged, bytes are in base64, and secrets are encrypted.
 */
export type SnapshotRow = Readonly<Record<string, unknown>>;

/** Data of a store by table, in a stable order. */
export interface StoreDump {
  /** Name of the newest migration, which determines the columns. */
  schema: string;
  tables: Record<string, SnapshotRow[]>;
}

/** A dump and its workspace: the response of GET /_local/snapshot. */
export interface Snapshot extends StoreDump {
  snapshot: 1;
  /** ID of the workspace that the emulator's API key belongs to. */
  workspace_id: string;
}

/** Path of an invalid value in a snapshot, with a description of the problem. */
export interface SnapshotProblem {
  path: (string | number)[];
  message: string;
}

export interface Snapshots {
  /** Returns all data, except the API key with the hash `withoutKey` and rows that concern only this machine. */
  dump(options?: { withoutKey?: string }): Promise<StoreDump>;
  /**
   * Replaces all data with a snapshot's data, completely or not at all. Leases are removed, and fences begin at their
   * initial values. Fails if the keyring cannot decrypt a value. With `leaveOutUnreadable`, values that cannot be
   * decrypted are omitted and returned instead.
   * @throws SnapshotError whose message contains each invalid position.
   */
  load(dump: StoreDump, options?: { leaveOutUnreadable?: boolean }): Promise<SnapshotProblem[]>;
  /** Returns a string that depends on the rows with random IDs. The string is the same for every empty store. */
  fingerprint(): Promise<string>;
}

export interface ResealProgress {
  resealed: number;
  /** Number of known values that still use older keys. */
  remaining: number;
  /**
   * Descriptions of rows with values that cannot be decrypted. Rows whose values cannot be decrypted remain unchanged.
   */
  unreadable: readonly string[];
  removed: number;
}

/** Identity of this control plane in a cluster. */
export interface ControlPlanes {
  /** Returns the stored ID, after storing the result of `propose` if no ID is stored yet. */
  idOf(propose: () => string): Promise<string>;
}

/** Process group of an emulator. If the emulator dies, the machine's next emulator stops the process group. */
export interface Processes {
  put(row: ProcessRow): Promise<void>;
  remove(owner: string, pid: number): Promise<void>;
  list(): Promise<ProcessRow[]>;
}
