import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { headerNames, auditPath, upstreamsFor } from '../ingress/carry.ts';
import { connectionOf } from '../ingress/connection.ts';
import { type ProxyContext, AuditRecord, type Snapshot } from '../ingress/core.ts';
import { maskingFor } from '../ingress/masking-for.ts';
import { allowsSameEgress } from '../ingress/dialling.ts';
import { type ProxyRequest, evaluateRequest, isSamePlan, type ForwardPlan } from '../ingress/prepare.ts';
import { refusalBytes, type RefusalReason } from '../ingress/refusal.ts';
import { requestHeadOf, readTunneledRequest, readPlainRequest } from '../ingress/requests.ts';
import { splice } from './splice.ts';
import { WebSocketHandshake } from './handshake.ts';

/**
 * Carries a WebSocket: its handshake is judged and gets the rule's headers like any request, what follows are bytes
 * (facts D.5). Any other upgrade is refused, and so is one in the middle of other requests.
 */
export function handleUpgrade(
  core: ProxyContext,
  request: IncomingMessage,
  socket: Socket,
  early: Buffer,
): void {
  const connection = connectionOf(socket);
  socket.on('error', () => undefined);
  if (connection.closing || connection.busy) return void socket.destroy();
  connection.closing = true;
  const { tunnel } = connection;
  const record = new AuditRecord(core, tunnel === null ? 'http' : 'https', request.method ?? null);
  const refuse = (reason: RefusalReason, detail: string = reason) => {
    record.refused(reason, detail);
    socket.end(refusalBytes(reason));
    socket.destroySoon();
  };
  const head = requestHeadOf(request);
  const read =
    tunnel === null
      ? readPlainRequest(core, connection, head, record)
      : readTunneledRequest(core, tunnel, head, record);
  if (read.kind === 'refused') return refuse(read.reason);
  const { snapshot, asked } = read;
  record.forAuthority(asked.authority).set({ path: auditPath(asked.target) });
  const { upgrade, body } = asked.framing;
  if (head.method !== 'GET' || upgrade?.toLowerCase() !== 'websocket' || body !== null) {
    return refuse('upgrade-refused');
  }
  const prepared = evaluateRequest(snapshot.policy, asked);
  if (prepared.kind === 'refused') return refuse(prepared.reason, prepared.detail);
  if (early.length > 0) socket.unshift(early);
  const { decision, reason, rule } = prepared;
  record.set({ decision, reason, rule: rule?.name ?? null, injected: headerNames(rule?.headers ?? []) });
  startHandshake(core, { snapshot, asked, prepared, socket, record, refuse });
}

interface HandshakeRequest {
  snapshot: Snapshot;
  asked: ProxyRequest;
  prepared: ForwardPlan;
  socket: Socket;
  record: AuditRecord;
  refuse: (reason: RefusalReason) => void;
}

function startHandshake(
  core: ProxyContext,
  { snapshot, asked, prepared, socket, record, refuse }: HandshakeRequest,
): void {
  let isCut = false;
  const leave = core.activeConnections.add({
    sandboxId: snapshot.sandboxId,
    kind: 'websocket',
    // It lives long: under other rules or credentials it would be another one.
    stillAllowed: (next) =>
      allowsSameEgress(next, snapshot) && isSamePlan(evaluateRequest(next.policy, asked), prepared),
    abort: () => {
      isCut = true;
      record.set({ reason: 'configuration-changed' });
      socket.destroy();
    },
  });
  const masking = prepared.rule === null ? null : maskingFor(prepared.rule);
  const ended = (part: Parameters<AuditRecord['write']>[0]) => {
    leave();
    record.write({ ...part, masked: masking?.count ?? 0, unsearched: masking?.unsearched ?? false });
  };
  const handshake = new WebSocketHandshake(socket, masking, {
    joined: (upstream) => {
      splice(socket, upstream, core.limits.stalledMs)
        .then((bytes) => ended({ ...bytes, status: 101 }))
        .catch(() => undefined);
    },
    answered: (status, bytesDown) => ended({ status, bytesDown }),
    left: () => ended(isCut ? {} : { reason: 'client-gone' }),
    failed: (reason) => {
      leave();
      refuse(reason);
    },
  });
  const pool = upstreamsFor(core, snapshot).pool(asked.scheme, asked.authority, true);
  const { target: path } = asked;
  pool.dispatch({ method: 'GET', path, headers: prepared.headers, upgrade: 'websocket' }, handshake);
}
