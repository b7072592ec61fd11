import {
  filled,
  flag,
  freeForm,
  id,
  integer,
  internal,
  json,
  jsonOf,
  named,
  numbered,
  nullable,
  nullableSealed,
  autoIncrement,
  type KeyPurpose,
  type RowOf,
  rowMapper,
  sealed,
  sha256,
  text,
  time,
  timestamps,
} from './columns.ts';
import { checked, needed, owner, table } from './table.ts';

const workspaceColumns = {
  id: id(),
  name: text(),
  /** True if responses hide secret values, as the seed file specifies. */
  redactSecretValues: flag(),
};
export type WorkspaceRow = RowOf<typeof workspaceColumns>;
export const workspaceRows = rowMapper(workspaceColumns);

/**
 * Data keys of workspaces. Each data key has a `version`, and is encrypted with the master key of version
 * `key_version`.
 */
const workspaceKeyColumns = {
  workspaceId: id(),
  version: integer(({ z }) => z.int().min(1)),
  keyVersion: integer(),
  wrapped: text(),
  createdAt: time(),
};

const apiKeyColumns = {
  /** SHA-256 of the API key in hex. The API key is never stored. */
  hash: sha256(),
  workspaceId: id(),
  /**
   * With `workspace`, the key accesses one workspace. With `organization`, the key accesses all workspaces, and each
   * request specifies a tenant ID.
   */
  scope: text<'workspace' | 'organization'>(({ z }) => z.enum(['workspace', 'organization'])),
};
export type ApiKeyRow = RowOf<typeof apiKeyColumns>;
export const apiKeyRows = rowMapper(apiKeyColumns);

/** Connections to git hosts. The secrets that sign the integrations' webhooks are encrypted. */
const integrationColumns = {
  id: id(),
  workspaceId: id(),
  name: text(),
  installationId: integer(),
  webhookSecret: filled(
    null,
    nullableSealed({
      purpose: 'webhook-secrets',
      owner: { table: 'integrations', by: 'id' },
      resource: 'integration',
      id: 'id',
      field: () => 'webhook_secret',
      ifUnreadable: 'null',
    }),
  ),
};
export type IntegrationRow = RowOf<typeof integrationColumns>;
export const integrationRows = rowMapper(integrationColumns);

const listenerColumns = {
  id: id(),
  workspaceId: id(),
  computeType: text(),
  computeId: text(),
  namespaces: json(({ z }) => z.array(z.string())),
  ...timestamps(),
  /** Version that the listener reported. */
  version: nullable(text()),
};
export type ListenerRow = RowOf<typeof listenerColumns>;
export const listenerRows = rowMapper(listenerColumns);

/** Tracing projects, with names that are unique within a workspace. */
const projectDetails = {
  description: nullable(text()),
  extra: filled(
    'null',
    json((of) => freeForm(of).nullable()),
  ),
  /** Dataset of an experiment, or null for a project that is not an experiment. */
  datasetId: nullable(id()),
  /** The client's announcement, with the expected number of runs and the names of the evaluators. */
  plan: filled(
    'null',
    json((of) => freeForm(of).nullable()),
  ),
  startedAt: nullable(time()),
  endedAt: nullable(time()),
};
const projectColumns = {
  ordinal: autoIncrement(),
  id: id(),
  workspaceId: id(),
  name: text(),
  createdAt: time(),
  ...projectDetails,
};
export type ProjectRow = RowOf<typeof projectColumns>;
/** Columns of a project that can be omitted: a deployment's project has none of these columns. */
export type ProjectDetails = RowOf<typeof projectDetails>;
export const projectRows = rowMapper(projectColumns);

/** Commit of a ref that a push reported. */
const gitHeadColumns = {
  workspaceId: id(),
  /** Key of the repository, computed by `repositoryKey`. */
  repository: text(),
  /** Full name of the ref, such as `refs/heads/main`. */
  ref: text(),
  commit: named('commit_sha', text()),
  toldAt: time(),
};
export type GitHead = Pick<RowOf<typeof gitHeadColumns>, 'workspaceId' | 'repository' | 'ref'>;

/** Webhook delivery that was handled, with its response, because the sender might repeat the delivery. */
const webhookDeliveryColumns = {
  integrationId: id(),
  /** ID that the sender assigned to the delivery. */
  id: id(),
  at: time(),
  answer: json(freeForm),
};
export type WebhookDeliveryRow = RowOf<typeof webhookDeliveryColumns>;
export const webhookDeliveryRows = rowMapper(webhookDeliveryColumns);

