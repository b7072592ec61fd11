import type { Socket } from 'node:net';
import type { Authority } from '../canonical/authority.ts';
import type { Ingress } from '../relay-port.ts';

/** What is known of a client's connection. */
export interface ClientConnection {
  readonly ingress: Ingress;
  /** Set once an authority was asked for by CONNECT: identity and place are the tunnel's from then on. */
  tunnel: { sandboxId: string; authority: Authority } | null;
  /** The sandbox whose it is, once that is known; never another's afterwards. */
  owner: string | null;
  /** Whether a request is being answered: one at a time, in the order in which they came. */
  busy: boolean;
  /** Requests that were sent before the one at work was answered. */
  readonly queue: (() => void)[];
  /** Nothing more is taken from it: a request of it was refused, or did not parse. */
  closing: boolean;
  /** Requests without a good token so far. */
  failedLogins: number;
}

const connections = new WeakMap<Socket, ClientConnection>();

export function registerConnection(socket: Socket, ingress: Ingress): ClientConnection {
  const connection: ClientConnection = {
    ingress,
    tunnel: null,
    owner: null,
    busy: false,
    queue: [],
    closing: false,
    failedLogins: 0,
  };
  connections.set(socket, connection);
  return connection;
}

/** So many requests may be sent ahead of their answers. */
const MOST_WAITING = 32;

/** Does the work of a request when those before it are done; false = too many wait already. */
export function enqueue(connection: ClientConnection, work: () => void): boolean {
  if (!connection.busy) work();
  else if (connection.queue.push(work) > MOST_WAITING) return false;
  return true;
}

/** The request at work is done: the next one's turn, if there is one. */
export function runNext(connection: ClientConnection): void {
  connection.busy = false;
  while (!connection.busy) {
    const work = connection.queue.shift();
    if (work === undefined) return;
    work();
  }
}

/** The connection of a socket that a server of the relay was given. */
export function connectionOf(socket: Socket): ClientConnection {
  const connection = connections.get(socket);
  if (connection === undefined)
    throw new Error('a socket that was not handed to the relay reached its server');
  return connection;
}
