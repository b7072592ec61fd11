import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type Authority, parseAuthority } from '../canonical/authority.ts';
import { intercept } from '../intercept/intercept.ts';
import { decide } from '../policy/decide.ts';
import { openTunnel } from '../tunnel/open-tunnel.ts';
import { type ClientConnection, connectionOf } from './connection.ts';
import { type ProxyContext, AuditRecord, type Snapshot } from './core.ts';
import { requestHeadOf, authenticate } from './requests.ts';
import { refusalBytes, RefusalError, type RefusalReason } from './refusal.ts';

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
export function handleConnect(
  core: ProxyContext,
  ports: ConnectPorts,
  request: IncomingMessage,
  socket: Socket,
  early: Buffer,
): void {
  const connection = connectionOf(socket);
  socket.on('error', () => undefined);
  if (connection.closing || connection.busy) return void socket.destroy();
  const record = new AuditRecord(core, 'tunnel', 'CONNECT');
  const refuse = (reason: RefusalReason, detail: string = reason) => {
    record.refused(reason, detail);
    connection.closing = true;
    socket.end(refusalBytes(reason));
    socket.destroySoon();
  };
  const whose = authenticate(core, connection, request.rawHeaders);
  if (whose.kind === 'refused') {
    if (!whose.reason.startsWith('token-')) return refuse(whose.reason);
    connection.failedLogins += 1;
    if (connection.failedLogins >= MOST_UNKNOWN) return refuse(whose.reason);
    record.refused(whose.reason);
    socket.write(refusalBytes(whose.reason));
    if (early.length > 0) socket.unshift(early);
    ports.readAgain(socket);
    return;
  }
  const { snapshot } = whose;
  record.forSandbox(snapshot);
  const authority = parseConnectAuthority(request);
  if (typeof authority === 'string') return refuse(authority);
  record.forAuthority(authority);
  if (early.length > 0) socket.unshift(early);
  openConnection(core, ports, { snapshot, authority, socket, connection, record }).catch((error: unknown) =>
    refuse(error instanceof RefusalError ? error.reason : 'internal-error'),
  );
}

export interface ConnectRequest {
  snapshot: Snapshot;
  authority: Authority;
  socket: Socket;
  connection: ClientConnection;
  record: AuditRecord;
}

/** Opens what the policy says. Throws `RelayRefusal` as long as nothing was answered. */
async function openConnection(
  core: ProxyContext,
  ports: ConnectPorts,
  entering: ConnectRequest,
): Promise<void> {
  const { snapshot, authority, record } = entering;
  const decision = decide(snapshot.policy, 'https', authority);
  record.set({ reason: decision.reason });
  switch (decision.kind) {
    case 'deny':
      throw new RefusalError('denied', { cause: decision.reason });
    case 'bypass':
    case 'tunnel':
      return await openTunnel(core, entering, decision);
    case 'intercept':
      return await intercept(core, ports, entering);
  }
}

/** The authority of a CONNECT: its target alone, although a Host has to be well formed; or why it is refused. */
function parseConnectAuthority(request: IncomingMessage): Authority | RefusalReason {
  const { url, rawHeaders, httpVersion } = requestHeadOf(request);
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'ambiguous-request';
  const authority = parseAuthority(url, null);
  if (!authority.ok) return 'bad-authority';
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase();
    if (name === 'content-length' || name === 'transfer-encoding') return 'ambiguous-request';
    if (name !== 'host') continue;
    hosts += 1;
    const named = parseAuthority(rawHeaders[i + 1] ?? '', authority.value.port);
    if (!named.ok || hosts > 1) return 'ambiguous-request';
  }
  return authority.value;
}
