import type { Secret, SecretReference } from '../../contract/secret.ts';
import type { Source, SourceConfig, SourceRevisionConfig } from '../../contract/source.ts';
import type { Feedbacks, FeedbackTokens } from './store-feedback.ts';
import type { Instances, Notices } from './store-instances.ts';
import type { Logs } from './store-logs.ts';
import type { Deliveries, GitHeads, PolledRefs, RevisionPush } from './store-pushes.ts';
import type { RevisionSettings } from './revision-settings.ts';
import type { Assistants, Items } from './store-assistants.ts';
import type { Auth } from './store-auth.ts';
import type { Integrations, Listeners, Projects } from './store-projects.ts';
import type { Checkpoints, Runs, Threads, Webhooks } from './store-runs.ts';
import type { RunStreamRows } from './store-run-streams.ts';
import type { Snapshots } from './store-snapshot.ts';
import type { Processes, ResealProgress } from './store-upkeep.ts';
import type { UploadChunks, Uploads } from './store-uploads.ts';

export type * from './store-assistants.ts';
export type * from './store-auth.ts';
export type * from './store-feedback.ts';
export type * from './store-instances.ts';
export type * from './store-logs.ts';
export type * from './store-projects.ts';
export type * from './store-pushes.ts';
export type * from './store-runs.ts';
export type * from './store-run-streams.ts';
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
  /** The value of every secret of a deployment or revision, some at a time. */
  secretValues(): AsyncIterable<string[]>;
  /**
   * Seals anew what is sealed with older keys than the newest, at most `batch` values at a time, then removes the keys
   * that nothing uses any more; nothing is given when nothing is to do. May be cut off anywhere and begun again.
   */
  reseal(batch: number): AsyncIterable<ResealProgress>;
  /** The latest product time that anything kept bears; 0 when nothing is kept. Reads every row. */
  newest(): Promise<number>;
  /** How processes on this store wake each other; undefined: nobody else can have it open. */
  readonly notices: Notices | undefined;
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
  readonly deliveries: Deliveries;
  readonly uploads: Uploads;
  readonly uploadChunks: UploadChunks;
}

// ---------------------------------------------------------------------------------------------- workspaces

export interface WorkspaceRow {
  id: string;
  name: string;
  /** From the seed file: answers hide secret values (DESIGN §8). */
  redactSecretValues: boolean;
}
export interface ApiKeyRow {
  /** SHA-256 of the key, hex: the key itself is never stored. */
  hash: string;
  workspaceId: string;
  /** `workspace`: reaches its own. `organization`: must name a workspace by tenant id, reaches all. */
  scope: 'workspace' | 'organization';
}
export interface Workspaces {
  upsert(row: WorkspaceRow): Promise<void>;
  get(id: string): Promise<WorkspaceRow | undefined>;
  list(): Promise<WorkspaceRow[]>;
  putKey(row: ApiKeyRow): Promise<void>;
  findKey(hash: string): Promise<ApiKeyRow | undefined>;
}

// --------------------------------------------------------------------------------------------- deployments

