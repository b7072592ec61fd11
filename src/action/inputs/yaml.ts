import type * as z from 'zod';
import { closest, distance } from 'fastest-levenshtein';
import { isMap, isNode, isPair, isScalar, type ParsedNode, parseDocument, type Scalar } from 'yaml';
import { invalid, type Parsed, valid, type Unlocated } from './problem.ts';

/** A path into a document: keys of mappings, and indexes of lists. */
export type YamlPath = readonly (string | number)[];

/** What a text of YAML or JSON holds. */
export interface YamlText {
  value: unknown;
  /** The line, counted from 1, on which the key of this path stands, or the nearest one above that is there. */
  lineOf(path: YamlPath): number;
}

/** JSON is YAML too. Complaints give the line and what the parser missed, never the text itself. */
export function parseYaml(text: string): Parsed<YamlText> {
  try {
    // Its warnings would go to stderr, past the redactor, and quote the text.
    const document = parseDocument(text, { prettyErrors: false, uniqueKeys: sameKey, logLevel: 'error' });
    const [error] = document.errors;
    const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
    if (error !== undefined) {
      return invalid(
        `it is neither YAML nor JSON: line ${lineAt(error.pos[0])}: ${error.code}`,
        'Check quotes and indentation.',
      );
    }
    const lineOf = (path: YamlPath): number => {
      for (let length = path.length; length > 0; length -= 1) {
        const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
        const key = path[length - 1];
        const pair = isMap(parent) ? parent.items.find((item) => keyOf(item) === String(key)) : undefined;
        const node = pair?.key ?? document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lineAt(node.range[0]);
      }
      return 1;
    };
    return valid({ value: document.toJS() as unknown, lineOf });
  } catch {
    return invalid(
      'it expands to too much, or is nested too deep',
      'Write it flat, without so many aliases.',
    );
  }
}

/** In JavaScript `1` and `"1"` are one key, of which the second value would win unseen. */
function sameKey(one: ParsedNode, other: ParsedNode): boolean {
  return one === other || (isScalar(one) && isScalar(other) && scalarText(one) === scalarText(other));
}

function scalarText(key: Scalar): string {
  const value: unknown = key.toJSON();
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function keyOf(item: unknown): string | undefined {
  if (!isPair(item)) return undefined;
  const key: unknown = isNode(item.key) ? item.key.toJSON() : item.key;
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined;
}

/** Whether a key is so near to one that is known that it says nothing else. */
export function isTypo(key: string, known: readonly string[]): boolean {
  return distance(key, closest(key, known)) <= 2;
}

/** What to write instead of a key that there is none of. */
export function hintForKey(key: string, known: readonly string[]): string {
  const nearest = closest(key, known);
  const near = distance(key, nearest) <= Math.max(2, Math.floor(key.length / 2));
  return near ? `Did you mean ${nearest}?` : 'Remove it; the fields stand in the documentation.';
}

/** The fields of a YAML mapping or JSON object, not yet read. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Whether a value has fields: neither a list nor a plain value. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** From here on JavaScript writes an integer with an exponent, and its last digits are not meant. */
const EXPONENT = 1e21;

/** Reads a text of YAML or JSON: gives the value, or all that is wrong, each with the line it stands on. */
export function readYaml<T>(text: string, read: (reader: YamlReader) => T | undefined): Parsed<T> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const reader = new YamlReader(parsed.value);
  const value = read(reader);
  if (reader.problems.length > 0) return { ok: false, problems: reader.problems };
  return value === undefined ? invalid('it holds nothing', 'Write a value.') : valid(value);
}

/** Collects what is wrong, with the line it stands on. */
export class YamlReader {
  readonly value: unknown;
  readonly problems: Unlocated[] = [];
  readonly #text: YamlText;
  #about = '';
  constructor(text: YamlText) {
    this.#text = text;
    this.value = text.value;
  }
  /** Which check the following is about: it then stands for the places in lists. */
  about(name: string): void {
    this.#about = name === '' ? '' : `${name}: `;
  }
  /** `field`: what is shown of the path. */
  addProblem(path: YamlPath, message: string, hint: string, field: YamlPath = path): void {
    const shown =
      this.#about === '' ? field : field.filter((part) => typeof part === 'string' && part !== 'cases');
    const name = shown.join('.');
    const where = `line ${this.#text.lineOf(path)}: ${this.#about}${name === '' ? '' : `${name}: `}`;
    this.problems.push({ message: `${where}${message}`, hint });
  }
  /** The whole value by a schema; undefined when it does not fit. */
  schema<S extends z.ZodType>(schema: S): z.output<S> | undefined {
    const parsed = schema.safeParse(this.value);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      const at = path.map((part) => (typeof part === 'symbol' ? String(part) : part));
      this.addProblem(at, message, 'Correct this field.');
    }
    return undefined;
  }
  /** The service ignores fields that it does not know; in a workflow they are typing errors. `isShown`: the name is no secret. */
  fields(
    value: unknown,
    path: YamlPath,
    known: readonly string[],
    isShown: (key: string) => boolean = () => true,
  ): void {
    if (!isMapping(value)) return;
    for (const key of Object.keys(value).filter((one) => !known.includes(one))) {
      const field = isShown(key) ? [...path, key] : path;
      this.addProblem([...path, key], 'there is no such field', hintForKey(key, known), field);
    }
  }
  /** The value of a parser for text; undefined when it is not said, or wrong. */
  parse<T>(value: unknown, path: YamlPath, parse: (text: string) => Parsed<T>): T | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string' && typeof value !== 'number') {
      this.addProblem(path, 'it is no text', 'Write one word or one line.');
      return undefined;
    }
    const parsed = parse(String(value));
    if (parsed.ok) return parsed.value;
    for (const { message, hint } of parsed.problems) this.addProblem(path, message, hint);
    return undefined;
  }
  mapping(value: unknown, path: YamlPath, keys: readonly string[]): Mapping | undefined {
    if (!isMapping(value)) {
      this.addProblem(path, 'it is no mapping', 'Write one `field: value` per line.');
      return undefined;
    }
    this.fields(value, path, keys);
    return value;
  }
  object(value: unknown, path: YamlPath): Mapping | undefined {
    if (value === undefined || value === null) return undefined;
    if (isMapping(value)) {
      this.json(value, path);
      return value;
    }
    this.addProblem(path, 'it is no mapping', 'Write one `field: value` per line.');
    return undefined;
  }
  /**
   * YAML has values that JSON has not. They would be sent as something else, and a set or a date that is expected has no
   * fields, so that any object would hold it.
   */
  json(value: unknown, path: YamlPath, within: readonly unknown[] = []): unknown {
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) {
        this.addProblem(path, 'JSON has no such number', 'Write another one, or text in quotes.');
      } else if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < EXPONENT) {
        this.addProblem(path, 'it has more digits than a JSON number keeps', 'Write it as text, in quotes.');
      }
    } else if (typeof value === 'object' && value !== null) {
      if (within.includes(value)) {
        this.addProblem(path, 'it holds itself', 'Write it out without an alias.');
        return value;
      }
      const isPlain = Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
      if (!isPlain) {
        this.addProblem(path, 'JSON has no such value', 'Leave out the tag, or write text in quotes.');
        return value;
      }
      for (const [key, part] of Object.entries(value)) {
        this.json(part, [...path, Array.isArray(value) ? Number(key) : key], [...within, value]);
      }
    }
    return value;
  }
}
