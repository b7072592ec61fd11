import { isSameJson } from '../../../contract/exact-json.ts';
import { isJsonObject } from '../../../contract/json-safety.ts';

/**
 * Returns whether `whole` contains every field of `part` with an equal value, including the fields of nested objects.
 */
export function isSubset(part: Record<string, unknown>, whole: unknown): boolean {
  const left = [{ part, whole }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (!isJsonObject(next.whole)) return false;
    for (const [key, value] of Object.entries(next.part)) {
      if (!Object.hasOwn(next.whole, key)) return false;
      const found = next.whole[key];
      if (isJsonObject(value)) left.push({ part: value, whole: found });
      else if (!isSameJson(value, found)) return false;
    }
  }
  return true;
}
