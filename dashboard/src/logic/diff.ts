import { isJsonObject } from '../../../src/contract/json-safety.ts';
import { isClippedText } from '../../../src/contract/dashboard/clip.ts';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';

type Change = 'same' | 'changed' | 'added' | 'removed';

/** The values of the two compared documents at one path. */
export interface Difference {
  path: string;
  change: Change;
  before: unknown;
  after: unknown;
}

const childrenOf = (value: unknown): ReadonlyMap<string, unknown> | undefined => {
  if (isClippedText(value)) return undefined;
  if (Array.isArray(value)) {
    // The value was parsed from JSON, so its elements are JSON values.
    return new Map((value as unknown[]).map((item, index) => [String(index), item]));
  }
  return isJsonObject(value) ? new Map(Object.entries(value)) : undefined;
};

/**
 * Compares two JSON values and returns the differing leaf values. Paths of values look like `messages.0.content`; names
 * that contain dots are quoted. With `all`, the result also contains equal values.
 */
export function compareValues(before: unknown, after: unknown, { all = false } = {}): Difference[] {
  const found: Difference[] = [];
  const visit = (path: string, was: unknown, is: unknown, inBefore: boolean, inAfter: boolean) => {
    const [left, right] = [childrenOf(was), childrenOf(is)];
    const comparable = left !== undefined && right !== undefined && Array.isArray(was) === Array.isArray(is);
    if (comparable && left.size + right.size > 0) {
      for (const name of new Set([...left.keys(), ...right.keys()])) {
        visit(joined(path, name), left.get(name), right.get(name), left.has(name), right.has(name));
      }
      return;
    }
    const change = changeOf(was, is, inBefore, inAfter);
    if (all || change !== 'same') found.push({ path, change, before: was, after: is });
  };
  visit('', before, after, before !== undefined, after !== undefined);
  return found;
}

function changeOf(was: unknown, is: unknown, inBefore: boolean, inAfter: boolean): Change {
  if (!inBefore && inAfter) return 'added';
  if (inBefore && !inAfter) return 'removed';
  return stringifyExactJson(was) === stringifyExactJson(is) ? 'same' : 'changed';
}

function joined(path: string, name: string): string {
  const shown = /^[\w$-]+$/.test(name) ? name : JSON.stringify(name);
  return path === '' ? shown : `${path}.${shown}`;
}
