import type { ValidationError } from './error-bodies.ts';

/** Maximum depth of accepted JSON, which recursive code can process without a stack overflow. */
const JSON_DEPTH_MAX = 500;

/** Limits of a JSON text. The time to process a text depends more on these numbers than on the number of bytes. */
export interface JsonLimits {
  /** Maximum depth of nested lists and objects. */
  levels: number;
  /**
   * Maximum number of values, including lists and objects. An integer with 16 digits or more counts as four values,
   * because its exact parsing takes several times as long as the parsing of another value.
   */
  values: number;
  /** Maximum total number of keys in all objects. */
  keys: number;
}

/**
 * Limits for JSON from agents, clients and other servers. Within the limits, each processing step takes less than 100
 * ms.
 */
export const JSON_LIMITS: JsonLimits = { levels: JSON_DEPTH_MAX, values: 250_000, keys: 50_000 };

/**
 * Limits for responses of other servers and for messages from agents, which contain whole thread states.
 * `ANSWER_JSON_LIMITS` are larger than `JSON_LIMITS`, because finished work would be lost if a response were refused.
 */
export const ANSWER_JSON_LIMITS: JsonLimits = { levels: JSON_DEPTH_MAX, values: 1_000_000, keys: 400_000 };

/** Limits for settings, which people write by hand. */
export const SETTINGS_JSON_LIMITS: JsonLimits = { levels: JSON_DEPTH_MAX, values: 50_000, keys: 20_000 };

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COMMA, COLON, SPACE] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x2c, 0x3a, 0x20,
];
const [ZERO, NINE, POINT] = [0x30, 0x39, 0x2e];

/** Minimum number of digits of an integer that counts as `LARGE_INTEGER_VALUES` values. */
const LARGE_INTEGER_DIGITS = 16;
const LARGE_INTEGER_VALUES = 4;
/** Initial count of digits after a decimal point, which is so low that a fraction never counts as a large integer. */
const IN_FRACTION = -(2 ** 30);

/** A limit that a JSON text exceeds, and a phrase such as `contains more than 250,000 values`. */
interface JsonExcess {
  limit: keyof JsonLimits;
  phrase: string;
}

