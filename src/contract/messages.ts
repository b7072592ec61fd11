import { isJsonObject, listOf, objectOf } from './json-safety.ts';
import { boundedJson, MAX_SUMMARY_TEXT, toLine } from './bounded-text.ts';
import { isClippedText } from './dashboard/clip.ts';
import { withoutMarkdown } from './markdown-text.ts';

// Functions that read messages, titles, replies and questions from requests and states of graphs. The dashboard's page
// imports this module, so the module must not import the schema library.

/** Maximum number of values that a search for a string inspects. */
const MAX_INSPECTED = 200;
/** Maximum number of levels of objects and lists that a search for a string inspects. */
const MAX_LEVELS = 8;

/** Keys of the question in an interrupt's value. The question is the value of the first key with a string. */
const QUESTION_KEYS = ['question', 'message', 'prompt', 'text', 'title', 'description', 'query'] as const;
/** Keys that usually contain a person's words. A search for a title reads these keys first. */
const REQUEST_KEYS = ['question', 'message', 'query', 'prompt', 'text', 'content', 'input', 'title', 'topic'];
/** Keys that usually contain the reply of an agent. A search for a reply reads these keys first. */
const ANSWER_KEYS = ['answer', 'output', 'result', 'response', 'content', 'text', 'message'];

type Json = Readonly<Record<string, unknown>>;
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Returns the value if it is a string, the beginning of a clipped string, or an empty string for any other value. */
function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  return isClippedText(value) ? value.$clipped.text : '';
}

/**
 * Returns the messages of a state: the message or messages in the field `messages`, or the elements of a state that is
 * a list.
 */
export function messagesOfState(values: unknown): readonly unknown[] {
  const messages = isJsonObject(values) ? values['messages'] : values;
  if (isList(messages)) return messages;
  const isMessage = isJsonObject(messages) || typeof messages === 'string';
  return isMessage && isJsonObject(values) ? [messages] : [];
}

/**
 * Returns the type of a message: `human`, `ai`, `tool`, `system`, or a name that the agent defines. As in the LangGraph
 * libraries, a message can also be a string, which counts as a human message, or a pair of a type and its content.
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

/** Function that removes marks from a text that is not a human message. */
type Clean = (text: string) => string;
const unchanged: Clean = (text) => text;

/**
 * Returns the title of a thread or run: the first text in human messages, or else in any messages, or else in any
 * values. If the values contain no string, the title is the values as JSON.
 *
 * @param values State of the thread, or input of the run.
 * @param clean Function such as `withoutMarkdown`. The page uses none, because the page does not load that module.
 * @returns One line, or an empty string if the values are empty.
 */
export function titleOfValues(values: unknown, clean: Clean = unchanged): string {
  const messages = messagesOfState(values).slice(0, MAX_INSPECTED);
  const spoken =
    messages.find((one) => messageType(one) === 'human' && hasText(one)) ?? messages.find(hasText);
  if (spoken === undefined) return lineOf(withoutMessages(values), REQUEST_KEYS, clean);
  const text = messageText(spoken);
  return toLine(messageType(spoken) === 'human' ? text : clean(text));
}

/**
 * Returns the title of a run: the value that resumes an interrupt, or else the title of the run's input.
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
 * Returns the reply of a run or thread: the last text of the agent, or for a state without messages, the first string
 * in the state.
 *
 * @returns One line without marks of Markdown, or an empty string if the state has messages but no reply.
 */
export function replyLine(values: unknown): string {
  const hasMessages = isList(values) || (isJsonObject(values) && 'messages' in values);
  return hasMessages
    ? toLine(withoutMarkdown(lastAnswerOfValues(values)))
    : lineOf(values, ANSWER_KEYS, withoutMarkdown);
}

/** Returns the key of the question in an interrupt's value, or `undefined` if the value contains no question. */
export const questionKey = (value: Json): string | undefined =>
  QUESTION_KEYS.find((name) => plainText(value[name]) !== '');

/**
 * Returns the question in an interrupt's value, which can have any form that the graph libraries and the agent inbox
 * use.
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

/** Returns the requested approvals in an interrupt's value, which is a list of one element for the agent inbox. */
function approvalsIn(value: unknown): readonly Json[] {
  const [first] = isList(value) ? value : [value];
  if (!isJsonObject(first)) return [];
  const { action_request: request, description } = first;
  if (isJsonObject(request)) return [{ ...request, description }];
  return isJsonObject(value) ? toolApprovals(value) : [];
}

/**
 * Returns the tool calls that LangChain's middleware asks a person to approve, or an empty list if the value contains
 * no such tool calls.
 */
export const toolApprovals = (value: Json): readonly Json[] =>
  listOf(value['action_requests'] ?? value['actionRequests']).filter(isJsonObject);

const nameOfCall = (call: Json): string => plainText(call['name']) || plainText(call['action']);

/**
 * Returns the question of a thread's first interrupt as one line. For a value without a question, returns the first
 * string in the value, or else the value as JSON.
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

/** Returns the first string in a value as one line, or else the value as JSON. Returns '' for an empty value. */
function lineOf(value: unknown, keys: readonly string[], clean: Clean = unchanged): string {
  const isEmpty = typeof value === 'object' && Object.keys(value ?? {}).length === 0;
  if (value === undefined || isEmpty) return '';
  const text = findText(value, keys);
  return toLine(text === undefined ? boundedJson(value, MAX_SUMMARY_TEXT) : clean(text));
}

/** Returns the first string in a value, or `undefined` without a string. Reads the fields in `keys` first. */
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
