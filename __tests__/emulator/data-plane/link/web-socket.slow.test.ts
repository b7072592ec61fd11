import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import {
  encodeFrame,
  type Frame,
  MAX_MESSAGE_BYTES,
} from '../../../../src/emulator/data-plane/link/frames.ts';
import { MAX_CHUNK_BYTES, openChannel } from '../../../../src/emulator/data-plane/link/web-socket.ts';
import { Cleanup } from '../../agent-server/fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** Connects both ends of a link over a WebSocket. */
async function linked() {
  const server = createServer();
  const sockets = new WebSocketServer({ server, maxPayload: MAX_CHUNK_BYTES, perMessageDeflate: false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new WebSocket(url, { maxPayload: MAX_CHUNK_BYTES, perMessageDeflate: false });
  const [[accepted]] = (await Promise.all([once(sockets, 'connection'), once(client, 'open')])) as [
    [WebSocket],
    unknown,
  ];
  cleanup.add(() => {
    for (const one of [client, accepted]) one.terminate();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { client, accepted };
}

// docs/kubernetes.md#link-limits
test('pings arrive before the end of a 256 MiB message on the same link', async () => {
  const { client, accepted } = await linked();
  const arrived = Promise.withResolvers<Frame>();
  const ends: string[] = [];
  const listener = (onFrame: (frame: Frame) => void) => ({
    onFrame,
    onEnd: (reason: string) => void ends.push(reason),
  });
  const timing = { pingMs: 5 };
  openChannel(accepted, listener(arrived.resolve), { timing });
  const from = openChannel(
    client,
    listener(() => undefined),
    { timing },
  );
  const text = encodeFrame({ type: 'x' }, [Buffer.alloc(MAX_MESSAGE_BYTES - 1_000)])[1]?.length ?? 0;
  const part = Buffer.alloc(MAX_MESSAGE_BYTES - text, 7);
  let pongs = 0;
  let isOver = false;
  client.on('pong', () => {
    if (!isOver) pongs += 1;
  });
  from.send({ type: 'x' }, [part]);
  const { bytes } = await arrived.promise;
  isOver = true;
  expect(bytes.length).toBe(part.length);
  expect(bytes.equals(part)).toBe(true);
  expect(pongs).toBeGreaterThan(2);
  expect(ends).toEqual([]);
});
