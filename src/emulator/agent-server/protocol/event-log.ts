import type { ProtocolEvent } from '../../../contract/protocol.ts';

/** Position in the tree of graphs: empty for the root graph, otherwise `node:<task>` per level. */
export type Namespace = readonly string[];

export interface EventContent {
  method: string;
  namespace: Namespace;
  data: unknown;
  node?: string | undefined;
  timestamp?: number | undefined;
  /** ID of the event, by default that of the stored event that it results from. */
  id?: string;
}

/** The events of one run, numbered in their order. */
export interface EventLog {
  push(event: EventContent): void;
  /** Returns the events that `work` pushes. `sourceId`: ID of the event that they result from. */
  collect(sourceId: string, work: () => void): ProtocolEvent[];
  /** Returns the ID of an event that does not result from a stored event. */
  ownId(...parts: string[]): string;
  /** Returns the number of the last event so far. */
  lastSeq(): number;
}

/** `now` returns epoch milliseconds, for events without a time. */
export function createEventLog(run: { id: string; firstSeq: number; now: () => number }): EventLog {
  let seq = run.firstSeq - 1;
  /** The events pushed by the current call of `collect`, and the ID of the event that they result from. */
  let made: ProtocolEvent[] = [];
  let sourceId = '';
  return {
    push({ method, namespace, data, node, timestamp, id }) {
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
    },
    collect(source, work) {
      sourceId = source;
      made = [];
      work();
      return made;
    },
    ownId: (...parts) => `${run.id}/${parts.join('/')}`,
    lastSeq: () => seq,
  };
}

/** Returns the key of a namespace in maps. */
export const keyOf = (namespace: Namespace): string => namespace.join('\0');

/** Returns the name of the node in a segment `node:<task>`. */
export const nodeName = (segment: string): string => segment.split(':', 1)[0] ?? '';
