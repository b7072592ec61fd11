import { fieldOf, isJsonObject } from './json-safety.ts';

/** Maximum length of a text in a summary of a run, in characters. */
export const MAX_SUMMARY_TEXT = 300;
/** Number of values that a search for a text inspects before it gives up. */
const MAX_INSPECTED = 200;

/** Keys of values that usually contain the text for people. They are inspected before other keys. */
const TEXT_KEYS = [
  'question',
  'message',
  'query',
  'prompt',
  'text',
  'content',
  'input',
  'answer',
  'output',
  'result',
  'response',
  'description',
  'title',
  'topic',
];

/**
 * Shortens a text to one line for a list. Line breaks, tabs and control characters become spaces.
 *
 * @param text The text. Only its beginning is read, so it may have any length.
 * @param max Maximum length in characters. A longer text ends with an ellipsis.
 * @returns The line; empty if the text contains only space.
 */
export function toLine(text: string, max = MAX_SUMMARY_TEXT): string {
  const head = text.slice(0, max * 4);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters of hostile texts are removed.
  const line = head.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  if (line.length <= max && head.length === text.length) return line;
  return `${withoutHalfCharacter(line.slice(0, max - 1))}…`;
}

/** Removes a high surrogate at the end, which is the first half of a divided character. */
function withoutHalfCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

/**
 * Converts a JSON value to JSON text of a limited size. Long texts, lists and objects are shortened, and a marker
 * contains the number of omitted characters or entries. The value is read only as far as its text is needed. Maps
 * become objects; sets and typed arrays become lists. A marker replaces each value that cannot be read.
 *
 * @param value The value.
 * @param max Approximate maximum number of characters.
 * @param simplify Converts an object to the value that is written in its place.
 */
export function boundedJson(
  value: unknown,
  max: number,
  simplify: (value: object) => unknown = (one) => one,
): string {
  return JSON.stringify(toBounded(() => value, { left: max, simplify }, 0)) ?? 'null';
}

interface Room {
  /** Number of characters that may still be written. */
  left: number;
  simplify: (value: object) => unknown;
}

/** Maximum number of levels of an object. Deeper levels are omitted. */
const MAX_DEPTH = 40;

/** Reads and converts a value. Getters and methods of the value may fail. */
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
    return boundedFields(value.keys(), value.size, { read: (key) => value.get(key), room, depth });
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
  // A field named `__proto__` becomes an ordinary field.
  return Object.fromEntries(fields);
}

/** Returns the text of a message's content: a text, or a list of parts of which some are texts. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts: string[] = [];
  for (const part of content.slice(0, MAX_INSPECTED)) {
    if (typeof part === 'string') texts.push(part);
    else if (isJsonObject(part) && typeof part['text'] === 'string') texts.push(part['text']);
  }
  return texts.join(' ');
}

/** Returns the role and text of a message in any form that the graph libraries accept; `undefined` for other values. */
function readMessage(value: unknown): { role: string; text: string } | undefined {
  if (typeof value === 'string') return { role: 'human', text: value };
  if (Array.isArray(value) && value.length === 2 && typeof value[0] === 'string') {
    return { role: value[0], text: contentText(value[1]) };
  }
  if (!isJsonObject(value)) return undefined;
  const role = value['role'] ?? value['type'];
  return { role: typeof role === 'string' ? role : 'human', text: contentText(value['content']) };
}

const isHuman = (role: string): boolean => role === 'human' || role === 'user' || role === 'HumanMessage';
const isAgent = (role: string): boolean => role === 'ai' || role === 'assistant' || role.startsWith('AI');

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

function messagesIn(value: unknown): unknown[] | undefined {
  const messages = isJsonObject(value) ? value['messages'] : value;
  if (isList(messages)) return messages;
  return isJsonObject(messages) ? [messages] : undefined;
}

/** Returns the first text in a value, in the order of `TEXT_KEYS`; `undefined` if the value contains none. */
function findText(value: unknown, room = { left: MAX_INSPECTED }, depth = 0): string | undefined {
  room.left -= 1;
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (room.left <= 0 || depth > 8 || typeof value !== 'object' || value === null) return undefined;
  const fields: Record<string, unknown> = isJsonObject(value) ? value : {};
  const inner = Array.isArray(value)
    ? value.slice(0, MAX_INSPECTED)
    : [
        ...TEXT_KEYS.filter((key) => Object.hasOwn(fields, key)).map((key) => fields[key]),
        ...Object.values(fields).slice(0, MAX_INSPECTED),
      ];
  for (const one of inner) {
    const found = findText(one, room, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a value as one line: the text in it, or else its JSON. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return toLine(findText(value) ?? boundedJson(value, MAX_SUMMARY_TEXT));
}

/**
 * Returns the first text of a person in the request of a run: the first human message, the value for an interrupt, or
 * else the first text of the input.
 *
 * @param request Body of the request that created the run.
 * @returns One line; empty if the request has no input.
 */
export function firstHumanText(request: Readonly<Record<string, unknown>>): string {
  const { input, command } = request;
  if (isJsonObject(command) && command['resume'] !== undefined) return toText(command['resume']);
  for (const message of messagesIn(input)?.slice(0, MAX_INSPECTED) ?? []) {
    const read = readMessage(message);
    if (read && isHuman(read.role) && read.text.trim() !== '') return toLine(read.text);
  }
  return toText(input);
}

/**
 * Returns the last reply of an agent in the values of a thread: the text of the last message of the agent, or else a
 * text in the values.
 *
 * @returns One line; empty if the values contain no reply.
 */
export function lastAgentText(values: unknown): string {
  const messages = messagesIn(values);
  if (!messages) return toText(values);
  for (const message of messages.slice(-MAX_INSPECTED).toReversed()) {
    const read = readMessage(message);
    if (read && isAgent(read.role) && read.text.trim() !== '') return toLine(read.text);
  }
  return '';
}

/**
 * Returns the question of an interrupted run.
 *
 * @param interrupts Interrupts of the thread, keyed by task.
 */
export function questionText(interrupts: Readonly<Record<string, unknown>>): string {
  const [first] = Object.values(interrupts).flat();
  return toText(isJsonObject(first) && 'value' in first ? first['value'] : first);
}

/** Maximum length of the searchable metadata of a run, in characters. */
const MAX_METADATA_TEXT = 4_000;

/**
 * Converts metadata to searchable text: a line `key=value` for each text, number and boolean, between line breaks.
 * Long metadata is cut.
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
