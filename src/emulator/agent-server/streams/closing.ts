import type { RunRow } from '../../seams/store.ts';
import { FEEDBACK, toFrame } from './frames.ts';
import type { Standing } from './standing.ts';

/**
 * The last frames of a stream, for a reader who has everything up to `after`: how the run failed, if it did, its feedback
 * once more, and `end`. They are told from how the run ended and stand in no log, so the same run always gives the same.
 */
export function closing(
  standing: Exclude<Standing, { kind: 'open' }>,
  run: RunRow,
  { after, feedback }: { after: number; feedback?: string | undefined },
): string {
  const end = { event: 'end', data: 'null' };
  switch (standing.kind) {
    case 'deleted':
      return [failure('RunDeletedError', 'the run was deleted before it ended'), end]
        .map((one) => toFrame(one))
        .join('');
    case 'expired':
      return [
        failure(
          'EventsGoneError',
          'the events of this run are no longer kept; join it, or read the state of its thread',
        ),
        end,
      ]
        .map((one) => toFrame(one))
        .join('');
    case 'over': {
      const { kwargs } = run;
      const events = [
        ...(standing.end.kind === 'failed' ? [failure(standing.end.error, standing.end.message)] : []),
        ...(Array.isArray(kwargs.feedback_keys) ? [{ event: FEEDBACK, data: feedback }] : []),
        end,
      ];
      return events
        .map(({ event, data }, at) => ({ event, data, place: standing.lastId + 1 + at }))
        .flatMap(({ event, data, place }) => {
          if (data === undefined || place <= after) return [];
          return [toFrame({ event, data }, kwargs.stream_resumable === true ? place : undefined)];
        })
        .join('');
    }
  }
}

function failure(error: string, message: string) {
  return { event: 'error', data: JSON.stringify({ error, message }) };
}

/** What a reader is told first who is not there from the start. */
export function greeting(run: RunRow): string {
  return toFrame({ event: 'metadata', data: JSON.stringify({ run_id: run.id, attempt: run.attempt }) });
}
