import { stringifyExactJson, tryParseExactJson } from '../../../contract/exact-json.ts';
import { isJsonObject } from '../../../contract/json-safety.ts';
import {
  type EventStreamRequest,
  PROTOCOL_CHANNELS,
  type ProtocolEvent,
} from '../../../contract/protocol.ts';
import {
  createEventLog,
  type EventContent,
  type EventLog,
  type Namespace,
  nodeName,
  keyOf,
} from './event-log.ts';
import { createGraphLifecycles, type GraphLifecycles, stringList } from './graph-lifecycles.ts';
import { interruptRequests, toStatePayload } from './state-payload.ts';

/** Stored event of a run. The ID of the event is unique within the run. */
interface StoredEvent {
  event: string;
  data: string;
  id: number;
}

/** Outcome of a run in terms of the protocol. */
export type RunEnd =
  | { status: 'completed' | 'interrupted' }
  | {
      status: 'failed';
      error: string;
    };

/**
 * Converts the stored events of one run to events of the streaming protocol (docs/agent-server/streams.md#protocol).
 * Every session returns the same events, event IDs and sequence numbers for a run.
 */
export interface ProtocolSession {
  /** Returns the first events of a run that has begun or will be read. Later calls of `begin` return no events. */
  begin(): ProtocolEvent[];
  add(stored: StoredEvent): ProtocolEvent[];
  /** Returns the last events of an ended run, or no events if an interrupt ended the run and was already reported. */
  end(end: RunEnd): ProtocolEvent[];
  /** Returns the sequence number of the last returned event. */
  lastSeq(): number;
}

/** Number of reserved sequence numbers per millisecond between the creation times of two runs of a thread. */
const SEQ_PER_MS = 1_000;

/**
 * Returns the sequence number of a run's first event, unless earlier runs have used that number. The sequence number is
 * derived from the run's creation time, so every connection computes the same number without reading earlier events.
 */
export function firstSeqOf(run: { createdAt: number }): number {
  return run.createdAt * SEQ_PER_MS;
}

/** Creates the session of one run. `now` returns epoch milliseconds, for events without a time. */
export function createProtocolSession(run: {
  id: string;
  graphName: string;
  firstSeq: number;
  now: () => number;
}): ProtocolSession {
  const log = createEventLog(run);
  const events = createRunEvents(log, createGraphLifecycles(log, run.graphName));
  let begun = false;
  return {
    begin() {
      if (begun) return [];
      begun = true;
      return log.collect(log.ownId('begin'), () => events.graphs.report([], 'running'));
    },
    add({ event, data, id }) {
      const [method = '', ...namespace] = event.split('|');
      if (!METHODS.has(method) && !method.startsWith('custom:')) return [];
      // The agent's code runs in the worker, so the data can have any shape.
      const value = tryParseExactJson(data);
      if (value === undefined) return [];
      return log.collect(`${run.id}/${id}`, () => {
        if (isNative(value)) addNative(events, value, { method, namespace });
        else addOlder(events, { method, namespace, data: value });
      });
    },
    end: (end) => log.collect(log.ownId('end'), () => events.end(end)),
    lastSeq: () => log.lastSeq(),
  };
}

/** Methods that add the events of one run. Each interrupt, each checkpoint and the run's end are added only once. */
interface RunEvents extends Pick<EventLog, 'push'> {
  readonly graphs: GraphLifecycles;
  addTool(content: EventContent): void;
  addCheckpoint(content: EventContent): void;
  /** Adds a state and its interrupts. `more` can contain interrupts that the state lacks. */
  addState(content: EventContent, more?: unknown): void;
  /** Adds the interrupts that have not been added yet. */
  askFor(namespace: Namespace, requests: readonly { interrupt_id: string }[]): void;
  end(end: RunEnd): void;
}

