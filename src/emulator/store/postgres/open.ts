import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { BACKOFF, backoffMs, retry } from '../../../clients/retry.ts';
import { createKeyedLock } from '../../../os/keyed-lock.ts';
import { hasSealed } from '../data-keys.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Database, Isolation } from '../database.ts';
import { isNewest } from '../migrations.ts';
import type { Tables } from '../schema.ts';
import { type ConnectionPools, openPools, parseDatabaseUrl } from './connection.ts';
import { kyselyPostgres, postgresDialect } from './driver.ts';
import { findContention, isConflict, isContention } from './errors.ts';
import { awaitReaders } from './keyring-readers.ts';
import {
  appliedInSchema,
  claimKeyring,
  clearPostgres,
  hasKeyringClaim,
  type MigrationResult,
  migratePostgres,
} from './migrate.ts';
import { createPostgresNotifier } from './notifier.ts';

/**
 * Milliseconds for which a conflicting transaction is retried. Retries make progress, because one of the conflicting
 * transactions succeeds.
 */
const RETRY_LIMIT_MS = 15_000;
const LEVELS = { serializable: 'serializable', snapshot: 'repeatable read' } as const;

export { parseDatabaseUrl };

/**
 * Opens a PostgreSQL database, which several processes can use. The first use opens a connection.
 * @throws StoreError `unusable` for an invalid URL.
 */
export function openPostgres(url: string, metrics: Metrics): Database {
  const address = parseDatabaseUrl(url);
  const sessions = openPools(address);
  const stopMeasuring = metrics.beforeScrape(() => measurePools(sessions, metrics));
  const db = new Kysely<Tables>({ dialect: kyselyPostgres(sessions, metrics) });
  // Renewals have a separate connection, because they must not wait for the statements of much other work.
  const leaseSessions = openPools(address, { most: 1 });
  const leases = new Kysely<Tables>({ dialect: kyselyPostgres(leaseSessions, metrics) });
  const transactions = createTransactions(db);
  return {
    db,
    leases,
    dialect: postgresDialect,
    notifier: createPostgresNotifier(db, address),
    cached: (_, read) => read(),
    transaction: (isolation, work) => transactions.run(isolation, work),
    appliedMigrations: () => appliedInSchema(db, address),
    async migrate(applied) {
      if (!isNewest(applied)) await migratePostgres(address);
    },
    isSealed: async () => (await hasKeyringClaim(db)) || (await hasSealed(db)),
    async claimKeyring(keyring) {
      await transactions.run('snapshot', (trx) => claimKeyring(trx, keyring));
      return awaitReaders(db, keyring);
    },
    async close() {
      stopMeasuring();
      await transactions.idle();
      await Promise.all([db.destroy(), leases.destroy()]);
      // The pools can still be open, because Kysely does not destroy a driver that it never initialized.
      for (const pools of [sessions, leaseSessions])
        if (!pools.readers.ended && !pools.readers.ending) await pools.end();
    },
  };
}

/**
 * Creates or migrates the store at this URL, like `migratePostgres`.
 * @throws StoreError as `migratePostgres` does; `unusable` for an invalid URL.
 */
export function migrateDatabase(
  url: string,
  options: Parameters<typeof migratePostgres>[1] = {},
): Promise<MigrationResult> {
  return migratePostgres(parseDatabaseUrl(url), options);
}

/** Deletes all rows of the store at this URL, if the store exists. */
export async function clearDatabase(url: string): Promise<void> {
  const address = parseDatabaseUrl(url);
  const sessions = openPools(address);
  try {
    await clearPostgres(new Kysely<Tables>({ dialect: kyselyPostgres(sessions) }), address);
  } finally {
    await sessions.end();
  }
}

/** Sets the gauges of both pools' connections. */
function measurePools(pools: ConnectionPools, metrics: Metrics): void {
  for (const pool of ['readers', 'writers'] as const) {
    const { totalCount, idleCount, waitingCount } = pools[pool];
    const set = (state: 'busy' | 'idle' | 'waiting', count: number) =>
      metrics.set('database_connections', { pool, state }, count);
    set('busy', totalCount - idleCount);
    set('idle', idleCount);
    set('waiting', waitingCount);
  }
}

function createTransactions(db: Kysely<Tables>) {
  const retryLock = createKeyedLock();
  const underWay = new Set<Promise<unknown>>();

  const begin = async <T>(isolation: Isolation, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> => {
    const since = performance.now();
    const once = () =>
      db
        .transaction()
        .setIsolationLevel(LEVELS[isolation])
        .execute(async (trx) => {
          try {
            return await work(trx);
          } catch (error) {
            throw (await contentionOf(trx)) ?? error;
          }
        });
    // Failed transactions are retried one at a time, because simultaneous retries would conflict again.
    return retry((attempt) => (attempt === 1 ? once() : retryLock('', once)), {
      delayAfter(error, attempt) {
        // A violated constraint is retried once, because a retry sees rows of other transactions.
        const repeat = isContention(error) || (attempt === 1 && isConflict(error));
        if (!repeat || performance.now() - since > RETRY_LIMIT_MS) return undefined;
        return backoffMs(attempt, Math.random, BACKOFF.conflict);
      },
      sleep: delay,
    });
  };
  return {
    async run<T>(isolation: Isolation, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
      const running = begin(isolation, work);
      underWay.add(running);
      try {
        return await running;
      } finally {
        underWay.delete(running);
      }
    },
    async idle(): Promise<void> {
      await Promise.allSettled(underWay);
    },
  };
}

/** Returns the conflict that made a transaction fail, because the error of `work` might hide the conflict. */
async function contentionOf(trx: Kysely<Tables>): Promise<unknown> {
  try {
    await sql`select`.execute(trx);
    return undefined;
  } catch (error) {
    // The conflict is returned instead of the error about the failed transaction, because a conflict can be retried.
    return findContention(error);
  }
}
