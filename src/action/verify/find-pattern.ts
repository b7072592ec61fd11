import process from 'node:process';
import { createContext, Script } from 'node:vm';
import type { Pattern } from '../inputs/settings.ts';
import type { SearchResult } from './evaluate.ts';

/** Time limit of a search in milliseconds of wall-clock time, because backtracking could take exponential time. */
const PATTERN_LIMIT_MS = 1000;
/** Maximum number of attempts of a search that the machine was too busy to execute. */
const MAX_ATTEMPTS = 3;
/** Maximum number of steps of a search without a time limit, where a step takes some nanoseconds. */
const QUICK_STEPS = 10_000_000;

/**
 * Searches a string for a pattern. The JavaScript engine enforces a time limit, because a search for a pattern such as
 * `(a+)+$` could block the step. Searches the whole string, because a forbidden text can be at the end of the string.
 */
export function findPattern(pattern: Pattern, text: string, limitMs = PATTERN_LIMIT_MS): SearchResult {
  if (isQuickSearch(pattern, text.length)) {
    return new RegExp(pattern.source, pattern.flags).test(text) ? 'found' : 'missing';
  }
  return repeatIfStalled((limit) => searchWithin(pattern, text, limit), { limitMs, cpuMs: usedCpuMs });
}

/**
 * Returns whether a search certainly takes few steps and needs no time limit. The engine starts a thread for each time
 * limit, which takes longer than most searches. Without repeated groups and references to groups, each repetition tries
 * at most every length, and each alternative at most doubles the number of ways.
 */
export function isQuickSearch({ source }: Pattern, length: number): boolean {
  if (/\)[*+?{]|\\[1-9k]/.test(source)) return false;
  const repetitions = source.match(/[*+?{]/g)?.length ?? 0;
  const alternatives = source.match(/\|/g)?.length ?? 0;
  return (length + 1) ** (repetitions + 1) * 2 ** alternatives * source.length <= QUICK_STEPS;
}

/** Result of an attempt to search, where `late` means that the time limit has passed. */
type Attempt = SearchResult | 'late';

/**
 * Repeats a search that exceeded its time limit because the machine was too busy: this thread used less than half of
 * the limit. Doubles the limit for each attempt.
 *
 * @param search Searches with a time limit in milliseconds of wall-clock time.
 * @param cpuMs Returns the processor time of this thread in milliseconds.
 */
export function repeatIfStalled(
  search: (limitMs: number) => Attempt,
  { limitMs, cpuMs }: { limitMs: number; cpuMs: () => number },
): SearchResult {
  for (let [attempt, limit] = [1, limitMs]; ; attempt += 1, limit *= 2) {
    const before = cpuMs();
    const result = search(limit);
    if (result !== 'late') return result;
    if (cpuMs() - before >= limitMs / 2 || attempt >= MAX_ATTEMPTS) return 'endless';
  }
}

function usedCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function searchWithin({ source, flags }: Pattern, text: string, limitMs: number): Attempt {
  const { script, context, values } = (searching ??= createSearching());
  try {
    Object.assign(values, { source, flags, text });
    return script.runInContext(context, { timeout: limitMs }) === true ? 'found' : 'missing';
  } catch (error) {
    const aborted = abortedSearch(error);
    if (aborted === undefined) throw error;
    return aborted;
  } finally {
    // Releases the searched string, which can be large.
    values['text'] = '';
  }
}

/**
 * Script that searches for a pattern, and the context where the script runs. All searches share one context, because
 * creating a context takes 1 ms.
 */
let searching: ReturnType<typeof createSearching> | undefined;

function createSearching() {
  const values: Record<string, string> = { source: '', flags: '', text: '' };
  return {
    script: new Script('new RegExp(source, flags).test(text)'),
    context: createContext(values),
    values,
  };
}

/** Returns the result of a search that exceeded the time limit or the memory for backtracking. */
function abortedSearch(error: unknown): Attempt | undefined {
  // The error comes from another realm, so `instanceof` would not recognize the error.
  if (typeof error !== 'object' || error === null) return undefined;
  if (Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return 'late';
  return Reflect.get(error, 'name') === 'RangeError' ? 'endless' : undefined;
}
