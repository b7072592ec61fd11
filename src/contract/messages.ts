import { isClippedText } from './dashboard/clip.ts';

// Messages in the state of a graph. The dashboard's page imports this module, so it must not import the schema
// library.

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** Returns a text, or the beginning of a clipped text. Returns an empty text for any other value. */
function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  return isClippedText(value) ? value.$clipped.text : '';
}

/** Returns the messages of a state: the field `messages`, or the state itself if it is a list. */
export function messagesOfState(values: unknown): readonly unknown[] {
  return Array.isArray(values) ? listOf(values) : listOf(isObject(values) ? values['messages'] : undefined);
}

/** Returns a message's type as `human`, `ai`, `tool`, `system` or a name that the agent defines. */
export function messageType(message: unknown): string {
  if (!isObject(message)) return '';
  const type = plainText(message['type']) === '' ? plainText(message['role']) : plainText(message['type']);
  const plain = type.replace(/MessageChunk$|Message$/, '').toLowerCase();
  if (plain === 'user') return 'human';
  return plain === 'assistant' ? 'ai' : plain;
}

/** Returns the text of a message's content, which is a text or a list of content blocks. */
export function messageText(message: unknown): string {
  const content = isObject(message) ? message['content'] : undefined;
  if (!Array.isArray(content)) return plainText(content);
  return listOf(content)
    .map((block) => (isObject(block) && !isClippedText(block) ? plainText(block['text']) : plainText(block)))
    .join('');
}

/**
 * Returns the title of a thread or a run: the first text of a human message, or else the first text in the values.
 * Returns an empty text if neither exists.
 */
export function titleOfValues(values: unknown): string {
  const messages = messagesOfState(values);
  const human = messages.find((one) => messageType(one) === 'human' && messageText(one) !== '');
  if (human !== undefined) return messageText(human);
  const spoken = messages.find((one) => messageText(one) !== '');
  if (spoken !== undefined) return messageText(spoken);
  return isObject(values)
    ? (Object.values(values)
        .map(plainText)
        .find((text) => text !== '') ?? '')
    : '';
}

/** Returns the text of the last message of the agent; empty without such a message. */
export function lastAnswerOfValues(values: unknown): string {
  const last = messagesOfState(values).findLast(
    (one) => messageType(one) === 'ai' && messageText(one) !== '',
  );
  return messageText(last);
}