function createRunEvents(log: EventLog, graphs: GraphLifecycles): RunEvents {
  const interrupts = new Set<string>();
  const checkpoints = new Set<string>();
  let ended = false;

  /** An interrupt stops the run, so the run's end is reported with the first interrupt. */
  const askFor = (namespace: Namespace, requests: readonly { interrupt_id: string }[]): void => {
    for (const request of requests) {
      if (interrupts.has(request.interrupt_id)) continue;
      interrupts.add(request.interrupt_id);
      log.push({
        method: 'input.requested',
        namespace,
        data: request,
        id: log.ownId('input', ...namespace, request.interrupt_id),
      });
    }
    if (interrupts.size === 0 || ended) return;
    graphs.report([], 'interrupted');
    ended = true;
  };

  return {
    graphs,
    push: (event) => log.push(event),
    askFor,
    addTool(content) {
      log.push(content);
      for (const data of toolMessage(content.data)) {
        const call = data.tool_call_id;
        const namespace = [...content.namespace, ...(call === undefined ? [] : [`tools:${call}`])];
        for (const event of data.events) log.push({ method: 'messages', namespace, data: event });
      }
    },
    addCheckpoint(content) {
      const id = isJsonObject(content.data) ? content.data['id'] : undefined;
      if (typeof id !== 'string') return;
      const key = keyOf([...content.namespace, id]);
      if (checkpoints.has(key)) return;
      checkpoints.add(key);
      log.push({ ...content, id: log.ownId('checkpoint', ...content.namespace, id) });
    },
    addState(content, more) {
      const { method, namespace, data, node } = content;
      const requests = [...interruptRequests(data), ...interruptRequests(more)];
      askFor(namespace, requests);
      const shown = toStatePayload(data);
      // A state that contains only interrupts is not sent.
      const isEmpty = requests.length > 0 && isJsonObject(shown) && Object.keys(shown).length === 0;
      if (!isEmpty) log.push({ ...content, data: shown });
      if (method === 'updates' && node !== undefined) graphs.nodeEnded(namespace, node);
    },
    end(end) {
      if (ended) return;
      ended = true;
      if (end.status === 'failed') return graphs.report([], 'failed', { error: end.error });
      graphs.completeAll();
      graphs.report([], end.status);
    },
  };
}

/** Adds an event that the graph library has already emitted in the protocol's form. */
function addNative(
  run: RunEvents,
  event: Record<string, unknown>,
  named: { method: string; namespace: Namespace },
): void {
  const params = isJsonObject(event['params']) ? event['params'] : {};
  const method = typeof event['method'] === 'string' ? event['method'] : named.method;
  const namespace = stringList(params['namespace']) ?? named.namespace;
  const { data } = params;
  const timestamp = typeof params['timestamp'] === 'number' ? params['timestamp'] : undefined;
  if (method === 'lifecycle') return run.graphs.add(namespace, data);
  if (method === 'checkpoints') return run.addCheckpoint({ method, namespace, data, timestamp });
  run.graphs.trackAll(namespace);
  if (method.startsWith('custom:')) {
    const name = method.slice('custom:'.length);
    return run.push({ method: 'custom', namespace, data: { name, payload: data }, timestamp });
  }
  const node = nodeOf(method, params);
  const content = { method, namespace, data, timestamp, node };
  if (method === 'updates' && node === '__interrupt__') {
    return run.askFor(namespace, interruptRequests(isJsonObject(data) ? data['values'] : undefined));
  }
  if (method === 'values' || method === 'updates') return run.addState(content, params['interrupts']);
  if (method === 'tools') return run.addTool({ ...content, data: withoutNode(data) });
  run.push({ ...content, method: method === 'input' ? 'input.requested' : method });
}

