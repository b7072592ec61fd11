import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A request that asks for another protocol on its connection, before that was answered. */
export interface Upgrade {
  request: IncomingMessage;
  socket: Socket;
  /** What the client sent after its request. */
  head: Buffer;
}

const asked = new WeakMap<ServerResponse, Upgrade>();

/** What a request asked for whose answer this is to be; undefined for an ordinary one. */
export function upgradeOf(response: ServerResponse): Upgrade | undefined {
  return asked.get(response);
}

/**
 * Has a request that asks for another protocol answered like any other: its row checks the key, and either takes the
 * connection over (`takeOver`) or answers it, after which the connection ends.
 */
export function handleUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  socket.on('error', () => socket.destroy());
  if (!(socket instanceof Socket)) {
    socket.destroy();
    return;
  }
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  asked.set(response, { request, socket, head });
  answer(request, response);
}

/** Frees the connection of its answer; whoever calls this speaks on it. Resolves when the connection is closed. */
export function switchProtocols(response: ServerResponse, { socket }: Upgrade): Promise<void> {
  response.detachSocket(socket);
  response.statusCode = 101;
  return new Promise((resolve) => {
    socket.once('close', () => {
      response.emit('close');
      resolve();
    });
  });
}
