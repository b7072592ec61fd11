import { StoreError } from '../../ports/store-errors.ts';
import { errorMessage, property } from '../errors.ts';

const SQLITE_FULL = 13;

const SQLITE_CONSTRAINT = 19;

/** The shared-memory file could not grow: also a full disk. */
const SQLITE_IOERR_SHMSIZE = 4_874;

const UNUSABLE: ReadonlyMap<number, string> = new Map([
  [8, 'it cannot be written'],
  [10, 'the disk failed'],
  [11, 'it is damaged'],
  [14, 'it cannot be opened'],
  [26, 'it is not a database'],
]);

/** Converts SQLite's errors to the store's. SQLite names tables and columns in them, never values. */
export function translate(error: unknown): unknown {
  if (resultClass(error) === SQLITE_CONSTRAINT) {
    return new StoreError('conflict', `The store refused the row: ${errorMessage(error)}.`, { cause: error });
  }
  if (isFull(error)) return noRoom(error);
  const problem = unusableBecause(error);
  if (problem === undefined) return error;
  return new StoreError(
    'unusable',
    `The data file can no longer be used: ${problem}. Restore a copy of the data directory, or start with an empty one.`,
    { cause: error },
  );
}

/** Whether SQLite reports a full disk. */
export function isFull(error: unknown): boolean {
  return resultClass(error) === SQLITE_FULL || property(error, 'errcode') === SQLITE_IOERR_SHMSIZE;
}

/** The same as a StoreError. */
function noRoom(cause: unknown): StoreError {
  return new StoreError(
    'full',
    'There is no room left on the disk that holds the data directory: this write was not kept, everything before it was. Make room there, and do it again.',
    { cause },
  );
}

/** The problem of the file itself, if the error is about it: the end of a sentence. */
export function unusableBecause(error: unknown): string | undefined {
  const problem = UNUSABLE.get(resultClass(error) ?? 0);
  return problem && `${problem} (${errorMessage(error)})`;
}

/** SQLite's primary result code: the low byte, the rest is its detail. */
export function resultClass(error: unknown): number | undefined {
  const code = property(error, 'errcode');
  return typeof code === 'number' ? code & 0xff : undefined;
}
