import { isDeepStrictEqual } from 'node:util';
import { SECRET_PLACEHOLDER } from '../../contract/dashboard/requests.ts';
import type { HeaderList } from '../ports/agent-http.ts';

// Fills the secrets of a recorded request into its edited form. The functions of this file only use their arguments.

/**
 * Returns an edited JSON value in which each part that equals the shown value has its original value again, and with it
 * its secrets.
 * @param shown The original value without secrets, as the editor showed it.
 */
export function fillSecrets(edited: unknown, shown: unknown, original: unknown): unknown {
  if (isDeepStrictEqual(edited, shown)) return original;
  if (Array.isArray(edited) && Array.isArray(shown) && Array.isArray(original)) {
    return edited.map((one: unknown, index): unknown => fillSecrets(one, shown[index], original[index]));
  }
  if (!isObject(edited) || !isObject(shown) || !isObject(original)) return edited;
  return Object.fromEntries(
    Object.entries(edited).map(([key, value]) => [
      key,
      Object.hasOwn(shown, key) ? fillSecrets(value, shown[key], original[key]) : value,
    ]),
  );
}

/**
 * Returns edited headers in which each value that equals the shown value of the same header is the original value. The
 * lists `shown` and `original` have the same order.
 */
export function fillHeaders(edited: HeaderList, shown: HeaderList, original: HeaderList): HeaderList {
  return edited.map(([name, value]) => {
    const key = name.toLowerCase();
    const index = shown.findIndex(([one, text]) => one === key && text === value);
    return [key, original[index]?.[1] ?? value];
  });
}

/** Returns whether a text still contains the placeholder of a secret. */
export const hasPlaceholder = (text: string): boolean => text.includes(SECRET_PLACEHOLDER);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
