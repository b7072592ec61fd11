import {
  ASSISTANTS,
  assistantColumns,
  assistantVersionColumns,
  checkpointBeforeColumns,
  checkpointColumns,
  checkpointWriteBeforeColumns,
  checkpointWriteColumns,
  cronColumns,
  CRONS,
  itemColumns,
  itemVectorColumns,
  MULTITASK,
  runColumns,
  threadColumns,
  webhookColumns,
} from '../../tables/agent-server.ts';
import {
  AGENT_SETTINGS,
  type Columns,
  PUSHES,
  type SealedColumnLocation,
  snakeCase,
  type SnapshotForm,
  storedName,
} from '../../tables/columns.ts';
import {
  agentTokenColumns,
  deploymentColumns,
  deploymentSecretColumns,
  logColumns,
  polledRefColumns,
  revisionColumns,
  revisionSecretColumns,
  uploadColumns,
} from '../../tables/deployments.ts';
import { feedbackColumns, feedbackTokenColumns } from '../../tables/feedback.ts';
import {
  sandboxColumns,
  sandboxHeaderValueColumns,
  sandboxSnapshotColumns,
  sandboxTemplateColumns,
  workspaceSecretColumns,
} from '../../tables/sandboxes.ts';
import {
  apiKeyColumns,
  authFlowColumns,
  authProviderColumns,
  authTokenColumns,
  gitHeadColumns,
  integrationColumns,
  listenerColumns,
  projectColumns,
  webhookDeliveryColumns,
  workspaceColumns,
  workspaceKeyColumns,
} from '../../tables/workspaces.ts';
import type { Tables } from '../schema.ts';

const AUTH = '0005_auth';
const FEEDBACK = '0013_feedback';
const SANDBOXES = '0015_sandboxes';

/** The form of one column in a snapshot: readable, not as the database stores it. */
export interface SnapshotColumn extends SnapshotForm {
  /** Its name in the snapshot. */
  readonly name: string;
  /** Its name in the table. */
  readonly column: string;
  readonly sealed?: SealedColumnLocation | undefined;
}

type PlainRow = Readonly<Record<string, unknown>>;

/** The form of one table in a snapshot. */
export interface SnapshotTable {
  readonly name: keyof Tables;
  readonly columns: readonly SnapshotColumn[];
  /** Columns that are not in the snapshot, and their values after loading. */
  readonly computed: Readonly<Record<string, (row: PlainRow) => number | string | null>>;
  readonly generated: readonly string[];
  /** The columns that order its rows in the snapshot. */
  readonly order: readonly string[];
  /** Within that order, rows are grouped like the rows they belong to. */
  readonly groupBy?: string;
  /** Unique keys; the first is the row's name in messages. */
  readonly unique: readonly (readonly string[])[];
  /** Rows of other tables that must exist, by their `id`. */
  readonly references?: Readonly<Record<string, keyof Tables>>;
  readonly since?: string;
  /** Its IDs are drawn by us: they must not be drawn again. */
  readonly hasRandomIds?: boolean;
}

/** The snapshot form of a table, and the values of the other columns after loading. */
function table(
  name: keyof Tables,
  columns: Columns,
  rest: Omit<SnapshotTable, 'name' | 'columns' | 'computed' | 'generated'>,
): SnapshotTable {
  const shown: SnapshotColumn[] = [];
  const computed: Record<string, (row: PlainRow) => number | string | null> = {};
  const generated: string[] = [];
  for (const [property, column] of Object.entries(columns)) {
    const stored = storedName(property, column);
    const { snapshot, derived, initial, sealed } = column;
    if (snapshot) {
      shown.push({ name: column.named ?? snakeCase(property), column: stored, sealed, ...snapshot });
    } else if (derived) {
      computed[stored] = (row) => derived.make(row[snakeCase(derived.from)]) as number | string | null;
    } else if (initial !== undefined) {
      computed[stored] = () => column.store(initial) as number | string | null;
    } else generated.push(stored);
  }
  return { name, columns: shown, computed, generated, ...rest };
}

/**
 * Every table of a snapshot, owners before what they own. A migration that adds a table adds it here (`since` tells
 * what older snapshots lack); a test compares this list with the schema.
 */
