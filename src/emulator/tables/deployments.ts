import { isFinal } from '../../contract/statuses.ts';
import type { Source, SourceConfig } from '../../contract/source.ts';
import {
  bytes,
  derived,
  filled,
  flag,
  history,
  id,
  integer,
  internal,
  json,
  named,
  nullable,
  numbered,
  autoIncrement,
  queueWorkspace,
  reset,
  type RowOf,
  rowMapper,
  sealed,
  sha256,
  type Shapes,
  text,
  time,
} from './columns.ts';
import { needed, owner, table } from './table.ts';

export type { AgentSettings, RevisionPush, RevisionSettings } from './shapes.ts';

const status = ({ z }: Shapes) => z.string().min(1);

/** SQL condition for deployments whose status the data plane will change. Queries need the same text to use the index. */
export const IS_CHANGING = "status in ('AWAITING_DATABASE', 'AWAITING_DELETE')";

/** Columns of deployments. A new column also needs a migration in `store/migrations.ts`. */
const deploymentColumns = {
  ordinal: autoIncrement(),
  id: id(),
  workspaceId: id(),
  name: text(),
  source: text<Source>(({ Source }) => Source),
  /** Name of the source in its creator's spelling (`git_host` or `github`). Responses repeat the creator's spelling. */
  sourceName: text(),
  sourceConfig: json(({ SourceConfig }) => SourceConfig),
  deploymentType: derived(
    nullable(text()),
    'sourceConfig',
    (config: SourceConfig) => config.deployment_type ?? null,
  ),
  secretReferences: json(({ z, SecretReference }) => z.array(SecretReference).nullable()),
  imageVersion: nullable(text()),
  status: text(status),
  latestRevisionId: nullable(id()),
  activeRevisionId: nullable(id()),
  projectId: nullable(id()),
  /** Port of the deployment's URL. The port is stored, because the URL must not change. */
  port: nullable(integer(({ z }) => z.int().min(1).max(65_535))),
  createdAt: time(),
  updatedAt: time(),
  buildOnPush: derived(flag(), 'sourceConfig', (config: SourceConfig) => config.build_on_push === true),
  /** True if a deletion must be completed even if parts of it fail. */
  deleteForced: internal(filled(0, flag())),
};
export type DeploymentRow = RowOf<typeof deploymentColumns>;
export const deploymentRows = rowMapper(deploymentColumns);

/** Columns of revisions. A new column also needs a migration in `store/migrations.ts`. */
const revisionColumns = {
  ordinal: autoIncrement(),
  id: id(),
  deploymentId: id(),
  workspaceId: queueWorkspace(),
  /** Number of the revision within the deployment (1, 2, 3 …), so the order of revisions does not depend on a clock. */
  seq: integer(({ z }) => z.int().min(1)),
  source: text<Source>(({ Source }) => Source),
  /**
   * Source configuration of the revision. If the configuration contains `repo_commit_sha` from the start (after a
   * redeploy, or a push with a commit), this commit is built. Without `repo_commit_sha`, the ref's current commit is
   * built. In the same way, pods run the images of `image_digests`
   * from the start (`imageDigestsOf`).
   */
  config: json(({ StoredRevisionConfig }) => StoredRevisionConfig),
  status: text(status),
  statusMessage: nullable(text()),
  final: derived(flag(), 'status', isFinal),
  createdAt: time(),
  updatedAt: time(),
  history: history(),
  leaseOwner: reset(null, nullable(id())),
  leaseUntil: reset(null, nullable(integer())),
  /** Number of times that the revision was claimed. The store refuses an update with a lower number. */
  fence: reset(0, integer()),
  /** Push that caused the revision, or null if no push caused it. */
  push: json((of) => of.RevisionPush.nullable()),
  /** Settings of the revision, or null for an older revision, which uses the settings of its deployment. */
  settings: json((of) => of.RevisionSettings.nullable()),
  /** True if the revision includes its own server. `bringsServer` is known only once the revision has been active. */
  bringsServer: filled(0, flag()),
  /**
   * Settings of items and threads, or null until the revision has been active, and for a revision with its own server.
   */
  agentSettings: filled(
    'null',
    json((of) => of.AgentSettings.nullable()),
  ),
  /**
   * True if the agent developer defined authentication. `bringsAuth` is known only once the revision has been active.
   */
  bringsAuth: filled(0, flag()),
};
export type RevisionRow = RowOf<typeof revisionColumns>;
export const revisionRows = rowMapper(revisionColumns);

