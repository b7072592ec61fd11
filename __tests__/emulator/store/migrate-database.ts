import { Kysely } from 'kysely';
import type { Migration } from '../../../src/emulator/store/migrations.ts';
import { openPools, parseDatabaseUrl } from '../../../src/emulator/store/postgres/connection.ts';
import { kyselyPostgres } from '../../../src/emulator/store/postgres/driver.ts';
import { migratePostgres } from '../../../src/emulator/store/postgres/migrate.ts';
import type { Tables } from '../../../src/emulator/store/schema.ts';

/**
 * Migrates a PostgreSQL database to the newest of these migrations, as a later version of the emulator does at its
 * start.
 */
export async function migrateDatabase(url: string, known: readonly Migration[]): Promise<void> {
  const address = parseDatabaseUrl(url);
  const pools = openPools(address);
  const db = new Kysely<Tables>({ dialect: kyselyPostgres(pools) });
  try {
    await migratePostgres(db, address, known);
  } finally {
    await db.destroy();
  }
}