export const SNAPSHOT_TABLES: readonly SnapshotTable[] = [
  // Workspaces and their own data.
  table('workspaces', workspaceColumns, { order: ['id'], unique: [['id']] }),
  table('workspace_keys', workspaceKeyColumns, {
    order: ['workspace_id', 'version'],
    unique: [['workspace_id', 'version']],
    references: { workspace_id: 'workspaces' },
  }),
  table('api_keys', apiKeyColumns, {
    order: ['hash'],
    unique: [['hash']],
    references: { workspace_id: 'workspaces' },
  }),
  table('integrations', integrationColumns, {
    order: ['id'],
    unique: [['id']],
    references: { workspace_id: 'workspaces' },
  }),
  table('listeners', listenerColumns, {
    order: ['workspace_id', 'created_at', 'id'],
    unique: [['id']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  }),
  table('projects', projectColumns, {
    order: ['ordinal'],
    unique: [['id'], ['workspace_id', 'name']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  }),
  table('git_heads', gitHeadColumns, {
    since: PUSHES,
    order: ['workspace_id', 'repository', 'ref'],
    unique: [['workspace_id', 'repository', 'ref']],
    references: { workspace_id: 'workspaces' },
  }),
  table('webhook_deliveries', webhookDeliveryColumns, {
    since: PUSHES,
    order: ['integration_id', 'at', 'id'],
    unique: [['integration_id', 'id']],
    references: { integration_id: 'integrations' },
  }),
  // Sign-ins: providers, and their grants.
  table('auth_providers', authProviderColumns, {
    since: AUTH,
    order: ['workspace_id', 'provider_id'],
    unique: [['id'], ['workspace_id', 'provider_id']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  }),
  table('auth_flows', authFlowColumns, {
    since: AUTH,
    order: ['created_at', 'id'],
    unique: [['id'], ['state_hash']],
    references: { provider: 'auth_providers' },
    hasRandomIds: true,
  }),
  table('auth_tokens', authTokenColumns, {
    since: AUTH,
    order: ['provider', 'user_id', 'scopes_json'],
    unique: [['id'], ['provider', 'user_id', 'scopes']],
    references: { provider: 'auth_providers' },
    hasRandomIds: true,
  }),
  // Deployments, their revisions and logs.
  table('deployments', deploymentColumns, {
    order: ['ordinal'],
    unique: [['id']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  }),
  table('deployment_secrets', deploymentSecretColumns, {
    order: ['deployment_id', 'position'],
    groupBy: 'deployment_id',
    unique: [['deployment_id', 'position']],
    references: { deployment_id: 'deployments' },
  }),
  table('revisions', revisionColumns, {
    order: ['ordinal'],
    unique: [['id'], ['deployment_id', 'seq']],
    references: { deployment_id: 'deployments' },
    hasRandomIds: true,
  }),
  table('revision_secrets', revisionSecretColumns, {
    order: ['revision_id', 'position'],
    groupBy: 'revision_id',
    unique: [['revision_id', 'position']],
    references: { revision_id: 'revisions' },
  }),
  table('logs', logColumns, {
    order: ['id'],
    groupBy: 'revision_id',
    unique: [['id']],
    references: { revision_id: 'revisions' },
  }),
  table('polled_refs', polledRefColumns, {
    since: PUSHES,
    order: ['deployment_id'],
    groupBy: 'deployment_id',
    unique: [['deployment_id']],
    references: { deployment_id: 'deployments' },
  }),
  // Without their contents: if those are missing, what needs them reports it.
  table('uploads', uploadColumns, {
    since: '0004_uploads',
    order: ['deployment_id', 'id'],
    groupBy: 'deployment_id',
    unique: [['id'], ['deployment_id', 'path']],
    references: { deployment_id: 'deployments' },
    hasRandomIds: true,
  }),
  // The data of agent servers.
  table('threads', threadColumns, {
    order: ['ordinal'],
    unique: [['id']],
    references: { deployment_id: 'deployments' },
    hasRandomIds: true,
  }),
  table('runs', runColumns, {
    order: ['ordinal'],
    unique: [['id']],
    references: { thread_id: 'threads', deployment_id: 'deployments' },
    hasRandomIds: true,
  }),
  table('checkpoints', checkpointColumns, {
    order: ['thread_id', 'ns', 'id'],
    groupBy: 'thread_id',
    unique: [['thread_id', 'ns', 'id']],
    references: { thread_id: 'threads' },
  }),
  table('checkpoint_writes', checkpointWriteColumns, {
    order: ['thread_id', 'ns', 'checkpoint_id', 'task_id', 'idx'],
    groupBy: 'thread_id',
    unique: [['thread_id', 'ns', 'checkpoint_id', 'task_id', 'idx']],
    references: { thread_id: 'threads' },
  }),
  table('assistants', assistantColumns, {
    since: ASSISTANTS,
    order: ['ordinal'],
    unique: [['deployment_id', 'id']],
    references: { deployment_id: 'deployments' },
    hasRandomIds: true,
  }),
  table('assistant_versions', assistantVersionColumns, {
    since: ASSISTANTS,
    order: ['deployment_id', 'assistant_id', 'version'],
    groupBy: 'deployment_id',
    unique: [['deployment_id', 'assistant_id', 'version']],
    references: { deployment_id: 'deployments' },
  }),
  table('store_items', itemColumns, {
    since: ASSISTANTS,
    order: ['deployment_id', 'namespace', 'key'],
    groupBy: 'deployment_id',
    unique: [['deployment_id', 'namespace', 'key']],
    references: { deployment_id: 'deployments' },
  }),
  table('store_vectors', itemVectorColumns, {
    since: AGENT_SETTINGS,
    order: ['deployment_id', 'namespace', 'key', 'field'],
    groupBy: 'deployment_id',
    unique: [['deployment_id', 'namespace', 'key', 'field']],
    references: { deployment_id: 'deployments' },
  }),
  table('checkpoints_before', checkpointBeforeColumns, {
    since: MULTITASK,
    order: ['thread_id', 'by_run', 'ns', 'id'],
    groupBy: 'thread_id',
    unique: [['thread_id', 'by_run', 'ns', 'id']],
    references: { thread_id: 'threads' },
  }),
  table('checkpoint_writes_before', checkpointWriteBeforeColumns, {
    since: MULTITASK,
    order: ['thread_id', 'by_run', 'ns', 'checkpoint_id', 'task_id', 'idx'],
    groupBy: 'thread_id',
    unique: [['thread_id', 'by_run', 'ns', 'checkpoint_id', 'task_id', 'idx']],
    references: { thread_id: 'threads' },
  }),
  table('webhooks', webhookColumns, {
    since: MULTITASK,
    order: ['due_at', 'run_id'],
    unique: [['run_id']],
    references: { deployment_id: 'deployments' },
  }),
  table('crons', cronColumns, {
    since: CRONS,
    order: ['ordinal'],
    unique: [['id']],
    references: { thread_id: 'threads', deployment_id: 'deployments' },
    hasRandomIds: true,
  }),
  // Feedback on runs.
  table('feedback', feedbackColumns, {
    since: FEEDBACK,
    order: ['ordinal'],
    unique: [['id']],
    references: { workspace_id: 'workspaces', project_id: 'projects' },
    hasRandomIds: true,
  }),
  // Sandboxes, their templates and snapshots, and the secrets of their rules. Without their files.
  table('workspace_secrets', workspaceSecretColumns, {
    since: SANDBOXES,
    order: ['workspace_id', 'name'],
    unique: [['id'], ['workspace_id', 'name']],
    references: { workspace_id: 'workspaces' },
  }),
  table('sandbox_templates', sandboxTemplateColumns, {
    since: SANDBOXES,
    order: ['workspace_id', 'name'],
    unique: [['workspace_id', 'name']],
    references: { workspace_id: 'workspaces' },
  }),
  table('sandbox_snapshots', sandboxSnapshotColumns, {
    since: SANDBOXES,
    order: ['ordinal'],
    unique: [['id']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  }),
  table('sandboxes', sandboxColumns, {
    since: SANDBOXES,
    order: ['ordinal'],
    unique: [['id'], ['workspace_id', 'name']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  }),
  table('sandbox_header_values', sandboxHeaderValueColumns, {
    since: SANDBOXES,
    order: ['sandbox_id', 'rule_id', 'header_id'],
    groupBy: 'sandbox_id',
    unique: [['sandbox_id', 'rule_id', 'header_id']],
    references: { sandbox_id: 'sandboxes' },
  }),
];

/** Tables that are in no snapshot: about this machine at this moment, an index over others, or short-lived. */
export const NOT_IN_SNAPSHOTS: readonly string[] = [
  'processes',
  'name_places',
  'deployment_name_ends',
  'upload_chunks',
  'artifacts',
  'artifact_pieces',
  'builds',
  'instances',
  'claims',
  'planes',
  'run_streams',
  'run_events',
  'run_results',
  'stopping_runs',
  'thread_listeners',
  'feedback_tokens',
];

/** Those among them with sealed values. */
export const SEALED_OUTSIDE_SNAPSHOTS: readonly SnapshotTable[] = [
  // Another control plane starts pods of its own.
  table('agent_tokens', agentTokenColumns, {
    order: ['revision_id'],
    unique: [['revision_id']],
    references: { revision_id: 'revisions' },
  }),
  // Feedback URLs: those of a snapshot would have long expired.
  table('feedback_tokens', feedbackTokenColumns, {
    order: ['ordinal'],
    unique: [['id'], ['token_hash']],
    references: { deployment_id: 'deployments' },
  }),
];
