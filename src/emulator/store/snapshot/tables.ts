import * as z from 'zod';
import { SANDBOX_STATUSES } from '../../../contract/sandbox.ts';
import { deploymentColumns, revisionColumns } from '../../tables/deployments.ts';
import { KEY_VERSIONS } from '../data-keys.ts';
import type { Purpose } from '../seal.ts';
import { AGENT_TABLES } from './agent-tables.ts';
import {
  flag,
  freeForm,
  id,
  idColumn,
  integer,
  json,
  LISTENER_VERSION,
  nullable,
  PUSHES,
  sealed,
  since,
  snapshotForm,
  type SnapshotTable,
  text,
  time,
  timestamps,
  UPLOADS,
} from './columns.ts';

export type { SnapshotTable } from './columns.ts';

/** Workspaces and what belongs to them as a whole. */
const TENANT_TABLES: readonly SnapshotTable[] = [
  {
    name: 'workspaces',
    columns: [idColumn('id'), text('name'), flag('redact_secret_values')],
    order: ['id'],
    unique: [['id']],
  },
  {
    name: 'workspace_keys',
    columns: [
      idColumn('workspace_id'),
      since(KEY_VERSIONS, 1, integer('version', z.int().min(1))),
      integer('key_version'),
      text('wrapped'),
      time('created_at'),
    ],
    order: ['workspace_id', 'version'],
    unique: [['workspace_id', 'version']],
    references: { workspace_id: 'workspaces' },
  },
  {
    name: 'api_keys',
    columns: [
      text('hash', z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')),
      idColumn('workspace_id'),
      text('scope', z.enum(['workspace', 'organization'])),
    ],
    order: ['hash'],
    unique: [['hash']],
    references: { workspace_id: 'workspaces' },
  },
  {
    name: 'integrations',
    columns: [
      idColumn('id'),
      idColumn('workspace_id'),
      text('name'),
      integer('installation_id'),
      since(
        PUSHES,
        null,
        nullable(
          sealed('webhook_secret', {
            purpose: 'webhook-secrets',
            owner: { table: 'integrations', by: 'id' },
            resource: 'integration',
            id: 'id',
            field: () => 'webhook_secret',
            ifUnreadable: 'null',
          }),
        ),
      ),
    ],
    order: ['id'],
    unique: [['id']],
    references: { workspace_id: 'workspaces' },
  },
  {
    name: 'listeners',
    columns: [
      idColumn('id'),
      idColumn('workspace_id'),
      text('compute_type'),
      text('compute_id'),
      json('namespaces', z.array(z.string())),
      ...timestamps,
      since(LISTENER_VERSION, null, nullable(text('version'))),
    ],
    order: ['workspace_id', 'created_at', 'id'],
    unique: [['id']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  },
  {
    name: 'projects',
    columns: [idColumn('id'), idColumn('workspace_id'), text('name'), time('created_at')],
    generated: ['ordinal'],
    order: ['ordinal'],
    unique: [['id'], ['workspace_id', 'name']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  },
  {
    name: 'git_heads',
    since: PUSHES,
    columns: [idColumn('workspace_id'), text('repository'), text('ref'), text('commit_sha'), time('told_at')],
    order: ['workspace_id', 'repository', 'ref'],
    unique: [['workspace_id', 'repository', 'ref']],
    references: { workspace_id: 'workspaces' },
  },
  {
    name: 'webhook_deliveries',
    since: PUSHES,
    columns: [idColumn('integration_id'), idColumn('id'), time('at'), json('answer', freeForm)],
    order: ['integration_id', 'at', 'id'],
    unique: [['integration_id', 'id']],
    references: { integration_id: 'integrations' },
  },
];

const AUTH = '0005_auth';

const scopes = json('scopes', z.array(z.string()));

const authSecret = (name: string, purpose: Purpose, resource: string, field: string, by: string) =>
  sealed(name, {
    purpose,
    owner: { table: 'auth_providers', by },
    resource,
    id: 'id',
    field: () => field,
    ifUnreadable: 'row',
  });

/** Sign-ins: providers, and what they granted. */
const AUTH_TABLES: readonly SnapshotTable[] = [
  {
    name: 'auth_providers',
    since: AUTH,
    columns: [
      idColumn('id'),
      idColumn('workspace_id'),
      text('provider_id', id),
      text('name'),
      text('client_id'),
      authSecret('client_secret', 'auth-providers', 'auth-provider', 'client_secret', 'id'),
      text('auth_url'),
      text('token_url'),
      flag('uses_pkce'),
      text('challenge_method'),
      ...timestamps,
    ],
    order: ['workspace_id', 'provider_id'],
    unique: [['id'], ['workspace_id', 'provider_id']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  },
  {
    name: 'auth_flows',
    since: AUTH,
    columns: [
      idColumn('id'),
      idColumn('provider'),
      text('user_id'),
      nullable(text('agent_id')),
      scopes,
      text('state_hash', z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')),
      authSecret('verifier', 'auth-flows', 'auth-flow', 'verifier', 'provider'),
      text('redirect_uri'),
      text('status', z.enum(['pending', 'exchanging', 'completed', 'failed'])),
      time('created_at'),
      time('expires_at'),
    ],
    order: ['created_at', 'id'],
    unique: [['id'], ['state_hash']],
    references: { provider: 'auth_providers' },
    hasRandomIds: true,
  },
  {
    name: 'auth_tokens',
    since: AUTH,
    columns: [
      idColumn('id'),
      idColumn('provider'),
      text('user_id'),
      scopes,
      authSecret('sealed', 'auth-tokens', 'auth-token', 'grant', 'provider'),
      nullable(time('expires_at')),
      time('updated_at'),
    ],
    order: ['provider', 'user_id', 'scopes_json'],
    unique: [['id'], ['provider', 'user_id', 'scopes']],
    references: { provider: 'auth_providers' },
    hasRandomIds: true,
  },
];

const secretTable = (of: 'deployment' | 'revision'): SnapshotTable => ({
  name: `${of}_secrets`,
  columns: [
    idColumn(`${of}_id`),
    integer('position'),
    text('name'),
    sealed('sealed', {
      purpose: 'deployment-secrets',
      owner: { table: `${of}s`, by: `${of}_id` },
      resource: of,
      id: `${of}_id`,
      field: (row) => `secrets[${String(row['name'])}]`,
      ifUnreadable: 'row',
    }),
  ],
  order: [`${of}_id`, 'position'],
  groupBy: `${of}_id`,
  unique: [[`${of}_id`, 'position']],
  references: { [`${of}_id`]: `${of}s` },
});

/** Deployments, their revisions and logs. */
const DEPLOYMENT_TABLES: readonly SnapshotTable[] = [
  {
    name: 'deployments',
    ...snapshotForm(deploymentColumns),
    generated: ['ordinal'],
    order: ['ordinal'],
    unique: [['id']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  },
  secretTable('deployment'),
  {
    name: 'revisions',
    ...snapshotForm(revisionColumns),
    generated: ['ordinal'],
    order: ['ordinal'],
    unique: [['id'], ['deployment_id', 'seq']],
    references: { deployment_id: 'deployments' },
    hasRandomIds: true,
  },
  secretTable('revision'),
  {
    name: 'logs',
    columns: [
      integer('id', z.int().min(1)),
      idColumn('revision_id'),
      text('kind', z.enum(['build', 'deploy'])),
      text('level', z.enum(['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'])),
      time('at'),
      text('message'),
    ],
    order: ['id'],
    groupBy: 'revision_id',
    unique: [['id']],
    references: { revision_id: 'revisions' },
  },
  {
    name: 'polled_refs',
    since: PUSHES,
    columns: [idColumn('deployment_id'), text('ref'), nullable(text('commit_sha'))],
    order: ['deployment_id'],
    groupBy: 'deployment_id',
    unique: [['deployment_id']],
    references: { deployment_id: 'deployments' },
  },
  // Without their contents: where those are not kept from before, what needs them says so.
  {
    name: 'uploads',
    since: UPLOADS,
    columns: [
      idColumn('id'),
      idColumn('deployment_id'),
      text('path', id),
      nullable(text('content_id', z.guid())),
      nullable(integer('size', z.int().min(0))),
      nullable(text('sha256', z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'))),
      nullable(time('uploaded_at')),
      flag('used'),
      time('created_at'),
    ],
    // The URLs of another time open nothing.
    computed: { token_hash: () => '', url_expires_at: () => 0 },
    order: ['deployment_id', 'id'],
    groupBy: 'deployment_id',
    unique: [['id'], ['deployment_id', 'path']],
    references: { deployment_id: 'deployments' },
    hasRandomIds: true,
  },
];

const FEEDBACK = '0013_feedback';

/** What was said of runs. */
const FEEDBACK_TABLES: readonly SnapshotTable[] = [
  {
    name: 'feedback',
    since: FEEDBACK,
    columns: [
      idColumn('id'),
      idColumn('workspace_id'),
      nullable(idColumn('project_id')),
      idColumn('run_id'),
      text('feedback_key'),
      json('score'),
      json('value'),
      nullable(text('comment')),
      json('correction'),
      json('metadata', freeForm.nullable()),
      text('source_type'),
      time('created_at'),
      time('modified_at'),
    ],
    generated: ['ordinal'],
    order: ['ordinal'],
    unique: [['id']],
    references: { workspace_id: 'workspaces', project_id: 'projects' },
    hasRandomIds: true,
  },
];

/** The URLs it comes by. They are in no snapshot: it would open only what has long expired. */
const FEEDBACK_TOKENS: SnapshotTable = {
  name: 'feedback_tokens',
  since: FEEDBACK,
  columns: [
    idColumn('id'),
    text('token_hash', z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')),
    sealed('sealed', {
      purpose: 'feedback-tokens',
      owner: { table: 'deployments', by: 'deployment_id' },
      resource: 'feedback-token',
      id: 'id',
      field: () => 'token',
      ifUnreadable: 'row',
    }),
    idColumn('deployment_id'),
    idColumn('run_id'),
    text('feedback_key'),
    flag('for_run'),
    flag('outlives_run'),
    time('expires_at'),
    time('created_at'),
  ],
  generated: ['ordinal'],
  order: ['ordinal'],
  unique: [['id'], ['token_hash']],
  references: { deployment_id: 'deployments' },
  hasRandomIds: true,
};

const SANDBOXES = '0015_sandboxes';

const sandboxSecret = (
  name: string,
  purpose: Purpose,
  where: { table: string; by: string; resource: string; id: string },
  field: (row: Readonly<Record<string, unknown>>) => string,
  without: 'row' | 'null',
) =>
  sealed(name, {
    purpose,
    owner: { table: where.table, by: where.by },
    resource: where.resource,
    id: where.id,
    field,
    ifUnreadable: without,
  });

/** Sandboxes, what they are made from, and the secrets their rules refer to. Their files are not among it. */
const SANDBOX_TABLES: readonly SnapshotTable[] = [
  {
    name: 'workspace_secrets',
    since: SANDBOXES,
    columns: [
      idColumn('id'),
      idColumn('workspace_id'),
      text('name', id),
      sandboxSecret(
        'sealed',
        'workspace-secrets',
        { table: 'workspace_secrets', by: 'id', resource: 'workspace-secret', id: 'name' },
        () => 'value',
        'row',
      ),
      ...timestamps,
    ],
    order: ['workspace_id', 'name'],
    unique: [['id'], ['workspace_id', 'name']],
    references: { workspace_id: 'workspaces' },
  },
  {
    name: 'sandbox_templates',
    since: SANDBOXES,
    columns: [idColumn('workspace_id'), text('name', id), json('settings', freeForm), ...timestamps],
    order: ['workspace_id', 'name'],
    unique: [['workspace_id', 'name']],
    references: { workspace_id: 'workspaces' },
  },
  {
    name: 'sandbox_snapshots',
    since: SANDBOXES,
    columns: [
      idColumn('id'),
      idColumn('workspace_id'),
      text('name', id),
      text('status', z.enum(['building', 'ready', 'failed'])),
      nullable(text('status_message')),
      nullable(text('source_sandbox_id')),
      json('settings', freeForm),
      ...timestamps,
    ],
    generated: ['ordinal'],
    order: ['ordinal'],
    unique: [['id']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  },
  {
    name: 'sandboxes',
    since: SANDBOXES,
    columns: [
      idColumn('id'),
      idColumn('workspace_id'),
      text('name', id),
      text('status', z.enum(SANDBOX_STATUSES)),
      nullable(text('status_message')),
      json('settings', freeForm),
      json('proxy', freeForm.nullable()),
      nullable(
        sandboxSecret(
          'env',
          'sandbox-environments',
          { table: 'sandboxes', by: 'id', resource: 'sandbox', id: 'id' },
          () => 'env',
          'null',
        ),
      ),
      ...timestamps,
      nullable(time('stopped_at')),
    ],
    generated: ['ordinal'],
    order: ['ordinal'],
    unique: [['id'], ['workspace_id', 'name']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  },
  {
    name: 'sandbox_header_values',
    since: SANDBOXES,
    columns: [
      idColumn('sandbox_id'),
      text('rule_id', id),
      text('header_id', id),
      sandboxSecret(
        'sealed',
        'proxy-headers',
        { table: 'sandboxes', by: 'sandbox_id', resource: 'sandbox', id: 'sandbox_id' },
        (row) => `proxy.rules[${String(row['rule_id'])}].headers[${String(row['header_id'])}]`,
        'row',
      ),
    ],
    order: ['sandbox_id', 'rule_id', 'header_id'],
    groupBy: 'sandbox_id',
    unique: [['sandbox_id', 'rule_id', 'header_id']],
    references: { sandbox_id: 'sandboxes' },
  },
];

/**
 * Every table a snapshot holds, owners before what they own. A migration that adds a table or a column adds it here
 * (`since` tells what older snapshots lack); a test compares this list with the schema.
 */
export const SNAPSHOT_TABLES: readonly SnapshotTable[] = [
  ...TENANT_TABLES,
  ...AUTH_TABLES,
  ...DEPLOYMENT_TABLES,
  ...AGENT_TABLES,
  ...FEEDBACK_TABLES,
  ...SANDBOX_TABLES,
];

/** Tables that belong to no snapshot: about this machine at this moment, an index over others, or what is kept for
 * its readers for a short time only. */
export const NOT_IN_SNAPSHOTS: readonly string[] = [
  'processes',
  'name_places',
  'deployment_name_ends',
  'upload_chunks',
  'instances',
  'claims',
  'run_streams',
  'run_events',
  'feedback_tokens',
];

/** Those among them that hold sealed values. */
export const SEALED_OUTSIDE_SNAPSHOTS: readonly SnapshotTable[] = [FEEDBACK_TOKENS];
