import type { Writable } from 'node:stream';
import * as z from 'zod';
import { BOX_FILE_ERROR_CODES } from './box.ts';
import type { LaunchedBox } from './launch.ts';
import { CONTROL, encodeFrame, type Frame, FrameReader, type ToBox } from './supervisor/protocol.ts';

/** Receives the box's messages for one operation. */
interface Operation {
  onAnswer(answer: Answer): void;
  /**
   * Receives bytes of the kind DATA, STDOUT or STDERR (`supervisor/protocol.ts`). Returns false if the box sent more
   * bytes than requested.
   */
  onData(kind: number, data: Buffer): boolean;
  onDisconnect(): void;
}

/** The host's end of the connection to a box. Assigns operation numbers and validates all messages of the box. */
export class BoxConnection {
  /** Resolves when the supervisor reports that commands can run, and never rejects. */
  readonly ready: Promise<void>;
  private readonly operations = new Map<number, Operation>();
  private readonly reader = new FrameReader();
  private readonly input: Writable;
  private readonly distrust: (why: string) => void;
  private readonly sayReady: () => void;
  private next = 1;
  private over = false;

  /** `distrust` is called when the box sends an invalid message, and should kill the box. */
  constructor({ stdin, listen }: Pick<LaunchedBox, 'stdin' | 'listen'>, distrust: (why: string) => void) {
    this.input = stdin;
    this.distrust = distrust;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.sayReady = resolve;
    listen((chunk) => this.hear(chunk));
  }

  /** Registers an operation for the box's messages and returns its number. */
  register(operation: Operation): number {
    const id = this.next;
    this.next += 1;
    if (this.over) queueMicrotask(() => operation.onDisconnect());
    else this.operations.set(id, operation);
    return id;
  }

  unregister(id: number): void {
    this.operations.delete(id);
  }

  sendMessage(message: ToBox): void {
    this.sendData(CONTROL, 0, Buffer.from(JSON.stringify(message)));
  }

  sendData(kind: number, id: number, data: Uint8Array): void {
    if (!this.over && !this.input.destroyed) this.input.write(encodeFrame(kind, id, data));
  }

  /** Marks the box as ended and notifies every open operation. */
  disconnect(): void {
    this.over = true;
    const left = [...this.operations.values()];
    this.operations.clear();
    for (const operation of left) operation.onDisconnect();
  }

  private hear(chunk: Buffer): void {
    if (this.over) return;
    let frames: Frame[];
    try {
      frames = this.reader.push(chunk);
    } catch {
      return this.refuse('bytes that are not a frame');
    }
    for (const frame of frames) this.take(frame);
  }

  private take({ kind, id, payload }: Frame): void {
    if (kind !== CONTROL) {
      // Data for a finished operation is dropped.
      if (this.operations.get(id)?.onData(kind, payload) === false) this.refuse('more bytes than requested');
      return;
    }
    const answer = parseAnswer(payload);
    if (answer === undefined) return this.refuse('a message with an unknown format');
    if (answer.say === 'ready') this.sayReady();
    else this.operations.get(answer.id)?.onAnswer(answer);
  }

  private refuse(why: string): void {
    if (this.over) return;
    this.over = true;
    this.distrust(why);
  }
}

const id = z.int().nonnegative();
const bytes = z.int().nonnegative();
const text = z.string().max(8192);

/**
 * Schemas for messages from a box. Messages of a box are untrusted, and an invalid message causes the box to be killed.
 */
export const Answer = z.discriminatedUnion('say', [
  z.object({ say: z.literal('ready') }),
  z.object({ say: z.literal('started'), id, pid: z.int().nonnegative() }),
  z.object({
    say: z.literal('exit'),
    id,
    code: z.int(),
    reason: z.enum(['exit', 'signal', 'timeout', 'killed']),
  }),
  z.object({ say: z.literal('credit'), id, bytes }),
  z.object({ say: z.literal('file'), id, size: bytes, modifiedMs: z.number() }),
  z.object({ say: z.literal('end'), id }),
  z.object({ say: z.literal('wrote'), id, bytes }),
  z.object({
    say: z.literal('found'),
    id,
    entries: z.array(z.object({ path: text, isFolder: z.boolean(), size: bytes, modifiedMs: z.number() })),
    lines: z.array(z.object({ path: text, line: z.int().positive(), text })),
    truncated: z.boolean(),
  }),
  z.object({
    say: z.literal('failed'),
    id,
    code: z.enum(BOX_FILE_ERROR_CODES).exclude(['box-ended']),
    message: z.string().max(8192),
  }),
]);
export type Answer = z.infer<typeof Answer>;

/** Parses the payload of a control frame, or returns `undefined` if the payload is invalid. */
function parseAnswer(payload: Buffer): Answer | undefined {
  try {
    return Answer.safeParse(JSON.parse(payload.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
