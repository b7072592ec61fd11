/**
 * Keeps a connection from being taken for dead. One line and no blank one behind it: the official client takes any
 * blank line after an event with an id for one more event.
 */
export const HEARTBEAT = ':\n';

/** The event whose data is filled in for each reader: the URLs in it are credentials, and are kept nowhere. */
export const FEEDBACK_EVENT = 'feedback';

/**
 * One server-sent event as text. `data` is JSON on one line; without it the event is a place that is filled in later.
 * `id`: its place in its stream, told only where a reader may come back for what follows.
 */
export function toFrame({ event, data }: { event: string; data?: string }, id?: number): string {
  const lines = [`event: ${event}`];
  if (data !== undefined) lines.push(`data: ${data}`);
  if (id !== undefined) lines.push(`id: ${id}`);
  return `${lines.join('\n')}\n\n`;
}

/** Events as text, those of a resumable stream with their ids: `first`, and so on. */
export function toFrames(
  events: readonly { event: string; data?: string }[],
  first: number,
  resumable: boolean,
): string {
  return events.map((event, at) => toFrame(event, resumable ? first + at : undefined)).join('');
}

/** The frames in a text that holds nothing else. */
export function splitFrames(frames: string): string[] {
  return frames
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => `${frame}\n\n`);
}

/** The name of a frame's event. */
export function eventNameOf(frame: string): string {
  return frame.slice('event: '.length, frame.indexOf('\n'));
}

/** Which events a reader of these modes is sent; what is of no mode (how it goes and ends) goes to everybody. */
export function eventFilter(modes: ReadonlySet<string>): (event: string) => boolean {
  return (event) => {
    const [name = ''] = event.split('|', 1);
    if (name === 'metadata' || name === 'error' || name === 'end' || name === FEEDBACK_EVENT) return true;
    if (name === 'messages') return modes.has('messages-tuple');
    return modes.has(name.startsWith('messages/') ? 'messages' : name);
  };
}

/** What one reader gets of a stream. */
export interface FrameFilter {
  /** Absent: every event. */
  wanted?: ((event: string) => boolean) | undefined;
  /** JSON text of the feedback URLs; absent: they are not told. */
  feedback?: string | undefined;
}

/** Whether there is a place in it where feedback URLs are to be told. */
export function hasFeedback({ frames }: { frames: string }): boolean {
  return frames.includes(`event: ${FEEDBACK_EVENT}\n`);
}

/** The part of a stored text that follows the event at `after`, as one reader gets it. */
export function framesAfter(
  { firstId, frames }: { firstId: number; frames: string },
  after: number,
  { wanted, feedback }: FrameFilter,
): string {
  // Mostly it is wanted as it is.
  if (after < firstId && wanted === undefined && !hasFeedback({ frames })) return frames;
  return splitFrames(frames)
    .slice(Math.max(0, after + 1 - firstId))
    .filter((frame) => wanted?.(eventNameOf(frame)) ?? true)
    .map((frame) => (eventNameOf(frame) === FEEDBACK_EVENT ? filled(frame, feedback) : frame))
    .join('');
}

function filled(place: string, feedback: string | undefined): string {
  const name = `event: ${FEEDBACK_EVENT}\n`;
  return feedback === undefined ? '' : `${name}data: ${feedback}\n${place.slice(name.length)}`;
}
