import { stringifyExactJson, tryParseExactJson } from '../../../contract/exact-json.ts';
import { isJsonObject } from '../../../contract/json-safety.ts';
import {
  type EventStreamRequest,
  PROTOCOL_CHANNELS,
  type ProtocolEvent,
} from '../../../contract/protocol.ts';
import { interruptRequests, toStatePayload } from './state-payload.ts';

type Namespace = readonly string[];
type LifecycleStatus = 'started' | 'running' | 'completed' | 'failed' | 'interrupted';

/** A stored event of a run: name, data, and ID within the run. */
interface StoredEvent {
  event: string;
  data: string;
  id: number;
}

/** How a run ended, in terms of the protocol. */
export type RunEnd =
  | { status: 'completed' | 'interrupted' }
  | {
      status: 'failed';
      error: string;
    };

/**
 * Converts the stored events of one run to events of the protocol (docs/agent-server/streams.md#protocol). The same run
 * always produces the same events with the same IDs and numbers.
 */
export interface ProtocolSession {
  /** Call when the run has begun or is about to be read. Later calls return nothing. */
  begin(): ProtocolEvent[];
  add(stored: StoredEvent): ProtocolEvent[];
  /** Call when the run has ended. Returns nothing if the run stopped for an interrupt, which has been reported. */
  end(end: RunEnd): ProtocolEvent[];
  /** Returns the number of the last event so far. */
  lastSeq(): number;
}

interface EventContent {
  method: string;
  namespace: Namespace;
  data: unknown;
  node?: string | undefined;
  timestamp?: number | undefined;
  /** Defaults to the ID of the stored event that it results from. */
  id?: string;
}

/** Numbers that a run's events may use per millisecond until the next run of its thread is created. */
const SEQ_PER_MS = 1_000;

/**
 * Returns the number of a run's first event, unless earlier runs already used it. The number is known before the run
 * begins and is the same in every connection, even if the earlier events are no longer stored.
 */
export function firstSeqOf(run: { createdAt: number }): number {
  return run.createdAt * SEQ_PER_MS;
}

