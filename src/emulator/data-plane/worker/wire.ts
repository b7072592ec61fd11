import { Duplex } from 'node:stream';
import { isJsonObject, isNestedDeeper, JSON_DEPTH_MAX, parseJson } from '../../../contract/json-safety.ts';
import { errorMessage } from '../../../os/errors.ts';
import type { ManagedProcess } from '../../ports/processes.ts';
import type { WorkerCommand } from './commands.ts';
import { createMessageDecoder, encodeMessage, MessageError } from './serial-channel.ts';

/** The emulator's end of the channel to one worker process. */
export interface Wire {
  /** A command that cannot be sent needs no handling: the end of the process settles everything pending. */
  send(command: WorkerCommand): void;
  /** Called once, before the first command is sent. */
  listen(listener: WireListener): void;
}

export interface WireListener {
  /**
   * A message in arrival order, to be parsed: user code shares the channel. With a problem it is only as far as it could
   * be read.
   */
  onMessage: (message: unknown, problem?: string) => void;
  /** The channel cannot be used any more, although the process may be alive. The reason begins with its subject. */
  onBroken: (reason: string) => void;
}

/** The channel of a worker that runs on Node: its IPC channel, which carries bytes as they are. */
export function createIpcWire({ child }: ManagedProcess): Wire {
  return {
    send: (command) => void child.send(command, () => undefined),
    listen: ({ onMessage }) => void child.on('message', (message) => onMessage(message)),
  };
}

// The channel of every other worker is two pipes: it reads commands from descriptor 3 and writes reports to descriptor 4. A
// frame is the length of its JSON text and the length of its bytes (unsigned 32-bit integers, big-endian), that text in
// UTF-8, and those bytes. In the JSON a number, the length, stands in the place of each byte value; the bytes follow one
// another in the order in which the numbers stand in the text. Commands and reports are otherwise those of `commands.ts` and
// `reports.ts`.

const HEAD_BYTES = 8;
/** The maximum size of a message: a worker that announces more is ended, so it must refuse to send it. */
export const MAX_FRAME_BYTES = 256 * 1024 * 1024;
/** Unread commands, in bytes, above which a worker's reports wait: their answers would only queue up. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
/** How long a worker that closed its channel may take to exit, in milliseconds: its exit tells more. */
const EXIT_GRACE_MS = 1_000;

/**
 * The channel of a worker that is not on Node, over descriptors of its own (`pipes`) or its standard input and output. What it
 * receives is not trusted: a frame that cannot be one breaks the channel, a message whose bytes or depth are wrong arrives with
 * a problem. `print` gets the reason of a broken one beside what the process printed.
 */
export function createPipeWire(
  process: ManagedProcess,
  print: (line: string) => void,
  ends: 'descriptors' | 'standard' = 'descriptors',
): Wire {
  const { child } = process;
  const pipes = ends === 'standard' ? [child.stdin, child.stdout] : [child.stdio[3], child.stdio[4]];
  return wireOf(child, pipes, print, {
    encode: encodeCommand,
    decoder: (take) =>
      createFrameDecoder((frame) => {
        const { message, problem } = decodeReport(frame);
        take(message, problem);
      }),
  });
}

/** The channel of a worker on Node in a container: its standard input and output, with the messages of an IPC channel. */
export function createSerialWire({ child }: ManagedProcess, print: (line: string) => void): Wire {
  return wireOf(child, [child.stdin, child.stdout], print, {
    encode: encodeMessage,
    decoder: (take) => createMessageDecoder((message) => take(message)),
  });
}

/** How messages are written to pipes. */
interface Codec {
  /** The parts of a frame, in order. */
  encode(command: WorkerCommand): readonly Uint8Array[];
  /** `push` throws FrameError or MessageError for what is no frame. */
  decoder(take: WireListener['onMessage']): { push(chunk: Buffer): void };
}

