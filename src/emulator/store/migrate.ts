import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { errorMessage, StoreError } from './errors.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { migrations } from './migrations.ts';
import type { Tables } from './schema.ts';
import { isDiskFull } from './retry-transient.ts';

/**
 * Which migrations the data has been through; none: it is new. Changes nothing.
 * @throws StoreError `newer` when the data knows a migration this program does not.
 */
export async function appliedMigrations(db: Kysely<Tables>, flavour: SqlDialect): Promise<string[]> {
  const known = migrations(flavour);
  const done = await namesOfDone(db);
  const newer = newerSchemaError(done, Object.keys(known));
  if (newer) throw newer;
  return done;
}

/**
 * Brings the schema to this program's version; does nothing when it is there. `done`: see `doneMigrations`.
 * @throws StoreError `unusable` when a migration fails, `full` when there is no room for it.
 */
export async function migrate(
  db: Kysely<Tables>,
  flavour: SqlDialect,
  done: readonly string[],
): Promise<void> {
  const known = migrations(flavour);
  // The migrator looks the whole schema over; most starts need nothing of it.
  if (done.length === Object.keys(known).length) return;
  const { error: cause } = await new Migrator({
    db,
    provider: { getMigrations: async () => known },
  }).migrateToLatest();
  if (isDiskFull(cause)) throw cause;
  if (cause !== undefined) {
    throw new StoreError('unusable', `The data cannot be brought to this version: ${errorMessage(cause)}`, {
      cause,
    });
  }
}

/** The refusal of data that has been through a migration that is not `known`; undefined: it has not. */
export function newerSchemaError(done: readonly string[], known: readonly string[]): StoreError | undefined {
  const unknown = done.filter((name) => !known.includes(name));
  if (unknown.length === 0) return undefined;
  return new StoreError(
    'newer',
    `The data was written by a newer version of the emulator: it is at ${unknown.at(-1)}, this version knows up to ${known.toSorted().at(-1)}. Use that version, or give another data directory or database.`,
  );
}

async function namesOfDone(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}