const authSecret = (purpose: KeyPurpose, resource: string, field: string, by: string) =>
  sealed({
    purpose,
    owner: { table: 'auth_providers', by },
    resource,
    id: 'id',
    field: () => field,
    ifUnreadable: 'row',
  });

/** Sign-in provider of a workspace, without its encrypted secret, which is read separately. */
const authProviderColumns = {
  id: id(),
  workspaceId: id(),
  /** ID of the provider, unique within the workspace. */
  providerId: id(),
  name: text(),
  clientId: text(),
  clientSecret: authSecret('auth-providers', 'auth-provider', 'client_secret', 'id'),
  authUrl: text(),
  tokenUrl: text(),
  usesPkce: flag(),
  challengeMethod: text(),
  ...timestamps(),
};
export type AuthProviderRow = RowOf<typeof authProviderColumns>;
export const authProviderRows = rowMapper(authProviderColumns);

const FLOW_STATUSES = ['pending', 'exchanging', 'completed', 'failed'] as const;

/** One sign-in, in progress or completed. */
const authFlowColumns = {
  id: id(),
  provider: id(),
  userId: text(),
  agentId: nullable(text()),
  scopes: json(({ z }) => z.array(z.string())),
  /** SHA-256 of the OAuth state in hex. The OAuth state is not stored. */
  stateHash: sha256(),
  verifier: authSecret('auth-flows', 'auth-flow', 'verifier', 'provider'),
  redirectUri: text(),
  /** The status `exchanging` means that the callback has arrived. A sign-in accepts only one callback. */
  status: text<(typeof FLOW_STATUSES)[number]>(({ z }) => z.enum(FLOW_STATUSES)),
  createdAt: time(),
  expiresAt: time(),
};
export type AuthFlowRow = RowOf<typeof authFlowColumns> & { workspaceId: string };
export const authFlowRows = rowMapper(authFlowColumns);

/** Grant of a provider to a user, encrypted as a whole. */
const authTokenColumns = {
  id: id(),
  provider: id(),
  userId: text(),
  /** Granted scopes in sorted order. */
  scopes: json(({ z }) => z.array(z.string())),
  sealed: authSecret('auth-tokens', 'auth-token', 'grant', 'provider'),
  /** Expiry of the token, or null if the token never expires. */
  expiresAt: nullable(time()),
  updatedAt: time(),
};
export type AuthTokenRow = RowOf<typeof authTokenColumns>;
export const authTokenRows = rowMapper(authTokenColumns);

/** Process groups of emulators, some of which might still be running. */
const processColumns = {
  pid: integer(),
  /** Start time of the process in the kernel, which prevents another process with a reused pid from being killed. */
  startToken: text(),
  kind: text(),
  owner: text(),
};
export type ProcessRow = RowOf<typeof processColumns>;
export const processRows = rowMapper(processColumns);

/** Emulators that use this store. */
const instanceColumns = {
  /** ID of the instance. The ID of an instance is never reused: an evicted instance joins again with a new ID. */
  id: id(),
  machine: text(),
  /** Settings that must be equal for all instances. */
  settings: jsonOf<Readonly<Record<string, string>>>(),
  /** Start time of the instance on the database's clock, which also determines the end of the instance's lease. */
  startedAt: internal(integer()),
  leaseUntil: internal(integer()),
};
export type InstanceRow = RowOf<typeof instanceColumns>;
export const instanceRows = rowMapper(instanceColumns);

/** Changes that callers of the control plane made or tried. Snapshots do not contain the table, and a reset keeps it. */
const auditColumns = {
  ordinal: numbered(),
  at: time(),
  /** ID of the workspace, or null for `/_local` and for a request that no workspace could be found for. */
  workspaceId: nullable(id()),
  /** ID that is derived from the API key, and the key's name in the seed. The key itself is never stored. */
  keyId: id(),
  keyName: nullable(text()),
  method: text(),
  /** Pattern of the route, and the path of the request without its query. */
  route: text(),
  path: text(),
  /** ID of the object that the request created. */
  createdId: nullable(id()),
  status: integer(),
  /** Address of the client, or null if it is unknown or behind an untrusted proxy. */
  source: nullable(text()),
};
export type AuditRow = RowOf<typeof auditColumns>;
export const auditRows = rowMapper(auditColumns);

/** ID of this control plane in a cluster. */
const planeColumns = { name: text(), id: id() };

/**
 * CAs of this control plane, which sign the certificates of its pods and replicas. The private keys are encrypted with
 * a data key of the workspace.
 */
