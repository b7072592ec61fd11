import type { SnapshotProblem } from './store.ts';

export type StoreErrorCode =
  /** Another process has this data directory open. */
  | 'locked'
  /** The data was written by a newer version of this program. */
  | 'newer'
  /** The location cannot be opened, read or written, or is not a database. */
  | 'unusable'
  /** There is no room left on the disk: nothing of the write was kept, everything before it was. */
  | 'full'
  /** The keyring is malformed, readable by others, or not the one the data was sealed with. */
  | 'keyring'
  /** A sealed value does not belong where it stands, or was altered. */
  | 'sealed'
  /** A unique or foreign key said no. */
  | 'conflict'
  /** A name in it is longer than the database can look up: nothing of the write was kept. */
  | 'too-long'
  /** Others wrote to the same, and kept on doing so: nothing of the write was kept. */
  | 'busy'
  /** The database cannot be reached: nothing of what failed was kept. */
  | 'unavailable'
  /** The connection was lost while something was being kept: whether it was is not known. */
  | 'uncertain'
  /** The store was used in a way that cannot work: nested, after close, after its transaction ended. */
  | 'misuse';

/** Everything the store refuses by its own judgement. Messages carry no stored values. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** Whether a sealed value, or the key that opens it, is not what was kept: messages say where and what to do. */
export function isUnsealError(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.code === 'sealed' || error.code === 'keyring');
}

/** Whether a write was refused for want of room on the disk, and nothing else is wrong. */
export function isDiskFull(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'full';
}

/** Whether the database did not do it because it is away, or others were in the way: nothing was kept. */
export function isUnavailable(error: unknown): error is StoreError {
  return error instanceof StoreError && (error.code === 'unavailable' || error.code === 'busy');
}

/** Whether it is unknown if it was kept: the database went away meanwhile. */
export function isUncertain(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'uncertain';
}

/** Whether it will work once what is outside of us is in order again, and nothing was kept meanwhile. */
export function isTransient(error: unknown): error is StoreError {
  return isDiskFull(error) || isUnavailable(error);
}

const PROBLEMS_MAX = 20;

/** A snapshot that cannot be restored as it is. Messages name paths and never hold a value. */
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
