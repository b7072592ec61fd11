import { ANSWER_JSON_LIMITS, endOfString, findJsonExcess, type JsonLimits } from './json-safety.ts';

// JSON whose integers stay exact. JavaScript's numbers hold integers up to 2^53; agents in Python, and clients, use 64 bits.
// Such an integer is a bigint between `parseExactJson` and `stringifyExactJson`, and every other number is a number.

declare global {
  interface JSON {
    /** An object that `JSON.stringify` writes as this text. */
    rawJSON(text: string): object;
  }
}

/** The range of exact integers: what 64 bits hold, signed or not. */
const SMALLEST = -(2n ** 63n);
const LARGEST = 2n ** 64n - 1n;
/** Every integer of fewer digits is exact as a number. */
const DIGITS = 16;
const MAX_DIGITS = 20;

const [ZERO, NINE, MINUS, COMMA, COLON, OPEN_LIST] = [0x30, 0x39, 0x2d, 0x2c, 0x3a, 0x5b];
const isDigit = (sign: number): boolean => sign >= ZERO && sign <= NINE;
const isSpace = (sign: number): boolean => sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09;

/**
 * Parses JSON text as `JSON.parse` does, but integers of 64 bits that a number cannot hold become bigints. Larger integers
 * become numbers, rounded.
 * @throws SyntaxError for text that is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const large = findLargeIntegers(text);
  if (large.length === 0) return value;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of large) {
    parts.push(text.slice(at, start), '"', text.slice(start, end), '"');
    at = end;
  }
  parts.push(text.slice(at));
  return replaceLarge(value, JSON.parse(parts.join('')));
}

/** The value of JSON text, by `parseExactJson`; undefined when it is invalid, or larger than the limits. */
export function tryParseExactJson(text: string, limits: JsonLimits = ANSWER_JSON_LIMITS): unknown {
  if (findJsonExcess(text, limits) !== undefined) return undefined;
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

interface Range {
  start: number;
  end: number;
}

/** Where the text has integers of 64 bits, outside of strings, that a number cannot hold; in the order of the text. */
function findLargeIntegers(text: string): Range[] {
  const found: Range[] = [];
  /** Up to here the text is searched for strings; never inside one. */
  let scanned = 0;
  // A run of 16 digits has one at a position of this step.
  for (let at = DIGITS - 1; at < text.length; at += DIGITS) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1;
    let end = at + 1;
    while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
    at = end;
    const length = end - start;
    if (length < DIGITS || length > MAX_DIGITS || text.charCodeAt(start) === ZERO) continue;
    if (start > 0 && text.charCodeAt(start - 1) === MINUS) start -= 1;
    if (!isWhole(text, start, end) || !isLarge(BigInt(text.slice(start, end)))) continue;
    for (let quote = text.indexOf('"', scanned); quote !== -1 && quote < start; ) {
      scanned = endOfString(text, quote) + 1;
      quote = scanned > start ? -1 : text.indexOf('"', scanned);
    }
    if (scanned <= start) found.push({ start, end });
  }
  return found;
}

/** Whether digits of valid JSON, if they are no part of a string, are a whole number: no fraction, and no exponent. */
function isWhole(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  const begins =
    start === 0 || before === COMMA || before === COLON || before === OPEN_LIST || isSpace(before);
  return begins && !['.', 'e', 'E'].includes(text.charAt(end));
}

function isLarge(value: bigint): boolean {
  const isSafe = value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;
  return !isSafe && value >= SMALLEST && value <= LARGEST;
}

/**
 * Puts bigints into a parsed value: where it has a number, and `quoted`, parsed from the same text with large integers in quotes,
 * has a string.
 */
function replaceLarge(value: unknown, quoted: unknown): unknown {
  // Not recursive: the depth of the text is not known yet.
  const whole = { value };
  const left: [object, object][] = [[whole, { value: quoted }]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [numbers, digits] = next;
    const isList = Array.isArray(numbers);
    const keys: readonly unknown[] = isList ? numbers : Object.keys(numbers);
    for (let index = 0; index < keys.length; index += 1) {
      const key = isList ? index : String(keys[index]);
      const inside: unknown = Reflect.get(numbers, key);
      if (typeof inside === 'number') {
        const text: unknown = Number.isSafeInteger(inside) ? inside : Reflect.get(digits, key);
        if (typeof text === 'string') define(numbers, key, BigInt(text));
      } else if (typeof inside === 'object' && inside !== null) {
        const same: unknown = Reflect.get(digits, key);
        if (typeof same === 'object' && same !== null) left.push([inside, same]);
      }
    }
  }
  return whole.value;
}

/** Sets a property, also one called `__proto__`. */
function define(target: object, key: string | number, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

/**
 * JSON text as `JSON.stringify` writes it, with the digits of bigints.
 * @throws TypeError for a value that contains itself.
 */
export function stringifyExactJson(value: unknown, space?: number): string {
  try {
    return JSON.stringify(value, undefined, space);
  } catch (failure) {
    if (!(failure instanceof TypeError)) throw failure;
    // It contains bigints, or itself: then it is refused again.
    const written = mapBigints(value, (one) => JSON.rawJSON(String(one)));
    if (written === value) throw failure;
    return JSON.stringify(written, undefined, space);
  }
}

/** The same value with the nearest number in place of each bigint; the value itself when it has none. */
export function bigintsToNumbers(value: unknown): unknown {
  return mapBigints(value, Number);
}

/** The value with its bigints changed. Copies only what leads to a bigint. */
function mapBigints(value: unknown, change: (value: bigint) => unknown): unknown {
  if (typeof value === 'bigint') return change(value);
  return typeof value === 'object' && value !== null ? mapObject(value, change, []) : value;
}

function mapObject(value: object, change: (value: bigint) => unknown, ancestors: object[]): object {
  if (ArrayBuffer.isView(value)) return value;
  if (ancestors.includes(value)) throw new TypeError('The value contains itself, which JSON cannot hold.');
  ancestors.push(value);
  let copy: object | undefined;
  const isList = Array.isArray(value);
  const keys: readonly unknown[] = isList ? value : Object.keys(value);
  for (let index = 0; index < keys.length; index += 1) {
    const key = isList ? index : String(keys[index]);
    const inside: unknown = Reflect.get(value, key);
    let made = inside;
    if (typeof inside === 'bigint') made = change(inside);
    else if (typeof inside === 'object' && inside !== null) made = mapObject(inside, change, ancestors);
    if (made === inside) continue;
    copy ??= Array.isArray(value) ? Array.from<unknown>(value) : { ...value };
    define(copy, key, made);
  }
  ancestors.pop();
  return copy ?? value;
}

/** Whether two JSON values are the same, in any order of keys. An integer is the same as a number and as a bigint. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return toExact(one) === toExact(other);
  }
  if (Array.isArray(one) !== Array.isArray(other) || !isPlain(one) || !isPlain(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) => Object.hasOwn(other, key) && isSameJson(Reflect.get(one, key), Reflect.get(other, key)),
    )
  );
}

/** Whether JSON may have made it: dates and maps, which have no keys, are the same as nothing. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** A value as `parseExactJson` has it that was written by `stringifyExactJson`: a large number that is written with all digits is a bigint. */
export function toExact(value: unknown): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  const text = String(value);
  return text.includes('e') || !isLarge(BigInt(text)) ? value : BigInt(text);
}
