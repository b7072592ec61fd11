import type { StreamEnd } from '../../ports/store.ts';
import type { RunKey } from '../run-row.ts';

/**
 * Heartbeat that keeps proxies and clients from treating the connection as dead. It is one line without a blank line
 * after it, because the official client treats any blank line after an event with an ID as another event.
 */
export const HEARTBEAT = ':\n';

/** These events are created for each reader and never stored, because their feedback URLs are credentials. */
const FEEDBACK_EVENT = 'feedback';

/** The fields of a run that readers of its events need. */
export interface StreamedRun extends RunKey {
  attempt: number;
  /** Whether readers may reconnect and get the events after a `Last-Event-ID`. */
  resumable: boolean;
  /** Whether its thread is removed when it ends. */
  isTemporary?: boolean;
  /** Keys of the feedback URLs that readers get; null for none. */
  feedbackKeys: string[] | null;
}

export type StreamState =
  | { kind: 'open' }
  /** `lastId`: of its last stored event, so before those that report the end. */
  | { kind: 'ended'; end: StreamEnd; lastId: number }
  | { kind: 'deleted' }
  /** It had events, and they are not stored any more. */
  | { kind: 'expired' };

/** The part of a stream that one reader gets. */
export interface FrameFilter {
  /** Selects events by name; absent for every event. */
  matches?: ((event: string) => boolean) | undefined;
}

/**
 * Formats one server-sent event. `data` is JSON on one line; without it the event is a placeholder. `id` is absent in
 * streams that cannot be resumed.
 */
export function toFrame({ event, data }: { event: string; data?: string }, id?: number): string {
  const lines = [`event: ${event}`];
  if (data !== undefined) lines.push(`data: ${data}`);
  if (id !== undefined) lines.push(`id: ${id}`);
  return `${lines.join('\n')}\n\n`;
}

/** Formats events. Events of a resumable stream get IDs, starting at `firstId`. */
export function toFrames(
  events: readonly { event: string; data?: string }[],
  firstId: number,
  resumable: boolean,
): string {
  return events.map((event, at) => toFrame(event, resumable ? firstId + at : undefined)).join('');
}

/** Splits a text that consists of frames. */
export function splitFrames(frames: string): string[] {
  return frames
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => `${frame}\n\n`);
}

/** Returns the events with data in a stored text, each with its ID. */
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

/**
 * Returns which events a reader of these modes gets. Events without a mode (about progress and end) go to all
 * readers.
 */
export function eventFilter(modes: ReadonlySet<string>): (event: string) => boolean {
  return (event) => {
    const [name = ''] = event.split('|', 1);
    if (name === 'metadata' || name === 'error' || name === 'end' || name === FEEDBACK_EVENT) return true;
    if (name === 'messages') return modes.has('messages-tuple');
    return modes.has(name.startsWith('messages/') ? 'messages' : name);
  };
}

/** Returns the part of a stored text after the event with ID `after`, filtered for one reader. */
export function framesAfter(
  { firstId, frames }: { firstId: number; frames: string },
  after: number,
  { matches }: FrameFilter,
): string {
  // In the common case, no event is left out.
  if (after < firstId && matches === undefined) return frames;
  return splitFrames(frames)
    .slice(Math.max(0, after + 1 - firstId))
    .filter((frame) => matches?.(eventNameOf(frame)) ?? true)
    .join('');
}

/** First frame for a reader that joins later. */
export function metadataFrame(run: StreamedRun): string {
  return toFrame({ event: 'metadata', data: JSON.stringify({ run_id: run.id, attempt: run.attempt }) });
}

/** Last frame of a run in the stream of its thread. */
export function runDoneFrame(run: Pick<StreamedRun, 'id'>): string {
  return toFrame({ event: 'metadata', data: JSON.stringify({ status: 'run_done', run_id: run.id }) });
}

/**
 * Returns the last frames of a run: its error if it failed, its feedback URLs, and `end`. They are not stored but
 * derived from how the run ended, so that they are the same each time.
 */
export function closingFrames(
  state: Exclude<StreamState, { kind: 'open' }>,
  run: StreamedRun,
  reader: {
    /** ID of the last event that the reader has received. */
    after: number;
    /** Feedback URLs as JSON text; absent if the reader gets none. */
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
    message: 'the events of this run are no longer stored; join the run, or read the state of its thread',
  },
};

function errorEvent({ error, message }: { error: string; message: string }) {
  return { event: 'error', data: JSON.stringify({ error, message }) };
}
