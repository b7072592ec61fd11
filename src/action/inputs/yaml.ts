import * as z from 'zod';
import { closest, distance } from 'fastest-levenshtein';
import {
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';
import { invalid, type Parsed, valid, type UnlocatedProblem } from './problem.ts';

/** Path to a position in a document: keys of mappings and indexes of lists. */
export type YamlPath = readonly (string | number)[];

/** The value of parsed YAML or JSON, with its line numbers. */
export interface YamlText {
  value: unknown;
  /** Returns the line of the path's key, counted from 1, or else the line of the nearest existing ancestor. */
  lineOf(path: YamlPath): number;
}

/** Parses YAML, which includes JSON. Problems contain the line and the expected form, but never a part of the text. */
export function parseYaml(text: string): Parsed<YamlText> {
  try {
    // Disables warnings, because the parser would write warnings, which quote the text, to stderr without redaction.
    const lineCounter = new LineCounter();
    const options = { prettyErrors: false, uniqueKeys: false, logLevel: 'error', lineCounter } as const;
    const document = parseDocument(text, options);
    const lineAt = (offset: number) => lineCounter.linePos(offset).line;
    const [error] = document.errors;
    const duplicate = error === undefined ? findDuplicateKey(document) : undefined;
    const problem = error ?? (duplicate && { pos: duplicate.range ?? [0], code: 'DUPLICATE_KEY' });
    if (problem !== undefined) {
      return invalid(
        `the text is neither YAML nor JSON: line ${lineAt(problem.pos[0])}: ${problem.code}`,
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
      'the value is nested too deep or expands to too much data',
      'Use less nesting and fewer aliases.',
    );
  }
}

/**
 * Returns the first key that a mapping contains twice. Compares keys like JavaScript, which treats `1` and `"1"` as the
 * same key, so the second value would replace the first. The parser does not compare the keys, because it compares each
 * pair of keys, and a file of 1 MiB would take more than ten minutes.
 */
function findDuplicateKey(document: Document): Scalar | undefined {
  let duplicate: Scalar | undefined;
  visit(document, {
    Map(_key, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const text = scalarText(key);
        if (seen.has(text)) {
          duplicate = key;
          return visit.BREAK;
        }
        seen.add(text);
      }
      return undefined;
    },
  });
  return duplicate;
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

/** Returns the longest prefix of a path whose keys all exist in a value. */
function existingPath(value: unknown, [key, ...rest]: readonly string[]): string[] {
  if (key === undefined || !isMapping(value) || !Object.hasOwn(value, key)) return [];
  return [key, ...existingPath(value[key], rest)];
}

/**
 * Returns the position of a field in a document, such as `line 3: dataset.splits`, or `undefined` for the whole
 * document.
 */
export function locateField(yaml: YamlText, path: readonly string[]): string | undefined {
  const known = existingPath(yaml.value, path);
  return known.length === 0 ? undefined : `line ${yaml.lineOf(known)}: ${known.join('.')}`;
}

/** Returns whether an unknown key is so similar to a known key that it can be shown without revealing a secret. */
export function isTypo(key: string, known: readonly string[]): boolean {
  return distance(key, closest(key, known)) <= 2;
}

/** Returns the hint for an unknown key, which contains the most similar known key. */
function hintForKey(key: string, known: readonly string[]): string {
  const nearest = closest(key, known);
  const near = distance(key, nearest) <= Math.max(2, Math.floor(key.length / 2));
  return near ? `Did you mean ${nearest}?` : 'Remove the field; the documentation lists the valid fields.';
}

/** A YAML mapping or JSON object whose fields are not validated yet. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Returns whether a value is a mapping, not a list, scalar or null. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The smallest integer that JavaScript formats with an exponent, which loses the last digits. */
const EXPONENT = 1e21;

/** A problem at a position in a document, where `shown` is the part of the path that messages can contain. */
export type YamlProblem = UnlocatedProblem & { path: YamlPath; shown?: YamlPath };

export interface YamlOptions {
  /** Returns problems that a schema cannot detect. */
  check?: (value: unknown) => readonly YamlProblem[];
  /** Returns whether messages can contain the name of an unknown field. */
  isShown?: (key: string, known: readonly string[]) => boolean;
  /** Returns the name of a position for messages, by default the path with dots between its parts. */
  nameOf?: (path: YamlPath) => string;
}

/** Parses YAML or JSON with a schema. Returns the value, or all problems with their lines. */
export function readYaml<S extends z.ZodType>(
  text: string,
  schema: S,
  options: YamlOptions = {},
): Parsed<z.output<S>> {
  const parsed = parseYaml(text);
  return parsed.ok ? validateYaml(parsed.value, schema, options) : parsed;
}

/** Validates a parsed document with a schema. Returns at most one problem for each position. */
export function validateYaml<S extends z.ZodType>(
  yaml: YamlText,
  schema: S,
  { check, isShown = () => true, nameOf = (path) => path.join('.') }: YamlOptions = {},
): Parsed<z.output<S>> {
  const fields = new Map<unknown, readonly string[]>();
  const parsed = schema.safeParse(yaml.value, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject) {
        fields.set(issue.keys, Object.keys(issue.inst.shape));
      }
      return undefined;
    },
  });
  const found = [...(check?.(yaml.value) ?? [])];
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    if (issue.code === 'unrecognized_keys')
      found.push(...unknownFields(issue.keys, path, fields.get(issue.keys) ?? []));
    else found.push({ path, ...toProblem(issue) });
  }
  if (parsed.success && found.length === 0) return valid(parsed.data);
  const problems = new Map<string, UnlocatedProblem>();
  for (const { path, shown, message, hint } of found) {
    const key = JSON.stringify(path);
    const name = nameOf(shown ?? path);
    const where = `line ${yaml.lineOf(path)}: ${name === '' ? '' : `${name}: `}`;
    if (!problems.has(key)) problems.set(key, { message: `${where}${message}`, hint });
  }
  return { ok: false, problems: [...problems.values()] };

  /**
   * Returns a problem for each unknown field. The service ignores unknown fields, but in a workflow unknown fields are
   * typing errors.
   */
  function unknownFields(keys: readonly string[], path: YamlPath, known: readonly string[]): YamlProblem[] {
    return keys.map((key) => ({
      path: [...path, key],
      shown: isShown(key, known) ? [...path, key] : path,
      message: 'no field with this name exists',
      hint: hintForKey(key, known),
    }));
  }
}

