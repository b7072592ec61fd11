import type { Store } from '../../ports/store.ts';
import { isFinal } from '../run-outcome.ts';
import type { RunHandlers } from './replica-messages.ts';

/** Milliseconds after which a run that a client waits for, and that was never found, counts as deleted. */
const CREATED_WITHIN_MS = 30_000;
/** Tolerance in milliseconds for clock differences between machines and for the delay until a change is visible. */
const RECENT_MS = 10_000;

/** Creates the function that finds stored changes whose messages were lost. */
export function createLostMessages({
  store,
  instanceId,
  now,
}: {
  store: Pick<Store, 'sharedRuns'>;
  instanceId: string;
  now: () => number;
}) {
  const { sharedRuns } = store;
  /** Runs whose end clients wait for: start of the wait, and whether the run was ever found and had ended. */
  const awaited = new Map<string, { since: number; existed: boolean; ended: boolean }>();
  let positions: ReadonlyMap<string, number> = new Map();

  const findEnds = async (handlers: RunHandlers, ends: ReadonlyMap<string, boolean>): Promise<void> => {
    for (const id of awaited.keys()) if (!ends.has(id)) awaited.delete(id);
    if (ends.size === 0) return;
    const rows = new Map((await sharedRuns.listStatuses([...ends.keys()])).map((row) => [row.id, row]));
    for (const [id, isKnown] of ends) {
      const row = rows.get(id);
      const before = awaited.get(id) ?? { since: performance.now(), existed: false, ended: false };
      const isGone =
        !row && (isKnown || before.existed || performance.now() - before.since > CREATED_WITHIN_MS);
      const ended = isGone || (row !== undefined && isFinal(row));
      // The end of a run is reported at the second poll, because the replica that stopped the run might still report
      // details after the first poll.
      if (ended && before.ended) await handlers.runEnded(row ?? { id });
      awaited.set(id, { ...before, existed: before.existed || row !== undefined, ended });
    }
  };
  const findEvents = async (handlers: RunHandlers, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const last = await sharedRuns.lastEventIds(ids);
    for (const [id, position] of last) if (positions.get(id) !== position) handlers.eventsStored(id);
    positions = last;
  };
  const findRuns = async (handlers: RunHandlers, threadIds: readonly string[]): Promise<void> => {
    if (threadIds.length === 0) return;
    for (const row of await sharedRuns.listRecent(threadIds, now() - RECENT_MS)) {
      // A run that was stopped before it began has no events.
      if (row.fence > 0) await handlers.runBegun(row);
      if (isFinal(row)) await handlers.runEnded(row);
    }
  };
  const findOurs = async (handlers: RunHandlers, ours: ReadonlyMap<string, number>): Promise<void> => {
    if (ours.size === 0) return;
    const rows = await sharedRuns.listStatuses([...ours.keys()]);
    const running = rows.filter(
      ({ id, status, claimedBy, fence }) =>
        status === 'running' && claimedBy === instanceId && fence === ours.get(id),
    );
    for (const { id, listenedBy } of running) {
      if (listenedBy !== null && listenedBy !== instanceId) await handlers.addListener(id);
    }
    const ids = new Set(running.map(({ id }) => id));
    const stopped = [...ours.keys()].filter((id) => !ids.has(id));
    if (stopped.length > 0) await handlers.stop('', stopped);
  };
  return {
    async find(handlers: RunHandlers): Promise<void> {
      const { ends, events, threads, ours } = handlers.waitsFor();
      await findOurs(handlers, ours);
      await findEvents(handlers, events);
      await findRuns(handlers, threads);
      await findEnds(handlers, ends);
    },
  };
}
