import { toExact } from '../../contract/exact-json.ts';
import { isJsonObject } from '../../contract/json-safety.ts';
import { invalidField } from '../server/http-error.ts';

/**
 * Returns whether `have` contains the JSON of the query. @throws HttpError 422 if the comparison takes too many steps.
 */
export type Containment = (have: unknown) => boolean;

/** Maximum number of values that are compared per row. The limit keeps a comparison below a tenth of a second. */
export const MAX_COMPARISONS = 1_000_000;

/** Maximum number of pairs of elements that are compared without an index, which is faster for more pairs. */
const FEW_PAIRS = 64;

/**
 * Compiles the JSON of a query into a test of JSON containment, as in the service's database: an object must have every
 * given key, a list must contain every given element, and values of all other types must be equal. Looks up scalars of
 * lists in sets, and objects of lists by one of their values, so the comparison takes linear time.
 * @param want JSON of the query.
 * @param loc Position of the query's JSON in the request, for the error.
 */
export function compileContainment(want: unknown, loc: (string | number)[]): Containment {
  const pattern = compile(want);
  return (have) => {
    const comparison = new Comparison(loc);
    return comparison.holds(have, pattern);
  };
}

/** Maximum number of keys and strings that `textPartsOf` returns. A search for each part reads the whole row. */
const TEXT_PARTS = 4;

/**
 * Returns the keys and strings of a query that occur in the JSON text of every matching row, as `JSON.stringify` writes
 * it. A key with a string value is one part.
 */
export function textPartsOf(want: unknown): string[] {
  const parts = new Set<string>();
  const left: unknown[] = [want];
  for (let at = 0; at < left.length && parts.size < TEXT_PARTS; at += 1) {
    const next = left[at];
    if (typeof next === 'string') parts.add(JSON.stringify(next));
    else if (Array.isArray(next)) {
      const first: readonly unknown[] = next.slice(0, TEXT_PARTS);
      left.push(...first);
    } else if (isJsonObject(next)) {
      for (const [key, value] of Object.entries(next).slice(0, TEXT_PARTS)) {
        const isPair = typeof value === 'string';
        parts.add(isPair ? `${JSON.stringify(key)}:${JSON.stringify(value)}` : JSON.stringify(key));
        if (!isPair) left.push(value);
      }
    }
  }
  return [...parts];
}

/** JSON of a query, compiled once for all rows. */
type Pattern =
  | { kind: 'scalar'; value: unknown }
  | { kind: 'object'; entries: [key: string, pattern: Pattern][] }
  | { kind: 'list'; scalars: Set<unknown>; parts: Part[] };
/** Object or list that is an element of a list. */
type Part = Exclude<Pattern, { kind: 'scalar' }>;

function compile(want: unknown): Pattern {
  if (isJsonObject(want)) {
    return { kind: 'object', entries: Object.entries(want).map(([key, value]) => [key, compile(value)]) };
  }
  if (!Array.isArray(want)) return { kind: 'scalar', value: toExact(want) };
  const scalars = new Set<unknown>();
  const parts: Part[] = [];
  for (const element of want) {
    const compiled = compile(element);
    if (compiled.kind === 'scalar') scalars.add(compiled.value);
    else parts.push(compiled);
  }
  return { kind: 'list', scalars, parts };
}

interface ListIndex {
  scalars: ReadonlySet<unknown>;
  objects: ElementIndex;
  lists: ElementIndex;
}
/**
 * Elements of a list, keyed by the name and value of each scalar in the element. Scalars in nested lists have no names,
 * so their name is `KEY_OF_LISTS`.
 */
interface ElementIndex {
  all: unknown[];
  byScalar: Map<string, Map<unknown, unknown[]>>;
}

const KEY_OF_LISTS = '';

/** Comparison of one row with a pattern, which indexes each list only once. */
class Comparison {
  readonly #loc: (string | number)[];
  readonly #indexes = new Map<readonly unknown[], ListIndex>();
  #left = MAX_COMPARISONS;

  constructor(loc: (string | number)[]) {
    this.#loc = loc;
  }

  holds(have: unknown, want: Pattern): boolean {
    this.#spend(1);
    switch (want.kind) {
      case 'scalar':
        return toExact(have) === want.value;
      case 'object':
        return (
          isJsonObject(have) &&
          want.entries.every(([key, value]) => Object.hasOwn(have, key) && this.holds(have[key], value))
        );
      case 'list':
        return (
          Array.isArray(have) && this.#hasScalars(have, want.scalars) && this.#hasParts(have, want.parts)
        );
    }
  }

  #hasScalars(have: readonly unknown[], pattern: ReadonlySet<unknown>): boolean {
    if (pattern.size === 0) return true;
    if (have.length * pattern.size > FEW_PAIRS) {
      const { scalars } = this.#indexOf(have);
      this.#spend(pattern.size);
      for (const value of pattern) if (!scalars.has(value)) return false;
      return true;
    }
    this.#spend(have.length * pattern.size);
    return [...pattern].every((value) => have.some((one) => toExact(one) === value));
  }

  #hasParts(have: readonly unknown[], pattern: readonly Part[]): boolean {
    return pattern.every((part) => {
      const candidates = have.length * pattern.length > FEW_PAIRS ? this.#candidates(have, part) : have;
      return candidates.some((one) => this.holds(one, part));
    });
  }

  /** Returns the elements of `have` that contain the rarest scalar of `part`, and might therefore contain `part`. */
  #candidates(have: readonly unknown[], part: Part): readonly unknown[] {
    const index = this.#indexOf(have)[part.kind === 'object' ? 'objects' : 'lists'];
    let fewest: readonly unknown[] = index.all;
    const narrow = (key: string, value: unknown): void => {
      const found = index.byScalar.get(key)?.get(value) ?? [];
      if (found.length < fewest.length) fewest = found;
    };
    if (part.kind === 'list') {
      this.#spend(part.scalars.size);
      for (const value of part.scalars) narrow(KEY_OF_LISTS, value);
    } else {
      this.#spend(part.entries.length);
      for (const [key, value] of part.entries) if (value.kind === 'scalar') narrow(key, value.value);
    }
    return fewest;
  }

  #indexOf(list: readonly unknown[]): ListIndex {
    const known = this.#indexes.get(list);
    if (known !== undefined) return known;
    const scalars = new Set<unknown>();
    const index: ListIndex = {
      scalars,
      objects: { all: [], byScalar: new Map() },
      lists: { all: [], byScalar: new Map() },
    };
    for (const element of list) {
      if (Array.isArray(element)) {
        index.lists.all.push(element);
        for (const value of new Set(element)) addScalar(index.lists, KEY_OF_LISTS, value, element);
      } else if (isJsonObject(element)) {
        index.objects.all.push(element);
        for (const [key, value] of Object.entries(element)) addScalar(index.objects, key, value, element);
      } else scalars.add(toExact(element));
    }
    this.#indexes.set(list, index);
    return index;
  }

  #spend(steps: number): void {
    this.#left -= steps;
    if (this.#left >= 0) return;
    throw invalidField(
      this.#loc,
      `requires more than ${MAX_COMPARISONS.toLocaleString('en')} comparisons with a single stored object: search for fewer elements`,
    );
  }
}

function addScalar({ byScalar }: ElementIndex, key: string, value: unknown, element: unknown): void {
  if (typeof value === 'object' && value !== null) return;
  let values = byScalar.get(key);
  if (values === undefined) byScalar.set(key, (values = new Map<unknown, unknown[]>()));
  const exact = toExact(value);
  const found = values.get(exact);
  if (found === undefined) values.set(exact, [element]);
  else found.push(element);
}