function wireOf(
  child: ManagedProcess['child'],
  [commands, reports]: readonly unknown[],
  print: (line: string) => void,
  codec: Codec,
): Wire {
  if (!(commands instanceof Duplex && reports instanceof Duplex)) {
    // It could not be started: its end says why.
    return { send: () => undefined, listen: () => undefined };
  }
  let broken = false;
  return {
    send(command) {
      if (broken || !commands.writable) return;
      const frame = codec.encode(command);
      commands.cork();
      for (const part of frame) commands.write(part);
      commands.uncork();
      if (commands.writableLength > MAX_UNREAD_BYTES) reports.pause();
    },
    listen({ onMessage, onBroken }) {
      const fail = (what: string) => {
        if (broken) return;
        broken = true;
        const reason = `The worker process ${what} It is ended.`;
        print(reason);
        commands.destroy();
        reports.destroy();
        onBroken(reason);
      };
      const closed = () => {
        const timer = setTimeout(() => fail('closed its channel (descriptors 3 and 4).'), EXIT_GRACE_MS);
        child.once('exit', () => clearTimeout(timer));
        if (child.exitCode !== null || child.signalCode !== null) clearTimeout(timer);
      };
      const decoder = codec.decoder(onMessage);
      reports.on('data', (chunk: Buffer) => {
        if (broken) return;
        try {
          decoder.push(chunk);
        } catch (failure) {
          if (!(failure instanceof FrameError || failure instanceof MessageError)) throw failure;
          fail(`sent something else than messages on its channel (descriptor 4): ${failure.message}`);
        }
      });
      commands.on('drain', () => reports.resume());
      // Nothing arrives there, but its end does.
      commands.resume();
      reports.on('error', () => undefined).once('close', closed);
      commands.on('error', () => undefined).once('close', closed);
    },
  };
}

/** What arrived is no frame, so that nothing after it can be read either. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

interface Frame {
  text: Buffer;
  bytes: Buffer;
}

/**
 * Puts frames together from chunks, however they are cut; `push` calls `take` for each complete one.
 * `push` throws FrameError when a frame would be larger than the limit.
 */
export function createFrameDecoder(
  take: (frame: Frame) => void,
  maxBytes = MAX_FRAME_BYTES,
): { push(chunk: Buffer): void } {
  const head = Buffer.alloc(HEAD_BYTES);
  let headFilled = 0;
  /** The frame that is arriving, without its head. */
  let body: Buffer | undefined;
  let bodyFilled = 0;

  const finish = (complete: Buffer) => {
    const textLength = head.readUInt32BE(0);
    body = undefined;
    headFilled = 0;
    take({ text: complete.subarray(0, textLength), bytes: complete.subarray(textLength) });
  };

  return {
    push(chunk) {
      for (let at = 0; at < chunk.length; ) {
        if (body) {
          const copied = chunk.copy(body, bodyFilled, at);
          at += copied;
          bodyFilled += copied;
          if (bodyFilled === body.length) finish(body);
          continue;
        }
        const copied = chunk.copy(head, headFilled, at);
        at += copied;
        headFilled += copied;
        if (headFilled < HEAD_BYTES) return;
        const length = head.readUInt32BE(0) + head.readUInt32BE(4);
        if (length > maxBytes) {
          throw new FrameError(`a message of ${length} bytes, more than the ${maxBytes} there may be.`);
        }
        // Most frames arrive whole. For the others memory is reserved, which costs nothing before it is filled.
        if (length <= chunk.length - at) {
          at += length;
          finish(chunk.subarray(at - length, at));
        } else {
          body = Buffer.allocUnsafe(length);
          bodyFilled = 0;
        }
      }
    },
  };
}

/** The parts of a command's frame, in order. */
export function encodeCommand(command: WorkerCommand): Uint8Array[] {
  const blobs: Uint8Array[] = [];
  const lengthOf = (bytes: Uint8Array): number => {
    blobs.push(bytes);
    return bytes.length;
  };
  const text = Buffer.from(JSON.stringify(replaceBytes(command, lengthOf)));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(text.length, 0);
  head.writeUInt32BE(
    blobs.reduce((sum, { length }) => sum + length, 0),
    4,
  );
  return [head, text, ...blobs];
}

