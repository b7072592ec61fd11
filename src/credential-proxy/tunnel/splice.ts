import type { Socket } from 'node:net';
import { countBodyBytes } from '../upstream/body-garbage.ts';

export interface SplicedBytes {
  bytesUp: number;
  bytesDown: number;
}

/**
 * Joins two connections byte by byte until both are closed: each direction ends by itself, back-pressure holds in both,
 * and an error or `stalledMs` without any byte ends the two at once. Resolves with what passed.
 */
export function splice(client: Socket, upstream: Socket, stalledMs: number): Promise<SplicedBytes> {
  const before = { read: upstream.bytesRead, written: upstream.bytesWritten };
  return new Promise((resolve) => {
    let open = 2;
    const closed = (other: Socket, cleanly: boolean) => {
      open -= 1;
      // What was on its way to the other side is delivered, unless this side was cut off in the middle.
      if (cleanly) other.destroySoon();
      else other.destroy();
      if (open > 0) return;
      const [bytesUp, bytesDown] = [upstream.bytesWritten - before.written, upstream.bytesRead - before.read];
      resolve({ bytesUp, bytesDown });
    };
    client.on('error', () => upstream.destroy()).on('close', () => closed(upstream, client.readableEnded));
    upstream.on('error', () => client.destroy()).on('close', () => closed(client, upstream.readableEnded));
    upstream.setTimeout(stalledMs, () => upstream.destroy());
    for (const side of [client, upstream]) side.on('data', (chunk: Buffer) => countBodyBytes(chunk.length));
    client.pipe(upstream);
    upstream.pipe(client);
    if (client.destroyed) upstream.destroy();
    if (upstream.destroyed) client.destroy();
  });
}
