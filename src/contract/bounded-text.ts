import { fieldOf } from './json-safety.ts';

/** Maximum length of a string in a summary of a run or thread, in characters. */
export const MAX_SUMMARY_TEXT = 300;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes begin with a control character.
const TERMINAL_CODES = /\u001b(?:\[[0-9:;<=>?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\))/g;

/** Removes the codes with which programs color their output in terminals. */
export const withoutTerminalCodes = (text: string): string => text.replaceAll(TERMINAL_CODES, '');

/**
 * Shortens a string to one line for a list. Line breaks, tabs and control characters become spaces, and
 * the codes of terminal colors are removed.
 *
 * @param text A string of any length, of which only the beginning is read.
 * @param max Maximum length of the line in characters. A truncated line ends with an ellipsis.
 * @returns The line, or an empty string if `text` contains only whitespace.
 */
export function toLine(text: string, max = MAX_SUMMARY_TEXT): string {
  const head = text.slice(0, max * 4);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters of hostile texts are removed.
  const line = withoutTerminalCodes(head)
    .replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim();
  if (line.length <= max && head.length === text.length) return line;
  return `${withoutHalfCharacter(line.slice(0, max - 1))}…`;
}

/** Removes a high surrogate at the end of a string, because its low surrogate was truncated. */
function withoutHalfCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

/**
 * Converts a JSON value to JSON text of a limited size. Long strings, lists and objects are shortened, and a marker
 * contains the number of omitted characters or entries. Reads only the part of the value that fits into the JSON text.
 * Maps become objects, and sets and typed arrays become lists. A marker replaces each value that cannot be read.
 *
 * @param value The value.
 * @param max Approximate maximum number of characters.
 * @param simplify Function that returns the value to write in place of an object.
 */
export function boundedJson(
  value: unknown,
  max: number,
  simplify: (value: object) => unknown = (one) => one,
): string {
  return JSON.stringify(toBounded(() => value, { left: max, simplify }, 0)) ?? 'null';
}

interface Room {
  /** Remaining number of characters of the JSON text. */
  left: number;
  simplify: (value: object) => unknown;
}

/** Maximum depth of nested objects and lists. Values at a greater depth are omitted. */
const MAX_DEPTH = 40;

/** Reads and converts a value. Catches errors, because getters and methods of the value might throw. */
function toBounded(read: () => unknown, room: Room, depth: number): unknown {
  try {
    return convert(read(), room, depth);
  } catch {
    return convert('… (the value cannot be converted to JSON)', room, depth);
  }
}

function convert(given: unknown, room: Room, depth: number): unknown {
  const value = typeof given === 'object' && given !== null ? room.simplify(given) : given;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function') return undefined;
  if (typeof value === 'string') {
    const kept = Math.max(0, Math.min(value.length, room.left));
    room.left -= kept + 2;
    if (kept === value.length) return value;
    return `${withoutHalfCharacter(value.slice(0, kept))}… (${value.length - kept} more characters)`;
  }
  if (typeof value !== 'object' || value === null) {
    room.left -= 5;
    return value;
  }
  room.left -= 2;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return boundedItems(value, value.length, room, depth);
  if (value instanceof Set) return boundedItems(value, value.size, room, depth);
  if (isTypedArray(value)) return boundedItems(value, value.length, room, depth);
  if (value instanceof Map) {
    const map: ReadonlyMap<unknown, unknown> = value;
    return boundedFields(map.keys(), map.size, { read: (key) => map.get(key), room, depth });
  }
  const keys = Object.keys(value);
  return boundedFields(keys, keys.length, { read: (key) => fieldOf(value, key), room, depth });
}

const isTypedArray = (value: object): value is Iterable<unknown> & { length: number } =>
  ArrayBuffer.isView(value) && 'length' in value;

function boundedItems(values: Iterable<unknown>, count: number, room: Room, depth: number): unknown[] {
  const items: unknown[] = [];
  for (const item of values) {
    if (room.left <= 0) break;
    items.push(toBounded(() => item, room, depth + 1));
  }
  if (items.length < count) items.push(`… (${count - items.length} more)`);
  return items;
}

function boundedFields<Key>(
  keys: Iterable<Key>,
  count: number,
  { read, room, depth }: { read: (key: Key) => unknown; room: Room; depth: number },
): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  for (const one of keys) {
    if (room.left <= 0) break;
    const key = String(one);
    const name = key.length > 500 ? `${withoutHalfCharacter(key.slice(0, 499))}…` : key;
    room.left -= name.length + 4;
    fields.push([name, toBounded(() => read(one), room, depth + 1)]);
  }
  if (fields.length < count) fields.push(['…', `${count - fields.length} more`]);
  // `Object.fromEntries` treats `__proto__` as an ordinary key.
  return Object.fromEntries(fields);
}

/** Maximum length of the searchable metadata of a run, in characters. */
const MAX_METADATA_TEXT = 4_000;

/**
 * Converts metadata to searchable text: a line `key=value` for each string, number and boolean, between line breaks.
 * Long metadata is truncated.
 */
export function metadataText(metadata: Readonly<Record<string, unknown>>): string {
  let text = '\n';
  for (const [key, value] of Object.entries(metadata)) {
    if (!isScalar(value)) continue;
    const line = `${metadataLine(key, String(value))}\n`;
    if (text.length + line.length > MAX_METADATA_TEXT) break;
    text += line;
  }
  return text;
}

const isScalar = (value: unknown): value is string | number | bigint | boolean =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** Returns the line of one entry in `metadataText`. */
export function metadataLine(key: string, value: string): string {
  return `${toLine(key, 200)}=${toLine(value)}`;
}
