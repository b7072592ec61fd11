import { CHUNK_BYTES, WINDOW_BYTES } from '../in-box/frames.ts';

/** Bytes into a box, no more under way than it has room for. */
export class SendWindow {
  private room = WINDOW_BYTES;
  private over = false;
  private wake: (() => void) | undefined;
  private last: Promise<void> = Promise.resolve();
  private readonly send: (data: Uint8Array) => void;

  constructor(send: (data: Uint8Array) => void) {
    this.send = send;
  }

  /** Resolves when all of it is on its way, or nobody takes it any more. Calls keep their order. */
  write(data: Uint8Array): Promise<void> {
    this.last = this.last.then(() => this.push(data));
    return this.last;
  }

  /** The box has used that much. */
  grant(bytes: number): void {
    this.room = Math.min(this.room + bytes, WINDOW_BYTES);
    this.wake?.();
  }

  /** Whoever waits for room need not. */
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
