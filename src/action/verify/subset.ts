/** A place where a value is not what was expected. */
export interface Mismatch {
  /** Such as `$.messages[1].content`. */
  path: string;
  expected: unknown;
  /** Undefined: there is no such field. */
  actual: unknown;
  /** What is compared: the value, its kind, or the length of a list. */
  about: 'value' | 'length';
}

/** How many are told: the first ones say what is wrong. */
export const MOST_MISMATCHES = 5;

/**
 * Where `actual` does not hold `expected`. An object holds each field that is expected and may have more; a list has the
 * same length, and each element holds the one at its place; anything else is equal, `null` to nothing but `null`. Gives
 * the first few places, in the order of what is expected. Pure.
 */
export function mismatches(expected: unknown, actual: unknown): Mismatch[] {
  const found: Mismatch[] = [];
  compare(expected, actual, '$', found);
  return found;
}

function compare(expected: unknown, actual: unknown, path: string, found: Mismatch[]): void {
  if (found.length >= MOST_MISMATCHES) return;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) found.push({ path, expected, actual, about: 'value' });
    else if (expected.length !== actual.length) found.push({ path, expected, actual, about: 'length' });
    else for (const [at, part] of expected.entries()) compare(part, actual[at], `${path}[${at}]`, found);
  } else if (isObject(expected)) {
    if (!isObject(actual)) {
      found.push({ path, expected, actual, about: 'value' });
      return;
    }
    for (const [key, part] of Object.entries(expected)) {
      // What an object inherits, such as `constructor`, is no field of it.
      const there = Object.hasOwn(actual, key) ? actual[key] : undefined;
      compare(part, there, `${path}${step(key)}`, found);
    }
  } else if (expected !== actual) {
    found.push({ path, expected, actual, about: 'value' });
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function step(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
