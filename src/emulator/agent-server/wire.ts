import type { Run } from '../../contract/run.ts';
import type { Thread, ThreadState } from '../../contract/thread.ts';
import type { RunRow, ThreadRow } from '../ports/store.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** A thread as answered (spec §2.11; facts: service §4.2). */
export function toThread(row: ThreadRow): Thread {
  return {
    thread_id: row.id,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    // Of a thread from before it was kept, the last change is all that is known.
    state_updated_at: iso(row.stateUpdatedAt === 0 ? row.updatedAt : row.stateUpdatedAt),
    metadata: row.metadata,
    status: row.status,
    config: {},
    values: row.values ?? {},
    interrupts: row.interrupts,
  };
}

/** When a thread ends by itself, if it does. */
export function toTtl({ expiry }: ThreadRow): Pick<Thread, 'ttl'> {
  if (!expiry) return {};
  return {
    ttl: { strategy: 'delete', ttl_minutes: expiry.ttlMs / 60_000, expires_at: iso(expiry.at) },
  };
}

/** A run as answered (spec §2.11; facts: service §4.2). */
export function toRun(row: RunRow): Run {
  return {
    run_id: row.id,
    thread_id: row.threadId,
    assistant_id: row.assistantId,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
    status: row.status,
    metadata: row.metadata,
    kwargs: row.kwargs,
    multitask_strategy: row.multitaskStrategy,
  };
}

/** The state of a thread as far as its own row tells it: what its last run left (facts: local-clouds §1.8). */
export function toStoredState(row: ThreadRow): ThreadState {
  return {
    values: row.values ?? {},
    next: [],
    tasks: [],
    metadata: row.metadata,
    created_at: null,
    checkpoint: null,
    parent_checkpoint: null,
    interrupts: Object.values(row.interrupts).flat(),
  };
}
