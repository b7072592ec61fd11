import { data } from '@actions/expressions';

/** What an expression can give: JSON, in which the order of names is kept. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value };
export type Names = { readonly [name: string]: Value };

/**
 * The names of an object, looked up as the runner does: whatever their case, `env` excepted. The package's own
 * dictionary loses names that every JavaScript object has, such as `constructor`.
 */
class Dictionary extends data.Dictionary {
  readonly #pairs = new Map<string, { key: string; value: data.ExpressionData }>();
  readonly #exact: boolean;

  constructor(entries: Iterable<[string, data.ExpressionData]>, exact = false) {
    super();
    this.#exact = exact;
    for (const [key, value] of entries) this.add(key, value);
  }

  #name(key: string): string {
    return this.#exact ? key : folded(key);
  }

  override add(key: string, value: data.ExpressionData): void {
    const name = this.#name(key);
    if (!this.#pairs.has(name)) this.#pairs.set(name, { key, value });
  }

  override get(key: string): data.ExpressionData | undefined {
    return this.#pairs.get(this.#name(key))?.value;
  }

  override values(): data.ExpressionData[] {
    return [...this.#pairs.values()].map((pair) => pair.value);
  }

  override pairs(): { key: string; value: data.ExpressionData }[] {
    return [...this.#pairs.values()];
  }
}

/** A name without its case, letter by letter: no letter becomes two, and the dotless i and the long s stay apart. */
export function folded(name: string): string {
  return Array.from(name)
    .map((letter) => {
      const upper = letter.toUpperCase();
      return upper.length === letter.length && letter !== '\u0131' && letter !== '\u017f' ? upper : letter;
    })
    .join('');
}

/** A value as the evaluator holds it. `exact`: its names are told apart by case (the `env` context). */
export function toData(value: Value, exact = false): data.ExpressionData {
  if (value === null) return new data.Null();
  if (typeof value === 'boolean') return new data.BooleanData(value);
  if (typeof value === 'number') return new data.NumberData(value);
  if (typeof value === 'string') return new data.StringData(value);
  if (isList(value)) return new data.Array(...value.map((item) => toData(item)));
  return toDictionary(value, exact);
}

/** The names of a context. */
export function toDictionary(names: Names, exact = false): data.Dictionary {
  return new Dictionary(
    Object.entries(names).map(([name, item]) => [name, toData(item)]),
    exact,
  );
}

/** The evaluator's data as a plain value. */
export function toValue(item: data.ExpressionData): Value {
  if (item instanceof data.Null) return null;
  if (item instanceof data.Array) return item.values().map(toValue);
  if (item instanceof data.Dictionary) {
    return Object.fromEntries(item.pairs().map(({ key, value }) => [key, toValue(value)]));
  }
  if (item instanceof data.NumberData) return item.number();
  if (item instanceof data.BooleanData) return item.value;
  return item.coerceString();
}

/** Whether the language takes a value for true: not null, false, 0, NaN or the empty text. */
export function isTruthy(value: Value): boolean {
  return value !== null && value !== false && value !== '' && value !== 0 && !Number.isNaN(value);
}

/** A value as text: objects and lists give their kind, as on GitHub. */
export function toText(value: Value): string {
  return toData(value).coerceString();
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
