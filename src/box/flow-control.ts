import { CHUNK_BYTES, WINDOW_BYTES } from './supervisor/protocol.ts';

/** A queue with one reader. */
export class AsyncQueue<T> implements AsyncIterable<T> {
  private readonly items: T[] = [];
  private done = false;
  private failure: Error | undefined;
  private wake: (() => void) | undefined;
  private readonly taken: (item: T) => void;
  private readonly left: () => void;

  /**
   * `taken` is called with each item that the reader takes, and `left` is called when the reader stops before the end.
   */
  constructor(taken: (item: T) => void, left: () => void = () => undefined) {
    this.taken = taken;
    this.left = left;
  }

  push(item: T): void {
    if (this.done) return;
    this.items.push(item);
    this.wake?.();
  }

  end(failure?: Error): void {
    if (this.done) return;
    this.done = true;
    this.failure = failure;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    let whole = false;
    try {
      for (;;) {
        const item = this.items.shift();
        if (item !== undefined) {
          this.taken(item);
          yield item;
          continue;
        }
        if (this.done) break;
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
      whole = true;
    } finally {
      if (!whole) this.left();
    }
    if (this.failure !== undefined) throw this.failure;
  }
}

/** Sends bytes to a box, but never more bytes than the box currently accepts. */
export class SendWindow {
  private room = WINDOW_BYTES;
  private over = false;
  private wake: (() => void) | undefined;
  private last: Promise<void> = Promise.resolve();
  private readonly send: (data: Uint8Array) => void;

  constructor(send: (data: Uint8Array) => void) {
    this.send = send;
  }

  /** Sends bytes in the order of the calls. Resolves when all bytes are sent or the window is closed. */
  write(data: Uint8Array): Promise<void> {
    this.last = this.last.then(() => this.push(data));
    return this.last;
  }

  grant(bytes: number): void {
    this.room = Math.min(this.room + bytes, WINDOW_BYTES);
    this.wake?.();
  }

  /** Ends all pending writes without sending the rest of their data. */
  close(): void {
    this.over = true;
    this.wake?.();
  }

  private async push(data: Uint8Array): Promise<void> {
    for (let from = 0; from < data.length && !this.over; ) {
      if (this.room <= 0) {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
        continue;
      }
      const piece = data.subarray(from, from + Math.min(CHUNK_BYTES, this.room));
      this.send(piece);
      this.room -= piece.length;
      from += piece.length;
    }
  }
}
