import type { Migration } from '../../../src/emulator/store/migrations.ts';
import { parseDatabaseUrl } from '../../../src/emulator/store/postgres/connection.ts';
import { migratePostgres } from '../../../src/emulator/store/postgres/migrate.ts';

/** Migrates a PostgreSQL database to the newest of these migrations, as a later version of the emulator does. */
export async function migrateDatabase(url: string, known: readonly Migration[]): Promise<void> {
  await migratePostgres(parseDatabaseUrl(url), { known });
}
