import type { SnapshotProblem } from './store.ts';

export type StoreErrorCode =
  /** Another process has this data directory open. */
  | 'locked'
  /** The data was written by a newer version of this program. */
  | 'newer'
  /** The location cannot be opened, read or written, or is not a database. */
  | 'unusable'
  /** The disk is full: nothing of the write was kept, everything before it was. */
  | 'full'
  /** The keyring is malformed, readable by others, or not the one the data was sealed with. */
  | 'keyring'
  /** A sealed value was moved or altered. */
  | 'sealed'
  | 'conflict'
  /** A name in it is longer than the database can look up: nothing of the write was kept. */
  | 'too-long'
  /** Conflicting writes kept happening: nothing of the write was kept. */
  | 'busy'
  /** The database is unreachable: nothing of what failed was kept. */
  | 'unavailable'
  /** The connection was lost during a commit: its result is unknown. */
  | 'uncertain'
  /** The store was used incorrectly: nested, after close, after its transaction ended. */
  | 'misuse';

/** Every refusal of the store itself. Messages carry no stored values. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** Whether a sealed value, or its key, is invalid: messages name the place and a hint. */
export function isUnsealError(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.code === 'sealed' || error.code === 'keyring');
}

/** Whether a write was refused only because the disk is full. */
export function isDiskFull(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'full';
}

/** Whether the database is unreachable, or writes conflicted: nothing was kept. */
export function isUnavailable(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.code === 'unavailable' || error.code === 'busy');
}

/** Whether a commit's result is unknown: the connection was lost meanwhile. */
export function isUncertain(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'uncertain';
}

/** Whether a retry may succeed once an outside cause is gone, and nothing was kept meanwhile. */
export function isTransient(error: unknown): error is StoreError {
  return isDiskFull(error) || isUnavailable(error);
}

const PROBLEMS_MAX = 20;

/** An invalid snapshot. Messages name paths and never contain a value. */
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
