import { errorMessage, property } from '../errors.ts';
import { StoreError } from '../../ports/store-errors.ts';

/** What became of the write that the failure met: nothing of it was kept, or that is unknown. */
export type WriteOutcome = 'nothing-kept' | 'unknown';

/** PostgreSQL's codes (its manual's appendix A), by what they mean to the store. */
const CONTENTION = /^(40001|40P01|55P03)$/;
/** The constraints of the tables. */
const CONFLICT = /^23/;
/** A row that no index can hold. */
const TOO_LONG = /^54000$/;
const FULL = /^(53100|58030)$/;
/** Gone, going, coming up, or with no place for one more; also a standby that was the primary. */
const AWAY = /^(08...|57P0[1235]|57014|53[023]00|53400|25006|25P0[34])$/;
const ABORTED = '25P02';
const REFUSED: Readonly<Record<string, string>> = {
  '28000': 'it does not let this user in',
  '28P01': 'it does not take this user and password',
  '3D000': 'there is no database of this name',
  '3F000': 'there is no schema of this name',
  '42501': 'this user may not do that there',
  '42P01': 'a table is gone',
  XX001: 'it is damaged',
  XX002: 'an index is damaged',
};
const NETWORK =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ETIMEDOUT|EACCES)$/;
/** What `pg` itself says, which has no code. */
const LOST =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;
/** The columns of a table changed under a statement prepared before. */
const STALE_PLAN = /cached plan must not change result type/;

/**
 * PostgreSQL's and the connection's errors in the store's words. They name tables and columns, never values: what the
 * server says beyond its first line may hold some, and is left behind.
 */
export function translate(error: unknown, fate: WriteOutcome): unknown {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  const message = errorMessage(error);
  const cause = bare(code, message);
  if (CONTENTION.test(code) || STALE_PLAN.test(message)) {
    return new StoreError(
      'busy',
      'Others wrote to the same at the same time, again and again: nothing of this write was kept. Do it again.',
      { cause },
    );
  }
  if (CONFLICT.test(code)) {
    return new StoreError('conflict', `The store refused the row: ${message}.`, { cause });
  }
  if (TOO_LONG.test(code)) {
    return new StoreError(
      'too-long',
      'A name in it is longer than the database can look up, which is some 2,600 bytes: nothing of this write was kept. Shorten it.',
      { cause },
    );
  }
  if (FULL.test(code)) {
    return new StoreError(
      'full',
      'There is no room left on the disk that holds the database: this write was not kept, everything before it was. Make room there, and do it again.',
      { cause },
    );
  }
  if (isAway(code, message)) return away(fate, cause);
  if (code === ABORTED) {
    return new StoreError('misuse', 'This transaction has failed already: let its error end it.', { cause });
  }
  const refused = REFUSED[code];
  if (refused !== undefined) {
    return new StoreError('unusable', `The database cannot be used: ${refused} (${message}).`, { cause });
  }
  // A message of class 22 repeats the value it is about.
  return code.startsWith('22') ? new Error(`PostgreSQL refused a value (${code})`) : cause;
}

function isAway(code: string, message: string): boolean {
  return AWAY.test(code) || NETWORK.test(code) || LOST.test(message);
}

/** Whether after this failure the connection is of no more use. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  const message = errorMessage(error);
  if (STALE_PLAN.test(message)) return true;
  return isAway(code, message) && !/^(57014|25006)$/.test(code);
}

function away(fate: WriteOutcome, cause: Error): StoreError {
  return fate === 'unknown'
    ? new StoreError(
        'uncertain',
        'The connection to the database was lost while something was being kept: whether it was is not known. Look before it is done again.',
        { cause },
      )
    : new StoreError(
        'unavailable',
        'The database cannot be reached, or has no time: nothing of this was done. It is tried anew with every request.',
        { cause },
      );
}

/** The first line of an error alone. */
function bare(code: string, message: string): Error {
  const error = new Error(message);
  return code === '' ? error : Object.assign(error, { code });
}

/** Whether the failure, or what it came from, says that others were in the way. */
export function isContention(error: unknown): boolean {
  return inChain(error, 'busy');
}

/** Whether the failure, or what it came from, is a row that the tables refused. */
export function isConflict(error: unknown): boolean {
  return inChain(error, 'conflict');
}

function inChain(error: unknown, code: StoreError['code']): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof StoreError && at.code === code) return true;
  }
  return false;
}

/** The five characters of PostgreSQL, or Node's name; empty when there is neither. */
function codeOf(error: unknown): string {
  const code = property(error, 'code');
  return typeof code === 'string' ? code : '';
}
