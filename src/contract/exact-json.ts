import { ANSWER_JSON_LIMITS, endOfString, findJsonExcess, type JsonLimits } from './json-safety.ts';

// Functions that parse and write JSON with exact integers. JavaScript numbers represent integers exactly up to 2^53,
// but Python agents and clients use integers of 64 bits. `parseExactJson` returns bigints for integers that a number
// cannot represent, and `stringifyExactJson` writes bigints as digits.

declare global {
  interface JSON {
    /** Returns an object that `JSON.stringify` writes as `text`. */
    rawJSON(text: string): object;
  }
}

/** Range of integers that are parsed exactly: signed and unsigned integers of 64 bits. */
const SMALLEST = -(2n ** 63n);
const LARGEST = 2n ** 64n - 1n;
const [SAFE_DIGITS, NEGATIVE_DIGITS, POSITIVE_DIGITS] = [
  String(Number.MAX_SAFE_INTEGER),
  String(-SMALLEST),
  String(LARGEST),
];
/** Minimum number of digits of an integer that a JavaScript number might round. */
const DIGITS = 16;
const MAX_DIGITS = 20;

const [ZERO, NINE, MINUS, COMMA, COLON, OPEN_LIST] = [0x30, 0x39, 0x2d, 0x2c, 0x3a, 0x5b];
const isDigit = (sign: number): boolean => sign >= ZERO && sign <= NINE;
const isSpace = (sign: number): boolean => sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09;

/**
 * Parses JSON text like `JSON.parse`, but returns bigints for 64-bit integers that a number cannot represent. Integers
 * of more than 64 bits become rounded numbers.
 * @throws SyntaxError if the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const steps = parseInSteps(text);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Parses JSON text like `parseExactJson`. Awaits `pause` between the steps of parsing a text with large integers.
 * @throws SyntaxError if the text is not JSON.
 */
export async function parseExactJsonPaced(text: string, pause: () => Promise<void>): Promise<unknown> {
  const steps = parseInSteps(text);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
}

function* parseInSteps(text: string): Generator<undefined, unknown, void> {
  const value: unknown = JSON.parse(text);
  const large = findLargeIntegers(text);
  if (large.length === 0) return value;
  yield undefined;
  let quoted = '';
  let at = 0;
  for (const { start, end } of large) {
    quoted += `${text.slice(at, start)}"${text.slice(start, end)}"`;
    at = end;
  }
  const digits: unknown = JSON.parse(quoted + text.slice(at));
  yield undefined;
  return replaceLarge(value, digits);
}

/** Parses JSON text with `parseExactJson`. Returns `undefined` if the text is invalid or exceeds the limits. */
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

/**
 * Returns the positions of 64-bit integers that a number cannot represent, in ascending order, without digits in
 * strings.
 */
function findLargeIntegers(text: string): Range[] {
  const found: Range[] = [];
  /**
   * `scanned` is the end of the last string before `quote`. `quote` is the position of the next quote, which begins a
   * string.
   */
  let scanned = 0;
  let quote = text.indexOf('"');
  // The search reads only every 16th character, because an integer of at least 16 digits contains one of these
  // characters.
  for (let at = DIGITS - 1; at < text.length; at += DIGITS) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1;
    let end = at + 1;
    while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
    at = end;
    const length = end - start;
    if (length < DIGITS || length > MAX_DIGITS || text.charCodeAt(start) === ZERO) continue;
    const isNegative = start > 0 && text.charCodeAt(start - 1) === MINUS;
    if (!isLargeText(text.slice(start, end), isNegative)) continue;
    if (isNegative) start -= 1;
    if (!isWhole(text, start, end)) continue;
    // The search for a quote continues where it ended, because a new search for each integer would take quadratic time
    // in a text with few strings.
    while (quote !== -1 && quote < start) {
      scanned = endOfString(text, quote) + 1;
      quote = text.indexOf('"', scanned);
    }
    if (scanned <= start) found.push({ start, end });
  }
  return found;
}

/** Returns whether the digits outside strings of valid JSON are a whole number, without fraction and exponent. */
function isWhole(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  const begins =
    start === 0 || before === COMMA || before === COLON || before === OPEN_LIST || isSpace(before);
  return begins && !['.', 'e', 'E'].includes(text.charAt(end));
}

/**
 * Returns the value that represents a bigint in JSON: a number if a number is exact, the bigint if it has at most 64
 * bits, or else a string.
 */