export interface DeploymentRow {
  id: string;
  workspaceId: string;
  name: string;
  source: Source;
  /** The source as its creator spelled it, which answers repeat: `git_host` or `github` (DESIGN §4). */
  sourceName: string;
  sourceConfig: SourceConfig;
  secretReferences: SecretReference[] | null;
  imageVersion: string | null;
  status: string;
  latestRevisionId: string | null;
  activeRevisionId: string | null;
  projectId: string | null;
  /** The port its URL is served on; persisted, so that the URL is stable. */
  port: number | null;
  createdAt: number;
  updatedAt: number;
}
/** A deployment with all that its answers show, as of one moment. */
export interface DeploymentView {
  row: DeploymentRow;
  /** The configuration of its latest revision. */
  latestConfig: SourceRevisionConfig | undefined;
  secrets: Secret[];
  /** `redactSecretValues` of its workspace. */
  hidesSecrets: boolean;
}
export interface DeploymentFilter {
  limit: number;
  offset: number;
  name?: string;
  nameContains?: string;
  status?: string[];
  imageVersion?: string;
  deploymentType?: string;
  ids?: string[];
}
export interface Deployments {
  insert(row: DeploymentRow, secrets: Secret[]): Promise<void>;
  get(workspaceId: string, id: string): Promise<DeploymentRow | undefined>;
  /** Across workspaces, for the data plane and the gateway. */
  getAny(id: string): Promise<DeploymentRow | undefined>;
  findByName(workspaceId: string, name: string): Promise<DeploymentRow | undefined>;
  /** Newest first. */
  list(workspaceId: string, filter: DeploymentFilter): Promise<DeploymentRow[]>;
  /** As `get`, with all that is shown. */
  view(workspaceId: string, id: string): Promise<DeploymentView | undefined>;
  /** As `list`, with all that is shown. */
  listViews(workspaceId: string, filter: DeploymentFilter): Promise<DeploymentView[]>;
  /** Every deployment of every workspace, oldest first. */
  listAll(): Promise<DeploymentRow[]>;
  /** Those of them that have an active revision. */
  listServed(): Promise<DeploymentRow[]>;
  /** Those of them that are being made or deleted, or have a revision that is not final. */
  listUnsettled(): Promise<DeploymentRow[]>;
  /** Those of them that are built on push (spec §2.2), of every workspace, oldest first. */
  listBuiltOnPush(): Promise<DeploymentRow[]>;
  /** Those of a workspace whose source configuration holds this ID, of an integration or a listener; newest first. */
  listNaming(workspaceId: string, id: string): Promise<DeploymentRow[]>;
  /** How many of this type a workspace has, without those on their way out. */
  countType(workspaceId: string, deploymentType: string): Promise<number>;
  /** A deletion that has begun is to be finished whatever holds it up. */
  forceDelete(id: string): Promise<void>;
  isDeleteForced(id: string): Promise<boolean>;
  update(id: string, change: Partial<Omit<DeploymentRow, 'id' | 'workspaceId'>>): Promise<void>;
  putSecrets(id: string, secrets: Secret[]): Promise<void>;
  secrets(id: string): Promise<Secret[]>;
  /** Removes the row and all that belongs to it: revisions, logs, threads, runs, checkpoints. */
  remove(id: string): Promise<void>;
}

// ----------------------------------------------------------------------------------------------- revisions

export interface RevisionRow {
  id: string;
  deploymentId: string;
  /** 1, 2, 3 … within the deployment: order never depends on a clock. */
  seq: number;
  source: Source;
  /** A `repo_commit_sha` set at creation (redeploy, a push that names its commit) is the commit to build, else the ref's. */
  config: SourceRevisionConfig;
  status: string;
  statusMessage: string | null;
  createdAt: number;
  updatedAt: number;
  /** When each status was entered, in order: the timeline. */
  history: { status: string; at: number }[];
  leaseOwner: string | null;
  leaseUntil: number | null;
  /** Grows with each claim; an update that names an older fence is refused. */
  fence: number;
  /** Null: it was asked for in another way. */
  push: RevisionPush | null;
  /** Null: a revision from before there were any, which has its deployment's. */
  settings: RevisionSettings | null;
  /** It answers by a server of its own, not by ours; known once it has served. */
  bringsServer: boolean;
}
/** A revision before it is counted and claimed. */
export type NewRevision = Omit<
  RevisionRow,
  'seq' | 'fence' | 'leaseOwner' | 'leaseUntil' | 'push' | 'settings' | 'bringsServer'
> &
  Partial<Pick<RevisionRow, 'push' | 'settings'>>;
export interface Revisions {
  /** Inserts with the next `seq`; `secrets` is the environment this revision runs with. */
  insert(row: NewRevision, secrets: Secret[]): Promise<RevisionRow>;
  get(deploymentId: string, id: string): Promise<RevisionRow | undefined>;
  /** Whosever it is. */
  getAny(id: string): Promise<RevisionRow | undefined>;
  /** Latest first. */
  list(
    deploymentId: string,
    filter: { limit: number; offset: number; status?: string[] },
  ): Promise<RevisionRow[]>;
  /** Every revision that is not final, oldest first, over all deployments. */
  listUnfinished(): Promise<RevisionRow[]>;
  /** Those of one deployment. */
  unfinishedOf(deploymentId: string): Promise<RevisionRow[]>;
  /** Those that were made for a push, newest first, at most `limit`. */
  pushedOf(deploymentId: string, limit: number): Promise<RevisionRow[]>;
  secrets(id: string): Promise<Secret[]>;
  /**
   * Takes the lease when it is free, expired or already `owner`'s; grows the fence. `undefined`: somebody else has it.
   * `seat`: only while this instance has the deployment.
   */
  claim(
    id: string,
    owner: string,
    now: number,
    leaseMs: number,
    seat?: string,
  ): Promise<RevisionRow | undefined>;
  release(id: string, owner: string): Promise<void>;
  /** False, and nothing changed, when `fence` is given and is no longer the row's. */
  update(
    id: string,
    change: Partial<
      Pick<
        RevisionRow,
        'status' | 'statusMessage' | 'config' | 'updatedAt' | 'history' | 'push' | 'bringsServer'
      >
    >,
    fence?: number,
  ): Promise<boolean>;
}