/** `now` returns epoch milliseconds, for events without a time. */
export function createProtocolSession(run: {
  id: string;
  graphName: string;
  firstSeq: number;
  now: () => number;
}): ProtocolSession {
  let seq = run.firstSeq - 1;
  let begun = false;
  let ended = false;
  const namespaces = new Map<string, { namespace: Namespace; graphName: string; status: LifecycleStatus }>();
  const announced = new Set<string>();
  const interrupts = new Set<string>();
  const checkpoints = new Set<string>();
  /** The events produced by the current call, and the ID of the event that they result from. */
  let made: ProtocolEvent[] = [];
  let sourceId = '';

  const push = ({ method, namespace, data, node, timestamp, id }: EventContent): void => {
    seq += 1;
    const ofSource = made.filter((event) => event.event_id.startsWith(sourceId)).length;
    made.push({
      type: 'event',
      event_id: id ?? (ofSource === 0 ? sourceId : `${sourceId}.${ofSource}`),
      seq,
      method,
      params: {
        namespace: [...namespace],
        timestamp: timestamp ?? run.now(),
        data,
        ...(node !== undefined && { node }),
      },
    });
  };
  const collect = (source: string, work: () => void): ProtocolEvent[] => {
    sourceId = source;
    made = [];
    work();
    return made;
  };
  const ownId = (...parts: string[]): string => `${run.id}/${parts.join('/')}`;

  const track = (namespace: Namespace, status: LifecycleStatus, graphName?: string): void => {
    const key = keyOf(namespace);
    const name = graphName ?? namespaces.get(key)?.graphName ?? graphNameOf(namespace, run.graphName);
    namespaces.set(key, { namespace, graphName: name, status });
  };
  /** Marks the graph and its parents as active, whether announced or not. */
  const trackAll = (namespace: Namespace): void => {
    for (let length = 1; length <= namespace.length; length += 1) {
      const part = namespace.slice(0, length);
      if (namespaces.get(keyOf(part))?.status !== 'started') track(part, 'started');
    }
  };
  const lifecycle = (
    namespace: Namespace,
    event: LifecycleStatus,
    more: { graphName?: string; error?: string; cause?: unknown } = {},
  ): void => {
    const key = keyOf(namespace);
    const before = namespaces.get(key);
    const graphName = more.graphName ?? before?.graphName ?? graphNameOf(namespace, run.graphName);
    const { error, cause } = more;
    const isNews = before?.status !== event || before.graphName !== graphName;
    if (!isNews && error === undefined && cause === undefined) return;
    if (namespace.length > 0 && !before) trackAll(namespace);
    track(namespace, event, graphName);
    push({
      method: 'lifecycle',
      namespace,
      data: {
        event,
        graph_name: graphName,
        ...(error !== undefined && { error }),
        ...(cause !== undefined && { cause }),
      },
      id: ownId('lifecycle', ...namespace, event),
    });
  };

  /** An interrupt stops the run, so the end is reported together with the first interrupt. */
  const askFor = (namespace: Namespace, requests: readonly { interrupt_id: string }[]): void => {
    for (const request of requests) {
      if (interrupts.has(request.interrupt_id)) continue;
      interrupts.add(request.interrupt_id);
      push({
        method: 'input.requested',
        namespace,
        data: request,
        id: ownId('input', ...namespace, request.interrupt_id),
      });
    }
    if (interrupts.size === 0 || ended) return;
    lifecycle([], 'interrupted');
    ended = true;
  };

  /** A node's update closes the oldest of its subgraphs that is still open. */
  const nodeEnded = (parent: Namespace, node: string): void => {
    if (node === '' || node.startsWith('__')) return;
    for (const { namespace, status } of namespaces.values()) {
      const last = namespace.at(-1);
      if (namespace.length !== parent.length + 1 || status !== 'started' || last === undefined) continue;
      if (!parent.every((part, at) => namespace[at] === part)) continue;
      if (last !== node && !last.startsWith(`${node}:`)) continue;
      return lifecycle(namespace, 'completed');
    }
  };

  const addLifecycle = (outer: Namespace, data: unknown): void => {
    if (!isJsonObject(data) || typeof data['event'] !== 'string') return trackAll(outer);
    // The Python library reports subgraphs from the place where they are watched.
    const named = stringList(data['namespace']);
    const namespace = named && named.length > outer.length ? named : outer;
    // Events of the root graph are reported with the run.
    if (namespace.length === 0) return;
    const graphName = typeof data['graph_name'] === 'string' ? { graphName: data['graph_name'] } : {};
    if (data['event'] === 'started') {
      if (announced.has(keyOf(namespace))) return;
      announced.add(keyOf(namespace));
      track(namespace, 'started', graphName.graphName);
      return push({ method: 'lifecycle', namespace, data });
    }
    if (!isLifecycleStatus(data['event'])) return trackAll(namespace);
    lifecycle(namespace, data['event'], {
      ...graphName,
      ...(typeof data['error'] === 'string' && { error: data['error'] }),
      ...(isJsonObject(data['cause']) && { cause: data['cause'] }),
    });
  };

  const addTool = (content: EventContent): void => {
    push(content);
    for (const data of toolMessage(content.data)) {
      const call = data.tool_call_id;
      const namespace = [...content.namespace, ...(call === undefined ? [] : [`tools:${call}`])];
      for (const event of data.events) push({ method: 'messages', namespace, data: event });
    }
  };

  const addCheckpoint = (content: EventContent): void => {
    const id = isJsonObject(content.data) ? content.data['id'] : undefined;
    if (typeof id !== 'string') return;
    const key = keyOf([...content.namespace, id]);
    if (checkpoints.has(key)) return;
    checkpoints.add(key);
    push({ ...content, id: ownId('checkpoint', ...content.namespace, id) });
  };

  const addState = (content: EventContent, more: unknown): void => {
    const { method, namespace, data, node } = content;
    const requests = [...interruptRequests(data), ...interruptRequests(more)];
    askFor(namespace, requests);
    const shown = toStatePayload(data);
    // The state contained nothing but the interrupt.
    const isEmpty = requests.length > 0 && isJsonObject(shown) && Object.keys(shown).length === 0;
    if (!isEmpty) push({ ...content, data: shown });
    if (method === 'updates' && node !== undefined) nodeEnded(namespace, node);
  };

  /** Adds an event that the library created for the protocol. */
  const addNative = (
    event: Record<string, unknown>,
    named: { method: string; namespace: Namespace },
  ): void => {
    const params = isJsonObject(event['params']) ? event['params'] : {};
    const method = typeof event['method'] === 'string' ? event['method'] : named.method;
    const namespace = stringList(params['namespace']) ?? named.namespace;
    const { data } = params;
    const timestamp = typeof params['timestamp'] === 'number' ? params['timestamp'] : undefined;
    if (method === 'lifecycle') return addLifecycle(namespace, data);
    if (method === 'checkpoints') return addCheckpoint({ method, namespace, data, timestamp });
    trackAll(namespace);
    if (method.startsWith('custom:')) {
      const name = method.slice('custom:'.length);
      return push({ method: 'custom', namespace, data: { name, payload: data }, timestamp });
    }
    const node = nodeOf(method, params);
    const content = { method, namespace, data, timestamp, node };
    if (method === 'updates' && node === '__interrupt__') {
      return askFor(namespace, interruptRequests(isJsonObject(data) ? data['values'] : undefined));
    }
    if (method === 'values' || method === 'updates') return addState(content, params['interrupts']);
    if (method === 'tools') return addTool({ ...content, data: withoutNode(data) });
    push({ ...content, method: method === 'input' ? 'input.requested' : method });
  };

  /** Adds an event of a run that was created through an older API. */
  const addOlder = (method: string, namespace: Namespace, data: unknown): void => {
    if (method === 'lifecycle') return addLifecycle(namespace, data);
    trackAll(namespace);
    if (method === 'values') return addState({ method, namespace, data }, undefined);
    if (method === 'updates') {
      const [first, ...others] = isJsonObject(data) ? Object.entries(data) : [];
      const node = first && others.length === 0 ? first[0] : undefined;
      const change = first && others.length === 0 ? first[1] : data;
      if (node === '__interrupt__') return askFor(namespace, interruptRequests(data));
      const values = isJsonObject(change) ? change : { value: change };
      return addState({ method, namespace, data: values, node }, undefined);
    }
    if (method === 'custom') return push({ method, namespace, data: { payload: data } });
    if (method === 'tools') return addTool({ method, namespace, data });
    if (method === 'tasks') push({ method, namespace, data });
    // Whole messages, checkpoints and the library's own events have no channel in this protocol.
  };

  return {
    begin() {
      if (begun) return [];
      begun = true;
      return collect(ownId('begin'), () => lifecycle([], 'running'));
    },
    add({ event, data, id }) {
      const [method = '', ...namespace] = event.split('|');
      if (!METHODS.has(method) && !method.startsWith('custom:')) return [];
      // A worker runs its author's code, so the data may be anything.
      const value = tryParseExactJson(data);
      if (value === undefined) return [];
      return collect(`${run.id}/${id}`, () => {
        if (isNative(value)) addNative(value, { method, namespace });
        else addOlder(method, namespace, value);
      });
    },
    end(end) {
      return collect(ownId('end'), () => {
        if (ended) return;
        ended = true;
        if (end.status === 'failed') return lifecycle([], 'failed', { error: end.error });
        const open = [...namespaces.values()].filter(
          ({ namespace, status }) => namespace.length > 0 && status === 'started',
        );
        for (const { namespace } of open.toSorted((a, b) => b.namespace.length - a.namespace.length)) {
          lifecycle(namespace, 'completed');
        }
        lifecycle([], end.status);
      });
    },
    lastSeq: () => seq,
  };
}

/** Returns whether a reader with this filter receives an event. */
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

/** A segment of a prefix without a task matches every task of its node. */
function hasPrefix(namespace: Namespace, prefix: Namespace): boolean {
  return prefix.every((segment, at) => {
    const own = namespace[at];
    return own === segment || (own !== undefined && !segment.includes(':') && nodeName(own) === segment);
  });
}

const METHODS: ReadonlySet<string> = new Set(PROTOCOL_CHANNELS);

const keyOf = (namespace: Namespace): string => namespace.join('\0');
const nodeName = (segment: string): string => segment.split(':', 1)[0] ?? '';

function graphNameOf(namespace: Namespace, root: string): string {
  const last = namespace.at(-1);
  return last === undefined ? root : nodeName(last);
}

function isLifecycleStatus(value: string): value is LifecycleStatus {
  return ['started', 'running', 'completed', 'failed', 'interrupted'].includes(value);
}

function stringList(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

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

/** Returns the result of a finished tool as a message; nothing for any other tool event. */
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
