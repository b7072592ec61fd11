import type { StreamEvent } from './frames.ts';

/** One frame of a run's stream, as a row of a list. */
export interface FrameRow {
  /** Number of the frame in the order of arrival, starting at 1. */
  seq: number;
  frame: StreamEvent;
}

export interface FrameRows {
  rows: readonly FrameRow[];
  /** Number of old frames that were removed to limit memory. */
  trimmed: number;
}

export const NO_FRAMES: FrameRows = { rows: [], trimmed: 0 };

/** Maximum number of frames, and of characters in all frames, above which the oldest frames are removed. */
const KEPT = 5_000;
const KEPT_CHARACTERS = 32_000_000;

/** Returns the rows with the new frames appended. */
export function withFrames(before: FrameRows, frames: readonly StreamEvent[]): FrameRows {
  const first = (before.rows.at(-1)?.seq ?? 0) + 1;
  const all = [...before.rows, ...frames.map((frame, index) => ({ seq: first + index, frame }))];
  let [start, size] = [all.length, 0];
  while (start > 0 && all.length - start < KEPT) {
    size += all[start - 1]?.frame.data.length ?? 0;
    // The newest frame is never removed, even if it is larger than the limit.
    if (size > KEPT_CHARACTERS && start < all.length) break;
    start -= 1;
  }
  return { rows: start === 0 ? all : all.slice(start), trimmed: before.trimmed + start };
}

/** Returns the text of all frames for a download. */
export function framesText({ rows }: FrameRows): string {
  return rows
    .map(({ frame: { id, event, data } }) => {
      const lines = data.split('\n').map((line) => `data: ${line}\n`);
      return `event: ${event}\n${lines.join('')}${id === '' ? '' : `id: ${id}\n`}\n`;
    })
    .join('');
}
