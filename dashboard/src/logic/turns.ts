import { messageText } from '../../../src/contract/messages.ts';
import { isJsonObject } from '../../../src/contract/json-safety.ts';

/** A message of a conversation: its role and its text. */
export interface Turn {
  role: string;
  text: string;
}

/** Displayed names of message roles. A role that is not listed is displayed as the agent wrote it. */
const AUTHORS: Readonly<Record<string, string>> = {
  human: 'Person',
  user: 'Person',
  ai: 'Agent',
  assistant: 'Agent',
  AIMessageChunk: 'Agent',
  tool: 'Tool',
  system: 'System',
};

/** Returns the displayed name of a message role. */
export const authorWord = (role: string): string =>
  Object.hasOwn(AUTHORS, role) ? (AUTHORS[role] ?? role) : role;

/** Maximum number of messages in a displayed conversation. */
const SHOWN = 30;

/**
 * Returns the last `SHOWN` messages of a step's input or output. The value can be a list of messages, one message, or
 * an object with messages. Returns `undefined` for a value without messages.
 */
export function turnsOf(value: unknown): Turn[] | undefined {
  const inner = isJsonObject(value) && 'messages' in value ? value['messages'] : value;
  const list = Array.isArray(inner) ? inner : [inner];
  if (list.length === 0) return undefined;
  const turns = list.slice(-SHOWN).map(toTurn);
  return turns.every((turn) => turn !== undefined) ? turns : undefined;
}

function toTurn(message: unknown): Turn | undefined {
  // A string in the list marks omitted messages.
  if (typeof message === 'string')
    return message.startsWith('…') ? { role: 'omitted', text: message } : undefined;
  if (!isJsonObject(message) || !('content' in message)) return undefined;
  const role = message['type'] ?? message['role'];
  if (typeof role !== 'string') return undefined;
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  const names = calls
    .map((call: unknown) => (isJsonObject(call) ? `calls ${String(call['name'])}` : ''))
    .join(', ');
  const text = messageText(message);
  return { role, text: [text, names].filter((one) => one !== '').join('\n') };
}
