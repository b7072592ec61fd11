import { isJsonObject } from '../../../contract/json-safety.ts';
import { toError } from '../../../os/errors.ts';
import { stringifyExactJson } from '../../../contract/exact-json.ts';
import type { StreamedEvent, StreamPlan } from '../../ports/worker.ts';
import { toPlain } from './plain-json.ts';

/** A step that the graph library reports. `ns` is the path of the step's subgraph, or empty for the graph itself. */
export interface Step {
  ns: readonly string[];
  mode: string;
  payload: unknown;
}

/**
 * Returns the library's stream modes for a client's modes. `namesOnlyMode` is false before version 0.2.20, where the
 * library omits the mode of a step if only one mode is requested, so a second mode is requested.
 */
export function toLibraryModes(modes: readonly string[], namesOnlyMode = true): string[] {
  const own = new Set(modes.filter((mode) => mode !== 'events' && !mode.startsWith('messages')));
  if (modes.some((mode) => mode.startsWith('messages'))) own.add('messages');
  // The values of the state contain the complete messages for the mode `messages`.
  if (modes.includes('messages')) own.add('values');
  if (own.size === 0) own.add('values');
  if (own.size === 1 && !namesOnlyMode) own.add(own.has('values') ? 'updates' : 'values');
  return [...own];
}

/** A step of a running graph, with a node that begins the step. */
export interface GraphStep {
  /** Path of the subgraph in checkpoints, `name:id|name:id`, or empty for the graph itself. */
  ns: string;
  number: number;
  node: string;
}

/** Receives the events of a run. */
export interface EventSink {
  hasSubscriber(): boolean;
  emit(event: StreamedEvent): void;
  /** Resolves once more events can be emitted, or returns `undefined` if events can be emitted now. */
  room(): Promise<void> | undefined;
  /** Resolves once all emitted events have been stored. */
  flushed(): Promise<void>;
  /** Reports that the run begins a node. */
  beginNode?(node: string): void;
  /** Reports that the run begins a step; called only if the run stores no checkpoint before its end. */
  beginStep?(step: GraphStep): void;
}

/**
 * Converts steps to events with the hosted service's names and formats, and emits them only if the run has a
 * subscriber.
 */
export function createStepEvents(plan: StreamPlan, sink: EventSink) {
  const modes = new Set(plan.modes);
  const messages = modes.has('messages') ? createMessageEvents() : undefined;

  const emit = (event: string, ns: readonly string[], body: unknown): void => {
    if (!sink.hasSubscriber()) return;
    const data = toData(body);
    // Node names can contain line breaks, but event names cannot.
    sink.emit({ event: [event, ...ns].join('|').replaceAll(/[\r\n]/g, ' '), data });
  };

  const addStep = ({ ns, mode, payload }: Step): void => {
    if (mode === 'messages' && modes.has('messages-tuple')) emit('messages', ns, payload);
    if (modes.has(mode) && mode !== 'messages') emit(mode, ns, bodyOf(mode, payload));
    // Messages are assembled even without a subscriber, because each later event contains all pieces of its message.
    for (const { event, body } of messages?.(mode, payload) ?? []) emit(event, ns, body);
  };
  /** Emits an event of the library's streaming protocol, or drops the event if the protocol has no channel for it. */
  const addProtocolEvent = (event: unknown): void => {
    if (!isJsonObject(event) || typeof event.method !== 'string' || !isJsonObject(event.params)) return;
    const { method } = event;
    const namespace = toNamespace(event.params.namespace);
    const params: Record<string, unknown> = { ...event.params, namespace };
    if (!PROTOCOL_METHOD.test(method)) return;
    // The control plane reports the graph's lifecycle itself, and the library's start event would delay later events.
    if (method === 'lifecycle' && namespace.length === 0) return;
    // Whole messages are dropped, because they belong to the older protocol.
    if (method === 'messages' && !(isJsonObject(params.data) && typeof params.data.event === 'string'))
      return;
    emit(method, namespace, { type: 'event', method, params });
  };
  return { addStep, addProtocolEvent, emit, room: () => sink.room() };
}

/**
 * Returns the subgraphs on the path to the graph that an event of the library belongs to. Removes the empty name that
 * the library returns for the graph itself if the run continues from a checkpoint.
 */
export function toNamespace(value: unknown): string[] {
  return toList(value)
    .map(String)
    .filter((name) => name !== '');
}

const PROTOCOL_METHOD =
  /^(values|updates|messages|tools|custom(:[^|\r\n]+)?|lifecycle|input|tasks|checkpoints)$/;

/**
 * Returns the value as JSON on one line. Never throws, because a failure would depend on whether the run has a
 * subscriber.
 */
function toData(body: unknown): string {
  try {
    return stringifyExactJson(toPlain(body) ?? null);
  } catch (failure) {
    const { name, message } = toError(failure);
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

/** Returns whether a value is a piece of a message, which can be joined with other pieces. */
const isMessageChunk = (value: object): value is { concat(more: unknown): object } =>
  'concat' in value && typeof value.concat === 'function';

/**
 * Creates the function that receives steps and returns the events of the stream mode `messages`. `messages/metadata`
 * begins each message of a model. `messages/partial` follows each piece, and contains all pieces so far.
 * `messages/complete` is emitted once the message is in the state.
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
      before !== undefined && isMessageChunk(before) && isMessageChunk(message)
        ? before.concat(message)
        : message;
    begun.set(id, whole);
    if (isMessageChunk(message)) events.push({ event: 'messages/partial', body: [whole] });
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

/** Returns the list, or an empty list for any other value. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the checkpoint of a configuration, in the format of an event's field `checkpoint`. */
function placeOf(config: unknown): Fields | null {
  const configurable = isJsonObject(config) ? config.configurable : undefined;
  if (!isJsonObject(configurable) || configurable.thread_id === undefined) return null;
  return {
    thread_id: configurable.thread_id,
    checkpoint_ns: configurable.checkpoint_ns ?? '',
    checkpoint_id: configurable.checkpoint_id ?? null,
    checkpoint_map: configurable.checkpoint_map ?? null,
  };
}

/** Returns a configuration without internal fields: functions, callbacks, and names that begin with an underscore. */
function shownConfig(config: unknown): unknown {
  if (!isJsonObject(config) || !isJsonObject(config.configurable)) return config;
  const shown = Object.entries(config.configurable).filter(([key]) => !key.startsWith('__'));
  const { callbacks: _, signal: __, ...rest } = config;
  return { ...rest, configurable: Object.fromEntries(shown) };
}

/** Converts a task to the body of an event, with the checkpoint of its subgraph's state. */
function toTaskBody(task: unknown): unknown {
  if (!isJsonObject(task)) return task;
  const { state, ...rest } = task;
  const checkpoint = placeOf(state);
  return checkpoint === null ? task : { ...rest, checkpoint };
}

/** Converts a checkpoint event to the hosted service's format (snake case, `checkpoint` in addition to `config`). */
function toCheckpointBody(payload: unknown): unknown {
  if (!isJsonObject(payload)) return payload;
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

/** Converts a debug event, which contains a checkpoint, a task, or a task's result. */
function toDebugBody(chunk: unknown): unknown {
  if (!isJsonObject(chunk)) return chunk;
  const { type, payload } = chunk;
  if (type === 'checkpoint') return { ...chunk, payload: toCheckpointBody(payload) };
  return type === 'task_result' ? { ...chunk, payload: toTaskBody(payload) } : chunk;
}
