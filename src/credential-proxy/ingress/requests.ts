import type { IncomingMessage, ServerResponse } from 'node:http';
import { canonicalAuthority, showAuthority } from '../canonical/authority.ts';
import { carry, refuse } from './carry.ts';
import { type Connection, connectionOf, inTurn } from './connection.ts';
import { type Core, guarded, Record, type Snapshot } from './core.ts';
import { checkHead, type Head } from './head.ts';
import { claimOf } from './identity.ts';
import type { Asked } from './prepare.ts';
import type { RefusalReason } from './refusal.ts';

export type Read<T> = ({ kind: 'fine' } & T) | { kind: 'refused'; reason: RefusalReason };

/** A request on a connection that is looked into: its place is the tunnel's, whatever it says. */
export function innerRequest(
  core: Core,
  request: IncomingMessage,
  response: ServerResponse,
  isExpected: boolean,
): void {
  takeTurn(core, 'https', request, response, (connection) => {
    if (connection.tunnel === null) return void request.socket.destroy();
    const record = new Record(core, 'https', request.method ?? null);
    const inner = readInner(core, connection.tunnel, headOf(request), record);
    if (inner.kind === 'refused') return refuse(request, response, record, inner.reason);
    carry(core, inner.snapshot, request, response, inner.asked, record, isExpected);
  });
}

/** Reads a request inside a tunnel, and the snapshot of now. */
export function readInner(
  core: Core,
  { sandboxId, authority }: NonNullable<Connection['tunnel']>,
  head: Head,
  record: Record,
): Read<{ snapshot: Snapshot; asked: Asked }> {
  record.to(authority).with({ sandbox: sandboxId });
  const snapshot = core.host.sandboxes.current(sandboxId);
  if (snapshot === null) return { kind: 'refused', reason: 'not-configured' };
  record.of(snapshot);
  const checked = checkHead(head);
  if (checked.kind === 'refused') return checked;
  if (!head.url.startsWith('/')) return { kind: 'refused', reason: 'bad-target' };
  const asked: Asked = { scheme: 'https', authority, target: head.url, head, framing: checked.framing };
  return { kind: 'fine', snapshot, asked };
}

/** A request to the proxy itself: absolute-form over plain HTTP, or nothing that is served. */
export function outerRequest(
  core: Core,
  request: IncomingMessage,
  response: ServerResponse,
  isExpected: boolean,
): void {
  takeTurn(core, 'http', request, response, (connection) => {
    const record = new Record(core, 'http', request.method ?? null);
    const outer = readOuter(core, connection, headOf(request), record);
    if (outer.kind === 'refused') return refuse(request, response, record, outer.reason);
    carry(core, outer.snapshot, request, response, outer.asked, record, isExpected);
  });
}

/** A request that expects what nobody promises: refused when those before it are answered. */
export function refusedExpectation(
  core: Core,
  scheme: 'http' | 'https',
  request: IncomingMessage,
  response: ServerResponse,
): void {
  takeTurn(core, scheme, request, response, () => {
    refuse(request, response, new Record(core, scheme, request.method ?? null), 'expectation-refused');
  });
}

function takeTurn(
  core: Core,
  scheme: 'http' | 'https',
  request: IncomingMessage,
  response: ServerResponse,
  work: (connection: Connection) => void,
): void {
  const { socket } = request;
  const connection = connectionOf(socket);
  const isTaken = inTurn(connection, () => {
    // What follows a refused request on its connection is not looked at: the two may be one, read in two ways.
    if (!connection.closing && !response.destroyed) guarded(core, socket, scheme, () => work(connection));
  });
  if (!isTaken) socket.destroy();
}

/** Reads an absolute-form request: whose it is before anything else is looked at. */
export function readOuter(
  core: Core,
  connection: Connection,
  head: Head,
  record: Record,
): Read<{ snapshot: Snapshot; asked: Asked }> {
  const whose = identify(core, connection, head.rawHeaders);
  if (whose.kind === 'refused') return whose;
  record.of(whose.snapshot);
  const checked = checkHead(head);
  if (checked.kind === 'refused') return checked;
  const place = readAbsolute(head.url);
  if (place === null) return { kind: 'refused', reason: 'bad-target' };
  const authority = canonicalAuthority(place.authority, 80);
  if (!authority.ok) return { kind: 'refused', reason: 'bad-authority' };
  // The target alone says where it goes (RFC 9112, section 3.2.2): Host has to be well formed, and is written anew.
  if (!canonicalAuthority(checked.framing.host, 80).ok)
    return { kind: 'refused', reason: 'ambiguous-request' };
  const framing = { ...checked.framing, host: showAuthority(authority.value, 80) };
  const { snapshot } = whose;
  const asked: Asked = { scheme: 'http', authority: authority.value, target: place.target, head, framing };
  return { kind: 'fine', snapshot, asked };
}

/** Whose request it is (facts D.2): the token's, or the only sandbox that reaches this socket. */
export function identify(
  core: Core,
  connection: Connection,
  rawHeaders: readonly string[],
): Read<{ snapshot: Snapshot }> {
  const { sandboxes } = core.host;
  const { ingress, owner } = connection;
  if (ingress.kind === 'sandbox') {
    const snapshot = sandboxes.current(ingress.sandboxId);
    return snapshot === null ? { kind: 'refused', reason: 'not-configured' } : { kind: 'fine', snapshot };
  }
  const claim = claimOf(rawHeaders);
  if (claim.kind === 'none') return { kind: 'refused', reason: 'token-missing' };
  const snapshot = claim.kind === 'claim' ? sandboxes.byToken(claim.sandboxId, claim.token) : null;
  // A connection is one sandbox's: whoever has two tokens has two connections.
  if (snapshot === null || (owner !== null && owner !== snapshot.sandboxId)) {
    return { kind: 'refused', reason: 'token-wrong' };
  }
  const isClaimed = core.population.claim(connection, snapshot.sandboxId);
  return isClaimed ? { kind: 'fine', snapshot } : { kind: 'refused', reason: 'too-many-connections' };
}

export function headOf(request: IncomingMessage): Head {
  const { method = '', url = '', httpVersion, rawHeaders } = request;
  return { method, url, httpVersion, rawHeaders };
}

export interface Absolute {
  authority: string;
  target: string;
}

/** Splits `http://authority/path`; any other form of target is not for a proxy. */
function readAbsolute(url: string): Absolute | null {
  const [, authority, rest = ''] = /^http:\/\/([^/?]*)(.*)$/i.exec(url) ?? [];
  if (authority === undefined || authority === '') return null;
  return { authority, target: rest.startsWith('/') ? rest : `/${rest}` };
}
