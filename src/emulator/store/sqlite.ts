import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from './errors.ts';
import { type DataLock, takeLock } from './lock.ts';
import { translate } from './sqlite-dialect.ts';

export interface OpenedSqlite {
  database: DatabaseSync;
  /** Released once the database is closed. */
  lock: DataLock;
}

/**
 * Opens (or makes) the SQLite file, locked for this process. Writes are on disk when they are acknowledged.
 * @throws StoreError `locked` when another process has it; `unusable` when it cannot be opened, read or written.
 */
export function openSqlite(location: string): OpenedSqlite {
  if (location === ':memory:') {
    const database = new DatabaseSync(location);
    return { database, lock: { release: () => {} } };
  }
  const path = resolve(location);
  try {
    mkdirSync(dirname(path), { recursive: true });
    // Ours alone: threads and runs are in it in clear. Its companions take the same mode.
    closeSync(openSync(path, 'a', 0o600));
    closeSync(openSync(`${path}.lock`, 'a', 0o600));
    const lock = takeLock(path, process.pid);
    try {
      return { database: openLocked(path), lock };
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    if (error instanceof StoreError && error.code === 'locked') throw error;
    const cause = translate(error);
    throw new StoreError(
      'unusable',
      `The data at ${path} cannot be used: ${cause instanceof Error ? cause.message : String(cause)} Give a data directory that can be written, or move this one away.`,
      { cause },
    );
  }
}

function openLocked(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
