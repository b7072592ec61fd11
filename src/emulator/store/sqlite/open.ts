import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { Kysely } from 'kysely';
import { hasSealed } from '../data-keys.ts';
import type { Database } from '../database.ts';
import { errorMessage } from '../../../os/errors.ts';
import { property } from '../errors.ts';
import { EMPTY_STORE } from '../../ports/installation.ts';
import type { Pacer } from '../../../clients/pacer.ts';
import { StoreError } from '../../ports/store-errors.ts';
import { isNewest, migrate } from '../migrations.ts';
import { createQueryCache } from '../query-cache.ts';
import type { Tables } from '../schema.ts';
import { appliedInFile } from './applied.ts';
import { kyselySqlite, sqliteDialect } from './dialect.ts';
import { isDiskFullError, describeFileProblem } from './errors.ts';
import { type DataLock, acquireLock } from './lock.ts';

/**
 * Tables of running agents, which no cached result uses. A deletion from `UNCACHED_TABLES` deletes no rows that cached
 * results use. Every run changes the tables, and each change would evict the cached deployments and revisions that the
 * next request needs.
 */
const UNCACHED_TABLES: ReadonlySet<string> = new Set<keyof Tables>([
  'audit_log',
  'checkpoint_writes',
  'checkpoint_writes_before',
  'checkpoints',
  'checkpoints_before',
  'cron_outcomes',
  'feedback',
  'feedback_tokens',
  'logs',
  'run_events',
  'run_steps',
  'run_streams',
  'run_summaries',
  'runs',
  'thread_interrupts',
  'thread_values',
  'threads',
  'traced_runs',
  'webhooks',
]);

/**
 * Opens a SQLite file that only this process may use. `openSqlite` describes `durable`. `pacer` lets other work run
 * between statements.
 */
export function openSqliteDatabase(location: string, durable: boolean, pacer: Pacer): Database {
  const { database, lock } = openSqlite(location, durable);
  let writes = 0;
  const countWrite = (table: string | undefined): void => {
    if (table === undefined || !UNCACHED_TABLES.has(table)) writes += 1;
  };
  const dialect = kyselySqlite(database, countWrite, pacer);
  const db = new Kysely<Tables>({ dialect });
  // The cache is safe, because this process holds the lock and no other process writes.
  const memory = createQueryCache(() => writes);
  return {
    db,
    dialect: sqliteDialect,
    notifier: undefined,
    cached: (question, read) => memory.cached(question, read),
    // Transactions run one after another, so each transaction is serializable and sees a single moment.
    transaction: (_, work) => db.transaction().execute(work),
    appliedMigrations: () => appliedInFile(db),
    // Begins no transaction if all migrations are applied, because most starts need no migration.
    async migrate(applied) {
      if (isNewest(applied)) return;
      await db.transaction().execute((trx) => migrate(trx, sqliteDialect, applied));
    },
    isSealed: () => hasSealed(db),
    claimKeyring: async () => true,
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

interface OpenedSqlite {
  database: DatabaseSync;
  lock: DataLock;
}

/** Number in the file's header that identifies this program: "AgDp". */
const APPLICATION_ID = 0x41674470;

/**
 * Opens or creates the SQLite file and locks the file for this process. If `durable` is true, each write waits for the
 * disk (0.1 to 0.4 ms when measured). If `durable` is false, the journal is in memory, so writes are faster, but no
 * other connection can read the file, and a process that is killed during a write can destroy the file.
 * @throws StoreError `locked` if another process has locked the file; `unusable` if the file cannot be opened, read or
 * written.
 */
function openSqlite(location: string, durable: boolean): OpenedSqlite {
  if (location === ':memory:') {
    const database = new DatabaseSync(location);
    return { database, lock: { release: () => {} } };
  }
  const path = resolve(location);
  try {
    mkdirSync(dirname(path), { recursive: true });
    makePrivate(path);
    makePrivate(`${path}.lock`);
    const lock = acquireLock(path, process.pid);
    try {
      return { database: openLocked(path, durable), lock };
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    if (isDiskFullError(cause) || property(cause, 'code') === 'ENOSPC') {
      throw new StoreError(
        'full',
        `The disk of ${path} has no space left. Free disk space and start again; the stored data is unchanged.`,
        { cause },
      );
    }
    const problem = describeFileProblem(cause) ?? errorMessage(cause);
    throw new StoreError(
      'unusable',
      `The data at ${path} cannot be used: ${problem}. Use a writable data directory, or move this directory away.`,
      { cause },
    );
  }
}

/**
 * Creates the file with private mode, because it contains threads and runs unencrypted. SQLite's companion files get
 * the same mode. Never opens an existing file, because closing the file would release all locks that this process holds
 * on the file.
 */
function makePrivate(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === false) throw new Error('it is not a file');
  if (found) return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // Another process has just created the file, and the lock decides which process may use the file.
    if (property(error, 'code') !== 'EEXIST') throw error;
  }
}

function openLocked(path: string, durable: boolean): DatabaseSync {
  // The copied empty file is not synced to the disk, so the copy must not be used for durable data.
  if (!durable && EMPTY_STORE !== undefined && statSync(path).size === 0)
    writeFileSync(path, gunzipSync(readFileSync(EMPTY_STORE)));
  const database = new DatabaseSync(path, { timeout: 5_000 });
  try {
    database.exec(`pragma trusted_schema = off; pragma synchronous = ${durable ? 'full' : 'off'}`);
    claimFile(database, path);
    database.exec(
      durable ? 'pragma journal_mode = wal' : 'pragma locking_mode = exclusive; pragma journal_mode = memory',
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Marks a new file as this program's, and refuses another program's file before anything is changed. */
function claimFile(database: DatabaseSync, path: string): void {
  const id = database.prepare('pragma application_id').get()?.['application_id'];
  if (id === APPLICATION_ID) return;
  if (id !== 0 || database.prepare('select 1 from sqlite_schema').get() !== undefined) {
    throw new StoreError(
      'unusable',
      `The data at ${path} belongs to another program. Use another data directory.`,
    );
  }
  database.exec(`pragma application_id = ${APPLICATION_ID}`);
}
