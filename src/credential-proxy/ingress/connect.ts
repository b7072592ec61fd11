import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Authority, canonicalAuthority } from '../canonical/authority.ts';
import { intercept } from '../intercept/intercept.ts';
import { decide } from '../policy/decide.ts';
import { openTunnel } from '../tunnel/open-tunnel.ts';
import { type Connection, connectionOf } from './connection.ts';
import { type Core, Record, type Snapshot } from './core.ts';
import { headOf, identify } from './requests.ts';
import { refusalBytes, RelayRefusal, type RefusalReason } from './refusal.ts';

/** A connection may ask so many times without a good token before it is closed (facts D.2: one retry). */
const MOST_UNKNOWN = 2;

/** What `CONNECT` needs of the relay's servers. */
export interface ConnectPorts {
  /** Hands a connection back to the server that reads requests from it. */
  readAgain: (socket: Socket) => void;
  /** Hands a decrypted connection to the server of inner requests. */
  serveInner: (socket: Socket) => void;
}

/** Answers CONNECT: a blind tunnel, a connection that is looked into, or a refusal (facts D.5). */
export function onConnect(
  core: Core,
  ports: ConnectPorts,
  request: IncomingMessage,
  socket: Socket,
  early: Buffer,
): void {
  const connection = connectionOf(socket);
  socket.on('error', () => undefined);
  if (connection.closing || connection.busy) return void socket.destroy();
  const record = new Record(core, 'tunnel', 'CONNECT');
  const refuse = (reason: RefusalReason, detail: string = reason) => {
    record.refused(reason, detail);
    connection.closing = true;
    socket.end(refusalBytes(reason));
    socket.destroySoon();
  };
  const whose = identify(core, connection, request.rawHeaders);
  if (whose.kind === 'refused') {
    if (!whose.reason.startsWith('token-')) return refuse(whose.reason);
    connection.unknown += 1;
    if (connection.unknown >= MOST_UNKNOWN) return refuse(whose.reason);
    record.refused(whose.reason);
    socket.write(refusalBytes(whose.reason));
    if (early.length > 0) socket.unshift(early);
    ports.readAgain(socket);
    return;
  }
  const { snapshot } = whose;
  record.of(snapshot);
  const authority = authorityOf(request);
  if (typeof authority === 'string') return refuse(authority);
  record.to(authority);
  if (early.length > 0) socket.unshift(early);
  enter(core, ports, { snapshot, authority, socket, connection, record }).catch((error: unknown) =>
    refuse(error instanceof RelayRefusal ? error.reason : 'internal-error'),
  );
}

export interface Entering {
  snapshot: Snapshot;
  authority: Authority;
  socket: Socket;
  connection: Connection;
  record: Record;
}

/** Opens what the policy says. Throws `RelayRefusal` as long as nothing was answered. */
async function enter(core: Core, ports: ConnectPorts, entering: Entering): Promise<void> {
  const { snapshot, authority, record } = entering;
  const decision = decide(snapshot.policy, 'https', authority);
  record.with({ reason: decision.reason });
  switch (decision.kind) {
    case 'deny':
      throw new RelayRefusal('denied', { cause: decision.reason });
    case 'bypass':
    case 'tunnel':
      return await openTunnel(core, entering, decision);
    case 'intercept':
      return await intercept(core, ports, entering);
  }
}

/** The authority of a CONNECT: its target alone, although a Host has to be well formed; or why it is refused. */
function authorityOf(request: IncomingMessage): Authority | RefusalReason {
  const { url, rawHeaders, httpVersion } = headOf(request);
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'ambiguous-request';
  const authority = canonicalAuthority(url, null);
  if (!authority.ok) return 'bad-authority';
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase();
    if (name === 'content-length' || name === 'transfer-encoding') return 'ambiguous-request';
    if (name !== 'host') continue;
    hosts += 1;
    const named = canonicalAuthority(rawHeaders[i + 1] ?? '', authority.value.port);
    if (!named.ok || hosts > 1) return 'ambiguous-request';
  }
  return authority.value;
}
