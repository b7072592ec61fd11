import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseAuthority, formatAuthority } from '../canonical/authority.ts';
import { forwardRequest, refuse } from './carry.ts';
import { type ClientConnection, connectionOf, enqueue } from './connection.ts';
import { type ProxyContext, runGuarded, AuditRecord, type Snapshot } from './core.ts';
import { checkRequestHead, type RequestHead } from './head.ts';
import { parseProxyCredentials } from './identity.ts';
import type { ProxyRequest } from './prepare.ts';
import type { RefusalReason } from './refusal.ts';

export type ReadResult<T> = ({ kind: 'fine' } & T) | { kind: 'refused'; reason: RefusalReason };

/** A request on a connection that is looked into: its place is the tunnel's, whatever it says. */
export function handleTunneledRequest(
  core: ProxyContext,
  request: IncomingMessage,
  response: ServerResponse,
  isExpected: boolean,
): void {
  inTurn(core, 'https', request, response, (connection) => {
    if (connection.tunnel === null) return void request.socket.destroy();
    const record = new AuditRecord(core, 'https', request.method ?? null);
    const inner = readTunneledRequest(core, connection.tunnel, requestHeadOf(request), record);
    if (inner.kind === 'refused') return refuse(request, response, record, inner.reason);
    forwardRequest(core, inner.snapshot, request, response, inner.asked, record, isExpected);
  });
}

/** Reads a request inside a tunnel, and the snapshot of now. */
export function readTunneledRequest(
  core: ProxyContext,
  { sandboxId, authority }: NonNullable<ClientConnection['tunnel']>,
  head: RequestHead,
  record: AuditRecord,
): ReadResult<{ snapshot: Snapshot; asked: ProxyRequest }> {
  record.forAuthority(authority).set({ sandbox: sandboxId });
  const snapshot = core.host.sandboxes.current(sandboxId);
  if (snapshot === null) return { kind: 'refused', reason: 'not-configured' };
  record.forSandbox(snapshot);
  const checked = checkRequestHead(head);
  if (checked.kind === 'refused') return checked;
  if (!head.url.startsWith('/')) return { kind: 'refused', reason: 'bad-target' };
  const asked: ProxyRequest = {
    scheme: 'https',
    authority,
    target: head.url,
    head,
    framing: checked.framing,
  };
  return { kind: 'fine', snapshot, asked };
}

/** A request to the proxy itself: absolute-form over plain HTTP, or nothing that is served. */
export function handlePlainRequest(
  core: ProxyContext,
  request: IncomingMessage,
  response: ServerResponse,
  isExpected: boolean,
): void {
  inTurn(core, 'http', request, response, (connection) => {
    const record = new AuditRecord(core, 'http', request.method ?? null);
    const outer = readPlainRequest(core, connection, requestHeadOf(request), record);
    if (outer.kind === 'refused') return refuse(request, response, record, outer.reason);
    forwardRequest(core, outer.snapshot, request, response, outer.asked, record, isExpected);
  });
}

/** A request that expects what nobody promises: refused when those before it are answered. */
export function handleUnknownExpectation(
  core: ProxyContext,
  scheme: 'http' | 'https',
  request: IncomingMessage,
  response: ServerResponse,
): void {
  inTurn(core, scheme, request, response, () => {
    refuse(request, response, new AuditRecord(core, scheme, request.method ?? null), 'expectation-refused');
  });
}

function inTurn(
  core: ProxyContext,
  scheme: 'http' | 'https',
  request: IncomingMessage,
  response: ServerResponse,
  work: (connection: ClientConnection) => void,
): void {
  const { socket } = request;
  const connection = connectionOf(socket);
  const isTaken = enqueue(connection, () => {
    // What follows a refused request on its connection is not looked at: the two may be one, read in two ways.
    if (!connection.closing && !response.destroyed) runGuarded(core, socket, scheme, () => work(connection));
  });
  if (!isTaken) socket.destroy();
}

/** Reads an absolute-form request: whose it is before anything else is looked at. */
export function readPlainRequest(
  core: ProxyContext,
  connection: ClientConnection,
  head: RequestHead,
  record: AuditRecord,
): ReadResult<{ snapshot: Snapshot; asked: ProxyRequest }> {
  const whose = authenticate(core, connection, head.rawHeaders);
  if (whose.kind === 'refused') return whose;
  record.forSandbox(whose.snapshot);
  const checked = checkRequestHead(head);
  if (checked.kind === 'refused') return checked;
  const place = parseAbsoluteUrl(head.url);
  if (place === null) return { kind: 'refused', reason: 'bad-target' };
  const authority = parseAuthority(place.authority, 80);
  if (!authority.ok) return { kind: 'refused', reason: 'bad-authority' };
  // The target alone says where it goes (RFC 9112, section 3.2.2): Host has to be well formed, and is written anew.
  if (!parseAuthority(checked.framing.host, 80).ok) return { kind: 'refused', reason: 'ambiguous-request' };
  const framing = { ...checked.framing, host: formatAuthority(authority.value, 80) };
  const { snapshot } = whose;
  const asked: ProxyRequest = {
    scheme: 'http',
    authority: authority.value,
    target: place.target,
    head,
    framing,
  };
  return { kind: 'fine', snapshot, asked };
}

/** Whose request it is (facts D.2): the token's, or the only sandbox that reaches this socket. */
export function authenticate(
  core: ProxyContext,
  connection: ClientConnection,
  rawHeaders: readonly string[],
): ReadResult<{ snapshot: Snapshot }> {
  const { sandboxes } = core.host;
  const { ingress, owner } = connection;
  if (ingress.kind === 'sandbox') {
    const snapshot = sandboxes.current(ingress.sandboxId);
    return snapshot === null ? { kind: 'refused', reason: 'not-configured' } : { kind: 'fine', snapshot };
  }
  const claim = parseProxyCredentials(rawHeaders);
  if (claim.kind === 'none') return { kind: 'refused', reason: 'token-missing' };
  const snapshot = claim.kind === 'claim' ? sandboxes.byToken(claim.sandboxId, claim.token) : null;
  // A connection is one sandbox's: whoever has two tokens has two connections.
  if (snapshot === null || (owner !== null && owner !== snapshot.sandboxId)) {
    return { kind: 'refused', reason: 'token-wrong' };
  }
  const isClaimed = core.connectionLimiter.assign(connection, snapshot.sandboxId);
  return isClaimed ? { kind: 'fine', snapshot } : { kind: 'refused', reason: 'too-many-connections' };
}

export function requestHeadOf(request: IncomingMessage): RequestHead {
  const { method = '', url = '', httpVersion, rawHeaders } = request;
  return { method, url, httpVersion, rawHeaders };
}

export interface Absolute {
  authority: string;
  target: string;
}

/** Splits `http://authority/path`; any other form of target is not for a proxy. */
function parseAbsoluteUrl(url: string): Absolute | null {
  const [, authority, rest = ''] = /^http:\/\/([^/?]*)(.*)$/i.exec(url) ?? [];
  if (authority === undefined || authority === '') return null;
  return { authority, target: rest.startsWith('/') ? rest : `/${rest}` };
}
