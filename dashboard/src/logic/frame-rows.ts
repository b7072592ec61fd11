import type { StreamEvent } from './frames.ts';
import { previewText } from './preview-text.ts';

/** A frame of a run's stream as a list shows it. */
export interface FrameRow {
  /** 1, 2, 3 … in the order in which they came. */
  seq: number;
  frame: StreamEvent;
}

export interface FrameRows {
  rows: readonly FrameRow[];
  /** How many went at the front for lack of room. */
  trimmed: number;
}

export const NO_FRAMES: FrameRows = { rows: [], trimmed: 0 };

/** Frames beyond these, or beyond so many characters, are left out, oldest first. */
const KEPT = 5_000;
const KEPT_CHARACTERS = 32_000_000;

/** The rows with these frames after them. */
export function withFrames(before: FrameRows, frames: readonly StreamEvent[]): FrameRows {
  const first = (before.rows.at(-1)?.seq ?? 0) + 1;
  const all = [...before.rows, ...frames.map((frame, index) => ({ seq: first + index, frame }))];
  let [start, size] = [all.length, 0];
  while (start > 0 && all.length - start < KEPT) {
    size += all[start - 1]?.frame.data.length ?? 0;
    // The newest is shown, however large it is.
    if (size > KEPT_CHARACTERS && start < all.length) break;
    start -= 1;
  }
  return { rows: start === 0 ? all : all.slice(start), trimmed: before.trimmed + start };
}

/** The beginning of what a frame holds, for its row. */
export const framePreview = ({ frame }: FrameRow): string => previewText(frame.data, 300);

/** The frames as they came, for a file. */
export function framesText({ rows }: FrameRows): string {
  return rows
    .map(({ frame: { id, event, data } }) => {
      const lines = data.split('\n').map((line) => `data: ${line}\n`);
      return `event: ${event}\n${lines.join('')}${id === '' ? '' : `id: ${id}\n`}\n`;
    })
    .join('');
}
