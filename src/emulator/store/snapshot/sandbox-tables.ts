import * as z from 'zod';
import { SANDBOX_STATUSES } from '../../../contract/sandbox.ts';
import type { Purpose } from '../seal.ts';
import { json, nullable, sealed, text, time } from './columns.ts';
import { freeForm, id, idColumn, type SnapshotTable, timestamps } from './table.ts';

const SANDBOXES = '0015_sandboxes';

const secret = (
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
export const SANDBOX_TABLES: readonly SnapshotTable[] = [
  {
    name: 'workspace_secrets',
    since: SANDBOXES,
    columns: [
      idColumn('id'),
      idColumn('workspace_id'),
      text('name', id),
      secret(
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
        secret(
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
      secret(
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