/** Answers of the store and bodies hold bytes. The calls are in the order in which the fields are written. */
function replaceBytes(command: WorkerCommand, lengthOf: (bytes: Uint8Array) => number): object {
  if ('bytes' in command) return { ...command, bytes: lengthOf(command.bytes) };
  if (command.type !== 'store-answer' || !command.answer.ok || !('found' in command.answer)) return command;
  const { found, ...rest } = command.answer;
  return {
    ...command,
    answer: {
      ...rest,
      found: found.map(({ checkpoint, writes }) => ({
        checkpoint: {
          ...checkpoint,
          checkpoint: lengthOf(checkpoint.checkpoint),
          metadata: lengthOf(checkpoint.metadata),
        },
        writes: writes.map((write) => ({ ...write, value: lengthOf(write.value) })),
      })),
    },
  };
}

const CHECKPOINT_BYTES: ReadonlySet<string> = new Set(['checkpoint', 'metadata']);
const WRITE_BYTES: ReadonlySet<string> = new Set(['value']);
const BODY_BYTES: ReadonlySet<string> = new Set(['bytes']);
const WITH_BODY: ReadonlySet<unknown> = new Set(['app-chunk', 'app-pass', 'api-request']);

/**
 * The message of a frame, its bytes put in their places. A problem says why it is incomplete; the fields by which the
 * message is attributed are kept.
 * @throws FrameError when the text is no JSON object: then something else than a worker wrote it.
 */
export function decodeReport({ text, bytes }: Frame): { message: unknown; problem?: string } {
  const json = text.toString('utf8');
  const message = parseJson(json);
  if (!isJsonObject(message)) {
    throw new FrameError(`its text is no JSON object, but begins with ${JSON.stringify(json.slice(0, 80))}.`);
  }
  const { type, id, runId } = message;
  if (isNestedDeeper(json)) {
    return {
      message: { type, id, runId },
      problem: `its values are nested deeper than ${JSON_DEPTH_MAX} levels`,
    };
  }
  try {
    insertBytes(message, bytes);
    return { message };
  } catch (failure) {
    if (!(failure instanceof RangeError)) throw failure;
    return { message: { type, id, runId }, problem: errorMessage(failure) };
  }
}

/** @throws RangeError when the lengths in the message are not those of the bytes. */
function insertBytes(message: Record<string, unknown>, bytes: Buffer): void {
  let position = 0;
  const insert = (row: unknown, names: ReadonlySet<string>) => {
    if (!isJsonObject(row)) return;
    for (const [name, length] of Object.entries(row)) {
      if (!names.has(name)) continue;
      const left = bytes.length - position;
      if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || length > left) {
        throw new RangeError(`${name} is to be the length of its bytes, ${left} of which are left`);
      }
      row[name] = bytes.subarray(position, position + length);
      position += length;
    }
  };
  const insertAll = (rows: unknown, names: ReadonlySet<string>) => {
    if (Array.isArray(rows)) for (const row of rows) insert(row, names);
  };

  const { type, call, answer } = message;
  if (WITH_BODY.has(type)) insert(message, BODY_BYTES);
  if (type === 'store-call' && isJsonObject(call)) {
    if (call['op'] === 'put') insert(call['row'], CHECKPOINT_BYTES);
    if (call['op'] === 'put-writes') insertAll(call['rows'], WRITE_BYTES);
  }
  if (type === 'answer' && isJsonObject(answer)) {
    for (const [name, rows] of Object.entries(answer)) {
      if (name === 'checkpoints') insertAll(rows, CHECKPOINT_BYTES);
      if (name === 'writes') insertAll(rows, WRITE_BYTES);
    }
  }
  if (position !== bytes.length) {
    throw new RangeError(`it has ${bytes.length - position} bytes more than its lengths add up to`);
  }
}
