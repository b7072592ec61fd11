import type { Feedbacks, FeedbackTokens } from './store-feedback.ts';
import type { Instances, Notifier } from './store-instances.ts';
import type { Logs } from './store-logs.ts';
import type { WebhookDeliveries, GitHeads, PolledRefs } from './store-pushes.ts';
import type { Assistants, Items } from './store-assistants.ts';
import type { Auth } from './store-auth.ts';
import type { Integrations, Listeners, Projects } from './store-projects.ts';
import type { Checkpoints, Runs, Threads, Webhooks } from './store-runs.ts';
import type { Deployments, Revisions, Workspaces } from './store-deployments.ts';
import type { Sandboxes, SandboxSnapshots, SandboxTemplates, WorkspaceSecrets } from './store-sandboxes.ts';
import type { RunStreamRows } from './store-run-streams.ts';
import type { Snapshots } from './store-snapshot.ts';
import type { Processes, ResealProgress } from './store-upkeep.ts';
import type { UploadChunks, Uploads } from './store-uploads.ts';

export type * from './store-assistants.ts';
export type * from './store-auth.ts';
export type * from './store-deployments.ts';
export type * from './store-feedback.ts';
export type * from './store-instances.ts';
export type * from './store-logs.ts';
export type * from './store-projects.ts';
export type * from './store-pushes.ts';
export type * from './store-runs.ts';
export type * from './store-run-streams.ts';
export type * from './store-sandboxes.ts';
export type * from './store-snapshot.ts';
export type * from './store-upkeep.ts';
export type * from './store-uploads.ts';

/**
 * What the emulator remembers. Asynchronous, so that SQLite in this process and PostgreSQL beside it are the same
 * to every caller. All times are epoch milliseconds. Values that are secret are sealed inside the store and opened
 * on read: no caller sees ciphertext, no data file sees a clear value (DESIGN §5).
 */
export interface Store extends Repositories {
  /**
   * Runs `work` in one serialisable transaction: all of it is kept, or none. Everybody else waits meanwhile, so do
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
  /** How processes on this store wake each other; undefined: nobody else can have it open. */
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
