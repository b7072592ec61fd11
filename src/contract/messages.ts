import { isJsonObject, listOf, objectOf } from './json-safety.ts';
import { boundedJson, MAX_SUMMARY_TEXT, toLine } from './bounded-text.ts';
import { isClippedText } from './dashboard/clip.ts';

// Messages, titles, replies and questions in requests and states of graphs. The lists of runs and threads and the
// dashboard's page read messages only through this module, which must therefore not import the schema library.

/** Maximum number of values that a search for a string inspects. */
const MAX_INSPECTED = 200;
/** Maximum number of levels of objects and lists that a search for a string inspects. */
const MAX_LEVELS = 8;

/** Keys of the question in an interrupt's value, in the order of reading. */
const QUESTION_KEYS = ['question', 'message', 'prompt', 'text', 'title', 'description', 'query'] as const;
/**
 * Keys of values that usually contain the words of a person. A search for the title reads these keys before other keys.
 */
const REQUEST_KEYS = ['question', 'message', 'query', 'prompt', 'text', 'content', 'input', 'title', 'topic'];
/**
 * Keys of values that usually contain the reply of an agent. A search for the reply reads these keys before other keys.
 */
const ANSWER_KEYS = ['answer', 'output', 'result', 'response', 'content', 'text', 'message'];

type Json = Readonly<Record<string, unknown>>;
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Returns a string, or the beginning of a clipped string, or an empty string for any other value. */
function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  return isClippedText(value) ? value.$clipped.text : '';
}

/**
 * Returns the messages of a state: the field `messages`, which can be a single message, or the state if it is a list.
 */
export function messagesOfState(values: unknown): readonly unknown[] {
  const messages = isJsonObject(values) ? values['messages'] : values;
  if (isList(messages)) return messages;
  const isMessage = isJsonObject(messages) || typeof messages === 'string';
  return isMessage && isJsonObject(values) ? [messages] : [];
}

/**
 * Returns a message's type as `human`, `ai`, `tool`, `system` or a name that the agent defines. As in the graph
 * libraries, a string is a message of a person, and a pair contains the type and the content.
 */
export function messageType(message: unknown): string {
  if (typeof message === 'string') return 'human';
  const [first, role, type] = isList(message)
    ? [message[0]]
    : isJsonObject(message)
      ? [undefined, message['role'], message['type']]
      : [];
  const name = plainText(first) || plainText(role) || plainText(type);
  const plain = name.replace(/MessageChunk$|Message$/, '').toLowerCase();
  if (plain === 'user') return 'human';
  return plain === 'assistant' ? 'ai' : plain;
}

/** Returns the text of a message's content, which is a string or a list of content blocks. */
export function messageText(message: unknown): string {
  if (typeof message === 'string') return message;
  const content = isList(message) ? message[1] : isJsonObject(message) ? message['content'] : undefined;
  if (!isList(content)) return plainText(content);
  return content
    .map((block) =>
      isJsonObject(block) && !isClippedText(block) ? plainText(block['text']) : plainText(block),
    )
    .join('');
}

const hasText = (message: unknown): boolean => messageText(message).trim() !== '';

/**
 * Returns the title of a thread, or of a run with this input: the first text of a human message, of another message, or
 * of another value. If the values contain no string, the title is their JSON.
 *
 * @param values State of the thread, or input of the run.
 * @returns One line, or an empty string if the values are empty.
 */
export function titleOfValues(values: unknown): string {
  const messages = messagesOfState(values).slice(0, MAX_INSPECTED);
  const spoken =
    messages.find((one) => messageType(one) === 'human' && hasText(one)) ?? messages.find(hasText);
  return spoken === undefined ? lineOf(withoutMessages(values), REQUEST_KEYS) : toLine(messageText(spoken));
}

/**
 * Returns the title of a run: the value for an interrupt, or else the title of the input.
 *
 * @param request Body of the request that created the run.
 */
export function titleOfRequest({ input, command }: Json): string {
  return isJsonObject(command) && command['resume'] !== undefined
    ? lineOf(command['resume'], REQUEST_KEYS)
    : titleOfValues(input);
}

