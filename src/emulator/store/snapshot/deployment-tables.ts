import * as z from 'zod';
import { SecretReference, Source, SourceConfig, SourceRevisionConfig } from '../../../contract/source.ts';
import { isFinal } from '../../../contract/deployment.ts';
import { flag, history, integer, json, nullable, sealed, since, text, time } from './columns.ts';
import { id, idColumn, PUSHES, SETTINGS, type SnapshotTable, timestamps, UPLOADS } from './table.ts';

const secrets = (of: 'deployment' | 'revision'): SnapshotTable => ({
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
export const DEPLOYMENT_TABLES: readonly SnapshotTable[] = [
  {
    name: 'deployments',
    columns: [
      idColumn('id'),
      idColumn('workspace_id'),
      text('name'),
      text('source', Source),
      text('source_name'),
      json('source_config', SourceConfig),
      json('secret_references', z.array(SecretReference).nullable()),
      nullable(text('image_version')),
      text('status', id),
      nullable(idColumn('latest_revision_id')),
      nullable(idColumn('active_revision_id')),
      nullable(idColumn('project_id')),
      nullable(integer('port', z.int().min(1).max(65_535))),
      ...timestamps,
      since(PUSHES, false, flag('delete_forced')),
    ],
    computed: {
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
    hasRandomIds: true,
  },
  secrets('deployment'),
  {
    name: 'revisions',
    columns: [
      idColumn('id'),
      idColumn('deployment_id'),
      integer('seq', z.int().min(1)),
      text('source', Source),
      json('config', SourceRevisionConfig),
      text('status', id),
      nullable(text('status_message')),
      ...timestamps,
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
      since(
        SETTINGS,
        null,
        json(
          'settings',
          SourceConfig.pick({
            resource_spec: true,
            listener_config: true,
            install_command: true,
            build_command: true,
          })
            .extend({ secret_references: z.array(SecretReference).nullable() })
            .nullable(),
        ),
      ),
      since('0014_own_servers', false, flag('brings_server')),
    ],
    computed: {
      final: ({ status }) => (isFinal(String(status)) ? 1 : 0),
      // Its holder is gone.
      lease_owner: () => null,
      lease_until: () => null,
      fence: () => 0,
    },
    generated: ['ordinal'],
    order: ['ordinal'],
    unique: [['id'], ['deployment_id', 'seq']],
    references: { deployment_id: 'deployments' },
    hasRandomIds: true,
  },
  secrets('revision'),
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