/** Counts the levels, values and keys of a JSON text that arrives in pieces and might be invalid. */
export class JsonCounter {
  readonly #limits: JsonLimits;
  #level = 0;
  #values = 1;
  #keys = 0;
  /** Number of digits of the integer at the end of the previous piece. */
  #digits = 0;
  /** True if the text contains an integer that counts as several values. */
  #hasLargeInteger = false;
  /** True if the last character opened a list or object. */
  #isOpened = false;
  #isInString = false;
  /** True if the previous piece ends with a backslash that escapes the first character of the next piece. */
  #isEscaped = false;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  /**
   * Counts the next piece of the text in one pass over its characters.
   * @returns The first limit that the text exceeds, or `undefined` within the limits.
   */
  add(text: string): JsonExcess | undefined {
    const { levels, values, keys } = this.#limits;
    let [level, valueCount, keyCount, isOpened] = [this.#level, this.#values, this.#keys, this.#isOpened];
    let digits = this.#digits;
    for (let at = this.#isInString ? this.#endString(text, 0) : 0; at < text.length; at += 1) {
      const sign = text.charCodeAt(at);
      if (sign >= ZERO && sign <= NINE) {
        digits += 1;
        if (digits === LARGE_INTEGER_DIGITS) {
          valueCount += LARGE_INTEGER_VALUES - 1;
          this.#hasLargeInteger = true;
        }
      } else digits = sign === POINT ? IN_FRACTION : 0;
      if (sign <= SPACE) continue;
      if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) {
        level -= 1;
        isOpened = false;
        continue;
      }
      if (isOpened || sign === COMMA) valueCount += 1;
      isOpened = false;
      if (sign === QUOTE) at = this.#endString(text, at + 1) - 1;
      else if (sign === COLON) keyCount += 1;
      else if (sign === OPEN_OBJECT || sign === OPEN_LIST) {
        level += 1;
        isOpened = true;
      }
      if (level > levels) return { limit: 'levels', phrase: `is nested deeper than ${levels} levels` };
      if (valueCount > values) return { limit: 'values', phrase: this.#describeValues() };
      if (keyCount > keys)
        return { limit: 'keys', phrase: `contains more than ${keys.toLocaleString('en')} keys` };
    }
    [this.#level, this.#values, this.#keys, this.#isOpened] = [level, valueCount, keyCount, isOpened];
    this.#digits = digits;
    return undefined;
  }

  #describeValues(): string {
    const weights = `, where an integer of ${LARGE_INTEGER_DIGITS} digits or more counts as ${LARGE_INTEGER_VALUES}`;
    const values = this.#limits.values.toLocaleString('en');
    return `contains more than ${values} values${this.#hasLargeInteger ? weights : ''}`;
  }

  /**
   * Skips the rest of a string from index `from`. Returns the index after the closing quote, or the length of `text` if
   * the string does not end in `text`.
   */
  #endString(text: string, from: number): number {
    this.#isInString = true;
    if (from >= text.length) return text.length;
    const begin = this.#isEscaped ? from + 1 : from;
    this.#isEscaped = false;
    const end = endOfString(text, begin - 1);
    this.#isInString = end >= text.length;
    if (!this.#isInString) return end + 1;
    let slashes = 0;
    while (text.length - 1 - slashes >= begin && text.charCodeAt(text.length - 1 - slashes) === BACKSLASH)
      slashes += 1;
    this.#isEscaped = slashes % 2 === 1;
    return text.length;
  }
}

/**
 * Checks whether a JSON text, which might be invalid, exceeds the limits. Reads the text once without parsing it.
 * @returns A phrase such as `contains more than 250,000 values`, or `undefined` within the limits.
 */
export function findJsonExcess(text: string, limits: JsonLimits = JSON_LIMITS): string | undefined {
  const { levels, values, keys } = limits;
  // A level, a value or a key takes at least two characters, so a shorter text cannot exceed a limit.
  if (text.length < 2 * Math.min(levels, values, keys)) return undefined;
  return new JsonCounter(limits).add(text)?.phrase;
}

/** Returns whether a JSON text has more nested levels than `levels`. */
export function isNestedDeeper(text: string, levels = JSON_DEPTH_MAX): boolean {
  return findJsonExcess(text, { levels, values: Infinity, keys: Infinity }) !== undefined;
}

/** Returns the index of the closing quote of the string that begins at index `begin`. */
export function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (end - 1 - slashes > begin && text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** Key that the schema library silently drops from a map, because an assignment to `__proto__` sets the prototype. */
const PROTO_KEY = '__proto__';

type Path = (string | number)[];

/**
 * A pair of values to compare, with a link to the pair that contains the two values. A complete path for each pair
 * would take quadratic time.
 */
interface Compared {
  given: unknown;
  parsed: unknown;
  key: string | number;
  parent: Compared | undefined;
}

/**
 * Returns the path of a key `__proto__` that the input contains and the parsed value lacks, or `undefined` if the
 * parsed value contains all such keys.
 */
export function findProtoKey(given: unknown, parsed: unknown): Path | undefined {
  // The function does not recurse, because restored values can be nested to any depth.
  const left: Compared[] = [{ given, parsed, key: '', parent: undefined }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { given: here, parsed: made } = next;
    if (here === made || typeof here !== 'object' || here === null) continue;
    // The schema drops unknown fields, so the keys below an unknown field do not count as lost.
    if (typeof made !== 'object' || made === null) continue;
    if (Object.hasOwn(here, PROTO_KEY) && !Object.hasOwn(made, PROTO_KEY)) return pathTo(next, PROTO_KEY);
    const isList = Array.isArray(here);
    for (const key of isList ? here.keys() : Object.keys(here)) {
      const value: unknown = Reflect.get(here, key);
      if (typeof value !== 'object' || value === null) continue;
      left.push({
        given: value,
        parsed: Object.hasOwn(made, key) ? Reflect.get(made, key) : undefined,
        key,
        parent: next,
      });
    }
  }
  return undefined;
}

function pathTo(place: Compared, last: string): Path {
  const path: Path = [last];
  for (let at = place; at.parent; at = at.parent) path.push(at.key);
  return path.toReversed();
}

/** Error message for a key `__proto__` that the schema library would drop. */
export const PROTO_KEY_MESSAGE = 'the key __proto__ is not allowed: use another name';

/** Returns a validation error if the parsed value lacks a key `__proto__` of the input. */
export function protoKeyError(given: unknown, parsed: unknown, part: string): ValidationError | undefined {
  const lost = findProtoKey(given, parsed);
  return lost && { loc: [part, ...lost], msg: PROTO_KEY_MESSAGE, type: 'value_error' };
}

/** Parses JSON text. Returns `undefined` if the text is invalid or exceeds the limits. */
export function parseJson(text: string, limits: JsonLimits = ANSWER_JSON_LIMITS): unknown {
  if (findJsonExcess(text, limits) !== undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a property of any value, or `undefined` if the value is not an object. */
export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Returns whether a value is a JSON object and not null or a list. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is a JSON object, or else an empty object. */
export const objectOf = (value: unknown): Record<string, unknown> => (isJsonObject(value) ? value : {});

/** Returns the value if it is a list, or else an empty list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the value if it is a string, or else an empty string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a key as the last part of a path: `.name` or `["any key"]`. */
export function pathStep(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
