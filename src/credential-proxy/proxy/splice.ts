import type { Socket } from 'node:net';

interface SplicedBytes {
  bytesUp: number;
  bytesDown: number;
}

/**
 * Joins two connections byte by byte until both are closed: each direction ends on its own, back-pressure applies in
 * both, and an error or `stallTimeoutMs` without any byte ends both at once. Resolves with the number of bytes.
 */
export function splice(client: Socket, upstream: Socket, stallTimeoutMs: number): Promise<SplicedBytes> {
  const before = { read: upstream.bytesRead, written: upstream.bytesWritten };
  return new Promise((resolve) => {
    let open = 2;
    const closed = (other: Socket, cleanly: boolean) => {
      open -= 1;
      // Data in flight to the other side is delivered, unless this side was cut off in the middle.
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

/** So many bytes of bodies may have become garbage before it is collected. */
const EVERY_BYTES = 16 * 1024 * 1024;
let passed = 0;

/**
 * Counts bytes of bodies that passed. Their buffers are small objects to V8, which collects some 64 MB of them at once;
 * a collection of the young ones alone takes a millisecond and keeps a proxy of gigabytes as small as one of nothing.
 * Without `--expose-gc` it leaves V8 to itself.
 */
export function countBodyBytes(bytes: number): void {
  passed += bytes;
  if (passed < EVERY_BYTES) return;
  passed = 0;
  globalThis.gc?.({ type: 'minor' });
}