const secretsOf = (of: 'deployment' | 'revision') =>
  sealed({
    purpose: 'deployment-secrets',
    owner: { table: `${of}s`, by: `${of}_id` },
    resource: of,
    id: `${of}_id`,
    field: (row) => `secrets[${String(row['name'])}]`,
    ifUnreadable: 'row',
  });

/** Secrets of deployments. The rows preserve the order of each deployment's list. */
const deploymentSecretColumns = {
  deploymentId: id(),
  position: integer(),
  name: text(),
  sealed: secretsOf('deployment'),
};
const revisionSecretColumns = {
  revisionId: id(),
  position: integer(),
  name: text(),
  sealed: secretsOf('revision'),
};

/** Tokens that a revision's agent pods and the control plane use to authenticate to each other. */
const agentTokenColumns = {
  revisionId: id(),
  sealed: sealed({
    purpose: 'agent-tokens',
    owner: { table: 'revisions', by: 'revision_id' },
    resource: 'agent-token',
    id: 'revision_id',
    field: () => 'token',
    ifUnreadable: 'row',
  }),
};

/** Last uses of agents whose pods are removed while they are idle. */
const agentUseColumns = { deploymentId: id(), usedAt: time() };

const LOG_KINDS = ['build', 'deploy'] as const;
export type LogKind = (typeof LOG_KINDS)[number];
export const LOG_LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;

/** Build and deploy logs. The ID of a line is its position in the log. */
const logColumns = {
  id: numbered(),
  revisionId: id(),
  kind: text<LogKind>(({ z }) => z.enum(LOG_KINDS)),
  level: text<(typeof LOG_LEVELS)[number]>(({ z }) => z.enum(LOG_LEVELS)),
  at: time(),
  message: text(),
};
export type LogLine = RowOf<typeof logColumns>;

/** Result of the last poll of a deployment's ref. */
const polledRefColumns = {
  deploymentId: id(),
  /** Full name of the polled ref. When the deployment's ref changes, polling starts from the beginning. */
  ref: text(),
  /** ID of the ref's commit, or null if the ref did not exist. */
  commit: named('commit_sha', nullable(text())),
};
export type PolledRef = RowOf<typeof polledRefColumns>;
export const polledRefRows = rowMapper(polledRefColumns);

/** Source upload of a deployment, whose content is not in snapshots. */
const uploadColumns = {
  id: id(),
  deploymentId: id(),
  /** Path that identifies the upload in a PATCH (`source_tarball_path`). */
  path: id(),
  /**
   * SHA-256 of the upload URL's token in hex. Snapshots omit the hash, so the upload URLs in a snapshot are invalid.
   */
  tokenHash: reset('', text()),
  /** Time when the upload URL expires. */
  urlExpiresAt: reset(0, integer()),
  /** Content ID in the object store, or null before the upload (`uploadedAt` is null too) and after a deletion. */
  contentId: nullable(text(({ z }) => z.guid())),
  size: nullable(integer(({ z }) => z.int().min(0))),
  sha256: nullable(sha256()),
  uploadedAt: nullable(time()),
  /** True if a revision uses the content, which is then never replaced. */
  used: flag(),
  createdAt: time(),
};
export type UploadRow = RowOf<typeof uploadColumns>;
export const uploadRows = rowMapper(uploadColumns);

/** Content of an upload in ordered chunks of one mebibyte. */
const uploadChunkColumns = {
  contentId: id(),
  position: integer(),
  bytes: bytes(),
  size: integer(),
  /** Real time when the content last changed. */
  writtenAt: integer(),
};

