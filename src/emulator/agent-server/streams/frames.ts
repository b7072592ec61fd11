import type { StreamEnd } from '../../ports/store.ts';
import type { RunKey } from '../run-row.ts';

/**
 * Heartbeat, which prevents proxies and clients from closing the connection. The heartbeat has no blank line, because
 * official clients treat any blank line after an event with an ID as another event.
 */
export const HEARTBEAT = ':\n';

/**
 * Event with feedback URLs. The event is created for each reader and never stored, because the URLs are credentials.
 */
const FEEDBACK_EVENT = 'feedback';

/** Fields of a run that the reader of its events needs. */
export interface StreamedRun extends RunKey {
  attempt: number;
  /** True if readers can reconnect and receive the events after a `Last-Event-ID`. */
  resumable: boolean;
  /** True if the run's thread is removed when the run ends. */
  isTemporary?: boolean;
  /** Keys of the feedback URLs that readers receive, or null if readers do not receive feedback URLs. */
  feedbackKeys: string[] | null;
}

export type StreamState =
  | { kind: 'open' }
  /** The run has ended. `lastId` is the ID of the run's last stored event, which precedes the closing frames. */
  | { kind: 'ended'; end: StreamEnd; lastId: number }
  | { kind: 'deleted' }
  /** The run's events are no longer stored. */
  | { kind: 'expired' };

/** Selects the events that one reader receives. */
export interface FrameFilter {
  /** Selects events by name, or absent if the reader receives every event. */
  matches?: ((event: string) => boolean) | undefined;
}

/**
 * Formats one server-sent event. `data` is JSON on one line; an event without `data` is a placeholder. `id` is absent
 * in streams that cannot be resumed.
 */
export function toFrame({ event, data }: { event: string; data?: string }, id?: number): string {
  const lines = [`event: ${event}`];
  if (data !== undefined) lines.push(`data: ${data}`);
  if (id !== undefined) lines.push(`id: ${id}`);
  return `${lines.join('\n')}\n\n`;
}

/** Formats events. The events of a resumable stream get consecutive IDs from `firstId` on. */
export function toFrames(
  events: readonly { event: string; data?: string }[],
  firstId: number,
  resumable: boolean,
): string {
  return events.map((event, at) => toFrame(event, resumable ? firstId + at : undefined)).join('');
}

/** Splits a string into its frames. */
export function splitFrames(frames: string): string[] {
  return frames
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => `${frame}\n\n`);
}

/** Returns the events of a stored row with their IDs, except placeholders. */
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
 * Returns the event filter for a reader that requested these stream modes. All readers receive progress and end events.
 */
export function eventFilter(modes: ReadonlySet<string>): (event: string) => boolean {
  return (event) => {
    const [name = ''] = event.split('|', 1);
    if (name === 'metadata' || name === 'error' || name === 'end' || name === FEEDBACK_EVENT) return true;
    if (name === 'messages') return modes.has('messages-tuple');
    return modes.has(name.startsWith('messages/') ? 'messages' : name);
  };
}

/** Returns the stored events after the event with the ID `after`, filtered for one reader. */
export function framesAfter(
  { firstId, frames }: { firstId: number; frames: string },
  after: number,
  { matches }: FrameFilter,
): string {
  // The stored string needs no splitting if the reader receives all its events, which is the usual case.
  if (after < firstId && matches === undefined) return frames;
  return splitFrames(frames)
    .slice(Math.max(0, after + 1 - firstId))
    .filter((frame) => matches?.(eventNameOf(frame)) ?? true)
    .join('');
}

/** Returns the first frame for a reader that joins a run after its start. */
export function metadataFrame(run: StreamedRun): string {
  return toFrame({ event: 'metadata', data: JSON.stringify({ run_id: run.id, attempt: run.attempt }) });
}

/** Returns the frame that ends a run in the stream of its thread. */
export function runDoneFrame(run: Pick<StreamedRun, 'id'>): string {
  return toFrame({ event: 'metadata', data: JSON.stringify({ status: 'run_done', run_id: run.id }) });
}

/**
 * Returns the last frames of a run: its error if it failed, its feedback URLs, and `end`. The last frames are derived
 * from the run's result instead of stored, so every reader receives the same frames.
 */
export function closingFrames(
  state: Exclude<StreamState, { kind: 'open' }>,
  run: StreamedRun,
  reader: {
    /** ID of the last event that the reader has received. */
    after: number;
    /** JSON of the feedback URLs, or absent if the reader does not receive feedback URLs. */
    feedback?: string | undefined;
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
