import { isFinal } from '../../contract/statuses.ts';
import type { ImageDigests, Secret, SourceRevisionConfig } from '../../contract/source.ts';
import type {
  ArtifactArchiveRow,
  BuildRow,
  DeploymentRow,
  LogKind,
  LogLine,
  OutputState,
  PodOutputRow,
  PolledRef,
  RevisionRow,
  RevisionSettings,
  UploadRow,
} from '../tables/deployments.ts';
import type {
  AuthorityRow,
  ApiKeyRow,
  AuditRow,
  AuthFlowRow,
  AuthProviderRow,
  AuthTokenRow,
  GitHead,
  IntegrationRow,
  ListenerRow,
  WebhookDeliveryRow,
  WorkspaceRow,
} from '../tables/workspaces.ts';

export interface Workspaces {
  upsert(row: WorkspaceRow): Promise<void>;
  get(id: string): Promise<WorkspaceRow | undefined>;
  list(): Promise<WorkspaceRow[]>;
  putKey(row: ApiKeyRow): Promise<void>;
  findKey(hash: string): Promise<ApiKeyRow | undefined>;
}

/** Log of the changes that callers of the control plane made or tried. */
export interface AuditLog {
  append(row: Omit<AuditRow, 'ordinal'>): Promise<void>;
  /** Lists up to `limit` entries with a larger `ordinal` than `after`, oldest first. */
  list(page: { after: number; limit: number; workspaceId?: string | undefined }): Promise<AuditRow[]>;
  /** Removes entries from before `before`, and all except the newest `keep` entries. Returns the number of them. */
  expire(limits: { before: number; keep: number }): Promise<number>;
}