const authorityColumns = {
  id: id(),
  workspaceId: id(),
  /** Number of the CA, which is unique, so replicas that create a CA at the same time create only one. */
  generation: integer(),
  certificate: text(),
  sealed: sealed({
    purpose: 'plane-authorities',
    owner: { table: 'authorities', by: 'id' },
    resource: 'authority',
    id: 'id',
    field: () => 'key',
    ifUnreadable: 'row',
  }),
  createdAt: time(),
  expiresAt: time(),
};
export type AuthorityRow = RowOf<typeof authorityColumns>;
export const authorityRows = rowMapper(authorityColumns);

/** Kind of exclusive work: a deployment's work, or a singleton job. */
export type ClaimKind = 'deployment' | 'job';
const claimColumns = { kind: text<ClaimKind>(), name: text(), owner: id() };

/** Tables of workspaces and their API keys, integrations and sign-ins, and of the processes that share the store. */
export const workspaceTables = {
  workspaces: table(workspaceColumns, { key: ['id'], snapshot: { order: ['id'] } }),
  workspace_keys: table(workspaceKeyColumns, {
    key: ['workspaceId', 'version'],
    references: [needed('workspaceId', 'workspaces')],
    snapshot: { order: ['workspaceId', 'version'] },
  }),
  api_keys: table(apiKeyColumns, {
    key: ['hash'],
    references: [needed('workspaceId', 'workspaces')],
    indexes: { api_keys_workspace: ['workspaceId'] },
    snapshot: { order: ['hash'] },
  }),
  integrations: table(integrationColumns, {
    key: ['id'],
    references: [needed('workspaceId', 'workspaces')],
    indexes: { integrations_workspace: ['workspaceId', 'id'] },
    snapshot: { order: ['id'] },
  }),
  listeners: table(listenerColumns, {
    key: ['id'],
    references: [needed('workspaceId', 'workspaces')],
    indexes: { listeners_workspace: ['workspaceId', 'createdAt', 'id'] },
    snapshot: { order: ['workspaceId', 'createdAt', 'id'], hasRandomIds: true },
  }),
  projects: table(projectColumns, {
    key: ['id'],
    unique: [['workspaceId', 'name']],
    references: [needed('workspaceId', 'workspaces'), checked('datasetId', 'datasets')],
    indexes: {
      projects_page: ['workspaceId', 'ordinal'],
      projects_dataset: { columns: ['datasetId', 'ordinal'], where: 'dataset_id is not null' },
    },
    snapshot: { order: ['ordinal'], hasRandomIds: true },
  }),
  git_heads: table(gitHeadColumns, {
    key: ['workspaceId', 'repository', 'ref'],
    references: [needed('workspaceId', 'workspaces')],
    snapshot: { order: ['workspaceId', 'repository', 'ref'] },
  }),
  webhook_deliveries: table(webhookDeliveryColumns, {
    key: ['integrationId', 'id'],
    references: [needed('integrationId', 'integrations')],
    indexes: { webhook_deliveries_age: ['integrationId', 'at'] },
    snapshot: { order: ['integrationId', 'at', 'id'] },
  }),
  // Snapshots do not include this table, because another control plane has its own CA.
  authorities: table(authorityColumns, {
    key: ['id'],
    unique: [['generation']],
    references: [owner('workspaceId', 'workspaces')],
    indexes: { authorities_workspace: ['workspaceId'] },
  }),
  auth_providers: table(authProviderColumns, {
    key: ['id'],
    unique: [['workspaceId', 'providerId']],
    references: [needed('workspaceId', 'workspaces')],
    snapshot: { order: ['workspaceId', 'providerId'], hasRandomIds: true },
  }),
  auth_flows: table(authFlowColumns, {
    key: ['id'],
    unique: [['stateHash']],
    references: [owner('provider', 'auth_providers')],
    indexes: { auth_flows_age: ['provider', 'expiresAt'] },
    snapshot: { order: ['createdAt', 'id'], hasRandomIds: true },
  }),
  auth_tokens: table(authTokenColumns, {
    key: ['id'],
    unique: [['provider', 'userId', 'scopes']],
    references: [owner('provider', 'auth_providers')],
    snapshot: { order: ['provider', 'userId', 'scopes'], hasRandomIds: true },
  }),
  processes: table(processColumns, { key: ['owner', 'pid'] }),
  instances: table(instanceColumns, { key: ['id'] }),
  claims: table(claimColumns, { key: ['kind', 'name'], indexes: { claims_owner: ['owner', 'kind'] } }),
  planes: table(planeColumns, { key: ['name'] }),
  audit_log: table(auditColumns, {
    key: ['ordinal'],
    indexes: { audit_log_age: ['at'], audit_log_workspace: ['workspaceId', 'ordinal'] },
  }),
};