/** Newest build attempt of each revision that is built in a separate process, such as a build pod. */
const buildColumns = {
  revisionId: id(),
  /** Number of the attempt, starting at 1. */
  attempt: integer(),
  /** SHA-256 of the token issued to this build attempt. */
  tokenHash: sha256(),
  status: text<'running' | 'built' | 'failed'>(({ z }) => z.enum(['running', 'built', 'failed'])),
  /** Reason for a failed build. */
  message: nullable(text()),
  /** ID of the checked-out commit, or null until the commit is known. */
  commitSha: nullable(text()),
  /**
   * Keys of the packages that the build installs: of npm packages, and of a Python environment. Null until the build
   * has declared the key, which cannot change afterwards.
   */
  modulesKey: nullable(text()),
  environmentsKey: nullable(text()),
  /** Number of lines of the build's log that are stored. */
  lines: integer(),
  /** Number of bytes that the build has stored. */
  bytes: integer(),
  /** Real time when the build first requested its job. */
  startedAt: nullable(integer()),
  /**
   * Attempt that is a Job. Differs from `attempt` if a replica of an earlier version began the attempt, whose build is a
   * pod without a Job.
   */
  job: nullable(integer()),
  /** Name and uid of the pod that works on the attempt, or null until a pod requested its job. */
  pod: nullable(text()),
};
export type BuildRow = RowOf<typeof buildColumns>;
export const buildRows = rowMapper(buildColumns);

/**
 * Position up to which the output of one run of a container in a pod is stored. Agent pods push their output (`pushed`).
 * The output of other containers is read from the cluster (`read`).
 */
const podOutputColumns = {
  revisionId: id(),
  /** Uid of the pod. */
  pod: id(),
  container: id(),
  /** ID of the run: `push:` and the ID that an agent pod chose, or `read:` and the ID of the container. */
  run: id(),
  /** Number of stored lines. */
  lines: integer(),
  state: json<OutputState>(({ z }) =>
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('pushed'),
        startedAt: z.int(),
        at: z.int(),
        tail: z.array(z.string()),
        hasEnded: z.boolean(),
      }),
      z.object({
        kind: z.literal('read'),
        last: z.string().nullable(),
        atLast: z.int().min(0),
        hasEnded: z.boolean(),
      }),
    ]),
  ),
  /** Real time of the last change. */
  updatedAt: integer(),
};
export type PodOutputRow = RowOf<typeof podOutputColumns>;
export const podOutputRows = rowMapper(podOutputColumns);

/** Position in the output of a run of a container. `hasEnded` is true once the output after the run's end is stored. */
export type OutputState =
  | {
      kind: 'pushed';
      /** Start of the program and time of its last stored line, in epoch milliseconds of the pod. */
      startedAt: number;
      at: number;
      /** Hashes of the last stored lines. */
      tail: string[];
      hasEnded: boolean;
    }
  | {
      kind: 'read';
      /** Time of the last stored line in RFC 3339, and number of stored lines with this time. */
      last: string | null;
      atLast: number;
      hasEnded: boolean;
    };

/** Packed archives of built revisions, whose contents are in the object store. */
const artifactArchiveColumns = {
  contentId: id(),
  /** ID of the deployment whose builds may reuse the archive, or null if no build may reuse it. */
  deploymentId: nullable(id()),
  /**
   * SHA-256 of the source and commands of the build that stored the archive. Only builds with the same hash reuse the
   * archive; if the hash is null, no build reuses the archive.
   */
  source: nullable(sha256()),
  /**
   * True if the result of a successful build contains the archive, and no other archive of the source was published
   * with this path before.
   */
  isBuilt: flag(),
  place: text(),
  digest: sha256(),
  size: integer(),
  unpackedSize: integer(),
  /** Facts about the server of the revision whose folder this archive contains, or null for an archive of packages. */
  attributes: json(({ z, AgentSettings }) =>
    z
      .object({
        bringsServer: z.boolean(),
        bringsAuth: z.boolean(),
        agentSettings: AgentSettings.nullable(),
      })
      .nullable(),
  ),
  /** Real time of the archive's last use. */
  usedAt: integer(),
};
export type ArtifactArchiveRow = RowOf<typeof artifactArchiveColumns>;
export const artifactArchiveRows = rowMapper(artifactArchiveColumns);

/** Archives that belong to each built revision. */
const artifactColumns = {
  revisionId: id(),
  contentId: id(),
};