/** A deployment with everything that responses contain, read at one moment. */
export interface DeploymentView {
  row: DeploymentRow;
  latestConfig: SourceRevisionConfig | undefined;
  secrets: Secret[];
  /** True if the deployment's workspace hides secret values in responses. */
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
/** The few fields of a deployment that show where its objects belong in a cluster. */
export interface DeploymentPlacement
  extends Pick<DeploymentRow, 'id' | 'status' | 'source' | 'activeRevisionId'> {
  /** Namespace of the deployment's listener, or `undefined` without a namespace. */
  namespace: string | undefined;
}
export interface DeploymentLists {
  list(workspaceId: string, filter: DeploymentFilter): Promise<DeploymentRow[]>;
  /** Lists the same deployments as `list`, each with everything that responses contain. */
  listViews(workspaceId: string, filter: DeploymentFilter): Promise<DeploymentView[]>;
  /** Lists the deployments of all workspaces, oldest first. */
  listAll(): Promise<DeploymentRow[]>;
  /** Lists the same deployments as `listAll`, in one short query without their other fields. */
  listPlacements(): Promise<DeploymentPlacement[]>;
  listServed(): Promise<DeploymentRow[]>;
  /** Returns the given deployments that exist, in any order. */
  getMany(ids: readonly string[]): Promise<DeploymentRow[]>;
  /** Lists the deployments of all workspaces that are built on push, oldest first. */
  listBuiltOnPush(): Promise<DeploymentRow[]>;
  /** Lists a workspace's deployments whose source uses this integration or listener ID, newest first. */
  listReferencing(workspaceId: string, id: string): Promise<DeploymentRow[]>;
  /** Counts the workspace's deployments of this type, except deployments that are being deleted. */
  countType(workspaceId: string, deploymentType: string): Promise<number>;
}
export interface Deployments extends DeploymentLists {
  insert(row: DeploymentRow, secrets: Secret[]): Promise<void>;
  get(workspaceId: string, id: string): Promise<DeploymentRow | undefined>;
  findById(id: string): Promise<DeploymentRow | undefined>;
  findByName(workspaceId: string, name: string): Promise<DeploymentRow | undefined>;
  /** Returns the same deployment as `get`, with everything that responses contain. */
  view(workspaceId: string, id: string): Promise<DeploymentView | undefined>;
  /** Deletes a deployment whose normal deletion is blocked. */
  forceDelete(id: string): Promise<void>;
  isDeleteForced(id: string): Promise<boolean>;
  update(id: string, change: Partial<Omit<DeploymentRow, 'id' | 'workspaceId'>>): Promise<void>;
  putSecrets(id: string, secrets: Secret[]): Promise<void>;
  secrets(id: string): Promise<Secret[]>;
  /** Deletes the deployment with its revisions, logs, threads, runs and checkpoints. */
  remove(id: string): Promise<void>;
}

/** Part of a fair queue that one wake-up of the data plane reads. */
interface QueuePage {
  /** The page begins with the first workspace after this ID. */
  after: string;
  /** Maximum number of workspaces. */
  limit: number;
  /** Maximum number of items of each workspace. */
  perWorkspace: number;
  /** ID of the replica that reads the queue. Deployments that another replica has claimed are excluded. */
  owner: string;
  /** IDs of revisions or deployments whose last task failed. They follow the other items of their workspace. */
  failed: readonly string[];
}
/**
 * Work that waits for the data plane, by workspace and oldest first. The cost of reading a page does not depend on the
 * number of waiting items.
 */
export interface WorkQueue {
  /**
   * Lists deployments that are being created or deleted, except the deployments that this replica already prepares,
   * deletes, or deletes with force. A deletion that becomes forced is listed again.
   */
  changing(
    page: QueuePage & { busy: Readonly<Record<'preparing' | 'deleting' | 'forcing', readonly string[]>> },
  ): Promise<{
    workspaceIds: string[];
    items: { workspaceId: string; deploymentId: string; isForced: boolean }[];
  }>;
  /**
   * Lists the deployments of unfinished revisions that have their source and that no other replica has leased. Excludes
   * the work that this replica does: `busy.revisions`, all revisions of `busy.changing`, and the revisions of
   * `busy.deployments` that were already queued.
   */
  revisions(
    page: QueuePage & {
      busy: Readonly<Record<'revisions' | 'changing' | 'deployments', readonly string[]>>;
      now: number;
    },
  ): Promise<{ workspaceIds: string[]; items: { workspaceId: string; deploymentId: string }[] }>;
}

/** New revision without sequence number and lease. */
export type NewRevision = Omit<
  RevisionRow,
  | 'seq'
  | 'fence'
  | 'leaseOwner'
  | 'leaseUntil'
  | 'push'
  | 'settings'
  | 'bringsServer'
  | 'bringsAuth'
  | 'agentSettings'
> &
  Partial<Pick<RevisionRow, 'push' | 'settings'>>;
export interface Revisions {
  /** Inserts a revision with the next `seq`. `secrets` are the revision's environment variables. */
  insert(row: NewRevision, secrets: Secret[]): Promise<RevisionRow>;
  get(deploymentId: string, id: string): Promise<RevisionRow | undefined>;
  findById(id: string): Promise<RevisionRow | undefined>;
  /**
   * Returns the settings of the deployment's active revision, or null without an active revision or without settings.
   */
  activeSettings(deploymentId: string): Promise<RevisionRow['agentSettings']>;
  list(
    deploymentId: string,
    filter: { limit: number; offset: number; status?: string[] },
  ): Promise<RevisionRow[]>;
  /** Lists the unfinished revisions of all deployments, oldest first. */
  listUnfinished(): Promise<RevisionRow[]>;
  unfinishedOf(deploymentId: string): Promise<RevisionRow[]>;
  /** Lists the unfinished revisions of these deployments. */
  unfinishedOfMany(deploymentIds: readonly string[]): Promise<RevisionRow[]>;
  /** Returns the IDs from `ids` whose revision is unfinished. */
  listUnfinishedIds(ids: readonly string[]): Promise<string[]>;
  /** Lists at most `limit` revisions that were created for a push, newest first. */
  listForPush(deploymentId: string, limit: number): Promise<RevisionRow[]>;
  secrets(id: string): Promise<Secret[]>;
  /**
   * Takes the lease of a revision if the lease is free, expired or already owned by `owner`, and increments the fence.
   * Returns `undefined` if another owner has the revision's lease. With `instanceId`, succeeds only while this instance
   * has its lease.
   */
  claim(
    id: string,
    owner: string,
    now: number,
    leaseMs: number,
    instanceId?: string,
  ): Promise<RevisionRow | undefined>;
  release(id: string, owner: string): Promise<void>;
  /**
   * Updates a revision. If `fence` is given and differs from the row's fence, changes nothing and resolves to false.
   */
  update(
    id: string,
    change: Partial<
      Pick<
        RevisionRow,
        | 'status'
        | 'statusMessage'
        | 'config'
        | 'updatedAt'
        | 'history'
        | 'push'
        | 'bringsServer'
        | 'agentSettings'
        | 'bringsAuth'
      >
    >,
    fence?: number,
  ): Promise<boolean>;
}

/** Tokens that the agent pods of revisions use. */
export interface AgentTokens {
  /** Stores the token unless the revision already has a token. Returns the revision's current token. */
  put(revisionId: string, token: string): Promise<string>;
  /** Returns the token of a revision, or `undefined` if the revision has no token. */
  find(revisionId: string): Promise<string | undefined>;
}

/** CAs of this control plane. */
export interface Authorities {
  /**
   * Stores a CA with its private key (PEM), unless a CA of the same generation is already stored. Another replica may
   * have stored one first, so callers must read the stored CAs afterwards.
   */
  insert(row: AuthorityRow, key: string): Promise<void>;
  /** Returns all CAs, newest first. */
  list(): Promise<AuthorityRow[]>;
  /**
   * Returns the private key of a CA, or `undefined` if the CA does not exist.
   * @throws StoreError `sealed` if the key was altered, or copied from other data.
   */
  keyOf(id: string): Promise<string | undefined>;
  /** Removes the CAs that expired before this time. */
  removeExpired(before: number): Promise<void>;
}

/** Times at which agents were last used, by which idle agents are found. */
export interface AgentUse {
  /** Stores that these deployments were used at the time `at`. Ignores deleted deployments, and never stores an earlier time. */
  record(deploymentIds: readonly string[], at: number): Promise<void>;
  /** Returns the IDs of the deployments that were used at the time `at` or later. */
  usedSince(at: number): Promise<string[]>;
}

/** Attempt at a build, and the pod that works on it. A change with a replaced attempt or pod has no effect. */
export type BuildAttempt = Pick<BuildRow, 'revisionId' | 'attempt' | 'pod'>;

/**
 * Builds of revisions in pods, authenticated with the token of the attempt and the identity of the pod. Only `begin`
 * changes ended builds.
 */
export interface Builds {
  /** Returns the newest attempt of a revision's build. */
  find(revisionId: string): Promise<BuildRow | undefined>;
  /**
   * Begins the build's next attempt, which is a Job. Data that arrives with the token `tokenHash` belongs to the attempt.
   * @throws StoreError `conflict` if the revision does not exist.
   */
  begin(revisionId: string, tokenHash: string): Promise<BuildRow>;
  /**
   * Assigns a running attempt to a pod, and removes the data of the pod that had the attempt before. Returns the changed
   * row, or `undefined` if the attempt has ended or was assigned to another pod in the meantime.
   */
  assign(build: BuildAttempt, pod: string): Promise<BuildRow | undefined>;
  /** Records that the build pod has requested its job. */
  start(build: BuildAttempt, now: number): Promise<void>;
  /** Records the commit of a build. Resolves to false if another commit was recorded earlier. */
  setCommit(build: BuildAttempt, sha: string): Promise<boolean>;
  /**
   * Records the key of the packages that a build installs. Resolves to false if the build has declared another key of
   * this kind, or has ended.
   */
  declareKey(build: BuildAttempt, kind: 'modules' | 'environments', key: string): Promise<boolean>;
  /** Adds `count` to the number of a build's log lines. Resolves to false if the current number is not `from`. */
  countLines(build: BuildAttempt, from: number, count: number): Promise<boolean>;
  /**
   * Adds `count` to the number of bytes that a build stores. The number `count` can be negative. If the build has ended
   * or the sum would exceed `limit`, changes nothing and resolves to false.
   */
  countBytes(build: BuildAttempt, count: number, limit: number): Promise<boolean>;
  /** Ends a build. Resolves to false if the build had already ended. */
  end(build: BuildAttempt, how: BuildEnd): Promise<boolean>;
}
type BuildEnd = { status: 'built'; message: null } | { status: 'failed'; message: string };

export interface GitHeads {
  /** Stores the commit of a ref. Null means that the ref was deleted or moved to an unknown commit. */
  put(head: GitHead, commit: string | null, now: number): Promise<void>;
  find(head: GitHead): Promise<string | undefined>;
}

export interface PolledRefs {
  put(row: PolledRef): Promise<void>;
  get(deploymentId: string): Promise<PolledRef | undefined>;
}

export interface WebhookDeliveries {
  find(integrationId: string, id: string): Promise<WebhookDeliveryRow | undefined>;
  /** Stores a delivery, and deletes deliveries that arrived before `keptFrom`. */
  put(row: WebhookDeliveryRow, keptFrom: number): Promise<void>;
}

export interface Uploads {
  insert(row: UploadRow): Promise<void>;
  get(deploymentId: string, id: string): Promise<UploadRow | undefined>;
  findByPath(deploymentId: string, path: string): Promise<UploadRow | undefined>;
  update(
    id: string,
    change: Partial<Pick<UploadRow, 'contentId' | 'size' | 'sha256' | 'uploadedAt' | 'used'>>,
  ): Promise<void>;
  remove(id: string): Promise<void>;
  /** Lists uploads without a revision that have been unchanged since `before`. */
  listUnused(before: number): Promise<UploadRow[]>;
  /**
   * Lists the uploads whose content is stored for a revision, grouped by deployment. Without `deploymentId`, lists the
   * uploads of all deployments.
   */
  listKept(deploymentId?: string): Promise<UploadRow[]>;
  contentIds(): Promise<Set<string>>;
}

/** Uploaded content in chunks in the database, for emulators that share only the database. */
export interface UploadChunks {
  put(contentId: string, index: number, bytes: Uint8Array, at: number): Promise<void>;
  get(contentId: string, index: number): Promise<Uint8Array | undefined>;
  /** Returns the total size of a content's chunks in bytes, or `undefined` if the content has no chunk. */
  size(contentId: string): Promise<number | undefined>;
  remove(contentId: string): Promise<void>;
  /** Returns the IDs of contents that have been unchanged since `before`. */
  listIdle(before: number): Promise<string[]>;
}

/** Deployment and source of builds. Builds with the same deployment and source share packages. */
export type ArchiveOrigin = Pick<ArtifactArchiveRow, 'deploymentId' | 'source'>;

/** Packed archives of built revisions, for replicas that share only the database. Times of archives are real times. */
export interface ArtifactRows {
  insertArchive(row: ArtifactArchiveRow): Promise<void>;
  /** Returns the newest archive with this path that a build of this origin stored. */
  findBuiltArchive(origin: ArchiveOrigin, archivePath: string): Promise<ArtifactArchiveRow | undefined>;
  /** Returns the archive with this path and digest that a build of this origin stored. */
  findArchive(
    origin: ArchiveOrigin,
    archivePath: string,
    digest: string,
  ): Promise<ArtifactArchiveRow | undefined>;
  /** Sets the attributes of the revision whose folder is in this archive. */
  setAttributes(contentId: string, attributes: ArtifactArchiveRow['attributes']): Promise<void>;
  /**
   * Marks a revision as built from these archives, and publishes each archive for later builds, unless another archive
   * with the same origin and path was published before.
   * @throws StoreError `conflict` if an archive does not exist.
   */
  put(revisionId: string, contentIds: readonly string[], now: number): Promise<void>;
  /** Returns the archives of a revision, or an empty list if the revision is not built. */
  archivesOf(revisionId: string): Promise<ArtifactArchiveRow[]>;
  /** Returns the IDs of built revisions. */
  revisions(): Promise<string[]>;
  remove(revisionId: string): Promise<void>;
  /** Removes unused archives with this path or last used before `before`. Returns the archives' content IDs. */
  removeUnused(before: number, archivePath?: string): Promise<string[]>;
  contentIds(): Promise<Set<string>>;
}

/** Lifetime of an unused upload in milliseconds on the service clock. */
export const UNUSED_UPLOAD_TTL_MS = 24 * 60 * 60_000;

/** Returns true if an unused upload has expired, counted from the upload of its content, or from its creation. */
export function isUploadExpired(
  { used, uploadedAt, createdAt }: Pick<UploadRow, 'used' | 'uploadedAt' | 'createdAt'>,
  now: number,
): boolean {
  return !used && (uploadedAt ?? createdAt) + UNUSED_UPLOAD_TTL_MS <= now;
}

export interface Logs {
  append(lines: Omit<LogLine, 'id'>[]): Promise<void>;
  list(revisionId: string, filter: LogFilter): Promise<LogLine[]>;
  /** Lists the log lines of all revisions of a deployment, in the order of writing. */
  listOfDeployment(deploymentId: string, filter: LogFilter): Promise<LogLine[]>;
}
/** Positions up to which the output of containers in pods is stored. */
export interface PodOutput {
  /** Returns the positions in all runs of a pod's containers, oldest first. */
  listOfPod(revisionId: string, pod: string): Promise<PodOutputRow[]>;
  find(run: OutputRun): Promise<PodOutputRow | undefined>;
  /**
   * Advances the position in a run from `from` lines to `lines`, where `from` is `undefined` for a run without a stored
   * position. Resolves to false, and changes nothing, if the stored position differs from `from`.
   */
  advance(
    run: OutputRun,
    from: number | undefined,
    to: { lines: number; state: OutputState; now: number },
  ): Promise<boolean>;
  /** Removes the positions of a revision except the newest `keep`. */
  prune(revisionId: string, keep: number): Promise<void>;
}
/** Identifies one run of a container in a pod of a revision. */
export type OutputRun = Pick<PodOutputRow, 'revisionId' | 'pod' | 'container' | 'run'>;
export interface LogFilter {
  kind: LogKind;
  order: 'asc' | 'desc';
  limit: number;
  after?: number;
  before?: number;
  /** Substring that a line's message must contain. If `mentions` is set, the message must also contain `mentions`. */
  query?: string;
  mentions?: string;
  levels?: string[];
  from?: number;
  to?: number;
}

/** Returns the deployment's settings that a new revision stores. */
export function revisionSettingsOf(
  deployment: Pick<DeploymentRow, 'sourceConfig' | 'secretReferences'>,
): RevisionSettings {
  const { resource_spec, listener_config, install_command, build_command } = deployment.sourceConfig;
  return {
    resource_spec,
    listener_config,
    install_command,
    build_command,
    secret_references: deployment.secretReferences,
  };
}

/** Returns the deployment with the settings that the revision stores, or with its current settings. */
export function deploymentAtRevision(
  deployment: DeploymentRow,
  { settings }: { settings: RevisionSettings | null },
): DeploymentRow {
  if (settings === null) return deployment;
  const { resource_spec, listener_config, install_command, build_command } = settings;
  return {
    ...deployment,
    // Each setting is listed, so a setting that the revision lacks is not inherited from the deployment.
    sourceConfig: {
      ...deployment.sourceConfig,
      resource_spec,
      listener_config,
      install_command,
      build_command,
    },
    secretReferences: settings.secret_references,
  };
}

export interface Integrations {
  upsert(row: IntegrationRow): Promise<void>;
  list(workspaceId: string): Promise<IntegrationRow[]>;
  findById(id: string): Promise<IntegrationRow | undefined>;
  /**
   * Stores the secret that signs the integration's webhooks. With null, no webhooks of the integration are accepted.
   */
  putWebhookSecret(id: string, secret: string | null): Promise<void>;
  webhookSecret(id: string): Promise<string | null>;
}
export interface Listeners {
  upsert(row: ListenerRow): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
  list(workspaceId: string): Promise<ListenerRow[]>;
}

type AuthProviderChange = Partial<
  Omit<AuthProviderRow, 'id' | 'workspaceId' | 'providerId' | 'createdAt'> & { clientSecret: string }
>;

/** Grant of an OAuth provider, which the store encrypts as a whole. */
export interface AuthGrant {
  accessToken: string;
  refreshToken: string | null;
}

export interface Auth {
  insertProvider(row: AuthProviderRow, clientSecret: string): Promise<void>;
  listProviders(workspaceId: string): Promise<AuthProviderRow[]>;
  findProvider(workspaceId: string, providerId: string): Promise<AuthProviderRow | undefined>;
  getProvider(id: string): Promise<AuthProviderRow | undefined>;
  updateProvider(id: string, change: AuthProviderChange): Promise<void>;
  /** Removes a provider with its tokens and flows. */
  removeProvider(id: string): Promise<void>;
  clientSecret(id: string): Promise<string | undefined>;

