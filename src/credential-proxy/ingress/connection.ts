import type { Socket } from 'node:net';
import type { Authority } from '../canonical/authority.ts';
import type { Ingress } from '../relay-port.ts';

/** What is known of a client's connection. */
export interface Connection {
  readonly ingress: Ingress;
  /** Set once an authority was asked for by CONNECT: identity and place are the tunnel's from then on. */
  tunnel: { sandboxId: string; authority: Authority } | null;
  /** Requests that are being answered. */
  busy: number;
  /** Nothing more is taken from it: a request of it was refused, or did not parse. */
  closing: boolean;
  /** Requests without a good token so far. */
  unknown: number;
}

const connections = new WeakMap<Socket, Connection>();

export function newConnection(socket: Socket, ingress: Ingress): Connection {
  const connection = { ingress, tunnel: null, busy: 0, closing: false, unknown: 0 };
  connections.set(socket, connection);
  return connection;
}

/** The connection of a socket that a server of the relay was given. */
export function connectionOf(socket: Socket): Connection {
  const connection = connections.get(socket);
  if (connection === undefined)
    throw new Error('a socket that was not handed to the relay reached its server');
  return connection;
}
