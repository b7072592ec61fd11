import * as z from 'zod';
import { SecretReference } from '../../../contract/secret.ts';
import { Source, SourceConfig, SourceRevisionConfig } from '../../../contract/source.ts';
import { isFinal } from '../../../contract/statuses.ts';
import type { Tables } from '../schema.ts';
import {
  bytes,
  type Column,
  flag,
  history,
  integer,
  json,
  orNull,
  sealed,
  since,
  text,
  time,
} from './columns.ts';

export type PlainRow = Readonly<Record<string, unknown>>;

/** How one table stands in a snapshot. */
export interface SnapshotTable {
  readonly name: keyof Tables;
  readonly columns: readonly Column[];
  /** Columns that are not in the snapshot, and what they are after it was loaded. */
  readonly made?: Readonly<Record<string, (row: PlainRow) => number | string | null>>;
  /** Columns that the database makes by itself. */
  readonly generated?: readonly string[];
  /** The columns of the table by which its rows stand in the snapshot. */
  readonly order: readonly string[];
  /** Within that, rows stand together as the rows they belong to do. */
  readonly grouped?: string;
  /** What no two rows share; the first is the row's name in messages. */
  readonly unique: readonly (readonly string[])[];
  /** Which rows of other tables must be there, by their `id`. */
  readonly references?: Readonly<Record<string, keyof Tables>>;
  readonly since?: string;
  /** Its IDs are drawn by us: they must not be drawn again. */
  readonly drawn?: boolean;
}

const PUSHES = '0002_pushes';
const id = z.string().min(1);
const owner = (name: string): Column => text(name, id);
const times = [time('created_at'), time('updated_at')];
const freeForm = z.record(z.string(), z.unknown());

const secrets = (of: 'deployment' | 'revision'): SnapshotTable => ({
  name: `${of}_secrets`,
  columns: [
    owner(`${of}_id`),
    integer('position'),
    text('name'),
    sealed('sealed', {
      purpose: 'deployment-secrets',
      owner: { table: `${of}s`, by: `${of}_id` },
      resource: of,
      id: `${of}_id`,
      field: (row) => `secrets[${String(row['name'])}]`,
      without: 'row',
    }),
  ],
  order: [`${of}_id`, 'position'],
  grouped: `${of}_id`,
  unique: [[`${of}_id`, 'position']],
  references: { [`${of}_id`]: `${of}s` },
});

/**
 * Every table a snapshot holds, owners before what they own. A migration that adds a table or a column adds it here
 * (`since` tells what older snapshots lack); a test compares this list with the schema.
 */