  /** Inserts a flow, with its PKCE code verifier in encrypted form. Deletes flows that expired before `keptFrom`. */
  insertFlow(row: AuthFlowRow, verifier: string, keptFrom: number): Promise<void>;
  getFlow(workspaceId: string, id: string): Promise<AuthFlowRow | undefined>;
  findFlowByState(stateHash: string): Promise<AuthFlowRow | undefined>;
  verifier(id: string): Promise<string | undefined>;
  /** Changes the status of a flow. If the flow's status is not `from`, changes nothing and resolves to false. */
  moveFlow(id: string, from: AuthFlowRow['status'], to: AuthFlowRow['status']): Promise<boolean>;

  /** Stores a token, which replaces the user's token for the same scopes. */
  putToken(row: AuthTokenRow, grant: AuthGrant): Promise<void>;
  /** Lists the user's tokens, newest first. */
  tokensOf(provider: string, userId: string): Promise<AuthTokenRow[]>;
  grant(id: string): Promise<AuthGrant | undefined>;
  removeToken(id: string): Promise<void>;
}

/** Returns true if a revision, or a deployment's next revision, runs an image and therefore needs no build. */
export function runsImage({ source }: Pick<RevisionRow, 'source'>): boolean {
  return source === 'external_docker' || source === 'internal_docker';
}

/** Returns the digests that were recorded for the images of a revision, by the names of the images. */
export function imageDigestsOf({ id, config }: Pick<RevisionRow, 'id' | 'config'>): ImageDigests {
  const recorded = config.image_digests;
  return recorded?.revision_id === id ? recorded.digests : {};
}

/** Returns the configuration of a revision with the digests of its images. */
export const withImageDigests = (
  { id, config }: Pick<RevisionRow, 'id' | 'config'>,
  digests: ImageDigests,
): RevisionRow['config'] => ({ ...config, image_digests: { revision_id: id, digests } });

/** Returns true if a revision might need a build, because it is in progress, or active without a stored build. */
export function isBuildable({ status }: Pick<RevisionRow, 'status'>): boolean {
  return !isFinal(status) || status === 'DEPLOYED';
}

/** Returns whether a build attempt is a Job. Replicas of an earlier version begin attempts that are pods without a Job. */
export const isJob = ({ job, attempt }: Pick<BuildRow, 'job' | 'attempt'>): boolean => job === attempt;

type RevisionsReader = { revisions: Pick<Revisions, 'get'> };

/** Returns the deployment's active revision, or `undefined` if no revision is active. */
export async function activeRevisionOf(
  { revisions }: RevisionsReader,
  { id, activeRevisionId }: Pick<DeploymentRow, 'id' | 'activeRevisionId'>,
): Promise<RevisionRow | undefined> {
  return activeRevisionId === null ? undefined : revisions.get(id, activeRevisionId);
}

/**
 * Returns true if the agent of a deployment is an image or program with its own server, even while that server is down.
 */
export async function bringsServer(
  store: RevisionsReader & { deployments: Pick<Deployments, 'findById'> },
  deploymentId: string,
): Promise<boolean> {
  const deployment = await store.deployments.findById(deploymentId);
  if (deployment === undefined) return false;
  return runsImage(deployment) || (await activeRevisionOf(store, deployment))?.bringsServer === true;
}

/** Lists all revisions of a deployment, newest first. */
export async function everyRevision(
  { revisions }: { revisions: Pick<Revisions, 'list'> },
  deploymentId: string,
): Promise<RevisionRow[]> {
  const all: RevisionRow[] = [];
  const limit = 100;
  for (let offset = 0; ; offset += limit) {
    const page = await revisions.list(deploymentId, { limit, offset });
    all.push(...page);
    if (page.length < limit) return all;
  }
}
