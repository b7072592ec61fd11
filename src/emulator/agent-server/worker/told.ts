import type { StreamedEvent, StreamPlan } from '../../ports/worker.ts';
import { createMessageEvents } from './message-events.ts';
import { toPlain } from './plain.ts';
import { toCheckpointBody, toDebugBody, toTaskBody } from './step-bodies.ts';

/** One step as the graph library tells it: the namespace (empty: the graph itself), the mode and what there is to say. */
export interface Step {
  ns: readonly string[];
  mode: string;
  payload: unknown;
}

/** The library's own modes that give what these modes of a client need (facts: service §4.4). */
export function toLibraryModes(modes: readonly string[]): string[] {
  const own = new Set(modes.filter((mode) => mode !== 'events' && !mode.startsWith('messages')));
  if (modes.some((mode) => mode.startsWith('messages'))) own.add('messages');
  // Whole messages are read off the state.
  if (modes.includes('messages')) own.add('values');
  if (own.size === 0) own.add('values');
  return [...own];
}

/** Where a run tells its steps. */
export interface EventSink {
  heard(): boolean;
  tell(event: StreamedEvent): void;
  /** Resolves when there is room for more; undefined: there is. */
  room(): Promise<void> | undefined;
  /** Resolves when all that was told has been kept. */
  told(): Promise<void>;
}

/** Turns steps into events as the hosted service names and shapes them. Nothing is told while nobody listens. */
export function createStepEvents(plan: StreamPlan, audience: EventSink) {
  const wanted = new Set(plan.modes);
  const messages = wanted.has('messages') ? createMessageEvents() : undefined;

  const say = (event: string, ns: readonly string[], body: unknown): void => {
    if (!audience.heard()) return;
    const data = toData(body);
    // A node may be named anything, and an event's name is one line.
    audience.tell({ event: [event, ...ns].join('|').replaceAll(/[\r\n]/g, ' '), data });
  };

  const take = ({ ns, mode, payload }: Step): void => {
    if (mode === 'messages' && wanted.has('messages-tuple')) say('messages', ns, payload);
    if (wanted.has(mode) && mode !== 'messages') say(mode, ns, bodyOf(mode, payload));
    // What a message has come to is put together from its beginning, listened to or not.
    for (const { event, body } of messages?.(mode, payload) ?? []) say(event, ns, body);
  };
  return { take, say, room: () => audience.room() };
}

/** JSON on one line. What cannot be told fails no run: it would have gone well if nobody had listened. */
function toData(body: unknown): string {
  try {
    return JSON.stringify(toPlain(body) ?? null);
  } catch (failure) {
    const { name, message } = failure instanceof Error ? failure : new Error(String(failure));
    return JSON.stringify({ error: name, message });
  }
}

function bodyOf(mode: string, payload: unknown): unknown {
  switch (mode) {
    case 'checkpoints':
      return toCheckpointBody(payload);
    case 'tasks':
      return toTaskBody(payload);
    case 'debug':
      return toDebugBody(payload);
    default:
      return payload;
  }
}
