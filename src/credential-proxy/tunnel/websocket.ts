import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { namesOf, pathOf, upstreamsFor } from '../ingress/carry.ts';
import { connectionOf } from '../ingress/connection.ts';
import { type Core, Record, type Snapshot } from '../ingress/core.ts';
import { maskingFor } from '../ingress/masking-for.ts';
import { keepsReach } from '../ingress/dialling.ts';
import { type Asked, prepare, samePrepared, type Sent } from '../ingress/prepare.ts';
import { refusalBytes, type RefusalReason } from '../ingress/refusal.ts';
import { headOf, readInner, readOuter } from '../ingress/requests.ts';
import { splice } from './splice.ts';
import { Handshake } from './handshake.ts';

/**
 * Carries a WebSocket: its handshake is judged and gets the rule's headers like any request, what follows are bytes
 * (facts D.5). Any other upgrade is refused, and so is one in the middle of other requests.
 */
export function onUpgrade(core: Core, request: IncomingMessage, socket: Socket, early: Buffer): void {
  const connection = connectionOf(socket);
  socket.on('error', () => undefined);
  if (connection.closing || connection.busy) return void socket.destroy();
  connection.closing = true;
  const { tunnel } = connection;
  const record = new Record(core, tunnel === null ? 'http' : 'https', request.method ?? null);
  const refuse = (reason: RefusalReason, detail: string = reason) => {
    record.refused(reason, detail);
    socket.end(refusalBytes(reason));
    socket.destroySoon();
  };
  const head = headOf(request);
  const read =
    tunnel === null ? readOuter(core, connection, head, record) : readInner(core, tunnel, head, record);
  if (read.kind === 'refused') return refuse(read.reason);
  const { snapshot, asked } = read;
  record.to(asked.authority).with({ path: pathOf(asked.target) });
  const { upgrade, body } = asked.framing;
  if (head.method !== 'GET' || upgrade?.toLowerCase() !== 'websocket' || body !== null) {
    return refuse('upgrade-refused');
  }
  const prepared = prepare(snapshot.policy, asked);
  if (prepared.kind === 'refused') return refuse(prepared.reason, prepared.detail);
  if (early.length > 0) socket.unshift(early);
  const { decision, reason, rule } = prepared;
  record.with({ decision, reason, rule: rule?.name ?? null, injected: namesOf(rule?.headers ?? []) });
  shake(core, { snapshot, asked, prepared, socket, record, refuse });
}

interface Shaking {
  snapshot: Snapshot;
  asked: Asked;
  prepared: Sent;
  socket: Socket;
  record: Record;
  refuse: (reason: RefusalReason) => void;
}

function shake(core: Core, { snapshot, asked, prepared, socket, record, refuse }: Shaking): void {
  let isCut = false;
  const leave = core.lives.add({
    sandboxId: snapshot.sandboxId,
    kind: 'websocket',
    // It lives long: under other rules or credentials it would be another one.
    mayGoOn: (next) => keepsReach(next, snapshot) && samePrepared(prepare(next.policy, asked), prepared),
    cut: () => {
      isCut = true;
      record.with({ reason: 'configuration-changed' });
      socket.destroy();
    },
  });
  const masking = prepared.rule === null ? null : maskingFor(prepared.rule);
  const ended = (part: Parameters<Record['write']>[0]) => {
    leave();
    record.write({ ...part, masked: masking?.count ?? 0, unsearched: masking?.unsearched ?? false });
  };
  const handshake = new Handshake(socket, masking, {
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
