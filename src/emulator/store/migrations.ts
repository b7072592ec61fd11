import { type Kysely, sql } from 'kysely';
import { StoreError } from '../ports/store-errors.ts';
import { createTables } from './create-tables.ts';
import type { SqlDialect } from './database.ts';
import { errorMessage } from '../../os/errors.ts';
import type { Tables } from './schema.ts';

/** Change of the schema that is applied to data of an earlier version. */
export interface Migration {
  /** Name of four digits and a word, such as `0002_colours`. Migrations are applied in the order of names. */
  readonly name: string;
  up(db: Kysely<Tables>, dialect: SqlDialect): Promise<void>;
}

/**
 * All versions of the schema, oldest first. New data gets the current tables directly, and data of an earlier version
 * gets the missing changes. A published migration never changes, because data directories contain the migration's
 * result.
 */
export const MIGRATIONS: readonly Migration[] = [{ name: '0001_initial', up: createTables }];

/** Table that identifies a database of this program. The rows of the table are the applied migrations. */
export const APPLIED = 'agent_deploy_migrations';

/** Reads the names of the applied migrations from `table`. The table has one row per migration. */
export async function readApplied(db: Kysely<Tables>, table = APPLIED): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Returns whether all migrations of this program are applied. */
export function isNewest(applied: readonly string[]): boolean {
  return MIGRATIONS.every(({ name }) => applied.includes(name));
}

/** @throws StoreError `newer` if the data has a migration that is not in `known`. */
export function refuseUnknown(applied: readonly string[], known: readonly Migration[]): void {
  const unknown = applied.filter((name) => !known.some((one) => one.name === name));
  if (unknown.length === 0) return;
  throw new StoreError(
    'newer',
    `The data was written by another version of the emulator: its schema is ${unknown.at(-1)}, but this version knows schemas up to ${known.at(-1)?.name}. Use that version, or another data directory or database.`,
  );
}

/**
 * Migrates data to the newest of the `known` migrations. Creates all tables if no migration was applied, or else
 * applies the missing migrations in order. Callers must call `migrate` inside a transaction. Returns whether data of an
 * earlier version was changed.
 * @throws StoreError `unusable` if a migration fails; `full` if the disk is full.
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: SqlDialect,
  applied: readonly string[],
  known: readonly Migration[] = MIGRATIONS,
): Promise<boolean> {
  const missing = known.filter(({ name }) => !applied.includes(name));
  try {
    if (applied.length === 0) {
      await sql`create table if not exists ${sql.table(APPLIED)} (name text not null primary key)`.execute(
        db,
      );
      await createTables(db, dialect);
    }
    for (const { name, ...change } of missing) {
      if (applied.length > 0) await change.up(db, dialect);
      await sql`insert into ${sql.table(APPLIED)} (name) values (${name})`.execute(db);
    }
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError('unusable', `The data cannot be migrated to this version: ${errorMessage(cause)}`, {
      cause,
    });
  }
  return applied.length > 0 && missing.length > 0;
}
