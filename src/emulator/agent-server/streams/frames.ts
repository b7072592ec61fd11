import type { StreamEnd } from '../../ports/store.ts';
import type { RunKey } from '../run-row.ts';

/**
 * Keeps a proxy or client from taking the connection for dead. One line, without a blank one after it: the official client takes any
 * blank line after an event with an id for one more event.
 */
export const HEARTBEAT = ':\n';

/** Made for each reader: the feedback URLs in it are credentials, and are not stored. */
const FEEDBACK_EVENT = 'feedback';

/** A run, as far as readers of its events need it. */
export interface StreamedRun extends RunKey {
  attempt: number;
  /** Whether readers may come back for the events after a `Last-Event-ID`. */
  resumable: boolean;
  /** Whether its thread is removed when it ends. */
  isTemporary?: boolean;
  /** Which feedback URLs readers get; null: none. */
  feedbackKeys: string[] | null;
}

export type StreamState =
  | { kind: 'open' }
  /** `lastId`: of its last stored event, so before those that report the end. */
  | { kind: 'ended'; end: StreamEnd; lastId: number }
  | { kind: 'deleted' }
  /** It had events, and they are not stored any more. */
  | { kind: 'expired' };

/** Which part of a stream one reader gets. */
export interface FrameFilter {
  /** By the name of the event; absent: every event. */
  matches?: ((event: string) => boolean) | undefined;
}

/**
 * One server-sent event as text. `data` is JSON on one line; without it the event is a placeholder. `id`: absent in streams
 * that cannot be resumed.
 */
export function toFrame({ event, data }: { event: string; data?: string }, id?: number): string {
  const lines = [`event: ${event}`];
  if (data !== undefined) lines.push(`data: ${data}`);
  if (id !== undefined) lines.push(`id: ${id}`);
  return `${lines.join('\n')}\n\n`;
}

/** Events as text, those of a resumable stream with their ids: `firstId`, and so on. */
export function toFrames(
  events: readonly { event: string; data?: string }[],
  firstId: number,
  resumable: boolean,
): string {
  return events.map((event, at) => toFrame(event, resumable ? firstId + at : undefined)).join('');
}

/** The frames in a text that holds nothing else. */
export function splitFrames(frames: string): string[] {
  return frames
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => `${frame}\n\n`);
}

/** The events in a stored text that have data, each with its id. */
export function parseFrames({
  firstId,
  frames,
}: {
  firstId: number;
  frames: string;
}): { event: string; data: string; id: number }[] {
  return splitFrames(frames).flatMap((frame, at) => {
    const [event = '', data = ''] = frame.split('\n', 2);
    if (!data.startsWith('data: ')) return [];
    return [{ event: event.slice('event: '.length), data: data.slice('data: '.length), id: firstId + at }];
  });
}

export function eventNameOf(frame: string): string {
  return frame.slice('event: '.length, frame.indexOf('\n'));
}

/** Which events a reader of these modes gets. Events of no mode (about progress and end) go to all readers. */
export function eventFilter(modes: ReadonlySet<string>): (event: string) => boolean {
  return (event) => {
    const [name = ''] = event.split('|', 1);
    if (name === 'metadata' || name === 'error' || name === 'end' || name === FEEDBACK_EVENT) return true;
    if (name === 'messages') return modes.has('messages-tuple');
    return modes.has(name.startsWith('messages/') ? 'messages' : name);
  };
}

/** The part of a stored text after the event with id `after`, as one reader gets it. */
export function framesAfter(
  { firstId, frames }: { firstId: number; frames: string },
  after: number,
  { matches }: FrameFilter,
): string {
  // The usual case: nothing to leave out.
  if (after < firstId && matches === undefined) return frames;
  return splitFrames(frames)
    .slice(Math.max(0, after + 1 - firstId))
    .filter((frame) => matches?.(eventNameOf(frame)) ?? true)
    .join('');
}

/** The first frame of a reader that joins later. */
export function metadataFrame(run: StreamedRun): string {
  return toFrame({ event: 'metadata', data: JSON.stringify({ run_id: run.id, attempt: run.attempt }) });
}

/** The last frame of a run in the stream of its thread. */
export function runDoneFrame(run: Pick<StreamedRun, 'id'>): string {
  return toFrame({ event: 'metadata', data: JSON.stringify({ status: 'run_done', run_id: run.id }) });
}

/**
 * The last frames of a run: how it failed, if it did, its feedback URLs, and `end`. They are not stored but made from
 * how the run ended, so that the same run always has the same.
 */
export function closingFrames(
  state: Exclude<StreamState, { kind: 'open' }>,
  run: StreamedRun,
  reader: {
    /** The id of the last event it has. */
    after: number;
    /** JSON text of the feedback URLs; absent: the reader gets none. */
    feedback?: string | undefined;
    /** Whether its stream ends with the run. */
    endsWithRun: boolean;
  },
): string {
  const end = reader.endsWithRun ? [{ event: 'end', data: 'null' }] : [];
  if (state.kind !== 'ended') {
    return [errorEvent(MISSING[state.kind]), ...end].map((event) => toFrame(event)).join('');
  }
  return [
    ...(state.end.kind === 'failed' ? [errorEvent(state.end)] : []),
    ...(run.feedbackKeys ? [{ event: FEEDBACK_EVENT, data: reader.feedback }] : []),
    ...end,
  ]
    .map(({ event, data }, at) => ({ event, data, id: state.lastId + 1 + at }))
    .flatMap(({ event, data, id }) =>
      data === undefined || id <= reader.after
        ? []
        : [toFrame({ event, data }, run.resumable ? id : undefined)],
    )
    .join('');
}

const MISSING = {
  deleted: { error: 'RunDeletedError', message: 'the run was deleted before it ended' },
  expired: {
    error: 'EventsGoneError',
    message: 'the events of this run are no longer kept; join it, or read the state of its thread',
  },
};

function errorEvent({ error, message }: { error: string; message: string }) {
  return { event: 'error', data: JSON.stringify({ error, message }) };
}
