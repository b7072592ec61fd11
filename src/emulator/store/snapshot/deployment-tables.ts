import * as z from 'zod';
import { deploymentColumns, revisionColumns } from '../../tables/deployments.ts';
import { flag, integer, nullable, sealed, text, time } from './columns.ts';
import { id, idColumn, PUSHES, snapshotForm, type SnapshotTable, UPLOADS } from './table.ts';

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
    ...snapshotForm(deploymentColumns),
    generated: ['ordinal'],
    order: ['ordinal'],
    unique: [['id']],
    references: { workspace_id: 'workspaces' },
    hasRandomIds: true,
  },
  secrets('deployment'),
  {
    name: 'revisions',
    ...snapshotForm(revisionColumns),
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
