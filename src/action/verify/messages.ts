// Reads messages in the final state of a run. LangChain's libraries write messages as plain objects, or in a serialized
// form with the fields in `kwargs`.

/** Text of the last message in a state, or the reason why the message has no text. */
type LastMessage = { kind: 'text'; text: string } | { kind: 'none'; why: string };

/**
 * Returns the text of the last message in `values.messages`: the message's `content`, or the joined text blocks of a
 * message with several parts. Supports both plain and serialized messages of LangChain's libraries. Returns no text for
 * a message of the user, because the user's message would prove nothing about the agent.
 */
export function lastMessage(values: unknown): LastMessage {
  const messages = field(values, 'messages');
  if (!Array.isArray(messages)) return { kind: 'none', why: 'the final state has no list `messages`' };
  if (messages.length === 0) return { kind: 'none', why: 'the list `messages` of the final state is empty' };
  const last: unknown = messages.at(-1);
  if (isOfUser(last)) {
    return { kind: 'none', why: 'the last message is from the user, so the agent did not respond' };
  }
  const content = fieldOfMessage(last, 'content');
  const text = textOf(content);
  return text === undefined ? { kind: 'none', why: 'the last message has no text' } : { kind: 'text', text };
}

function isOfUser(message: unknown): boolean {
  const id = field(message, 'id');
  const names = [field(message, 'type'), field(message, 'role'), Array.isArray(id) ? id.at(-1) : undefined];
  return names.some((name) => typeof name === 'string' && /^(human|user|HumanMessage(Chunk)?)$/.test(name));
}

function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const parts = content.flatMap((block: unknown) => {
    const text = typeof block === 'string' ? block : field(block, 'text');
    const type = field(block, 'type') ?? 'text';
    return typeof text === 'string' && (type === 'text' || type === 'output_text') ? [text] : [];
  });
  return parts.length === 0 ? undefined : parts.join('');
}

/** A tool call in a message of the agent. */
export interface ToolCall {
  name: string;
  args: unknown;
}

/** The agent's response: the messages after the user's last message. */
export interface Response {
  toolCalls: readonly ToolCall[];
  /** Sum of the token counts in the messages, or `undefined` if no message contains a count. */
  tokens: number | undefined;
}

/** Returns the agent's response from `values.messages`, or `undefined` if the state has no list `messages`. */
export function readResponse(values: unknown): Response | undefined {
  const all = field(values, 'messages');
  if (!Array.isArray(all)) return undefined;
  const messages: unknown[] = all.slice(all.findLastIndex(isOfUser) + 1);
  const counts = messages
    .map((message) => field(fieldOfMessage(message, 'usage_metadata'), 'total_tokens'))
    .filter((count) => typeof count === 'number');
  return {
    toolCalls: messages.flatMap(toolCallsOf),
    tokens: counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0),
  };
}

function toolCallsOf(message: unknown): ToolCall[] {
  const calls = fieldOfMessage(message, 'tool_calls');
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    const name = field(call, 'name');
    return typeof name === 'string' ? [{ name, args: field(call, 'args') }] : [];
  });
}

function fieldOfMessage(message: unknown, key: string): unknown {
  return field(message, key) ?? field(field(message, 'kwargs'), key);
}

/** Returns an own property of an object, or `undefined` for any other value. */
function field(value: unknown, key: string): unknown {
  const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return holds ? Reflect.get(value, key) : undefined;
}

/** Returns the numbers in a string, such as `-3`, `1,234.5` and `2e6`. Ignores digits that are part of a word. */
export function findNumbers(text: string): number[] {
  const found = text.matchAll(/(?<!\w)[-\u2212]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d{1,3})?/gi);
  return Array.from(found, ([number]) => Number(number.replace('\u2212', '-').replaceAll(',', '')));
}
