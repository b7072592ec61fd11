import { type Kysely, sql } from 'kysely';
import { StoreError } from '../ports/store-errors.ts';
import { createTables } from './create-tables.ts';
import type { SqlDialect } from './database.ts';
import { errorMessage } from '../../os/errors.ts';
import type { Tables } from './schema.ts';

/**
 * Change of the schema that is applied to data of an earlier version.
 *
 * During an upgrade, replicas of the previous version keep serving while the database already has the schema of the next
 * version. After a rollback, such replicas start on this schema. An `expand` migration therefore only adds: tables, nullable columns,
 * columns with a default, and indexes that are not unique. A `contract` migration removes or tightens what `expand`
 * migrations of an earlier version have replaced.
 *
 * To add a migration:
 *
 * 1. Describe the new columns and tables in `src/emulator/tables`, from which `createTables` creates new databases.
 * 2. Add the migration at the end of {@link MIGRATIONS}, with the next number. Write `up` with `db.schema` and the
 *    dialect's column types, and not from the descriptions, because the descriptions change later. While `up` runs,
 *    writes to the changed tables wait.
 * 3. Run `npm test -- __tests__/emulator/store/migration.test.ts` and `npm run test:postgres -- postgres-data`. The
 *    suites check that migrated databases equal new databases, and that an `expand` migration only adds.
 */
export type Migration = {
  /** Name of four digits and a word, such as `0002_colours`. Migrations are applied in the order of names. */
  readonly name: string;
  up(db: Kysely<Tables>, dialect: SqlDialect): Promise<void>;
} & (
  | { readonly kind: 'expand' }
  | {
      readonly kind: 'contract';
      /**
       * Oldest schema whose program runs on the changed data: the `expand` migration of an earlier version that made the
       * contract possible. Programs that do not know this schema are evicted and refused. A version that stops writing
       * data that older programs read also needs a `contract` migration, with an empty `up`.
       */
      readonly oldest: string;
    }
);

const FIRST = '0001_initial';

/**
 * Adds the indexes of due times and of the fair queues. Rows that an earlier version adds later have no workspace in the
 * queue, and wait in a separate line.
 */
const DUE_TIMES: Migration = {
  name: '0004_due_times',
  kind: 'expand',
  async up(db, dialect) {
    await db.schema.alterTable('crons').addColumn('claimed_until', dialect.integer).execute();
    for (const table of ['revisions', 'runs']) {
      await db.schema
        .alterTable(table)
        .addColumn('workspace_id', 'text', (column) => column.notNull().defaultTo('-'))
        .execute();
      const workspace = sql`(select workspace_id from deployments where id = ${sql.table(table)}.deployment_id)`;
      const waits = sql.raw(table === 'runs' ? "status in ('pending', 'running')" : 'final = 0');
      await sql`update ${sql.table(table)} set workspace_id = coalesce(${workspace}, '-') where ${waits}`.execute(
        db,
      );
    }
    const indexes: [name: string, table: string, columns: string[], where: string][] = [
      [
        'crons_next',
        'crons',
        ['next_run_at', 'ordinal'],
        'enabled = 1 and (end_time is null or end_time > next_run_at)',
      ],
      ['revisions_queue', 'revisions', ['workspace_id', 'ordinal'], 'final = 0'],
      [
        'deployments_changing',
        'deployments',
        ['workspace_id', 'ordinal'],
        "status in ('AWAITING_DATABASE', 'AWAITING_DELETE')",
      ],
      ['runs_waiting', 'runs', ['workspace_id', 'deployment_id'], "status = 'pending'"],
      ['runs_start', 'runs', ['not_before'], "status = 'pending' and not_before is not null"],
    ];
    for (const [name, table, columns, where] of indexes) {
      const index = db.schema.createIndex(name).on(table).columns(columns);
      await index.where(sql.raw<boolean>(where)).execute();
    }
  },
};

/** Keys of the packages that a build declares. */
const PACKAGES: Migration = {
  name: '0006_packages',
  kind: 'expand',
  async up(db) {
    await db.schema.alterTable('builds').addColumn('modules_key', 'text').execute();
    await db.schema.alterTable('builds').addColumn('environments_key', 'text').execute();
  },
};