export const SNAPSHOT_TABLES: readonly SnapshotTable[] = [
  {
    name: 'workspaces',
    columns: [owner('id'), text('name'), flag('redact_secret_values')],
    order: ['id'],
    unique: [['id']],
  },
  {
    name: 'workspace_keys',
    columns: [owner('workspace_id'), integer('key_version'), text('wrapped'), time('created_at')],
    order: ['workspace_id'],
    unique: [['workspace_id']],
    references: { workspace_id: 'workspaces' },
  },
  {
    name: 'api_keys',
    columns: [
      text('hash', z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')),
      owner('workspace_id'),
      text('scope', z.enum(['workspace', 'organization'])),
    ],
    order: ['hash'],
    unique: [['hash']],
    references: { workspace_id: 'workspaces' },
  },
  {
    name: 'integrations',
    columns: [
      owner('id'),
      owner('workspace_id'),
      text('name'),
      integer('installation_id'),
      since(
        PUSHES,
        null,
        orNull(
          sealed('webhook_secret', {
            purpose: 'webhook-secrets',
            owner: { table: 'integrations', by: 'id' },
            resource: 'integration',
            id: 'id',
            field: () => 'webhook_secret',
            without: 'null',
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
      owner('id'),
      owner('workspace_id'),
      text('compute_type'),
      text('compute_id'),
      json('namespaces', z.array(z.string())),
      ...times,
    ],
    order: ['workspace_id', 'created_at', 'id'],
    unique: [['id']],
    references: { workspace_id: 'workspaces' },
    drawn: true,
  },
  {
    name: 'projects',
    columns: [owner('id'), owner('workspace_id'), text('name'), time('created_at')],
    generated: ['ordinal'],
    order: ['ordinal'],
    unique: [['id'], ['workspace_id', 'name']],
    references: { workspace_id: 'workspaces' },
    drawn: true,
  },
  {
    name: 'deployments',
    columns: [
      owner('id'),
      owner('workspace_id'),
      text('name'),
      text('source', Source),
      text('source_name'),
      json('source_config', SourceConfig),
      json('secret_references', z.array(SecretReference).nullable()),
      orNull(text('image_version')),
      text('status', id),
      orNull(owner('latest_revision_id')),
      orNull(owner('active_revision_id')),
      orNull(owner('project_id')),
      orNull(integer('port', z.int().min(1).max(65_535))),
      ...times,
      since(PUSHES, false, flag('delete_forced')),
    ],
    made: {
      deployment_type: ({ source_config: config }) => {
        const type = SourceConfig.parse(config).deployment_type;
        return type ?? null;
      },
      build_on_push: ({ source_config: config }) =>
        SourceConfig.parse(config).build_on_push === true ? 1 : 0,
    },
    generated: ['ordinal'],
    order: ['ordinal'],
    unique: [['id']],
    references: { workspace_id: 'workspaces' },
    drawn: true,
  },
  secrets('deployment'),
  {
    name: 'revisions',
    columns: [
      owner('id'),
      owner('deployment_id'),
      integer('seq', z.int().min(1)),
      text('source', Source),
      json('config', SourceRevisionConfig),
      text('status', id),
      orNull(text('status_message')),
      ...times,
      history('history'),
      since(
        PUSHES,
        null,
        json(
          'push',
          z
            .strictObject({
              ref: z.string(),
              commit: z.string().nullable(),
              channels: z.array(z.string()),
            })
            .nullable(),
        ),
      ),
    ],
    made: {
      final: ({ status }) => (isFinal(String(status)) ? 1 : 0),
      // Whoever held it is gone.
      lease_owner: () => null,
      lease_until: () => null,
      fence: () => 0,
    },
    generated: ['ordinal'],
    order: ['ordinal'],
    unique: [['id'], ['deployment_id', 'seq']],
    references: { deployment_id: 'deployments' },
    drawn: true,
  },
  secrets('revision'),
  {
    name: 'logs',
    columns: [
      integer('id', z.int().min(1)),
      owner('revision_id'),
      text('kind', z.enum(['build', 'deploy'])),
      text('level', z.enum(['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'])),
      time('at'),
      text('message'),
    ],
    order: ['id'],
    grouped: 'revision_id',
    unique: [['id']],
    references: { revision_id: 'revisions' },
  },
  {
    name: 'git_heads',
    since: PUSHES,
    columns: [owner('workspace_id'), text('repository'), text('ref'), text('commit_sha'), time('told_at')],
    order: ['workspace_id', 'repository', 'ref'],
    unique: [['workspace_id', 'repository', 'ref']],
    references: { workspace_id: 'workspaces' },
  },
  {
    name: 'polled_refs',
    since: PUSHES,
    columns: [owner('deployment_id'), text('ref'), orNull(text('commit_sha'))],
    order: ['deployment_id'],
    grouped: 'deployment_id',
    unique: [['deployment_id']],
    references: { deployment_id: 'deployments' },
  },
  {
    name: 'webhook_deliveries',
    since: PUSHES,
    columns: [owner('integration_id'), owner('id'), time('at'), json('answer', freeForm)],
    order: ['integration_id', 'at', 'id'],
    unique: [['integration_id', 'id']],
    references: { integration_id: 'integrations' },
  },
  {
    name: 'threads',
    columns: [
      owner('id'),
      owner('deployment_id'),
      text('status', z.enum(['idle', 'busy', 'interrupted', 'error'])),
      json('metadata', freeForm),
      json('values'),
      json('interrupts', freeForm),
      ...times,
    ],
    generated: ['ordinal'],
    order: ['ordinal'],
    unique: [['id']],
    references: { deployment_id: 'deployments' },
    drawn: true,
  },
  {
    name: 'runs',
    columns: [
      owner('id'),
      owner('thread_id'),
      owner('deployment_id'),
      text('assistant_id'),
      text('graph_id'),
      text('status', z.enum(['pending', 'running', 'success', 'error', 'timeout', 'interrupted'])),
      json('kwargs', freeForm),
      json('metadata', freeForm),
      text('multitask_strategy'),
      json('error', z.strictObject({ error: z.string(), message: z.string() }).nullable()),
      integer('attempt', z.int().min(1)),
      orNull(owner('revision_id')),
      ...times,
    ],
    made: { fence: () => 0 },
    generated: ['ordinal'],
    order: ['ordinal'],
    unique: [['id']],
    references: { thread_id: 'threads', deployment_id: 'deployments' },
    drawn: true,
  },
  {
    name: 'checkpoints',
    columns: [
      owner('thread_id'),
      text('ns'),
      owner('id'),
      orNull(text('parent_id')),
      orNull(text('run_id')),
      text('checkpoint_type'),
      bytes('checkpoint'),
      text('metadata_type'),
      bytes('metadata'),
    ],
    order: ['thread_id', 'ns', 'id'],
    grouped: 'thread_id',
    unique: [['thread_id', 'ns', 'id']],
    references: { thread_id: 'threads' },
  },
  {
    name: 'checkpoint_writes',
    columns: [
      owner('thread_id'),
      text('ns'),
      owner('checkpoint_id'),
      text('task_id'),
      integer('idx'),
      text('channel'),
      text('value_type'),
      bytes('value'),
      orNull(text('run_id')),
    ],
    order: ['thread_id', 'ns', 'checkpoint_id', 'task_id', 'idx'],
    grouped: 'thread_id',
    unique: [['thread_id', 'ns', 'checkpoint_id', 'task_id', 'idx']],
    references: { thread_id: 'threads' },
  },
];

/** Tables that are about this machine at this moment and belong to no snapshot. */
export const NOT_IN_SNAPSHOTS: readonly (keyof Tables)[] = ['processes'];
