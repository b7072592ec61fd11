import { isDeepStrictEqual } from 'node:util';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const COMPARED: ReadonlyMap<string, (have: number, want: number) => boolean> = new Map([
  ['$gt', (have, want) => have > want],
  ['$gte', (have, want) => have >= want],
  ['$lt', (have, want) => have < want],
  ['$lte', (have, want) => have <= want],
]);

function holds(have: unknown, operator: string, want: unknown): boolean {
  if (operator === '$eq') return isDeepStrictEqual(have, want);
  if (operator === '$ne') return !isDeepStrictEqual(have, want);
  return COMPARED.get(operator)?.(Number(have), Number(want)) ?? false;
}

/**
 * Whether an item's value is what a filter asks for, key by key: the same, or as `$eq`, `$ne`, `$gt`, `$gte`, `$lt` and
 * `$lte` say. An operator that does not exist finds nothing.
 */
export function matchesFilter(value: Record<string, unknown>, filter: Record<string, unknown>): boolean {
  return Object.entries(filter).every(([key, want]) => {
    const have = Object.hasOwn(value, key) ? value[key] : undefined;
    const operators = isRecord(want) ? Object.entries(want) : [];
    if (operators.length === 0 || !operators.some(([name]) => name.startsWith('$'))) {
      return isDeepStrictEqual(have, want);
    }
    return operators.every(([operator, operand]) => holds(have, operator, operand));
  });
}

/** Whether a namespace begins, or ends, with a pattern whose `*` is any label. */
export function matchesNamespace(
  namespace: readonly string[],
  pattern: readonly string[],
  end: 'prefix' | 'suffix',
): boolean {
  const start = end === 'prefix' ? 0 : namespace.length - pattern.length;
  return (
    pattern.length <= namespace.length &&
    pattern.every((label, index) => label === '*' || label === namespace[start + index])
  );
}

/** Namespaces as deep as asked, each once. */
export function truncateNamespaces(namespaces: readonly string[][], depth: number | undefined): string[][] {
  if (depth === undefined) return [...namespaces];
  return [...new Map(namespaces.map((one) => [one.slice(0, depth).join('.'), one.slice(0, depth)])).values()];
}