/** Tables of deployments, their revisions and logs. */
export const deploymentTables = {
  deployments: table(deploymentColumns, {
    key: ['id'],
    references: [needed('workspaceId', 'workspaces')],
    indexes: {
      // The index contains the name, so a search by part of the name reads only matching rows.
      deployments_page: ['workspaceId', 'ordinal', 'name'],
      deployments_name: ['workspaceId', 'name', 'ordinal'],
      deployments_type: ['workspaceId', 'deploymentType'],
      deployments_status: ['status', 'ordinal'],
      // Index of the fair queue of deployments that are being created or deleted.
      deployments_changing: { columns: ['workspaceId', 'ordinal'], where: IS_CHANGING },
      deployments_on_push: { columns: ['ordinal'], where: 'build_on_push = 1' },
      deployments_served: { columns: ['ordinal'], where: 'active_revision_id is not null' },
    },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
  deployment_secrets: table(deploymentSecretColumns, {
    key: ['deploymentId', 'position'],
    references: [owner('deploymentId', 'deployments')],
    snapshot: { order: ['deploymentId', 'position'], groupBy: 'deploymentId' },
  }),
  revisions: table(revisionColumns, {
    key: ['id'],
    unique: [['deploymentId', 'seq']],
    references: [owner('deploymentId', 'deployments')],
    indexes: {
      revisions_ordinal: ['deploymentId', 'ordinal'],
      revisions_unfinished: { columns: ['ordinal'], where: 'final = 0' },
      // Index of the fair queue of unfinished revisions.
      revisions_queue: { columns: ['workspaceId', 'ordinal'], where: 'final = 0' },
      revisions_pushed: { columns: ['deploymentId', 'seq'], where: "push_json != 'null'" },
    },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
  revision_secrets: table(revisionSecretColumns, {
    key: ['revisionId', 'position'],
    references: [owner('revisionId', 'revisions')],
    snapshot: { order: ['revisionId', 'position'], groupBy: 'revisionId' },
  }),
  logs: table(logColumns, {
    key: ['id'],
    references: [owner('revisionId', 'revisions')],
    indexes: { logs_page: ['revisionId', 'kind', 'id'] },
    snapshot: { order: ['id'], groupBy: 'revisionId' },
  }),
  polled_refs: table(polledRefColumns, {
    key: ['deploymentId'],
    references: [owner('deploymentId', 'deployments')],
    snapshot: { order: ['deploymentId'], groupBy: 'deploymentId' },
  }),
  // Snapshots do not include the contents of uploads. A build without its content fails with a message about the
  // missing content.
  uploads: table(uploadColumns, {
    key: ['id'],
    unique: [['deploymentId', 'path']],
    references: [owner('deploymentId', 'deployments')],
    indexes: { uploads_age: ['used', 'createdAt'] },
    snapshot: { order: ['deploymentId', 'id'], groupBy: 'deploymentId', hasRandomIds: true },
  }),
  // The table has no foreign key, because contents are stored before the rows that refer to them, and deleted some time
  // after those rows.
  upload_chunks: table(uploadChunkColumns, { key: ['contentId', 'position'] }),
  // Snapshots do not include this table, because another control plane starts its own pods.
  agent_tokens: table(agentTokenColumns, {
    key: ['revisionId'],
    references: [owner('revisionId', 'revisions')],
  }),
  // Snapshots do not include this table, because the pods of another control plane start with its own uses.
  agent_use: table(agentUseColumns, {
    key: ['deploymentId'],
    references: [owner('deploymentId', 'deployments')],
    indexes: { agent_use_time: ['usedAt'] },
  }),
  // Snapshots do not include this table, because another control plane starts its own pods.
  pod_output: table(podOutputColumns, {
    key: ['revisionId', 'pod', 'container', 'run'],
    references: [owner('revisionId', 'revisions')],
  }),
  builds: table(buildColumns, { key: ['revisionId'], references: [owner('revisionId', 'revisions')] }),
  artifact_pieces: table(artifactArchiveColumns, {
    key: ['contentId'],
    indexes: { artifact_pieces_place: ['place'] },
  }),
  artifacts: table(artifactColumns, {
    key: ['revisionId', 'contentId'],
    references: [owner('revisionId', 'revisions'), needed('contentId', 'artifact_pieces', 'content_id')],
    indexes: { artifacts_content: ['contentId'] },
  }),
};
