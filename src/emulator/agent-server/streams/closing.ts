import type { StreamedRun } from './streamed-run.ts';
import { FEEDBACK_EVENT, toFrame } from './frames.ts';
import type { StreamState } from './stream-state.ts';

/** Where a reader stands who is told the end. */
interface Reader {
  /** The place of the last event it has. */
  after: number;
  /** JSON text of the feedback URLs; undefined: they are not told. */
  feedback?: string | undefined;
  /** Whether its stream is over with the run. */
  last: boolean;
}

/**
 * The last frames of a run: how it failed, if it did, its feedback once more, and `end`. They are told from how the run
 * ended and stand in no log, so the same run always gives the same.
 */
export function closingFrames(
  standing: Exclude<StreamState, { kind: 'open' }>,
  run: StreamedRun,
  { after, feedback, last }: Reader,
): string {
  const end = last ? [{ event: 'end', data: 'null' }] : [];
  if (standing.kind !== 'over') {
    return [failure(MISSING[standing.kind]), ...end].map((one) => toFrame(one)).join('');
  }
  return [
    ...(standing.end.kind === 'failed' ? [failure(standing.end)] : []),
    ...(run.feedbackKeys ? [{ event: FEEDBACK_EVENT, data: feedback }] : []),
    ...end,
  ]
    .map(({ event, data }, at) => ({ event, data, place: standing.lastId + 1 + at }))
    .flatMap(({ event, data, place }) => {
      if (data === undefined || place <= after) return [];
      return [toFrame({ event, data }, run.resumable ? place : undefined)];
    })
    .join('');
}

const MISSING = {
  deleted: { error: 'RunDeletedError', message: 'the run was deleted before it ended' },
  expired: {
    error: 'EventsGoneError',
    message: 'the events of this run are no longer kept; join it, or read the state of its thread',
  },
};

function failure({ error, message }: { error: string; message: string }) {
  return { event: 'error', data: JSON.stringify({ error, message }) };
}

/** What a reader is told first who is not there from the start. */
export function metadataFrame(run: StreamedRun): string {
  return toFrame({ event: 'metadata', data: JSON.stringify({ run_id: run.id, attempt: run.attempt }) });
}
