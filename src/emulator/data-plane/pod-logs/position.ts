import { createHash } from 'node:crypto';
import type { OutputState } from '../../ports/store.ts';

type PushedState = Extract<OutputState, { kind: 'pushed' }>;

/** Number of lines whose hashes identify a position in a container's output. */
const TAIL_LINES = 8;
/** Number of characters of a line that its hash includes. */
const HASHED_CHARACTERS = 500;

/** Returns a short hash of a line, so a position contains no secrets. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.slice(0, HASHED_CHARACTERS)).digest('hex').slice(0, 12);
}

/** Returns the state of a pushed run after further lines. */
export function advancePushed(
  before: PushedState | undefined,
  startedAt: number,
  lines: readonly { at: number; text: string }[],
): PushedState {
  const hashes = lines.slice(-TAIL_LINES).map(({ text }) => hashOf(text));
  return {
    kind: 'pushed',
    startedAt: before?.startedAt ?? startedAt,
    at: lines.at(-1)?.at ?? before?.at ?? startedAt,
    tail: [...(before?.tail ?? []), ...hashes].slice(-TAIL_LINES),
    hasEnded: before?.hasEnded ?? false,
  };
}

/**
 * Returns the index of the first line in a container's output that its pod has not pushed, or `undefined` if the output
 * does not contain the last pushed lines.
 *
 * The cluster's output may lack its beginning, and may contain lines that the pod's program did not push, such as a
 * message of the runtime. A line therefore has no reliable number, and the last pushed lines are searched. A pod notes
 * the time of a line before it writes the line, so the cluster's time of the last pushed line is never earlier.
 *
 * @param stored Number of pushed lines.
 */
export function firstUnpushed(
  output: readonly { at: string; text: string }[],
  stored: number,
  { at, tail }: Pick<PushedState, 'at' | 'tail'>,
): number | undefined {
  const hashes = output.map(({ text }) => hashOf(text));
  const sizes = [...new Set([tail.length, 4, 2, 1])].filter((size) => size > 0 && size <= tail.length);
  for (const size of sizes) {
    const ends = endsOf(hashes, tail.slice(-size));
    // The number of lines is right unless the output lacks its beginning or contains other lines.
    if (ends.includes(stored)) return stored;
    const end = ends.find((one) => Date.parse(output[one - 1]?.at ?? '') >= at) ?? ends.at(-1);
    if (end !== undefined) return end;
  }
  return undefined;
}

/** Returns the indexes after each occurrence of `window`. */
function endsOf(hashes: readonly string[], window: readonly string[]): number[] {
  const ends: number[] = [];
  for (let end = window.length; end <= hashes.length; end += 1) {
    if (window.every((hash, index) => hashes[end - window.length + index] === hash)) ends.push(end);
  }
  return ends;
}
