import { isoTime } from '../ports/clock.ts';
import type { Thread, ThreadState } from '../../contract/thread.ts';
import type { ThreadRow } from '../ports/store.ts';
import type { ThreadHead } from '../ports/store-agent-server.ts';

/** Creates the row of a new, unused thread. `now` is in epoch milliseconds. */
export function newThreadRow(
  deploymentId: string,
  id: string,
  metadata: Record<string, unknown>,
  now: number,
  expiry: ThreadRow['expiry'] = null,
): ThreadRow {
  return {
    id,
    deploymentId,
    status: 'idle',
    metadata,
    values: null,
    interrupts: {},
    restingStatus: 'idle',
    stale: false,
    createdAt: now,
    updatedAt: now,
    stateUpdatedAt: now,
    expiry,
    priority: null,
  };
}

/** Returns the ID of the last run's graph, or else of the graph that the thread was created for. */
export function graphIdOf({ metadata }: Pick<ThreadRow, 'metadata'>): string | undefined {
  return typeof metadata.graph_id === 'string' ? metadata.graph_id : undefined;
}

/** Converts a thread's row to the format of the API. */
export function toThread(row: ThreadRow): Thread {
  return {
    thread_id: row.id,
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
    // In rows that are older than the column `stateUpdatedAt`, the column contains 0.
    state_updated_at: isoTime(row.stateUpdatedAt === 0 ? row.updatedAt : row.stateUpdatedAt),
    metadata: row.metadata,
    status: row.status,
    config: {},
    values: row.values ?? {},
    interrupts: row.interrupts,
  };
}

/** Returns the `ttl` field of a thread that expires. */
export function toTtl({ expiry }: Pick<ThreadRow, 'expiry'>): Pick<Thread, 'ttl'> {
  if (!expiry) return {};
  return {
    ttl: { strategy: expiry.strategy, ttl_minutes: expiry.ttlMs / 60_000, expires_at: isoTime(expiry.at) },
  };
}

/** Returns the state that the last run left in a thread's row, without the values. */
export function toStoredState(row: ThreadHead): Omit<ThreadState, 'values'> {
  return {
    next: [],
    tasks: [],
    metadata: row.metadata,
    created_at: null,
    checkpoint: null,
    parent_checkpoint: null,
    interrupts: Object.values(row.interrupts).flat(),
  };
}
