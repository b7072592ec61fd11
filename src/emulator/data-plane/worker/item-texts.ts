import { stringifyExactJson } from '../../../contract/exact-json.ts';

// This module extracts the texts of an item to embed. Paths have the graph library's syntax, such as `title`,
// `author.name`, `chapters[*].text`, `tags[-1]`, `{title,summary}`, `*`, or `$` for the whole item. The library does
// not export its own reader of paths.

/**
 * Text of an item with its path. If a path selects several texts, each text's index is appended to the path (`path.0`,
 * `path.1`).
 */
export interface FieldText {
  field: string;
  text: string;
}

/** Returns the texts of an item at these paths. */
export function textsOf(value: Record<string, unknown>, paths: readonly string[]): FieldText[] {
  return paths.flatMap((path) => {
    const texts = path === '$' || path === '' ? [toText(value)] : collect(value, tokenize(path));
    const known = texts.filter((text) => text !== undefined);
    return known.map((text, index) => ({ field: known.length > 1 ? `${path}.${index}` : path, text }));
  });
}

/** Splits a path into tokens: names, and brackets or braces with their content. */
function tokenize(path: string): string[] {
  return path.match(/\[[^\]]*\]?|\{[^}]*\}?|[^.[{]+/g) ?? [];
}

function collect(value: unknown, steps: readonly string[]): (string | undefined)[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [toText(value)];
  const inside = (values: readonly unknown[]) => values.flatMap((one) => collect(one, rest));
  if (step.startsWith('[')) {
    if (!Array.isArray(value)) return [];
    const index = step.slice(1, -1);
    if (index === '*') return inside(value);
    const position = /^-?\d+$/.test(index) ? Number(index) : Number.NaN;
    const at = position < 0 ? value.length + position : position;
    return at in value ? inside([value[at]]) : [];
  }
  if (step.startsWith('{')) {
    const fields = step.slice(1, -1).split(',');
    return fields.map((field) => toText(memberAt(value, field.trim().split('.'))));
  }
  if (step === '*') {
    return typeof value === 'object' && value !== null ? inside(Object.values(value)) : [];
  }
  const member = memberAt(value, [step]);
  return member === undefined ? [] : inside([member]);
}

function memberAt(value: unknown, names: readonly string[]): unknown {
  let at = value;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, name))
      return undefined;
    at = Reflect.get(at, name);
  }
  return at;
}

/** Returns the text to embed for a value, or `undefined` if the value contains no text. */
function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  return stringifyExactJson(sorted(value));
}

/** Sorts the keys of objects, because equal values must produce equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
