import { isClippedText, SECRET_PLACEHOLDER } from '../../../src/contract/dashboard/clip.ts';
import { objectOf } from '../../../src/contract/json-safety.ts';
import { compareValues, type Difference } from './diff.ts';

/** Maximum number of displayed differences. */
const MAX_CHANGES = 200;

export interface StateChanges {
  changes: readonly Difference[];
  /** Number of differences that are not displayed, because they exceed the maximum. */
  more: number;
  /** Numbers of changed and unchanged top-level fields. */
  changed: number;
  same: number;
}

/** Compares two states. Paths look like `messages[2].content`. */
export function stateChanges(before: unknown, after: unknown): StateChanges {
  const all = compareValues(before, after);
  const names = new Set([...namesOf(before), ...namesOf(after)]);
  const changed = new Set(all.map(({ path }) => firstName(path)));
  return {
    changes: all.slice(0, MAX_CHANGES).map((one) => ({ ...one, path: shownPath(one.path) })),
    more: Math.max(all.length - MAX_CHANGES, 0),
    changed: [...names].filter((name) => changed.has(name)).length,
    same: [...names].filter((name) => !changed.has(name)).length,
  };
}

const namesOf = (value: unknown): string[] => Object.keys(objectOf(value));

const firstName = (path: string): string =>
  path.startsWith('"') ? path : (/^[\w$-]+/.exec(path)?.[0] ?? path);

/** Writes numbers in a path as indexes: `messages.2.content` becomes `messages[2].content`. */
const shownPath = (path: string): string => path.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');

/** Returns a text value or the beginning of a clipped text value, or `undefined` for any other value. */
export function textValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isClippedText(value) ? value.$clipped.text : undefined;
}

/** Problem with an edited value that would store the placeholder of a secret in place of the secret. */
export const HIDDEN_SECRET = 'Replace each *** with the secret: the page does not know it';

/** Returns true if a value contains the placeholder of a secret, which the page does not know. */
export function containsHidden(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(SECRET_PLACEHOLDER);
  if (Array.isArray(value)) return (value as unknown[]).some(containsHidden);
  return typeof value === 'object' && value !== null && Object.values(value).some(containsHidden);
}

/** Returns true if a value contains a clipped text, and is therefore incomplete. */
export function containsClipped(value: unknown): boolean {
  if (isClippedText(value)) return true;
  if (Array.isArray(value)) return (value as unknown[]).some(containsClipped);
  return typeof value === 'object' && value !== null && Object.values(value).some(containsClipped);
}
