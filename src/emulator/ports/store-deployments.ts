import type { Secret, SecretReference } from '../../contract/secret.ts';
import type { Source, SourceConfig, SourceRevisionConfig } from '../../contract/source.ts';
import type { RevisionPush } from './store-pushes.ts';
import type { RevisionSettings } from './revision-settings.ts';

// Workspaces, their deployments and revisions: part of the store's interface (store.ts).

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
  redactsSecrets: boolean;
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
  findById(id: string): Promise<DeploymentRow | undefined>;
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
  listInProgress(): Promise<DeploymentRow[]>;
  /** Those of them that are built on push (spec §2.2), of every workspace, oldest first. */
  listBuiltOnPush(): Promise<DeploymentRow[]>;
  /** Those of a workspace whose source configuration holds this ID, of an integration or a listener; newest first. */
  listReferencing(workspaceId: string, id: string): Promise<DeploymentRow[]>;
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
  findById(id: string): Promise<RevisionRow | undefined>;
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
  listForPush(deploymentId: string, limit: number): Promise<RevisionRow[]>;
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
