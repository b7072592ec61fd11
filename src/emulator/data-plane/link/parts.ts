import { isJsonObject } from '../../../contract/json-safety.ts';
import type { StoreAnswer, StoreCall } from '../../ports/store-calls.ts';
import type { DraftedUpdate } from '../../ports/worker.ts';
import type { FrameParts } from './frames.ts';

// This module replaces the byte strings of checkpoints and writes in a message with indices of parts (`frames.ts`).

/** Type of a value whose byte strings are replaced with an index. */
export type Packed<T> = T extends Uint8Array
  ? number
  : T extends readonly (infer Item)[]
    ? Packed<Item>[]
    : T extends object
      ? { [Key in keyof T]: Packed<T[Key]> }
      : T;

/** Replaces byte strings with indices, or indices with byte strings. */
type Swap = (value: unknown) => unknown;

const each = (rows: unknown, change: (row: unknown) => unknown): unknown =>
  Array.isArray(rows) ? rows.map(change) : rows;
const swapCheckpoint = (row: unknown, swap: Swap): unknown =>
  isJsonObject(row) ? { ...row, checkpoint: swap(row['checkpoint']), metadata: swap(row['metadata']) } : row;
const swapWrite = (row: unknown, swap: Swap): unknown =>
  isJsonObject(row) ? { ...row, value: swap(row['value']) } : row;

function swapCall(call: unknown, swap: Swap): unknown {
  if (!isJsonObject(call)) return call;
  if (call['op'] === 'put') return { ...call, row: swapCheckpoint(call['row'], swap) };
  if (call['op'] !== 'put-writes') return call;
  return { ...call, rows: each(call['rows'], (row) => swapWrite(row, swap)) };
}

function swapAnswer(answer: unknown, swap: Swap): unknown {
  if (!isJsonObject(answer) || !('found' in answer)) return answer;
  const found = each(answer['found'], (one) =>
    isJsonObject(one)
      ? {
          checkpoint: swapCheckpoint(one['checkpoint'], swap),
          writes: each(one['writes'], (row) => swapWrite(row, swap)),
        }
      : one,
  );
  return { ...answer, found };
}

function swapDraft(draft: unknown, swap: Swap): unknown {
  if (!isJsonObject(draft)) return draft;
  return {
    ...draft,
    checkpoints: each(draft['checkpoints'], (row) => swapCheckpoint(row, swap)),
    writes: each(draft['writes'], (row) => swapWrite(row, swap)),
  };
}

/** Creates an empty list of parts, and a function that appends a byte string to the list and returns its index. */
function collect(): { parts: Uint8Array[]; swap: Swap } {
  const parts: Uint8Array[] = [];
  return { parts, swap: (bytes) => parts.push(bytes as Uint8Array) - 1 };
}
/** Returns a function that maps indices to parts. An index without a part stays a number, which the schema refuses. */
const partOf =
  (parts: FrameParts): Swap =>
  (index) =>
    typeof index === 'number' ? (parts[index] ?? index) : index;

export function packCall(call: StoreCall): { call: Packed<StoreCall>; parts: FrameParts } {
  const { parts, swap } = collect();
  return { call: swapCall(call, swap) as Packed<StoreCall>, parts };
}
/** Inserts the parts of a message into an unparsed store call. */
export const unpackCall = (call: unknown, parts: FrameParts): unknown => swapCall(call, partOf(parts));

/** Replaces each byte string of a parsed store call with the result of `find`. */
export const swapCallBytes = (call: StoreCall, find: (bytes: unknown) => unknown): StoreCall =>
  swapCall(call, find) as StoreCall;

export function packAnswer(answer: StoreAnswer): { answer: Packed<StoreAnswer>; parts: FrameParts } {
  const { parts, swap } = collect();
  return { answer: swapAnswer(answer, swap) as Packed<StoreAnswer>, parts };
}
export const unpackAnswer = (answer: Packed<StoreAnswer>, parts: FrameParts): StoreAnswer =>
  swapAnswer(answer, partOf(parts)) as StoreAnswer;

export function packDraft(draft: DraftedUpdate): { answer: Packed<DraftedUpdate>; parts: FrameParts } {
  const { parts, swap } = collect();
  return { answer: swapDraft(draft, swap) as Packed<DraftedUpdate>, parts };
}
/** Inserts the parts of a message into an unparsed response to an update. */
export const unpackDraft = (answer: unknown, parts: FrameParts): unknown => swapDraft(answer, partOf(parts));
