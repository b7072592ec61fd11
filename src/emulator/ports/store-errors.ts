import type { SnapshotProblem } from './store.ts';

export type StoreErrorCode =
  /** Another process has opened this data directory. */
  | 'locked'
  /** A newer version of this program wrote the data. */
  | 'newer'
  /** The data needs a migration, which another process applies. */
  | 'behind'
  /** The location cannot be opened, read or written, or is not a database. */
  | 'unusable'
  /** The disk is full. No part of the write was stored; earlier writes remain stored. */
  | 'full'
  /** The keyring is malformed, readable by other users, or not the keyring that encrypted the data. */
  | 'keyring'
  /** An encrypted value was moved or altered. */
  | 'sealed'
  | 'conflict'
  /** A name in the write is longer than the database can index. No part of the write was stored. */
  | 'too-long'
  /** Every attempt of the write conflicted with other writes. No part of the write was stored. */
  | 'busy'
  /** The database is unreachable. No part of the failed write was stored. */
  | 'unavailable'
  /** The connection was lost during a commit, so the result of the commit is unknown. */
  | 'uncertain'
  /** The caller used the store incorrectly: inside a transaction, after close, or after the transaction ended. */
  | 'misuse';

/** Error for any failure of the store itself. The message of a StoreError contains no stored values. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** Returns true if an encrypted value or its key is invalid. The error's message contains the row and a hint. */
export function isUnsealError(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.code === 'sealed' || error.code === 'keyring');
}

/** Returns true if a write failed only because the disk is full. */
export function isDiskFull(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'full';
}

/** Returns true if a call failed and stored nothing because the database was unreachable or writes conflicted. */
export function isUnavailable(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.code === 'unavailable' || error.code === 'busy');
}

/** Returns true if the result of a commit is unknown because the connection was lost. */
export function isUncertain(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'uncertain';
}

/** Returns true if a call failed and stored nothing, and a retry might succeed once the external cause has ended. */
export function isTransient(error: unknown): error is StoreError {
  return isDiskFull(error) || isUnavailable(error);
}

const PROBLEMS_MAX = 20;

/** Error for an invalid snapshot. The message of a SnapshotError contains paths but no values. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
  readonly problems: readonly SnapshotProblem[];

  constructor(problems: readonly SnapshotProblem[], options: { cause?: unknown } = {}) {
    const first = problems.slice(0, PROBLEMS_MAX);
    const more = problems.length - first.length;
    super(
      [
        ...first.map(({ path, message }) => `${path.join('.')}: ${message}`),
        ...(more > 0 ? [`and ${more} more`] : []),
      ].join('; '),
      options,
    );
    this.problems = more > 0 ? [...first, { path: [], message: `and ${more} more problems` }] : first;
  }
}
