import type { Writable } from 'node:stream';
import { CONTROL, encodeFrame, type Frame, FrameReader } from '../in-box/frames.ts';
import type { ToBox } from '../in-box/messages.ts';
import { type Answer, parseAnswer } from './answers.ts';
import type { LaunchedBox } from './launched.ts';

/** What one operation hears from the box. */
export interface Operation {
  onAnswer(answer: Answer): void;
  /** Bytes of it: `kind` is DATA, STDOUT or STDERR of `in-box/frames.ts`. False = more than was asked for. */
  onData(kind: number, data: Buffer): boolean;
  /** The box is gone. */
  onDisconnect(): void;
}

/** The host's end of the pipes to a box: numbers operations and believes nothing that it cannot check. */
export class BoxConnection {
  /** Settles when the supervisor says that commands can run; never rejects. */
  readonly ready: Promise<void>;
  private readonly operations = new Map<number, Operation>();
  private readonly reader = new FrameReader();
  private readonly input: Writable;
  private readonly distrust: (why: string) => void;
  private readonly sayReady: () => void;
  private next = 1;
  private over = false;

  /** `distrust` is called when the box sends what no supervisor sends: the box is to be ended. */
  constructor({ stdin, listen }: Pick<LaunchedBox, 'stdin' | 'listen'>, distrust: (why: string) => void) {
    this.input = stdin;
    this.distrust = distrust;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.sayReady = resolve;
    listen((chunk) => this.hear(chunk));
  }

  /** A number for a new operation, which hears from now on what the box says of it. */
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

  /** The box is gone: every operation hears of it. */
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
      return this.refuse('bytes that are no frame');
    }
    for (const frame of frames) this.take(frame);
  }

  private take({ kind, id, payload }: Frame): void {
    if (kind !== CONTROL) {
      // Of an operation that nobody waits for any more: dropped.
      if (this.operations.get(id)?.onData(kind, payload) === false) this.refuse('more than was asked for');
      return;
    }
    const answer = parseAnswer(payload);
    if (answer === undefined) return this.refuse('a message of no known shape');
    if (answer.say === 'ready') this.sayReady();
    else this.operations.get(answer.id)?.onAnswer(answer);
  }

  private refuse(why: string): void {
    if (this.over) return;
    this.over = true;
    this.distrust(why);
  }
}
