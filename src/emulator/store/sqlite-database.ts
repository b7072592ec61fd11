import { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { appliedMigrations, migrate } from './migrate.ts';
import { createQueryCache } from './query-cache.ts';
import type { Tables } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import { kyselySqlite, sqliteDialect } from './sqlite-dialect.ts';
import { hasSealed } from './rotate-data-keys.ts';

/** Opens a SQLite file for this process alone (see `openSqlite`). */
export function openSqliteDatabase(location: string, durable: boolean): Database {
  const { database, lock } = openSqlite(location, durable);
  let writes = 0;
  const dialect = kyselySqlite(database, () => {
    writes += 1;
  });
  const db = new Kysely<Tables>({ dialect });
  // The lock is ours: nobody else writes.
  const memory = createQueryCache(() => writes);
  return {
    db,
    dialect: sqliteDialect,
    notifier: undefined,
    cached: (question, read) => memory.cached(question, read),
    // One at a time: what each of them sees is of one moment, and they are serialisable.
    transaction: (_, work) => db.transaction().execute(work),
    appliedMigrations: () => appliedMigrations(db, sqliteDialect),
    migrate: (done) => migrate(db, sqliteDialect, done),
    isSealed: () => hasSealed(db),
    claimKeyring: async () => {},
    async close() {
      try {
        await db.destroy();
      } finally {
        if (database.isOpen) database.close();
        lock.release();
      }
    },
  };
}