/** Returns the text of the agent's last message, or an empty string without such a message. */
export function lastAnswerOfValues(values: unknown): string {
  const messages = messagesOfState(values).slice(-MAX_INSPECTED);
  return messageText(messages.findLast((one) => messageType(one) === 'ai' && hasText(one)));
}

/**
 * Returns the reply of a run or thread: the last text of the agent, or the reply in a state without messages.
 *
 * @returns One line, or an empty string if the state has messages and none of them is a reply.
 */
export function replyLine(values: unknown): string {
  const hasMessages = isList(values) || (isJsonObject(values) && 'messages' in values);
  return hasMessages ? toLine(lastAnswerOfValues(values)) : lineOf(values, ANSWER_KEYS);
}

/** Returns the key of the question in an interrupt's value, or `undefined` if the value contains no question. */
export const questionKey = (value: Json): string | undefined =>
  QUESTION_KEYS.find((name) => plainText(value[name]) !== '');

/**
 * Returns the question in the value of an interrupt, in any form that the graph libraries and the agent inbox use.
 *
 * @returns The whole question, or an empty string if the value contains no question.
 */
export function questionText(value: unknown): string {
  const calls = approvalsIn(value);
  const [call, ...others] = calls;
  if (call !== undefined) {
    const described = others.length === 0 ? plainText(call['description']) : '';
    return described || `Run ${calls.map(nameOfCall).join(', ')}?`;
  }
  return isJsonObject(value) ? plainText(value[questionKey(value) ?? '']) : plainText(value);
}

/** Returns the requested approvals in an interrupt's value. Requests of the agent inbox are a list with one element. */
function approvalsIn(value: unknown): readonly Json[] {
  const [first] = isList(value) ? value : [value];
  if (!isJsonObject(first)) return [];
  const { action_request: request, description } = first;
  if (isJsonObject(request)) return [{ ...request, description }];
  return isJsonObject(value) ? toolApprovals(value) : [];
}

/**
 * Returns the tool calls that LangChain's middleware asks a person to approve, or an empty list for any other value.
 */
export const toolApprovals = (value: Json): readonly Json[] =>
  listOf(value['action_requests'] ?? value['actionRequests']).filter(isJsonObject);

const nameOfCall = (call: Json): string => plainText(call['name']) || plainText(call['action']);

/**
 * Returns the question of the first interrupt of a thread, for lists. A value without a question is shown by its first
 * string, or as JSON.
 *
 * @param interrupts Interrupts of the thread, keyed by task.
 */
export function questionLine(interrupts: Json): string {
  const [first] = Object.values(interrupts).flat();
  const value = isJsonObject(first) && 'value' in first ? first['value'] : first;
  return toLine(questionText(value)) || lineOf(value, QUESTION_KEYS);
}

function withoutMessages(values: unknown): unknown {
  if (!isJsonObject(values)) return isList(values) && values.some(isJsonObject) ? undefined : values;
  const { messages: _, ...others } = values;
  return others;
}

/** Returns a value as one line: the first string in it, or else its JSON, or an empty string for an empty value. */
function lineOf(value: unknown, keys: readonly string[]): string {
  const isEmpty = typeof value === 'object' && Object.keys(value ?? {}).length === 0;
  if (value === undefined || isEmpty) return '';
  return toLine(findText(value, keys) ?? boundedJson(value, MAX_SUMMARY_TEXT));
}

/** Returns the first string in a value, in the order of `keys`, or `undefined` if the value contains none. */
function findText(
  value: unknown,
  keys: readonly string[],
  room = { left: MAX_INSPECTED },
  level = 0,
): string | undefined {
  room.left -= 1;
  const text = plainText(value);
  if (text.trim() !== '') return text;
  if (room.left <= 0 || level > MAX_LEVELS || typeof value !== 'object' || value === null) return undefined;
  const fields: Json = objectOf(value);
  const inner = isList(value)
    ? value.slice(0, MAX_INSPECTED)
    : [
        ...keys.filter((key) => Object.hasOwn(fields, key)).map((key) => fields[key]),
        ...Object.values(fields).slice(0, MAX_INSPECTED),
      ];
  for (const one of inner) {
    const found = findText(one, keys, room, level + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
