import type { ProtocolEvent } from '../../../contract/protocol.ts';

/** Position in the tree of graphs: empty for the root graph, and one `node:<task>` segment per level for a subgraph. */
export type Namespace = readonly string[];

export interface EventContent {
  method: string;
  namespace: Namespace;
  data: unknown;
  node?: string | undefined;
  timestamp?: number | undefined;
  /** ID of the event, by default the ID of the stored event that the event is derived from. */
  id?: string;
}

/** Numbered events of one run, in order. */
export interface EventLog {
  push(event: EventContent): void;
  /** Calls `work` and returns the events that it pushes, which are derived from the stored event `sourceId`. */
  collect(sourceId: string, work: () => void): ProtocolEvent[];
  /** Returns an ID for an event that is not derived from a stored event. */
  ownId(...parts: string[]): string;
  lastSeq(): number;
}

/** Creates the event log of one run. `now` returns epoch milliseconds, for events without a time. */
export function createEventLog(run: { id: string; firstSeq: number; now: () => number }): EventLog {
  let seq = run.firstSeq - 1;
  /** Events that the current call of `collect` has pushed. */
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

/** Returns the map key of a namespace. */
export const keyOf = (namespace: Namespace): string => namespace.join('\0');

/** Returns the node's name in a `node:<task>` segment. */
export const nodeName = (segment: string): string => segment.split(':', 1)[0] ?? '';
