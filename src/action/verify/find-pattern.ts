import { Script } from 'node:vm';
import type { Pattern } from './case.ts';

/** A pattern that runs for longer is one that backtracks without end. Real milliseconds. */
const LIMIT_MS = 1000;
/** Longer texts are searched in their first part only. */
const MOST_CHARACTERS = 1_000_000;

/** What a search came to; `endless`: it was given up. */
export type Found = 'found' | 'missing' | 'endless';

/**
 * Whether a pattern is found in a text. It runs under a time limit that the engine itself keeps, because a pattern such
 * as `(a+)+$` would otherwise hold the whole step.
 */
export function findPattern({ source, flags }: Pattern, text: string, limitMs = LIMIT_MS): Found {
  const script = new Script('new RegExp(source, flags).test(text)');
  try {
    const context = { source, flags, text: text.slice(0, MOST_CHARACTERS) };
    return script.runInNewContext(context, { timeout: limitMs }) === true ? 'found' : 'missing';
  } catch (error) {
    if (isTimeout(error)) return 'endless';
    throw error;
  }
}

function isTimeout(error: unknown): boolean {
  // It comes from another realm, where `instanceof` does not hold.
  return (
    typeof error === 'object' &&
    error !== null &&
    Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
