import * as z from 'zod';
import { KEY_VERSIONS } from '../data-keys.ts';
import { flag, integer, json, nullable, sealed, since, text, time } from './columns.ts';
import { freeForm, idColumn, LISTENER_VERSION, PUSHES, type SnapshotTable, timestamps } from './table.ts';

/** Workspaces and what belongs to them as a whole. */
export const TENANT_TABLES: readonly SnapshotTable[] = [
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
