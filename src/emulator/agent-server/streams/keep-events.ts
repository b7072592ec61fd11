import type { Repositories, RunRow, Store } from '../../seams/store.ts';
import { isUncertain, untilRoom } from '../../store/index.ts';
import { toFrames } from './frames.ts';

/** The run is no longer at work, or at work elsewhere: what it still tells is not kept. */
export class StaleStreamError extends Error {
  override readonly name = 'StaleStreamError';
}

/**
 * Begins the stream of a run, or goes on with it, with these events. Gives the place of the next one.
 * @throws StaleStreamError, and what the store throws that does not pass.
 */
export function keepOpening(
  store: Store,
  run: RunRow,
  opening: {
    events: readonly { event: string; data?: string }[];
    resumable: boolean;
    feedbackKeys: string[] | null;
  },
  signal: AbortSignal,
): Promise<number> {
  const { events, resumable, feedbackKeys } = opening;
  const { id: runId, threadId, deploymentId } = run;
  return fenced(store, run, signal, async (tx) => {
    await tx.runStreams.open({ runId, threadId, deploymentId, resumable, feedbackKeys });
    const firstId = (await tx.runStreams.lastId(runId)) + 1;
    const next = firstId + events.length;
    await tx.runStreams.append(runId, {
      firstId,
      lastId: next - 1,
      frames: toFrames(events, firstId, resumable),
    });
    return next;
  });
}

/** Keeps the next events of a run. @throws as `keepOpening` does. */
export async function keepEvents(
  store: Store,
  run: RunRow,
  row: { firstId: number; lastId: number; frames: string },
  signal: AbortSignal,
): Promise<void> {
  let tried = false;
  await fenced(store, run, signal, async (tx) => {
    // It may have been kept without our hearing of it.
    if (tried && (await tx.runStreams.lastId(run.id)) >= row.lastId) return;
    tried = true;
    await tx.runStreams.append(run.id, row);
  });
}

/**
 * In one transaction with the check that the run is the one that holds its thread at this moment (DESIGN §5 "run
 * rollback"), so that nothing late gets in. Waits for a store that has no room, or is away.
 */
async function fenced<T>(
  store: Store,
  run: RunRow,
  signal: AbortSignal,
  work: (tx: Repositories) => Promise<T>,
): Promise<T> {
  const attempt = () =>
    store.transaction(async (tx) => {
      const current = await tx.runs.get(run.deploymentId, run.threadId, run.id);
      if (current?.status !== 'running' || current.fence !== run.fence) throw new StaleStreamError(run.id);
      return work(tx);
    });
  const untilCertain = async (): Promise<T> => {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!isUncertain(error) || signal.aborted) throw error;
      }
    }
  };
  return untilRoom(untilCertain, { signal });
}