/** Adds an event of a run that a client created through the older API. */
function addOlder(run: RunEvents, { method, namespace, data }: EventContent): void {
  if (method === 'lifecycle') return run.graphs.add(namespace, data);
  run.graphs.trackAll(namespace);
  if (method === 'values') return run.addState({ method, namespace, data });
  if (method === 'updates') {
    const [first, ...others] = isJsonObject(data) ? Object.entries(data) : [];
    const node = first && others.length === 0 ? first[0] : undefined;
    const change = first && others.length === 0 ? first[1] : data;
    if (node === '__interrupt__') return run.askFor(namespace, interruptRequests(data));
    const values = isJsonObject(change) ? change : { value: change };
    return run.addState({ method, namespace, data: values, node });
  }
  if (method === 'custom') return run.push({ method, namespace, data: { payload: data } });
  if (method === 'tools') return run.addTool({ method, namespace, data });
  if (method === 'tasks') run.push({ method, namespace, data });
  // The protocol has no channel for whole messages, checkpoints and the library's own events, so they are dropped.
}

/** Returns whether a reader's filter accepts an event. */
export function matchesFilter(
  { method, params }: Pick<ProtocolEvent, 'method' | 'params'>,
  { channels, namespaces, depth }: Pick<EventStreamRequest, 'channels' | 'namespaces' | 'depth'>,
): boolean {
  const channel = method === 'input.requested' ? 'input' : method;
  const name = channel === 'custom' && isJsonObject(params.data) ? params.data['name'] : undefined;
  const isAsked =
    channels.includes(channel) || (typeof name === 'string' && channels.includes(`custom:${name}`));
  if (!isAsked) return false;
  if (!namespaces || namespaces.length === 0) return true;
  return namespaces.some(
    (prefix) =>
      hasPrefix(params.namespace, prefix) &&
      (depth === null || depth === undefined || params.namespace.length - prefix.length <= depth),
  );
}

/** A segment of the prefix without a task matches every task of its node. */
function hasPrefix(namespace: Namespace, prefix: Namespace): boolean {
  return prefix.every((segment, at) => {
    const own = namespace[at];
    return own === segment || (own !== undefined && !segment.includes(':') && nodeName(own) === segment);
  });
}

const METHODS: ReadonlySet<string> = new Set(PROTOCOL_CHANNELS);

function isNative(value: unknown): value is Record<string, unknown> {
  return isJsonObject(value) && value['type'] === 'event' && isJsonObject(value['params']);
}

function nodeOf(method: string, params: Record<string, unknown>): string | undefined {
  const { node, data } = params;
  if (typeof node === 'string' && node !== '') return node;
  if (!isJsonObject(data)) return undefined;
  const inside = method === 'updates' ? data['node'] : method === 'tools' ? data['__node'] : undefined;
  return typeof inside === 'string' && inside !== '' ? inside : undefined;
}

function withoutNode(data: unknown): unknown {
  if (!isJsonObject(data)) return data;
  const { __node: _, ...rest } = data;
  return rest;
}

/** Returns the result of a finished tool as a message, or an empty list if the event does not end a tool. */
function toolMessage(
  data: unknown,
): { tool_call_id: string | undefined; events: Record<string, unknown>[] }[] {
  if (!isJsonObject(data) || data['event'] !== 'tool-finished' || !isJsonObject(data['output'])) return [];
  const { output } = data;
  const call = [data['tool_call_id'], output['tool_call_id']].find((id) => typeof id === 'string');
  const own = typeof output['id'] === 'string' && output['id'] !== '' ? output['id'] : undefined;
  const id = own ?? (call === undefined ? undefined : `tool-${call}`);
  if (id === undefined) return [];
  const { content = null } = output;
  const text = typeof content === 'string' ? content : content === null ? '' : stringifyExactJson(content);
  const start = {
    event: 'message-start',
    role: 'tool',
    id,
    ...(call !== undefined && { tool_call_id: call }),
  };
  return [
    {
      tool_call_id: call,
      events: [
        start,
        { event: 'content-block-start', index: 0, content: { type: 'text', text: '' } },
        { event: 'content-block-delta', index: 0, delta: { type: 'text-delta', text } },
        { event: 'content-block-finish', index: 0, content: { type: 'text', text } },
        { event: 'message-finish', metadata: {} },
      ],
    },
  ];
}
