import type { Store, StreamEnd } from '../../ports/store.ts';
import type { StreamedRun } from './streamed-run.ts';
import { toRunResult, isFinal, type RunResult } from '../run-ends.ts';

/** How long the events of a run are kept after its end, in milliseconds. */
export const RETENTION_MS = 60 * 60 * 1000;

/** How a run's stream stands at one moment. */
export type StreamState =
  | { kind: 'open' }
  /** `lastId`: the place of its last event but for those that tell the end. */
  | { kind: 'over'; end: StreamEnd; lastId: number }
  | { kind: 'deleted' }
  /** It had events, and they are kept no more. */
  | { kind: 'expired' };

/**
 * For a reader who has the events up to `after`. `ended`: how the run ended, where it is known; `now`: epoch milliseconds.
 */
export async function readStreamState(
  store: Store,
  run: StreamedRun,
  reader: { after: number; ended: RunResult | undefined; now: number },
): Promise<StreamState> {
  const { ended, now } = reader;
  const stream = await store.runStreams.get(run.id);
  if (stream) {
    if (stream.end === null) return { kind: 'open' };
    if ((stream.endedAt ?? now) + RETENTION_MS < now) return { kind: 'expired' };
    return { kind: 'over', end: stream.end, lastId: await store.runStreams.lastId(run.id) };
  }
  if (ended?.kind === 'deleted') return { kind: 'deleted' };
  // It had some, and they are gone.
  if (reader.after >= 0 && ended) return { kind: 'expired' };
  if (ended) return withoutEvents(ended);
  const row = await store.runs.get(run.deploymentId, run.threadId, run.id);
  if (!row) return { kind: 'deleted' };
  if (!isFinal(row)) return { kind: 'open' };
  // A run that no worker ever took has no events to lose.
  const had = row.kwargs.stream_resumable === true && row.revisionId !== null;
  if (had || reader.after >= 0) return { kind: 'expired' };
  return withoutEvents(toRunResult(row, undefined));
}

function withoutEvents(end: RunResult): StreamState {
  switch (end.kind) {
    case 'deleted':
      return { kind: 'deleted' };
    case 'failed':
      return { kind: 'over', end, lastId: -1 };
    case 'values':
      return { kind: 'over', end: { kind: 'ended' }, lastId: -1 };
  }
}
