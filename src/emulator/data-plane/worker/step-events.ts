import type { StreamedEvent, StreamPlan } from '../../ports/worker.ts';
import { toPlain } from './plain-json.ts';

/** One step as the graph library reports it. `ns`: its sub-graph, empty for the graph itself. */
export interface Step {
  ns: readonly string[];
  mode: string;
  payload: unknown;
}

/**
 * The library's own stream modes that these modes of a client need. `namesOnlyMode`: whether the library names the mode of
 * each step although only one mode was requested; versions before 0.2.20 do not, so they are requested for two.
 */
export function toLibraryModes(modes: readonly string[], namesOnlyMode = true): string[] {
  const own = new Set(modes.filter((mode) => mode !== 'events' && !mode.startsWith('messages')));
  if (modes.some((mode) => mode.startsWith('messages'))) own.add('messages');
  // Complete messages are taken from the state.
  if (modes.includes('messages')) own.add('values');
  if (own.size === 0) own.add('values');
  if (own.size === 1 && !namesOnlyMode) own.add(own.has('values') ? 'updates' : 'values');
  return [...own];
}

/** Where a run emits its events. */
export interface EventSink {
  hasSubscriber(): boolean;
  emit(event: StreamedEvent): void;
  /** Resolves when there is room for more events; undefined: there is. */
  room(): Promise<void> | undefined;
  /** Resolves when all emitted events have been stored. */
  flushed(): Promise<void>;
  /** The run begins a node of this name. */
  beginNode?(node: string): void;
}

/** Turns steps into events as the hosted service names and shapes them. Without a subscriber none is emitted. */
export function createStepEvents(plan: StreamPlan, sink: EventSink) {
  const modes = new Set(plan.modes);
  const messages = modes.has('messages') ? createMessageEvents() : undefined;

  const emit = (event: string, ns: readonly string[], body: unknown): void => {
    if (!sink.hasSubscriber()) return;
    const data = toData(body);
    // A node's name may hold line breaks, and an event's name must not.
    sink.emit({ event: [event, ...ns].join('|').replaceAll(/[\r\n]/g, ' '), data });
  };

  const addStep = ({ ns, mode, payload }: Step): void => {
    if (mode === 'messages' && modes.has('messages-tuple')) emit('messages', ns, payload);
    if (modes.has(mode) && mode !== 'messages') emit(mode, ns, bodyOf(mode, payload));
    // Messages are put together from their first piece, with or without a subscriber.
    for (const { event, body } of messages?.(mode, payload) ?? []) emit(event, ns, body);
  };
  /** An event of the library's own protocol; what the protocol has no channel for is left out. */
  const addProtocolEvent = (event: unknown): void => {
    if (!isFields(event) || typeof event.method !== 'string' || !isFields(event.params)) return;
    const { method, params } = event;
    if (!PROTOCOL_METHOD.test(method)) return;
    // How the graph itself goes is for the server to say. That it begins would hold up what follows it, too.
    if (method === 'lifecycle' && toList(params.namespace).length === 0) return;
    // Whole messages are the older protocol's.
    if (method === 'messages' && !(isFields(params.data) && typeof params.data.event === 'string')) return;
    emit(method, toList(params.namespace).map(String), { type: 'event', method, params });
  };
  return { addStep, addProtocolEvent, emit, room: () => sink.room() };
}

const PROTOCOL_METHOD =
  /^(values|updates|messages|tools|custom(:[^|\r\n]+)?|lifecycle|input|tasks|checkpoints)$/;

/** JSON on one line. A value that JSON cannot hold does not fail the run: without a subscriber it would have succeeded. */
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

/** A piece of a message can be joined with the next one; a whole message cannot. */
const isPiece = (value: object): value is { concat(more: unknown): object } =>
  'concat' in value && typeof value.concat === 'function';

/**
 * The stream mode `messages`: `messages/metadata` once for each message a model begins, `messages/partial` with all of it so
 * far at each piece, and `messages/complete` once it is in the state. Gives the function that takes each step.
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

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Anything but a list becomes an empty one. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The checkpoint that a configuration points to, as the `checkpoint` of an event. */
function placeOf(config: unknown): Fields | null {
  const configurable = isFields(config) ? config.configurable : undefined;
  if (!isFields(configurable) || configurable.thread_id === undefined) return null;
  return {
    thread_id: configurable.thread_id,
    checkpoint_ns: configurable.checkpoint_ns ?? '',
    checkpoint_id: configurable.checkpoint_id ?? null,
    checkpoint_map: configurable.checkpoint_map ?? null,
  };
}

/** A configuration without the library's own fields: functions, callbacks, and those that begin with underscores. */
function shownConfig(config: unknown): unknown {
  if (!isFields(config) || !isFields(config.configurable)) return config;
  const shown = Object.entries(config.configurable).filter(([key]) => !key.startsWith('__'));
  const { callbacks: _, signal: __, ...rest } = config;
  return { ...rest, configurable: Object.fromEntries(shown) };
}

/** A task, with the checkpoint of its sub-graph's state. */
function toTaskBody(task: unknown): unknown {
  if (!isFields(task)) return task;
  const { state, ...rest } = task;
  const checkpoint = placeOf(state);
  return checkpoint === null ? task : { ...rest, checkpoint };
}

/** A checkpoint event with the hosted service's names (snake case, `checkpoint` beside `config`). */
function toCheckpointBody(payload: unknown): unknown {
  if (!isFields(payload)) return payload;
  const { parentConfig, config, tasks, ...rest } = payload;
  return {
    ...rest,
    config: shownConfig(config),
    parent_config: shownConfig(parentConfig) ?? null,
    checkpoint: placeOf(config),
    parent_checkpoint: placeOf(parentConfig),
    tasks: toList(tasks).map(toTaskBody),
  };
}

/** A debug event wraps either of them, or a task's result. */
function toDebugBody(chunk: unknown): unknown {
  if (!isFields(chunk)) return chunk;
  const { type, payload } = chunk;
  if (type === 'checkpoint') return { ...chunk, payload: toCheckpointBody(payload) };
  return type === 'task_result' ? { ...chunk, payload: toTaskBody(payload) } : chunk;
}
