import type { Socket } from 'node:net';

interface SplicedBytes {
  bytesUp: number;
  bytesDown: number;
}

/**
 * Forwards bytes between two connections until both are closed. Each direction of the traffic ends independently and
 * applies back-pressure. An error, or `stallTimeoutMs` milliseconds without a byte, closes both connections. Resolves
 * with the number of bytes in each direction.
 */
export function splice(client: Socket, upstream: Socket, stallTimeoutMs: number): Promise<SplicedBytes> {
  const before = { read: upstream.bytesRead, written: upstream.bytesWritten };
  return new Promise((resolve) => {
    let open = 2;
    const closed = (other: Socket, cleanly: boolean) => {
      open -= 1;
      // After one connection has ended, the other connection still receives pending data, unless the ended connection
      // was interrupted.
      if (cleanly) other.destroySoon();
      else other.destroy();
      if (open > 0) return;
      const [bytesUp, bytesDown] = [upstream.bytesWritten - before.written, upstream.bytesRead - before.read];
      resolve({ bytesUp, bytesDown });
    };
    client.on('error', () => upstream.destroy()).on('close', () => closed(upstream, client.readableEnded));
    upstream.on('error', () => client.destroy()).on('close', () => closed(client, upstream.readableEnded));
    upstream.setTimeout(stallTimeoutMs, () => upstream.destroy());
    for (const side of [client, upstream]) side.on('data', (chunk: Buffer) => countBodyBytes(chunk.length));
    client.pipe(upstream);
    upstream.pipe(client);
    if (client.destroyed) upstream.destroy();
    if (upstream.destroyed) client.destroy();
  });
}

/** Number of forwarded body bytes between two garbage collections. */
const EVERY_BYTES = 16 * 1024 * 1024;
let passed = 0;

/**
 * Counts forwarded body bytes and collects garbage after every `EVERY_BYTES` bytes. V8 underestimates the size of the
 * bodies' buffers and would let about 64 MB accumulate. A collection of young objects takes a millisecond, and keeps
 * the proxy's memory small at any traffic. Without `--expose-gc`, V8 decides when to collect garbage.
 */
export function countBodyBytes(bytes: number): void {
  passed += bytes;
  if (passed < EVERY_BYTES) return;
  passed = 0;
  globalThis.gc?.({ type: 'minor' });
}