const NOT_MAPPING = { message: 'the value is not a mapping', hint: 'Write one `field: value` per line.' };

/** Messages for values that do not have the expected zod type, keyed by the type. */
const TYPES: Readonly<Record<string, UnlocatedProblem>> = {
  object: NOT_MAPPING,
  record: NOT_MAPPING,
  array: { message: 'the value is not a list', hint: 'Write `- ` before each entry.' },
  boolean: { message: 'the value is not a boolean', hint: 'Write true or false.' },
};

function toProblem(issue: z.core.$ZodIssue): UnlocatedProblem {
  const typed = issue.code === 'invalid_type' ? TYPES[issue.expected] : undefined;
  if (typed !== undefined) return typed;
  const hint: unknown = issue.code === 'custom' ? issue.params?.['hint'] : undefined;
  return { message: issue.message, hint: typeof hint === 'string' ? hint : 'Correct this field.' };
}

/** Adds a problem with a hint to a schema's result. */
export function refuse(
  context: z.core.$RefinementCtx,
  message: string,
  hint: string,
  path: YamlPath = [],
): void {
  context.addIssue({ code: 'custom', message, params: { hint }, path: [...path] });
}

/**
 * Creates a schema that parses a one-line string with the parser of an input, and returns `undefined` for an unset or
 * empty value.
 */
export function parseWith<T>(parse: (text: string) => Parsed<T>) {
  const schema = z.unknown().transform((value, context): T | undefined => {
    if (value === null) return undefined;
    const parsed =
      typeof value === 'string' || typeof value === 'number'
        ? parse(String(value))
        : invalid('the value is not a string', 'Write one word or one line.');
    if (parsed.ok) return parsed.value;
    for (const { message, hint } of parsed.problems) refuse(context, message, hint);
    return z.NEVER;
  });
  return schema.optional();
}

/**
 * Creates an optional schema that refuses null with the given problem. Null is usually the value of an unset variable,
 * and ignoring null would silently drop the setting.
 */
export const stated = <S extends z.ZodType>(schema: S, { message, hint } = EMPTY) =>
  z
    .unknown()
    .superRefine((value, context) => {
      if (value === null) refuse(context, message, hint);
    })
    .pipe(schema)
    .optional();

const EMPTY: UnlocatedProblem = { message: 'the value is empty', hint: 'Write a value, or omit the field.' };

/**
 * Schema of any JSON value. Refuses YAML's additional types, such as sets and dates, because a set or date would be
 * sent as another value, and an expected set or date would match any object.
 */
export const jsonValue = z
  .unknown()
  .superRefine((value, context) => refuseUnlikeJson(value, context, [], []))
  .optional();

/** Schema of a mapping of JSON values, which returns `undefined` for an unset or empty value. */
export const jsonMapping = jsonValue
  .transform((value, context): Mapping | undefined => {
    if (value === undefined || value === null) return undefined;
    if (isMapping(value)) return value;
    refuse(context, 'the value is not a mapping', 'Write one `field: value` per line.');
    return z.NEVER;
  })
  .optional();

function refuseUnlikeJson(
  value: unknown,
  context: z.core.$RefinementCtx,
  path: YamlPath,
  within: readonly unknown[],
): void {
  const say = (message: string, hint: string) => refuse(context, message, hint, path);
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      say('the number cannot be represented in JSON', 'Write another number, or text in quotes.');
    else if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < EXPONENT) {
      say('the number has more digits than a JSON number keeps', 'Write the number as text, in quotes.');
    }
  }
  if (typeof value !== 'object' || value === null) return;
  if (within.includes(value)) {
    say('the value contains itself', 'Write the value without an alias.');
  } else if (!Array.isArray(value) && Object.prototype.toString.call(value) !== '[object Object]') {
    say('the value cannot be represented in JSON', 'Remove the tag, or write text in quotes.');
  } else {
    for (const [key, part] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(key) : key];
      refuseUnlikeJson(part, context, at, [...within, value]);
    }
  }
}
