import { isSameJson } from '../../contract/exact-json.ts';
import { isJsonObject } from '../../contract/json-safety.ts';

/** Step of a path: an object key or a list index. A negative index counts from the end. */
type PathStep = string | number;

const FIRST = /^(values|metadata|config|interrupts)/;
const STEP = /^(?:\.([^.[\]]+)|\[(-?\d{1,9})\])/;

/** Parses a path such as `values.messages[-1].content` into steps. Returns `undefined` if the string is not a path. */
export function parsePath(text: string): PathStep[] | undefined {
  const [first] = FIRST.exec(text) ?? [];
  if (first === undefined) return undefined;
  const steps: PathStep[] = [first];
  let rest = text.slice(first.length);
  while (rest !== '') {
    const found = STEP.exec(rest);
    if (!found) return undefined;
    const [all, key, index] = found;
    steps.push(key ?? Number(index));
    rest = rest.slice(all.length);
  }
  return steps;
}

/** Returns the value at a path, or null if the path does not exist. */
export function valueAt(value: unknown, steps: readonly PathStep[]): unknown {
  let at = value;
  for (const step of steps) {
    if (typeof step === 'number') at = Array.isArray(at) ? at.at(step) : undefined;
    else at = isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }
  return at ?? null;
}

type AnyNumber = number | bigint;

const COMPARED: ReadonlyMap<string, (have: AnyNumber, want: AnyNumber) => boolean> = new Map([
  ['$gt', (have, want) => have > want],
  ['$gte', (have, want) => have >= want],
  ['$lt', (have, want) => have < want],
  ['$lte', (have, want) => have <= want],
]);

/** JavaScript compares bigints exactly, even with numbers. */
const toNumber = (value: unknown): AnyNumber => (typeof value === 'bigint' ? value : Number(value));

function holds(have: unknown, operator: string, want: unknown): boolean {
  if (operator === '$eq') return isSameJson(have, want);
  if (operator === '$ne') return !isSameJson(have, want);
  return COMPARED.get(operator)?.(toNumber(have), toNumber(want)) ?? false;
}

const OPERATORS: readonly string[] = ['$eq', '$ne', ...COMPARED.keys()];

/** Returns the operators of a filter condition as `[name, operand]`, or an empty list for a value to compare. */
function operatorsOf(condition: unknown): [string, unknown][] {
  const entries = isJsonObject(condition) ? Object.entries(condition) : [];
  return entries.some(([name]) => name.startsWith('$')) ? entries : [];
}

/** Returns a sentence that explains why the filter is not supported, or `undefined` for a supported filter. */
export function findFilterProblem(filter: Record<string, unknown>): string | undefined {
  for (const [key, condition] of Object.entries(filter)) {
    for (const [operator, operand] of operatorsOf(condition)) {
      if (!OPERATORS.includes(operator)) {
        return `Unsupported operator ${JSON.stringify(operator)} in the filter of ${JSON.stringify(key)}; expected one of ${OPERATORS.join(', ')}`;
      }
      if (COMPARED.has(operator) && !isNumeric(operand)) {
        return `The operator ${operator} in the filter of ${JSON.stringify(key)} compares numbers, and its operand is not a number`;
      }
    }
  }
  return undefined;
}

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)));

export type ItemFilter = (value: Record<string, unknown>) => boolean;

/**
 * Compiles an item filter once for all items. The value of each key must equal the filter's value, or satisfy `$eq`,
 * `$ne`, `$gt`, `$gte`, `$lt` and `$lte`. A filter with an unknown operator matches no item. Returns `undefined` if
 * the filter has no keys.
 */
export function compileItemFilter(filter: Record<string, unknown>): ItemFilter | undefined {
  const conditions = Object.entries(filter).map(([key, want]) => {
    const operators = operatorsOf(want);
    const test =
      operators.length > 0
        ? (have: unknown) => operators.every(([operator, operand]) => holds(have, operator, operand))
        : (have: unknown) => isSameJson(have, want);
    return (value: Record<string, unknown>) => test(Object.hasOwn(value, key) ? value[key] : undefined);
  });
  if (conditions.length === 0) return undefined;
  return (value) => conditions.every((condition) => condition(value));
}

/** Returns whether a namespace begins or ends with a pattern, where `*` matches any label. */
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

/** Truncates namespaces to a depth and removes duplicates. */
export function truncateNamespaces(namespaces: readonly string[][], depth: number | undefined): string[][] {
  if (depth === undefined) return [...namespaces];
  return [...new Map(namespaces.map((one) => [one.slice(0, depth).join('.'), one.slice(0, depth)])).values()];
}
