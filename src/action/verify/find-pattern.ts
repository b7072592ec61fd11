import { Script } from 'node:vm';
import type { Pattern } from './check.ts';

/** A pattern that runs for longer is one that backtracks without end. Real milliseconds. */
const LIMIT_MS = 1000;

/** What a search came to; `endless`: it was given up. */
export type Found = 'found' | 'missing' | 'endless';

/**
 * Whether a pattern is found in a text. It runs under a time limit that the engine itself keeps, because a pattern such
 * as `(a+)+$` would otherwise hold the whole step. The whole text is searched: what must not be said may stand at its end.
 */
export function findPattern({ source, flags }: Pattern, text: string, limitMs = LIMIT_MS): Found {
  const script = new Script('new RegExp(source, flags).test(text)');
  try {
    const context = { source, flags, text };
    return script.runInNewContext(context, { timeout: limitMs }) === true ? 'found' : 'missing';
  } catch (error) {
    if (isGivenUp(error)) return 'endless';
    throw error;
  }
}

/** By the time limit, or because the engine has no room for all the ways that are left to try. */
function isGivenUp(error: unknown): boolean {
  // It comes from another realm, where `instanceof` does not hold.
  if (typeof error !== 'object' || error === null) return false;
  return (
    Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ||
    Reflect.get(error, 'name') === 'RangeError'
  );
}
