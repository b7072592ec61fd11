import { errorMessage } from '../../../os/errors.ts';
import { property } from '../errors.ts';
import { StoreError } from '../../ports/store-errors.ts';

export type WriteOutcome = 'nothing-kept' | 'unknown';

/** Error codes of conflicts with other transactions (appendix A of PostgreSQL's manual). */
const CONTENTION = /^(40001|40P01|55P03)$/;
const CONFLICT = /^23/;
/** Error code of a row that is too large for an index. */
const TOO_LONG = /^54000$/;
const FULL = /^(53100|58030)$/;
/** Error codes of a server that is unreachable, shutting down, starting or full, or that has become a standby. */
const AWAY = /^(08...|57P0[1235]|57014|53[023]00|53400|25006|25P0[34])$/;
const ABORTED = '25P02';
const REFUSED: Readonly<Record<string, string>> = {
  '28000': 'it rejects this user',
  '28P01': 'it rejects this user and password',
  '3D000': 'no database with this name exists',
  '3F000': 'no schema with this name exists',
  '42501': 'this user lacks the permission',
  '42P01': 'a table is missing',
  XX001: 'it is damaged',
  XX002: 'an index is damaged',
};
const NETWORK =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ETIMEDOUT|EACCES)$/;
/** Messages of errors about lost connections that `pg` itself creates without a code. */
const LOST =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;
/** Error message if a table's columns changed after a statement was prepared. */
const STALE_PLAN = /cached plan must not change result type/;

/**
 * Converts PostgreSQL errors and connection errors to the store's errors. The errors contain names of tables and
 * columns but no values, because only the first line of the server's message is included.
 */
export function translate(error: unknown, outcome: WriteOutcome): unknown {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  const message = errorMessage(error);
  const cause = bare(code, message);
  if (CONTENTION.test(code) || STALE_PLAN.test(message)) {
    return new StoreError(
      'busy',
      'The write kept conflicting with other writes, so it was rolled back. Try again.',
      { cause },
    );
  }
  if (CONFLICT.test(code)) {
    return new StoreError('conflict', `The store rejected the row: ${message}.`, { cause });
  }
  if (TOO_LONG.test(code)) {
    return new StoreError(
      'too-long',
      "A name in the write exceeds the database's index limit of about 2,600 bytes, so the write was rolled back. Shorten the name.",
      { cause },
    );
  }
  if (FULL.test(code)) {
    return new StoreError(
      'full',
      'The disk of the database has no space left, so this write was rolled back; earlier writes are stored. Free disk space, and try again.',
      { cause },
    );
  }
  if (isAway(code, message)) return away(outcome, cause);
  if (code === ABORTED) {
    return new StoreError(
      'misuse',
      'This transaction has already failed: do not catch its error inside the transaction.',
      { cause },
    );
  }
  const refused = REFUSED[code];
  if (refused !== undefined) {
    return new StoreError('unusable', `The database cannot be used: ${refused} (${message}).`, { cause });
  }
  // Messages of errors with codes of class 22 contain the rejected value, so the message is replaced.
  return code.startsWith('22') ? new Error(`PostgreSQL rejected a value (${code})`) : cause;
}

function isAway(code: string, message: string): boolean {
  return AWAY.test(code) || NETWORK.test(code) || LOST.test(message);
}

/** Returns whether the connection is unusable after this failure. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  const message = errorMessage(error);
  if (STALE_PLAN.test(message)) return true;
  return isAway(code, message) && !/^(57014|25006)$/.test(code);
}

function away(outcome: WriteOutcome, cause: Error): StoreError {
  return outcome === 'unknown'
    ? new StoreError(
        'uncertain',
        'The connection to the database was lost during a commit, so its result is unknown. Check the result before you try again.',
        { cause },
      )
    : new StoreError(
        'unavailable',
        'The database is unreachable or overloaded, so nothing was changed. Each request tries to connect again.',
        { cause },
      );
}

/** Creates an error with only the first line of a message. */
function bare(code: string, message: string): Error {
  const error = new Error(message);
  return code === '' ? error : Object.assign(error, { code });
}

/** Returns whether an error or its cause is a conflict with other transactions. */
export function isContention(error: unknown): boolean {
  return findContention(error) !== undefined;
}

/** Returns the conflict with other transactions that an error or its cause reports, or `undefined` for other errors. */
export function findContention(error: unknown): StoreError | undefined {
  return findInChain(error, 'busy');
}

/** Returns whether an error or its cause reports a row that violates a constraint. */
export function isConflict(error: unknown): boolean {
  return findInChain(error, 'conflict') !== undefined;
}

function findInChain(error: unknown, code: StoreError['code']): StoreError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof StoreError && at.code === code) return at;
  }
  return undefined;
}

/** Returns PostgreSQL's five-character code or Node's code, or an empty string without a code. */
function codeOf(error: unknown): string {
  const code = property(error, 'code');
  return typeof code === 'string' ? code : '';
}
