import type { RunRow, Store } from '../../ports/store.ts';
import { isUncertain, retryTransient } from '../../store/index.ts';
import { toFrames } from './frames.ts';

/** The run is no longer at work, or at work elsewhere: what it still tells is not kept. */
export class StaleStreamError extends Error {
  override readonly name = 'StaleStreamError';
}

/**
 * Begins the stream of a run, or goes on with it, with these events; the stream is from then on this attempt's. Gives the
 * place of the next one. @throws StaleStreamError, and what the store throws that does not pass.
 */
export function openStream(
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
  const { id: runId, threadId, deploymentId, fence } = run;
  return kept(signal, () =>
    store.transaction(async (tx) => {
      const current = await tx.runs.get(deploymentId, threadId, runId);
      if (current?.status !== 'running' || current.fence !== fence) throw new StaleStreamError(runId);
      await tx.runStreams.open({ runId, threadId, deploymentId, resumable, feedbackKeys, fence });
      const firstId = (await tx.runStreams.lastId(runId)) + 1;
      const next = firstId + events.length;
      const frames = toFrames(events, firstId, resumable);
      await tx.runStreams.append(runId, fence, { firstId, lastId: next - 1, frames });
      return next;
    }),
  );
}

/**
 * Keeps the next events of a run, unless its stream is over, gone, or another attempt's (DESIGN §5 "run rollback").
 * @throws as `keepOpening` does.
 */
export async function appendEvents(
  store: Store,
  run: RunRow,
  row: { firstId: number; lastId: number; frames: string },
  signal: AbortSignal,
): Promise<void> {
  const isCurrent = await kept(signal, () => store.runStreams.append(run.id, run.fence, row));
  if (!isCurrent) throw new StaleStreamError(run.id);
}

/** Waits for a store that has no room, or is away; asks again when it is not known whether it was kept. */
function kept<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const untilCertain = async (): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isUncertain(error) || signal.aborted) throw error;
      }
    }
  };
  return retryTransient(untilCertain, { signal });
}
