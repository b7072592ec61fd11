/** Memory to read into, used again and again. */
export interface BufferPool {
  /** Waits for one that is not in use. After `close` it gives a new one at once, so that whoever still reads can end. */
  acquire(): Promise<Buffer<ArrayBuffer>>;
  /** For a piece of one that was taken; any other piece is none of ours. */
  release(piece: Uint8Array): void;
  close(): void;
}

/**
 * So many buffers of so many bytes, each for one piece at a time: new ones for each piece would pile up until they are
 * collected, and the packer queues megabytes of them.
 */
export function createBufferPool(count: number, bytes: number): BufferPool {
  const free = Array.from({ length: count }, () => Buffer.allocUnsafeSlow(bytes));
  const taken = new Map<ArrayBufferLike, Buffer<ArrayBuffer>>();
  let freed = Promise.withResolvers<void>();
  let closed = false;
  return {
    async acquire() {
      for (;;) {
        const buffer = closed ? Buffer.allocUnsafeSlow(bytes) : free.pop();
        if (buffer !== undefined) {
          taken.set(buffer.buffer, buffer);
          return buffer;
        }
        await freed.promise;
      }
    },
    release(piece) {
      const buffer = taken.get(piece.buffer);
      if (buffer === undefined) return;
      taken.delete(piece.buffer);
      free.push(buffer);
      freed.resolve();
      freed = Promise.withResolvers();
    },
    close() {
      closed = true;
      freed.resolve();
    },
  };
}
