import type { ValidationError } from './error-bodies.ts';

/** The maximum depth of accepted JSON: any code can walk over it without a stack overflow. */
export const JSON_DEPTH_MAX = 500;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/** Whether well-formed JSON text is nested deeper than this, in one pass. */
export function isNestedDeeper(text: string, levels = JSON_DEPTH_MAX): boolean {
  // Each level opens and closes.
  if (text.length < 2 * levels) return false;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === OPEN_OBJECT || sign === OPEN_LIST) level += 1;
    else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) level -= 1;
    if (level > levels) return true;
  }
  return false;
}

/** The end of the string that begins here: the next quote after an even number of backslashes. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/**
 * The one key that the schema library silently drops from a map: an object assigned under it becomes the prototype of
 * the others.
 */
const PROTO_KEY = '__proto__';

type Path = (string | number)[];

/**
 * Where the key `__proto__` was given and is lost in the parsed value, the key included; undefined when nothing is
 * lost. A value that a schema passes unchanged still has it.
 */
export function findProtoKey(given: unknown, parsed: unknown): Path | undefined {
  // Not recursive: restored values may be nested to any depth.
  const left: { given: unknown; parsed: unknown; path: Path }[] = [{ given, parsed, path: [] }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { given: here, parsed: made, path } = next;
    if (here === made || typeof here !== 'object' || here === null) continue;
    // An unknown field is dropped whole.
    if (typeof made !== 'object' || made === null) continue;
    if (Object.hasOwn(here, PROTO_KEY) && !Object.hasOwn(made, PROTO_KEY)) return [...path, PROTO_KEY];
    const isList = Array.isArray(here);
    for (const key of isList ? here.keys() : Object.keys(here)) {
      const value: unknown = Reflect.get(here, key);
      if (typeof value !== 'object' || value === null) continue;
      left.push({
        given: value,
        parsed: Object.hasOwn(made, key) ? Reflect.get(made, key) : undefined,
        path: [...path, key],
      });
    }
  }
  return undefined;
}

/** The message for a key that would be lost. */
export const PROTO_KEY_MESSAGE = 'the key __proto__ cannot be kept here: give it another name';

/** The same as a validation error. */
export function protoKeyError(given: unknown, parsed: unknown, part: string): ValidationError | undefined {
  const lost = findProtoKey(given, parsed);
  return lost && { loc: [part, ...lost], msg: PROTO_KEY_MESSAGE, type: 'value_error' };
}

/** The value of JSON text; undefined when invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The property of any value. */
export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Whether a value is a JSON object: neither null nor a list. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
