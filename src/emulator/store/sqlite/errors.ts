import { StoreError } from '../../ports/store-errors.ts';
import { errorMessage } from '../../../os/errors.ts';
import { property } from '../errors.ts';

const SQLITE_FULL = 13;

const SQLITE_CONSTRAINT = 19;

/** Result code for a shared-memory file that could not grow because the disk is full. */
const SQLITE_IOERR_SHMSIZE = 4_874;

const UNUSABLE: ReadonlyMap<number, string> = new Map([
  [8, 'it is not writable'],
  [10, 'the disk failed'],
  [11, 'it is damaged'],
  [14, 'it cannot be opened'],
  [26, 'it is not a database'],
]);

/**
 * Converts SQLite's errors to the store's errors, whose messages contain names of tables and columns, but never values.
 */
export function translate(error: unknown): unknown {
  if (resultClass(error) === SQLITE_CONSTRAINT) {
    return new StoreError('conflict', `The store rejected the row: ${errorMessage(error)}.`, {
      cause: error,
    });
  }
  if (isDiskFullError(error)) return noRoom(error);
  const problem = describeFileProblem(error);
  if (problem === undefined) return error;
  return new StoreError(
    'unusable',
    `The data file is unusable: ${problem}. Restore a copy of the data directory, or start with an empty one.`,
    { cause: error },
  );
}

/** Returns whether SQLite reports a full disk. */
export function isDiskFullError(error: unknown): boolean {
  return resultClass(error) === SQLITE_FULL || property(error, 'errcode') === SQLITE_IOERR_SHMSIZE;
}

function noRoom(cause: unknown): StoreError {
  return new StoreError(
    'full',
    'The disk of the data directory has no space left, so this write was rolled back; earlier writes are stored. Free disk space, and try again.',
    { cause },
  );
}

/**
 * Returns the problem with the file itself as the end of a sentence, or `undefined` for an error with another cause.
 */
export function describeFileProblem(error: unknown): string | undefined {
  const problem = UNUSABLE.get(resultClass(error) ?? 0);
  return problem && `${problem} (${errorMessage(error)})`;
}

/** Returns SQLite's primary result code, which is the low byte of the error code. The higher bytes contain details. */
export function resultClass(error: unknown): number | undefined {
  const code = property(error, 'errcode');
  return typeof code === 'number' ? code & 0xff : undefined;
}
