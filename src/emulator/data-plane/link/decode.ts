import { decodeFrame, type Frame, type FrameParts, splitParts } from './frames.ts';
import { type InvalidCall, parseReport, type WorkerReport } from './parse.ts';
import { swapCallBytes } from './parts.ts';

/** Report of a worker with the parts of its frame. `report` is `undefined` if the frame contains no report. */
export interface DecodedReport {
  report: WorkerReport | InvalidCall | undefined;
  parts: FrameParts;
}

/** Decodes frames of a worker. A promise rejects with the errors that the function can throw. */
export type DecodeReport = (frame: Frame) => DecodedReport | Promise<DecodedReport>;

/**
 * Decodes a frame of a worker in the calling thread.
 * @throws FrameError if the frame is not a message.
 */
export function decodeReport(frame: Frame): DecodedReport {
  const received = decodeFrame(frame);
  return { report: parseReport(received), parts: received.parts };
}

/** Report without the bytes of its parts. Each byte string is replaced with the index of its part in four bytes. */
export interface DetachedReport {
  report: WorkerReport | InvalidCall | undefined;
  lengths: readonly number[];
}

/** Decodes a frame as `decodeReport` does, and removes the bytes of the parts from the report. */
export function decodeDetached(frame: Frame): DetachedReport {
  const received = decodeFrame(frame);
  const indices = received.parts.map((_, index) => {
    const bytes = Buffer.alloc(INDEX_BYTES);
    bytes.writeUInt32BE(index);
    return bytes;
  });
  return {
    report: parseReport({ ...received, parts: indices }),
    lengths: received.parts.map(({ length }) => length),
  };
}

const INDEX_BYTES = 4;

/** Inserts the bytes of the parts into a detached report. */
export function attachParts({ report, lengths }: DetachedReport, bytes: Buffer): DecodedReport {
  const parts = splitParts(lengths, bytes) ?? [];
  if (report?.type !== 'store-call') return { report, parts };
  const find = (index: unknown): unknown =>
    index instanceof Uint8Array ? parts[Buffer.from(index).readUInt32BE()] : index;
  const call = swapCallBytes(report.call, find);
  return { report: { ...report, call }, parts };
}

/** Message of a pod's own program on link 0, which concerns the link itself. */
export interface ControlMessage {
  type: string | undefined;
  id: number | undefined;
  /** Content of a file; `undefined` in other messages. */
  text: string | undefined;
}

/**
 * Decodes a frame of a pod's own program, and drops all other fields.
 * @throws FrameError if the frame is not a message.
 */
export function decodeControl(frame: Frame): ControlMessage {
  const { type, id, text } = decodeFrame(frame).message;
  return {
    type: typeof type === 'string' ? type : undefined,
    id: typeof id === 'number' ? id : undefined,
    text: typeof text === 'string' ? text : undefined,
  };
}
