import { createListeners } from '../../clients/listeners.ts';
import { isoTime } from '../ports/clock.ts';
import type { Clock } from '../../clients/clock.ts';
import type { Deployments, Repositories, Revisions, Store } from '../ports/store.ts';
import type { StoreChange } from '../ports/store-changes.ts';
import type { SequenceCounter, Span } from './journal.ts';

/** A state change in the store, in the format of GET /_local/events. */
export type LifecycleEvent = {
  /** Sequence number of the event (1, 2, 3 …) over the lifetime of the emulator. */
  seq: number;
  /** Time of the event on the emulator's clock, in ISO 8601. */
  at: string;
  /**
   * Sequence number of the newest journal entry at the time of the event. The journal entry of a request in progress
   * gets a greater number.
   */
  journal: number;
} & (StoreChange | { kind: 'restored' });

/** Recorded events of deployments and revisions, oldest first. */
export interface EventLog {
  /** Records one event per change of a committed transaction. */
  record(changes: readonly (StoreChange | { kind: 'restored' })[]): void;
  /** Returns at most `limit` events after `seq`, and as `next` the value of `after` for the next page. */
  after(seq: number, limit?: number): { events: LifecycleEvent[]; next: number };
  /**
   * Returns the events since the journal entry with this number, each with its position in the order of all recorded
   * spans.
   */
  spans(journal: number): Span<LifecycleEvent>[];
  /** Returns the sequence number of the newest event, or 0 if no event exists. */
  lastSeq(): number;
  /** Returns all stored events, with their positions in the order of all recorded spans. */
  kept(): readonly Span<LifecycleEvent>[];
  /** Calls `notify` after new events were recorded. The returned function unsubscribes `notify`. */
  onRecord(notify: () => void): () => void;
  /** Returns the `journal` number of the newest discarded event, or 0 if no event was discarded. */
  droppedUpTo(): number;
  /** Removes all events. The sequence numbers of later events continue. */
  clear(): void;
}

/** Maximum number of stored events, above which the oldest events are dropped. */
const KEPT = 10_000;

/** Creates an empty event log. `journalSeq` returns the sequence number of the newest journal entry. */
export function createEventLog(dependencies: {
  clock: Clock;
  counter: SequenceCounter;
  journalSeq: () => number;
}): EventLog {
  let kept: Span<LifecycleEvent>[] = [];
  let seq = 0;
  let forgotten = 0;
  const listeners = createListeners();
  const shorten = () => {
    if (kept.length <= KEPT * 1.1) return;
    forgotten = kept.at(-KEPT - 1)?.item.journal ?? 0;
    kept = kept.slice(-KEPT);
  };
  return {
    record(changes) {
      for (const fact of changes) {
        seq += 1;
        const at = isoTime(dependencies.clock.now());
        const moment = dependencies.counter.next();
        kept.push({
          item: { seq, at, journal: dependencies.journalSeq(), ...fact },
          began: moment,
          ended: moment,
        });
      }
      shorten();
      listeners.notify();
    },
    after(from, limit = KEPT) {
      const events = kept
        .map(({ item: what }) => what)
        .filter((event) => event.seq > from)
        .slice(0, limit);
      return { events, next: events.at(-1)?.seq ?? Math.max(from, 0) };
    },
    spans: (journal) => kept.filter(({ item: what }) => what.journal >= journal),
    lastSeq: () => seq,
    kept: () => kept,
    onRecord: listeners.add,
    droppedUpTo: () => forgotten,
    clear() {
      forgotten = 0;
      kept = [];
    },
  };
}

/**
 * Wraps a store so that it reports every committed change of a status or active revision, and every creation and
 * removal. Reads of the store are not affected.
 */
export function observeStore(store: Store, notify: (changes: readonly StoreChange[]) => void): Store {
  const transaction: Store['transaction'] = async (work) => {
    let changes: StoreChange[] = [];
    const result = await store.transaction((tx) => {
      // A retried transaction starts with no recorded changes, so only the changes of the committed attempt are
      // reported.
      changes = [];
      return work(observe(tx, changes));
    });
    if (changes.length > 0) notify(changes);
    return result;
  };
  return {
    ...store,
    transaction,
    deployments: {
      ...store.deployments,
      insert: (...given) => transaction((tx) => tx.deployments.insert(...given)),
      update: (id, change) =>
        changesVisibleField(change)
          ? transaction((tx) => tx.deployments.update(id, change))
          : store.deployments.update(id, change),
      remove: (id) => transaction((tx) => tx.deployments.remove(id)),
    },
    revisions: {
      ...store.revisions,
      insert: (...given) => transaction((tx) => tx.revisions.insert(...given)),
      update: (id, change, fence) =>
        change.status === undefined
          ? store.revisions.update(id, change, fence)
          : transaction((tx) => tx.revisions.update(id, change, fence)),
    },
  };
}

function observe(tx: Repositories, changes: StoreChange[]): Repositories {
  return { ...tx, deployments: observeDeployments(tx, changes), revisions: observeRevisions(tx, changes) };
}

function changesVisibleField(change: Parameters<Deployments['update']>[1]): boolean {
  return change.status !== undefined || change.activeRevisionId !== undefined;
}

function observeDeployments({ deployments }: Repositories, changes: StoreChange[]): Deployments {
  return {
    ...deployments,
    async insert(row, secrets) {
      await deployments.insert(row, secrets);
      changes.push({
        kind: 'deployment',
        deployment_id: row.id,
        deployment: row.name,
        status: row.status,
        was: null,
      });
    },
    async update(id, change) {
      const before = changesVisibleField(change) ? await deployments.findById(id) : undefined;
      await deployments.update(id, change);
      if (before === undefined) return;
      const of = { deployment_id: id, deployment: before.name };
      const { status, activeRevisionId } = change;
      if (activeRevisionId !== undefined && activeRevisionId !== before.activeRevisionId) {
        changes.push({ kind: 'active', ...of, revision_id: activeRevisionId, was: before.activeRevisionId });
      }
      if (status !== undefined && status !== before.status) {
        changes.push({ kind: 'deployment', ...of, status, was: before.status });
      }
    },
    async remove(id) {
      const before = await deployments.findById(id);
      await deployments.remove(id);
      if (before) changes.push({ kind: 'removed', deployment_id: id, deployment: before.name });
    },
  };
}

function observeRevisions({ deployments, revisions }: Repositories, changes: StoreChange[]): Revisions {
  const report = async (
    { id, deploymentId }: { id: string; deploymentId: string },
    status: string,
    was: string | null,
  ) => {
    const deployment = await deployments.findById(deploymentId);
    changes.push({
      kind: 'revision',
      deployment_id: deploymentId,
      deployment: deployment?.name ?? '',
      revision_id: id,
      status,
      was,
    });
  };
  return {
    ...revisions,
    async insert(row, secrets) {
      const inserted = await revisions.insert(row, secrets);
      await report(inserted, inserted.status, null);
      return inserted;
    },
    async update(id, change, fence) {
      const { status } = change;
      const before = status === undefined ? undefined : await revisions.findById(id);
      const updated = await revisions.update(id, change, fence);
      if (updated && before && status !== undefined && status !== before.status) {
        await report(before, status, before.status);
      }
      return updated;
    },
  };
}