export function bigintToJson(value: bigint): number | bigint | string {
  if (isLarge(value)) return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** Returns the result of `isLarge` for an integer of 16 to 20 digits, but faster, without creating a bigint. */
function isLargeText(digits: string, isNegative: boolean): boolean {
  if (digits.length === DIGITS) return digits > SAFE_DIGITS;
  if (digits.length === MAX_DIGITS) return !isNegative && digits <= POSITIVE_DIGITS;
  return !isNegative || digits.length < NEGATIVE_DIGITS.length || digits <= NEGATIVE_DIGITS;
}

function isLarge(value: bigint): boolean {
  const isSafe = value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER;
  return !isSafe && value >= SMALLEST && value <= LARGEST;
}

/**
 * Inserts bigints into a parsed value. `quoted` was parsed from the same text after large integers were put in quotes.
 * Each number in `value` that is a string in `quoted` is replaced by a bigint.
 */
function replaceLarge(value: unknown, quoted: unknown): unknown {
  // The function does not recurse, because the depth of the text is not checked yet.
  const whole = { value };
  const left: [object, object][] = [[whole, { value: quoted }]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [numbers, digits] = next;
    if (Array.isArray(numbers) && Array.isArray(digits)) {
      const list: unknown[] = numbers;
      for (let index = 0; index < list.length; index += 1) {
        const exact = exactValue(list[index], digits[index], left);
        if (exact !== undefined) list[index] = exact;
      }
    } else {
      for (const key of Object.keys(numbers)) {
        const exact = exactValue(Reflect.get(numbers, key), Reflect.get(digits, key), left);
        if (exact !== undefined) define(numbers, key, exact);
      }
    }
  }
  return whole.value;
}

/**
 * Returns the bigint if the value is a large integer in the text, or else `undefined`. Appends a list or object to
 * `left`, whose values are processed later.
 */
function exactValue(value: unknown, quoted: unknown, left: [object, object][]): bigint | undefined {
  if (typeof value === 'number') return typeof quoted === 'string' ? BigInt(quoted) : undefined;
  if (typeof value === 'object' && value !== null && typeof quoted === 'object' && quoted !== null) {
    left.push([value, quoted]);
  }
  return undefined;
}

/**
 * Sets a property of a parsed object or list. Defines the property, because an assignment to `__proto__` would set the
 * prototype.
 */
function define(target: object, key: string | number, value: unknown): void {
  if (typeof key === 'number' && Array.isArray(target)) target[key] = value;
  else if (key !== '__proto__') Reflect.set(target, key, value);
  else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

/**
 * Returns JSON text like `JSON.stringify`, and writes bigints as digits.
 * @throws TypeError if a value contains itself.
 */
export function stringifyExactJson(value: unknown, space?: number): string {
  if (typeof value === 'bigint') return String(value);
  try {
    return JSON.stringify(value, undefined, space);
  } catch (failure) {
    if (!(failure instanceof TypeError)) throw failure;
    // `JSON.stringify` throws if the value contains bigints or itself. For a value that contains itself, the second
    // attempt throws too.
    const written = typeof value === 'object' && value !== null ? withRawBigints(value, []) : value;
    if (written === value) throw failure;
    return JSON.stringify(written, undefined, space);
  }
}

/** Returns the value with its bigints as raw JSON. Objects without bigints are not copied. */
function withRawBigints(value: object, ancestors: object[]): object {
  if (ArrayBuffer.isView(value)) return value;
  if (ancestors.includes(value))
    throw new TypeError('The value contains itself, so it cannot be written as JSON.');
  ancestors.push(value);
  let copy: object | undefined;
  const isList = Array.isArray(value);
  const keys: readonly unknown[] = isList ? value : Object.keys(value);
  for (let index = 0; index < keys.length; index += 1) {
    const key = isList ? index : String(keys[index]);
    const inside: unknown = Reflect.get(value, key);
    let made = inside;
    if (typeof inside === 'bigint') made = JSON.rawJSON(String(inside));
    else if (typeof inside === 'object' && inside !== null) made = withRawBigints(inside, ancestors);
    if (made === inside) continue;
    copy ??= Array.isArray(value) ? Array.from<unknown>(value) : { ...value };
    define(copy, key, made);
  }
  ancestors.pop();
  return copy ?? value;
}

/**
 * Returns whether two JSON values are equal, regardless of the order of keys. A number and a bigint are equal if both
 * represent the same integer.
 */
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

/**
 * Returns whether the value could have been parsed from JSON. Dates and maps are excluded, because they have no
 * enumerable keys, so a comparison by keys would treat all dates as equal.
 */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * Returns the value that `parseExactJson` returns for the output of `stringifyExactJson`, such as a bigint for a large
 * integer.
 */
export function toExact(value: unknown): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  const text = String(value);
  return text.includes('e') || !isLarge(BigInt(text)) ? value : BigInt(text);
}
