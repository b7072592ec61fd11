import { isSameJson, toExact } from '../../../contract/exact-json.ts';
import { isJsonObject } from '../../../contract/json-safety.ts';

/** Returns whether the caller may see a row with this metadata, or a store item with this value. */
export type AuthFilter = (metadata: Record<string, unknown>) => boolean;

/** Maximum nesting depth of `$and` and `$or`. */
const MAX_DEPTH = 2;

/**
 * Parses the filter that an agent's authorization handler returned. Each key of the filter must equal a value, or
 * satisfy `$eq` or `$contains`; `$and` and `$or` combine filters. Returns `undefined` if the filter allows everything.
 * @throws Error that describes the invalid part of the filter.
 */
export function parseAuthFilter(filter: Record<string, unknown>, depth = 0): AuthFilter | undefined {
  const conditions = Object.entries(filter).flatMap(([key, want]) => {
    if (key === '$or') {
      const parts = parseParts(key, want, depth);
      // A `$or` where no filter has conditions permits everything.
      return parts.length === 0 ? [] : [(have: Record<string, unknown>) => parts.some((part) => part(have))];
    }
    if (key === '$and') return parseParts(key, want, depth);
    return [parseCondition(key, want)];
  });
  if (conditions.length === 0) return undefined;
  return (have) => conditions.every((condition) => condition(have));
}

function parseParts(key: string, want: unknown, depth: number): AuthFilter[] {
  if (depth >= MAX_DEPTH) throw new Error(`${key} may be nested at most ${MAX_DEPTH} levels deep`);
  if (!Array.isArray(want) || want.length < 2 || !want.every(isJsonObject)) {
    throw new Error(`${key} requires a list of at least two filters`);
  }
  return want.flatMap((part) => parseAuthFilter(part, depth + 1) ?? []);
}

function parseCondition(key: string, want: unknown): AuthFilter {
  if (!isJsonObject(want)) return equals(key, want);
  const [[operator, operand] = ['', undefined], ...more] = Object.entries(want);
  if (more.length > 0 || !['$eq', '$contains'].includes(operator)) {
    throw new Error(`the value of "${key}" must be a plain value, {"$eq": …} or {"$contains": …}`);
  }
  if (operator === '$eq') return equals(key, operand);
  const wanted = [...new Set((Array.isArray(operand) ? operand : [operand]).map(equalityKey))];
  return (have) => {
    const list = valueOf(have, key);
    if (!Array.isArray(list)) return false;
    const present = new Set(list.map(equalityKey));
    return wanted.every((value) => present.has(value));
  };
}

/** Returns a map key for a JSON value. Equal values have equal keys, in any order of object keys. */
function equalityKey(value: unknown): unknown {
  if (typeof value === 'string') return `"${value}`;
  if (typeof value !== 'object' || value === null) return toExact(value);
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return JSON.rawJSON(String(inner));
    if (!isJsonObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function equals(key: string, want: unknown): AuthFilter {
  return (have) => Object.hasOwn(have, key) && isSameJson(have[key], want);
}

function valueOf(have: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(have, key) ? have[key] : undefined;
}
