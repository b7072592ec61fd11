/** A message of a conversation: its author and its text. */
export interface Turn {
  role: string;
  text: string;
}

/** Maximum number of messages in a displayed conversation. */
const SHOWN = 30;

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the last messages of an input or output of a step: a list of messages, one message, or an object with
 * messages. Returns `undefined` for other values.
 */
export function turnsOf(value: unknown): Turn[] | undefined {
  const inner = isFields(value) && 'messages' in value ? value['messages'] : value;
  const list = Array.isArray(inner) ? inner : [inner];
  if (list.length === 0) return undefined;
  const turns = list.slice(-SHOWN).map(toTurn);
  return turns.every((turn) => turn !== undefined) ? turns : undefined;
}

function toTurn(message: unknown): Turn | undefined {
  // A text in the list marks omitted messages.
  if (typeof message === 'string')
    return message.startsWith('…') ? { role: 'omitted', text: message } : undefined;
  if (!isFields(message) || !('content' in message)) return undefined;
  const role = message['type'] ?? message['role'];
  if (typeof role !== 'string') return undefined;
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  const names = calls
    .map((call: unknown) => (isFields(call) ? `calls ${String(call['name'])}` : ''))
    .join(', ');
  const text = textOf(message['content']);
  return { role, text: [text, names].filter((one) => one !== '').join('\n') };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (isFields(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .filter((text) => text !== '')
    .join('\n');
}
