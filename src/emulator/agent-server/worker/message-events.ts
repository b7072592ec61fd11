import { toList } from './step-bodies.ts';

interface MessageLike {
  id?: unknown;
  concat?: (more: never) => unknown;
}
interface MessageEvent {
  event: 'messages/metadata' | 'messages/partial' | 'messages/complete';
  body: unknown;
}

const isMessage = (value: unknown): value is MessageLike & { id: string } =>
  typeof value === 'object' &&
  value !== null &&
  'toDict' in value &&
  'id' in value &&
  typeof value.id === 'string';

/** A piece of a message can be put together with the next one; a whole message cannot. */
const isPiece = (value: object): value is { concat(more: unknown): object } =>
  'concat' in value && typeof value.concat === 'function';

/**
 * The stream mode `messages` (facts: service §4.4): `messages/metadata` once for each message a model begins,
 * `messages/partial` with all of it so far at each piece, and `messages/complete` once it stands in the state, whoever
 * put it there. Gives the function that takes each step.
 */
export function createMessageEvents(): (mode: string, payload: unknown) => MessageEvent[] {
  const begun = new Map<string, object>();
  const complete = new Set<string>();

  const ofModel = (payload: unknown): MessageEvent[] => {
    const [message, metadata] = toList(payload);
    if (!isMessage(message) || complete.has(message.id)) return [];
    const { id } = message;
    const before = begun.get(id);
    const events: MessageEvent[] =
      before === undefined ? [{ event: 'messages/metadata', body: { [id]: { metadata } } }] : [];
    const whole =
      before !== undefined && isPiece(before) && isPiece(message) ? before.concat(message) : message;
    begun.set(id, whole);
    if (isPiece(message)) events.push({ event: 'messages/partial', body: [whole] });
    return events;
  };

  const ofState = (payload: unknown): MessageEvent[] => {
    const messages =
      typeof payload === 'object' && payload !== null && 'messages' in payload && payload.messages;
    const fresh = (Array.isArray(messages) ? messages : [messages]).filter(
      (message): message is MessageLike & { id: string } => isMessage(message) && !complete.has(message.id),
    );
    for (const { id } of fresh) {
      complete.add(id);
      begun.delete(id);
    }
    return fresh.length > 0 ? [{ event: 'messages/complete', body: fresh }] : [];
  };

  return (mode, payload) => {
    if (mode === 'messages') return ofModel(payload);
    return mode === 'values' ? ofState(payload) : [];
  };
}
