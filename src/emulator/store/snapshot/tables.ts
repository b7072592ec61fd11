import { AGENT_TABLES } from './agent-tables.ts';
import { AUTH_TABLES } from './auth-tables.ts';
import { DEPLOYMENT_TABLES } from './deployment-tables.ts';
import { FEEDBACK_TABLES, FEEDBACK_TOKENS } from './feedback-tables.ts';
import { SANDBOX_TABLES } from './sandbox-tables.ts';
import type { SnapshotTable } from './table.ts';
import { TENANT_TABLES } from './tenant-tables.ts';

export type { SnapshotTable } from './table.ts';

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
