/** What the last message of a state is: its text, or why there is none. */
export type LastMessage = { kind: 'text'; text: string } | { kind: 'none'; why: string };

/**
 * The text of the last of `values.messages` (spec §2.11): its `content`, or the text blocks of it one after the other, as
 * messages of several parts have them. A message in the serialized form of the library is read too. What the user said, as
 * the input has it, is no answer: a pattern that is found there would say nothing of the agent. Pure.
 */
export function lastMessage(values: unknown): LastMessage {
  const messages = field(values, 'messages');
  if (!Array.isArray(messages)) return { kind: 'none', why: 'the final state has no list `messages`' };
  if (messages.length === 0) return { kind: 'none', why: 'the list `messages` of the final state is empty' };
  const last: unknown = messages.at(-1);
  if (isOfUser(last)) {
    return { kind: 'none', why: 'the last message is of the user: nothing was answered' };
  }
  const content = field(last, 'content') ?? field(field(last, 'kwargs'), 'content');
  const text = textOf(content);
  return text === undefined
    ? { kind: 'none', why: 'the last message holds no text' }
    : { kind: 'text', text };
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

function field(value: unknown, key: string): unknown {
  const holds = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return holds ? Reflect.get(value, key) : undefined;
}
