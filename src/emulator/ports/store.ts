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
 * The emulator's storage. Its methods are asynchronous, so that SQLite in this process and a PostgreSQL server have
 * the same interface. All times are epoch milliseconds. Secret values are encrypted inside the store and decrypted on
 * read: callers see no ciphertext, and data files contain no plaintext.
 */
export interface Store extends Repositories {
  /**
   * Runs `work` in one serializable transaction: all its writes are kept, or none. All other transactions wait, so
   * `work` must be fast. It must use only `tx`: the store refuses other calls inside (StoreError `misuse`). After a
   * failed statement nothing is kept, even if `work` catches the error. A row that violates a constraint (unique,
   * foreign key) is StoreError `conflict`.
   */
  transaction<T>(work: (tx: Repositories) => Promise<T>): Promise<T>;
  /** Iterates over the values of all secrets of deployments, revisions, workspaces and sandboxes, in batches. */
  secretValues(): AsyncIterable<string[]>;
  /**
   * Re-encrypts values that are encrypted with older keys, at most `batch` at a time, then removes the unused keys.
   * Yields nothing if no value needs it. Can be interrupted at any point and repeated.
   */
  reseal(batch: number): AsyncIterable<ResealProgress>;
  /** Returns the latest product time in any row, or 0 if the store is empty. Reads every row. */
  latestTime(): Promise<number>;
  /** Wakes other processes on this store. `undefined` if no other process can open the store. */
  readonly notifier: Notifier | undefined;
  /** Reads and replaces all data. Must not be used inside a transaction. */
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
  readonly planes: ControlPlanes;
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

/** One row in readable form: times in ISO 8601, JSON unchanged, bytes in base64, secrets encrypted. */
export type SnapshotRow = Readonly<Record<string, unknown>>;

/** A store's data by table, in a stable order. */
export interface StoreDump {
  /** Name of the newest migration, which determines the columns. */
  schema: string;
  tables: Record<string, SnapshotRow[]>;
}

/** A dump with its workspace: the response of GET /_local/snapshot. */
export interface Snapshot extends StoreDump {
  snapshot: 1;
  /** Workspace of the emulator's API key. */
  workspace_id: string;
}

/** An invalid place in a snapshot, and the problem. */
export interface SnapshotProblem {
  path: (string | number)[];
  message: string;
}

export interface Snapshots {
  /** Returns all data except the API key with this hash and rows that concern only this machine. */
  dump(options?: { withoutKey?: string }): Promise<StoreDump>;
  /**
   * Replaces all data with the data of a snapshot, completely or not at all. Leases and fences start over. An
   * encrypted value that this keyring cannot decrypt is an error. With `leaveOutUnreadable`, such values are omitted
   * and returned.
   * @throws SnapshotError that names each invalid place.
   */
  load(dump: StoreDump, options?: { leaveOutUnreadable?: boolean }): Promise<SnapshotProblem[]>;
  /** Returns a text that differs if rows with random IDs differ. It is the same for every empty store. */
  fingerprint(): Promise<string>;
}

/** Progress of re-encryption. */
export interface ResealProgress {
  resealed: number;
  /** Number of values still encrypted with older keys, as far as known. */
  remaining: number;
  /** Rows with values that cannot be decrypted. They remain unchanged. */
  unreadable: readonly string[];
  removed: number;
}

/** Identity of this control plane in a cluster. */
export interface ControlPlanes {
  /** Returns the ID that is stored with the data. Stores the ID of `propose` if none exists yet. */
  idOf(propose: () => string): Promise<string>;
}

/**
 * A process group that an emulator started. If the emulator died, its next start on the same machine stops the group.
 */
export interface Processes {
  put(row: ProcessRow): Promise<void>;
  remove(owner: string, pid: number): Promise<void>;
  list(): Promise<ProcessRow[]>;
}
