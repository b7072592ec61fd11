import { isFinal } from '../../contract/statuses.ts';
import type { Secret, SourceRevisionConfig } from '../../contract/source.ts';
import type {
  ArtifactPieceRow,
  BuildRow,
  DeploymentRow,
  LogKind,
  LogLine,
  PolledRef,
  RevisionRow,
  RevisionSettings,
  UploadRow,
} from '../tables/deployments.ts';
import type {
  ApiKeyRow,
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

/** A deployment with everything its responses show, as of one moment. */
export interface DeploymentView {
  row: DeploymentRow;
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
  findById(id: string): Promise<DeploymentRow | undefined>;
  findByName(workspaceId: string, name: string): Promise<DeploymentRow | undefined>;
  list(workspaceId: string, filter: DeploymentFilter): Promise<DeploymentRow[]>;
  /** As `get`, with everything that responses show. */
  view(workspaceId: string, id: string): Promise<DeploymentView | undefined>;
  /** As `list`, with everything that responses show. */
  listViews(workspaceId: string, filter: DeploymentFilter): Promise<DeploymentView[]>;
  /** Every deployment of every workspace, oldest first. */
  listAll(): Promise<DeploymentRow[]>;
  listServed(): Promise<DeploymentRow[]>;
  /** Those of them that are being created or deleted, or have an unfinished revision. */
  listInProgress(): Promise<DeploymentRow[]>;
  /** Those of them that are built on push, of every workspace, oldest first. */
  listBuiltOnPush(): Promise<DeploymentRow[]>;
  /** Those of a workspace whose source configuration has this ID, of an integration or a listener; newest first. */
  listReferencing(workspaceId: string, id: string): Promise<DeploymentRow[]>;
  /** How many of this type a workspace has, without those being deleted. */
  countType(workspaceId: string, deploymentType: string): Promise<number>;
  /** Completes a deletion in spite of what blocks it. */
  forceDelete(id: string): Promise<void>;
  isDeleteForced(id: string): Promise<boolean>;
  update(id: string, change: Partial<Omit<DeploymentRow, 'id' | 'workspaceId'>>): Promise<void>;
  putSecrets(id: string, secrets: Secret[]): Promise<void>;
  secrets(id: string): Promise<Secret[]>;
  /** Deletes the row and everything below it: revisions, logs, threads, runs, checkpoints. */
  remove(id: string): Promise<void>;
}

/** A revision before it is counted and claimed. */
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
  /** Inserts with the next `seq`; `secrets` is the environment of this revision. */
  insert(row: NewRevision, secrets: Secret[]): Promise<RevisionRow>;
  get(deploymentId: string, id: string): Promise<RevisionRow | undefined>;
  findById(id: string): Promise<RevisionRow | undefined>;
  /** Of the deployment's active revision; null: none is, or it has none. */
  activeSettings(deploymentId: string): Promise<RevisionRow['agentSettings']>;
  list(
    deploymentId: string,
    filter: { limit: number; offset: number; status?: string[] },
  ): Promise<RevisionRow[]>;
  /** Every revision that is not final, oldest first, over all deployments. */
  listUnfinished(): Promise<RevisionRow[]>;
  unfinishedOf(deploymentId: string): Promise<RevisionRow[]>;
  /** Those created for a push, newest first, at most `limit`. */
  listForPush(deploymentId: string, limit: number): Promise<RevisionRow[]>;
  secrets(id: string): Promise<Secret[]>;
  /**
   * Takes the lease when it is free, expired or already `owner`'s; increments the fence. `undefined`: another owner has
   * it. `instanceId`: only while this instance has its lease.
   */
  claim(
    id: string,
    owner: string,
    now: number,
    leaseMs: number,
    instanceId?: string,
  ): Promise<RevisionRow | undefined>;
  release(id: string, owner: string): Promise<void>;
  /** False, and nothing changed, when `fence` is given and is no longer the row's. */
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

/** The tokens of revisions that run as agent pods. */
export interface AgentTokens {
  /** Keeps the token, unless the revision has one already. Gives the one it has from now on. */
  put(revisionId: string, token: string): Promise<string>;
  /** Undefined: it has none. */
  find(revisionId: string): Promise<string | undefined>;
}

/** Builds of revisions by pods, which know nothing but the token of their attempt. All but `begin` leave one that ended. */
export interface Builds {
  /** The newest attempt. */
  find(revisionId: string): Promise<BuildRow | undefined>;
  /** Begins the next attempt: only what has this token belongs to it. @throws StoreError `conflict` without the revision. */
  begin(revisionId: string, tokenHash: string): Promise<BuildRow>;
  /** Notes that it asked for its job. */
  start(revisionId: string, attempt: number, now: number): Promise<void>;
  /** False: another commit was reported before. */
  setCommit(revisionId: string, attempt: number, sha: string): Promise<boolean>;
  /** Counts lines of its log; false: `from` is not how many there were. */
  takeLines(revisionId: string, attempt: number, from: number, count: number): Promise<boolean>;
  /**
   * Counts bytes that it stores, or fewer with a negative number; false, and nothing changed, when it has ended or there would be
   * more than `limit`.
   */
  takeBytes(revisionId: string, attempt: number, count: number, limit: number): Promise<boolean>;
  /** Ends it; false: it has ended. */
  end(revisionId: string, attempt: number, how: BuildEnd): Promise<boolean>;
}
type BuildEnd = { status: 'built'; message: null } | { status: 'failed'; message: string };

export interface GitHeads {
  /** Null: the ref moved to an unknown commit, or is gone; the stored one is void. */
  put(head: GitHead, commit: string | null, now: number): Promise<void>;
  find(head: GitHead): Promise<string | undefined>;
}

export interface PolledRefs {
  put(row: PolledRef): Promise<void>;
  get(deploymentId: string): Promise<PolledRef | undefined>;
}

export interface WebhookDeliveries {
  find(integrationId: string, id: string): Promise<WebhookDeliveryRow | undefined>;
  /** Also deletes those before `keptFrom`. */
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
  /** Those of no revision, unchanged since `before`. */
  listUnused(before: number): Promise<UploadRow[]>;
  /** Those of a revision whose content is kept, of one deployment or of all, by deployment. */
  listKept(deploymentId?: string): Promise<UploadRow[]>;
  contentIds(): Promise<Set<string>>;
}

/** Contents in chunks, in the database: for emulators that share nothing else. */
export interface UploadChunks {
  put(contentId: string, index: number, bytes: Uint8Array, at: number): Promise<void>;
  get(contentId: string, index: number): Promise<Uint8Array | undefined>;
  /** Bytes of all its chunks; undefined when there are none. */
  size(contentId: string): Promise<number | undefined>;
  remove(contentId: string): Promise<void>;
  /** Contents unchanged since `before`. */
  listIdle(before: number): Promise<string[]>;
}

/** The builds that share packages: those of one deployment from one source. */
export type PieceOrigin = Pick<ArtifactPieceRow, 'deploymentId' | 'source'>;

/** Which packed pieces built revisions are made of, for replicas that share nothing else. Times are real. */
export interface ArtifactRows {
  insertPiece(row: ArtifactPieceRow): Promise<void>;
  /** The newest piece for this place in the results of these builds. */
  findBuiltPiece(origin: PieceOrigin, place: string): Promise<ArtifactPieceRow | undefined>;
  /** The piece for this place with this digest that one of these builds stored, also if the build failed or is in progress. */
  findPiece(origin: PieceOrigin, place: string, digest: string): Promise<ArtifactPieceRow | undefined>;
  /** Says who will answer requests of the revision that this piece is the folder of. */
  setAttributes(contentId: string, attributes: ArtifactPieceRow['attributes']): Promise<void>;
  /** Makes a revision of these pieces, which thereby are built. @throws StoreError `conflict` when one of them is gone. */
  put(revisionId: string, contentIds: readonly string[], now: number): Promise<void>;
  /** None: the revision is not built. */
  piecesOf(revisionId: string): Promise<ArtifactPieceRow[]>;
  /** The revisions that are built. */
  revisions(): Promise<string[]>;
  remove(revisionId: string): Promise<void>;
  /** Removes the pieces of no revision that were last used before, or belong to this place; gives their contents. */
  removeUnused(before: number, place?: string): Promise<string[]>;
  contentIds(): Promise<Set<string>>;
}

/** How long an unused upload is kept, in milliseconds of product time. */
export const UNUSED_UPLOAD_TTL_MS = 24 * 60 * 60_000;

/** Whether an unused upload has expired, counted from its content, or else from its creation. */
export function isUploadExpired(
  { used, uploadedAt, createdAt }: Pick<UploadRow, 'used' | 'uploadedAt' | 'createdAt'>,
  now: number,
): boolean {
  return !used && (uploadedAt ?? createdAt) + UNUSED_UPLOAD_TTL_MS <= now;
}

export interface Logs {
  append(lines: Omit<LogLine, 'id'>[]): Promise<void>;
  list(revisionId: string, filter: LogFilter): Promise<LogLine[]>;
  /** Lines of all revisions of a deployment, in the order in which they were written. */
  listOfDeployment(deploymentId: string, filter: LogFilter): Promise<LogLine[]>;
}
export interface LogFilter {
  kind: LogKind;
  order: 'asc' | 'desc';
  limit: number;
  after?: number;
  before?: number;
  /** Substrings of the message, all of them. */
  query?: string;
  mentions?: string;
  levels?: string[];
  from?: number;
  to?: number;
}

/** The settings that a new revision of the deployment stores as its own. */
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

/** The deployment as of this revision; the current one for an old revision without stored settings. */
export function deploymentAtRevision(
  deployment: DeploymentRow,
  { settings }: { settings: RevisionSettings | null },
): DeploymentRow {
  if (settings === null) return deployment;
  const { resource_spec, listener_config, install_command, build_command } = settings;
  return {
    ...deployment,
    // Each by name: an unset one must not be inherited from the current deployment.
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
  /** Signs its webhooks; null: it accepts none. */
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

/** A provider's grant: sealed as a whole. */
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
  /** With its tokens and flows. */
  removeProvider(id: string): Promise<void>;
  clientSecret(id: string): Promise<string | undefined>;

  /** `verifier`: the code verifier of PKCE, sealed. Also deletes flows that expired before `keptFrom`. */
  insertFlow(row: AuthFlowRow, verifier: string, keptFrom: number): Promise<void>;
  getFlow(workspaceId: string, id: string): Promise<AuthFlowRow | undefined>;
  findFlowByState(stateHash: string): Promise<AuthFlowRow | undefined>;
  verifier(id: string): Promise<string | undefined>;
  /** False, and nothing changed, when it is no longer `from`. */
  moveFlow(id: string, from: AuthFlowRow['status'], to: AuthFlowRow['status']): Promise<boolean>;

  /** Replaces the user's token for the same scopes. */
  putToken(row: AuthTokenRow, grant: AuthGrant): Promise<void>;
  /** The user's, the newest first. */
  tokensOf(provider: string, userId: string): Promise<AuthTokenRow[]>;
  grant(id: string): Promise<AuthGrant | undefined>;
  removeToken(id: string): Promise<void>;
}

/** Whether a revision, or the next one of a deployment, runs an image, of which nothing is built. */
export function runsImage({ source }: Pick<RevisionRow, 'source'>): boolean {
  return source === 'external_docker' || source === 'internal_docker';
}

/** Whether a build of a revision is of use: it is in progress; or it serves, and what was built of it may be stored nowhere. */
export function mayBeBuilt({ status }: Pick<RevisionRow, 'status'>): boolean {
  return !isFinal(status) || status === 'DEPLOYED';
}

type RevisionsReader = { revisions: Pick<Revisions, 'get'> };

/** The revision that serves a deployment; undefined: none does. */
export async function activeRevisionOf(
  { revisions }: RevisionsReader,
  { id, activeRevisionId }: Pick<DeploymentRow, 'id' | 'activeRevisionId'>,
): Promise<RevisionRow | undefined> {
  return activeRevisionId === null ? undefined : revisions.get(id, activeRevisionId);
}

/** Whether an image or a program answers the requests of a deployment with a server of its own, up or not. */
export async function bringsServer(
  store: RevisionsReader & { deployments: Pick<Deployments, 'findById'> },
  deploymentId: string,
): Promise<boolean> {
  const deployment = await store.deployments.findById(deploymentId);
  if (deployment === undefined) return false;
  return runsImage(deployment) || (await activeRevisionOf(store, deployment))?.bringsServer === true;
}

/** All revisions of a deployment, newest first. */
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
