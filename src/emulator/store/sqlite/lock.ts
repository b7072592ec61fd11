import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../../os/errors.ts';
import { StoreError } from '../../ports/store-errors.ts';
import { resultClass } from './errors.ts';

const SQLITE_BUSY = 5;
/** Result codes for a corrupt lock file, for example after a power failure during `acquireLock`. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);
const BUSY_TIMEOUT = 'pragma busy_timeout = 1000';

/** Lock on a data directory, which lasts until `release` or the end of the process. */
export interface DataLock {
  release(): void;
}

/**
 * Locks the data at `location` for this process with a write lock on a separate small database. The kernel releases the
 * lock whenever the process ends, for any reason. The lock file is not removed.
 * @throws StoreError `locked` with the holder's pid; `unusable` if the lock file is damaged; SQLite's own error if the
 * lock file cannot be written.
 */
export function acquireLock(location: string, pid: number): DataLock {
  const database = new DatabaseSync(`${location}.lock`, { timeout: 0 });
  try {
    database.exec('pragma synchronous = off');
    database.exec('begin immediate');
    // A timeout is set, because another process that reads the pid of the lock's holder blocks this process briefly.
    database.exec(BUSY_TIMEOUT);
    database.exec('create table if not exists holder (pid integer not null) strict; delete from holder');
    database.prepare('insert into holder (pid) values (?)').run(pid);
    // No statement writes after `begin immediate`, so other processes can read the pid despite the write lock.
    database.exec('commit; begin immediate');
  } catch (cause) {
    const holder = holderOf(database);
    database.close();
    if (DAMAGED.has(resultClass(cause) ?? 0)) throw damaged(location, cause);
    if (resultClass(cause) !== SQLITE_BUSY) throw cause;
    const who = holder === undefined ? 'another process' : `the process with pid ${holder}`;
    throw new StoreError(
      'locked',
      `The data at ${location} is in use by ${who}. Stop that process first, or use another data directory.`,
      { cause },
    );
  }
  return { release: () => database.close() };
}

function damaged(location: string, cause: unknown): StoreError {
  return new StoreError(
    'unusable',
    `The lock file ${location}.lock is damaged (${errorMessage(cause)}). It contains no data: make sure that no emulator uses this data directory, delete the lock file, and start again.`,
    { cause },
  );
}

function holderOf(database: DatabaseSync): number | undefined {
  try {
    database.exec(BUSY_TIMEOUT);
    const pid = database.prepare('select pid from holder').get()?.['pid'];
    return typeof pid === 'number' ? pid : undefined;
  } catch {
    // The pid is unknown, for example because the holder of the lock was killed before it wrote its pid.
    return undefined;
  }
}