/** Jobs of builds, and the pod that works on a build. */
const JOBS: Migration = {
  name: '0007_jobs',
  kind: 'expand',
  async up(db, dialect) {
    await db.schema.alterTable('builds').addColumn('job', dialect.integer).execute();
    await db.schema.alterTable('builds').addColumn('pod', 'text').execute();
  },
};

/** CAs of the control plane, which sign the certificates of pods. */
const AUTHORITIES: Migration = {
  name: '0008_tls',
  kind: 'expand',
  async up(db, { integer, tableEnd }) {
    const table = db.schema
      .createTable('authorities')
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('workspace_id', 'text', (column) => column.notNull())
      .addColumn('generation', integer, (column) => column.notNull())
      .addColumn('certificate', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('expires_at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('authorities_key', ['id'])
      .addUniqueConstraint('authorities_generation', ['generation'])
      .addForeignKeyConstraint(
        'authorities_workspaceId_reference',
        ['workspace_id'],
        'workspaces',
        ['id'],
        (reference) => reference.onDelete('cascade'),
      );
    await (tableEnd === undefined ? table : table.modifyEnd(tableEnd)).execute();
    await db.schema
      .createIndex('authorities_workspace')
      .on('authorities')
      .columns(['workspace_id'])
      .execute();
  },
};

/** Times at which agents were last used. Deleting a deployment deletes its row. */
const SCALE: Migration = {
  name: '0009_scale',
  kind: 'expand',
  async up(db, { integer, tableEnd }) {
    const table = db.schema
      .createTable('agent_use')
      .addColumn('deployment_id', 'text', (column) => column.notNull())
      .addColumn('used_at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('agent_use_key', ['deployment_id'])
      .addForeignKeyConstraint(
        'agent_use_deploymentId_reference',
        ['deployment_id'],
        'deployments',
        ['id'],
        (reference) => reference.onDelete('cascade'),
      );
    await (tableEnd === undefined ? table : table.modifyEnd(tableEnd)).execute();
    await db.schema.createIndex('agent_use_time').on('agent_use').column('used_at').execute();
  },
};

/** Adds the positions up to which the output of pods is stored. */
const POD_OUTPUT: Migration = {
  name: '0010_logs',
  kind: 'expand',
  async up(db, { integer, tableEnd }) {
    const table = db.schema
      .createTable('pod_output')
      .addColumn('revision_id', 'text', (column) => column.notNull())
      .addColumn('pod', 'text', (column) => column.notNull())
      .addColumn('container', 'text', (column) => column.notNull())
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('lines', integer, (column) => column.notNull())
      .addColumn('state_json', 'text', (column) => column.notNull())
      .addColumn('updated_at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('pod_output_key', ['revision_id', 'pod', 'container', 'run'])
      .addForeignKeyConstraint(
        'pod_output_revisionId_reference',
        ['revision_id'],
        'revisions',
        ['id'],
        (key) => key.onDelete('cascade'),
      );
    await (tableEnd === undefined ? table : table.modifyEnd(tableEnd)).execute();
  },
};

/**
 * All versions of the schema, oldest first. New data gets the current tables directly, and data of an earlier version
 * gets the missing changes. A published migration never changes, because data directories contain the migration's
 * result.
 */
export const MIGRATIONS: readonly Migration[] = [
  { name: FIRST, kind: 'expand', up: createTables },
  { name: '0002_keys', kind: 'expand', up: addAuditLog },
  DUE_TIMES,
  PACKAGES,
  JOBS,
  AUTHORITIES,
  SCALE,
  POD_OUTPUT,
];

/** Name of the newest schema of this program. */
export const NEWEST_SCHEMA = MIGRATIONS.at(-1)?.name ?? FIRST;

/** Adds the audit log. */
async function addAuditLog(db: Kysely<Tables>, { ordinal, integer, tableEnd }: SqlDialect): Promise<void> {
  const table = db.schema
    .createTable('audit_log')
    .addColumn('ordinal', ordinal.type, ordinal.build)
    .addColumn('at', integer, (column) => column.notNull())
    .addColumn('workspace_id', 'text')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('key_name', 'text')
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('route', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('created_id', 'text')
    .addColumn('status', integer, (column) => column.notNull())
    .addColumn('source', 'text');
  await (tableEnd === undefined ? table : table.modifyEnd(tableEnd)).execute();
  await db.schema.createIndex('audit_log_age').on('audit_log').column('at').execute();
  await db.schema
    .createIndex('audit_log_workspace')
    .on('audit_log')
    .columns(['workspace_id', 'ordinal'])
    .execute();
}

/** Table that identifies a database of this program. The rows of the table are the applied migrations. */
export const APPLIED = 'agent_deploy_migrations';

/** Applied migration. */
export interface AppliedMigration {
  readonly name: string;
  /**
   * Oldest schema whose program runs on the changed data, or `undefined` if the migration was applied by a program that
   * did not record it.
   */
  readonly oldest: string | undefined;
}

/** Reads the applied migrations from `table`, in the order of names. */
export async function readApplied(db: Kysely<Tables>, table = APPLIED): Promise<AppliedMigration[]> {
  // Builds before the first release created the table without the column `oldest`, so no column is named.
  const { rows } = await sql<{
    name: string;
    oldest?: string | null;
  }>`select * from ${sql.table(table)} order by name`.execute(db);
  return rows.map(({ name, oldest }) => ({ name, oldest: oldest ?? undefined }));
}

/** Returns whether all migrations of this program are applied. */
export function isNewest(applied: readonly string[]): boolean {
  return MIGRATIONS.every(({ name }) => applied.includes(name));
}

/**
 * Returns the names of the applied migrations, if a program with the `known` migrations runs on the data.
 * @throws StoreError `newer` if a migration that is not `known` needs a newer program.
 */
export function supported(applied: readonly AppliedMigration[], known: readonly Migration[]): string[] {
  const newest = known.at(-1)?.name ?? '';
  const refused = applied.findLast(
    ({ name, oldest }) =>
      !known.some((one) => one.name === name) && !(oldest !== undefined && oldest <= newest),
  );
  if (refused !== undefined) {
    throw new StoreError(
      'newer',
      `The data was written by another version of the emulator: its schema is ${refused.name}${refused.oldest === undefined ? '' : `, which needs a version that knows schema ${refused.oldest}`}, but this version knows schemas up to ${newest}. Use that version, or another data directory or database.`,
    );
  }
  return applied.map(({ name }) => name);
}

/**
 * Migrates data to the newest of the `known` migrations. Creates all tables if no migration was applied, or else
 * applies the missing migrations in order. Callers must call `migrate` inside a transaction. Returns the oldest schema
 * whose programs may continue on the changed data, or `undefined` if all programs may continue.
 * @throws StoreError `unusable` if a migration fails; `full` if the disk is full.
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: SqlDialect,
  applied: readonly string[],
  known: readonly Migration[] = MIGRATIONS,
): Promise<string | undefined> {
  const missing = known.filter(({ name }) => !applied.includes(name));
  try {
    if (applied.length === 0) {
      await sql`create table if not exists ${sql.table(APPLIED)} (name text not null primary key, oldest text)`.execute(
        db,
      );
      await createTables(db, dialect);
    } else if (missing.length > 0) {
      await addOldest(db);
    }
    for (const migration of missing) {
      if (applied.length > 0) await migration.up(db, dialect);
      await sql`insert into ${sql.table(APPLIED)} (name, oldest) values (${migration.name}, ${oldestOf(migration)})`.execute(
        db,
      );
    }
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError('unusable', `The data cannot be migrated to this version: ${errorMessage(cause)}`, {
      cause,
    });
  }
  if (applied.length === 0) return undefined;
  return missing
    .filter(({ kind }) => kind === 'contract')
    .map(oldestOf)
    .toSorted()
    .at(-1);
}

/** Returns the oldest schema whose program runs on data with this migration. */
function oldestOf(migration: Migration): string {
  return migration.kind === 'contract' ? migration.oldest : FIRST;
}

/** Adds the column `oldest` to a table of migrations that a build before the first release created. */
async function addOldest(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<object>`select * from ${sql.table(APPLIED)} limit 1`.execute(db);
  if (rows.some((row) => 'oldest' in row)) return;
  await sql`alter table ${sql.table(APPLIED)} add column oldest text`.execute(db);
}
