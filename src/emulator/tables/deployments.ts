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

/** Deployments. A new column needs a line here and a change in `store/migrations.ts`. */
const deploymentColumns = {
  ordinal: autoIncrement(),
  id: id(),
  workspaceId: id(),
  name: text(),
  source: text<Source>(({ Source }) => Source),
  /** Source as spelled by its creator, which responses repeat: `git_host` or `github`. */
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
  /** Port of the deployment's URL, stored so that the URL stays the same. */
  port: nullable(integer(({ z }) => z.int().min(1).max(65_535))),
  createdAt: time(),
  updatedAt: time(),
  buildOnPush: derived(flag(), 'sourceConfig', (config: SourceConfig) => config.build_on_push === true),
  /** True if a deletion must be completed even if parts of it fail. */
  deleteForced: internal(filled(0, flag())),
};
export type DeploymentRow = RowOf<typeof deploymentColumns>;
export const deploymentRows = rowMapper(deploymentColumns);

/** Revisions. A new column needs a line here and a change in `store/migrations.ts`. */
const revisionColumns = {
  ordinal: autoIncrement(),
  id: id(),
  deploymentId: id(),
  /** Number of the revision within the deployment: 1, 2, 3 …, so that the order never depends on a clock. */
  seq: integer(({ z }) => z.int().min(1)),
  source: text<Source>(({ Source }) => Source),
  /**
   * If `repo_commit_sha` is set at creation (redeploy, or a push that names its commit), that commit is built;
   * otherwise the commit of the ref.
   */
  config: json(({ SourceRevisionConfig }) => SourceRevisionConfig),
  status: text(status),
  statusMessage: nullable(text()),
  final: derived(flag(), 'status', isFinal),
  createdAt: time(),
  updatedAt: time(),
  history: history(),
  leaseOwner: reset(null, nullable(id())),
  leaseUntil: reset(null, nullable(integer())),
  /** Incremented with each claim. An update with an older fence is refused. */
  fence: reset(0, integer()),
  /** Push that caused the revision; null if no push did. */
  push: json((of) => of.RevisionPush.nullable()),
  /** Settings of the revision; null for an older revision, which has the settings of its deployment. */
  settings: json((of) => of.RevisionSettings.nullable()),
  /** True if the revision includes its own server; known once it has served. */
  bringsServer: filled(0, flag()),
  /**
   * Settings of items and threads, known once the revision has served; null for an older revision, or for a revision with
   * its own server.
   */
  agentSettings: filled(
    'null',
    json((of) => of.AgentSettings.nullable()),
  ),
  /** True if the author defined authentication; known once the revision has served. */
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

/** Secrets of deployments. Each list keeps its order. */
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

/** Tokens with which agent pods of a revision and the control plane authenticate each other. */
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

const LOG_KINDS = ['build', 'deploy'] as const;
export type LogKind = (typeof LOG_KINDS)[number];
export const LOG_LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;

/** Build and deploy logs. A line's ID is its position in the log. */
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
  /** Full name of the ref. If it changes, polling starts over. */
  ref: text(),
  /** Commit of the ref; null if the ref did not exist. */
  commit: named('commit_sha', nullable(text())),
};
export type PolledRef = RowOf<typeof polledRefColumns>;
export const polledRefRows = rowMapper(polledRefColumns);

/** A source upload of a deployment and its content. Snapshots do not include contents. */
const uploadColumns = {
  id: id(),
  deploymentId: id(),
  /** Name of the upload in a PATCH: `source_tarball_path`. */
  path: id(),
  /**
   * SHA-256 of the token in the upload URL, in hex; the token itself is never stored. URLs in a snapshot are invalid.
   */
  tokenHash: reset('', text()),
  /** Time from which the URL is invalid. */
  urlExpiresAt: reset(0, integer()),
  /**
   * Key in the object store. Null if nothing was uploaded yet or if the content was deleted; `uploadedAt`
   * distinguishes the two.
   */
  contentId: nullable(text(({ z }) => z.guid())),
  size: nullable(integer(({ z }) => z.int().min(0))),
  sha256: nullable(sha256()),
  uploadedAt: nullable(time()),
  /** True if a revision uses the content, so that it is never written again. */
  used: flag(),
  createdAt: time(),
};
export type UploadRow = RowOf<typeof uploadColumns>;
export const uploadRows = rowMapper(uploadColumns);

/** Content of an upload in chunks of one megabyte, in order. */
const uploadChunkColumns = {
  contentId: id(),
  position: integer(),
  bytes: bytes(),
  size: integer(),
  /** Time of the last change, in real time. */
  writtenAt: integer(),
};

/** Builds of revisions by a separate process such as a build pod: the newest attempt of each revision. */
const buildColumns = {
  revisionId: id(),
  /** Attempt number, starting at 1. */
  attempt: integer(),
  /** SHA-256 of the token issued to this build attempt. */
  tokenHash: sha256(),
  status: text<'running' | 'built' | 'failed'>(({ z }) => z.enum(['running', 'built', 'failed'])),
  /** Reason of the failure. */
  message: nullable(text()),
  /** Commit that was checked out, once known. */
  commitSha: nullable(text()),
  /** Number of stored lines of its log. */
  lines: integer(),
  /** Number of stored bytes. */
  bytes: integer(),
  /** Real time of its first request for the job. */
  startedAt: nullable(integer()),
};
export type BuildRow = RowOf<typeof buildColumns>;
export const buildRows = rowMapper(buildColumns);

/** Packed archives of built revisions. Their contents are in the object store. */
const artifactArchiveColumns = {
  contentId: id(),
  /** The deployment whose build stored the archive; only its builds get the archive. No build gets an archive whose value is null. */
  deploymentId: nullable(id()),
  /** SHA-256 of the source and commands of that build. Only builds with the same hash get the archive; with null, no build does. */
  source: nullable(sha256()),
  /** True if a successful build listed the archive in its result. */
  isBuilt: flag(),
  place: text(),
  digest: sha256(),
  size: integer(),
  unpackedSize: integer(),
  /** For the folder of a revision: how the revision serves requests. Null for packages. */
  attributes: json(({ z, AgentSettings }) =>
    z
      .object({
        bringsServer: z.boolean(),
        bringsAuth: z.boolean(),
        agentSettings: AgentSettings.nullable(),
      })
      .nullable(),
  ),
  /** Real time of the last use. */
  usedAt: integer(),
};
export type ArtifactArchiveRow = RowOf<typeof artifactArchiveColumns>;
export const artifactArchiveRows = rowMapper(artifactArchiveColumns);

/** The archives of each revision. */
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
      // The index contains the name, so that a search by part of the name reads only the matching rows.
      deployments_page: ['workspaceId', 'ordinal', 'name'],
      deployments_name: ['workspaceId', 'name', 'ordinal'],
      deployments_type: ['workspaceId', 'deploymentType'],
      deployments_status: ['status', 'ordinal'],
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
  // Snapshots contain no contents. A build that needs a missing content reports it.
  uploads: table(uploadColumns, {
    key: ['id'],
    unique: [['deploymentId', 'path']],
    references: [owner('deploymentId', 'deployments')],
    indexes: { uploads_age: ['used', 'createdAt'] },
    snapshot: { order: ['deploymentId', 'id'], groupBy: 'deploymentId', hasRandomIds: true },
  }),
  // The table has no foreign key, because contents are stored before their rows and stay after them until they are
  // swept.
  upload_chunks: table(uploadChunkColumns, { key: ['contentId', 'position'] }),
  // The table is not in snapshots, because another control plane starts its own pods.
  agent_tokens: table(agentTokenColumns, {
    key: ['revisionId'],
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
