import * as z from 'zod';
import { flag, json, nullable, sealed, text, time } from './columns.ts';
import { freeForm, idColumn, type SnapshotTable } from './table.ts';

const FEEDBACK = '0013_feedback';

/** What was said of runs. */
export const FEEDBACK_TABLES: readonly SnapshotTable[] = [
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
export const FEEDBACK_TOKENS: SnapshotTable = {
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
