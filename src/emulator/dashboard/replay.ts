import { isJsonObject } from '../../contract/json-safety.ts';
import { isDeepStrictEqual } from 'node:util';
import { SECRET_PLACEHOLDER } from '../../contract/dashboard/clip.ts';
import { stringifyExactJson } from '../../contract/exact-json.ts';
import type { HeaderList } from '../ports/agent-http.ts';

// Fills the secrets of a recorded request into the edited request.

/**
 * Returns an edited JSON value in which each part that equals the shown value is replaced with its original value,
 * including the secrets. A part that cannot be matched with certainty stays unchanged.
 * @param shown The original value without secrets, as the editor showed it.
 */
export function fillSecrets(edited: unknown, shown: unknown, original: unknown): unknown {
  if (isDeepStrictEqual(edited, shown)) return original;
  if (Array.isArray(edited) && Array.isArray(shown) && Array.isArray(original)) {
    return fillList(edited, shown, original);
  }
  if (!isJsonObject(edited) || !isJsonObject(shown) || !isJsonObject(original)) return edited;
  return Object.fromEntries(
    Object.entries(edited).map(([key, value]) => [
      key,
      Object.hasOwn(shown, key) ? fillSecrets(value, shown[key], original[key]) : value,
    ]),
  );
}

/**
 * Fills the secrets into a list. The elements of a list might have been added, removed or moved, so a position does not
 * identify an element.
 */
function fillList(
  edited: readonly unknown[],
  shown: readonly unknown[],
  original: readonly unknown[],
): unknown[] {
  const withSecret = (list: readonly unknown[]) => list.filter((one) => countPlaceholders(one) > 0);
  const isOnlySecret = withSecret(shown).length === 1 && withSecret(edited).length === 1;
  return edited.map((element, index) => {
    const isSame = (other: unknown) => isDeepStrictEqual(other, element);
    const equal = shown.flatMap((other, at) => (isSame(other) ? [at] : []));
    // Equal elements might hide different secrets. If no element was added or removed, the order distinguishes equal
    // elements.
    const isComplete = edited.filter(isSame).length === equal.length;
    const from = isComplete
      ? equal[edited.slice(0, index).filter(isSame).length]
      : equal.length > 0
        ? undefined
        : (indexOfNamesake(element, shown) ??
          (isOnlySecret && countPlaceholders(element) > 0
            ? shown.findIndex((other) => countPlaceholders(other) > 0)
            : undefined));
    return from === undefined ? element : fillSecrets(element, shown[from], original[from]);
  });
}

/** Returns the index of the only element in `list` with the same name, key or ID as `element`. */
function indexOfNamesake(element: unknown, list: readonly unknown[]): number | undefined {
  if (!isJsonObject(element)) return undefined;
  const field = ['name', 'key', 'id'].find((one) => typeof element[one] === 'string');
  if (field === undefined) return undefined;
  const found = list.flatMap((other, at) =>
    isJsonObject(other) && other[field] === element[field] ? [at] : [],
  );
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Returns edited headers in which each value that equals the shown value of the same header is the original value. The
 * lists `shown` and `original` have the same order.
 */
export function fillHeaders(edited: HeaderList, shown: HeaderList, original: HeaderList): HeaderList {
  const valuesOf = (headers: HeaderList, key: string) =>
    headers.flatMap(([name, value]) => (name.toLowerCase() === key ? [value] : []));
  const keys = edited.map(([name]) => name.toLowerCase());
  const filled = new Map(
    keys.map((key) => [
      key,
      fillList(valuesOf(edited, key), valuesOf(shown, key), valuesOf(original, key)).values(),
    ]),
  );
  return keys.map((key): readonly [string, string] => [key, String(filled.get(key)?.next().value)]);
}

/**
 * Returns whether a filled value still contains the placeholder of a secret in a place where the original value has the
 * secret. A placeholder that is part of the original text does not count.
 */
export function lacksSecret(filled: unknown, shown: unknown, original: unknown): boolean {
  const own = countPlaceholders(original);
  return countPlaceholders(shown) > own && countPlaceholders(filled) > own;
}

function countPlaceholders(value: unknown): number {
  return (stringifyExactJson(value) ?? '').split(SECRET_PLACEHOLDER).length - 1;
}
