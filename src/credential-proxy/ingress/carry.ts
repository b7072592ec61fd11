import type { IncomingMessage, ServerResponse } from 'node:http';
import { decide } from '../policy/decide.ts';
import type { PushedHeader } from '../push.ts';
import { Exchange } from '../upstream/exchange.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import { connectionOf, runNext } from './connection.ts';
import type { ProxyContext, AuditRecord, Snapshot } from './core.ts';
import { allowsSameEgress, egressPolicyOf } from './dialling.ts';
import { maskingFor } from './masking-for.ts';
import { type ProxyRequest, evaluateRequest, isSamePlan } from './prepare.ts';
import { refusalAnswer, type RefusalReason } from './refusal.ts';

/** Answers a request with a refusal and closes the connection, but for 407. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  record: AuditRecord,
  reason: RefusalReason,
  detail: string = reason,
): void {
  const { status, headers, body } = refusalAnswer(reason);
  if (status !== 407) connectionOf(request.socket).closing = true;
  response.sendDate = false;
  response.writeHead(status, headers);
  response.end(body);
  record.refused(reason, detail);
}

export function upstreamsFor(core: ProxyContext, snapshot: Snapshot): Upstreams {
  return core.upstreams.of(snapshot.sandboxId, snapshot, () => egressPolicyOf(core, snapshot));
}

/**
 * Carries one request of a sandbox to where it goes, under the snapshot that was read for it, or under the next one when
 * it has not gone out by then. `isExpected`: the client
 * waits to be told before it sends its body.
 */
export function forwardRequest(
  core: ProxyContext,
  snapshot: Snapshot,
  request: IncomingMessage,
  response: ServerResponse,
  asked: ProxyRequest,
  record: AuditRecord,
  isExpected: boolean,
): void {
  record
    .forSandbox(snapshot)
    .forAuthority(asked.authority)
    .set({ scheme: asked.scheme, path: auditPath(asked.target) });
  if (asked.framing.upgrade !== null) return refuse(request, response, record, 'upgrade-refused');
  const prepared = evaluateRequest(snapshot.policy, asked);
  if (prepared.kind === 'refused') return refuse(request, response, record, prepared.reason, prepared.detail);
  const { decision, reason, rule, headers } = prepared;
  record.set({ decision, reason, rule: rule?.name ?? null, injected: headerNames(rule?.headers ?? []) });
  if (isExpected) response.writeContinue();
  const hasBody = asked.framing.body !== null;
  const upstreams = upstreamsFor(core, snapshot);
  const via = upstreams.via(asked.scheme, asked.authority);
  const outgoing = {
    method: asked.head.method,
    target: via === null ? asked.target : via.prefix + asked.target,
    headers: via === null ? headers : [...headers, ...via.headers],
    hasBody,
  };
  const pool = upstreams.pool(asked.scheme, asked.authority);
  const connection = connectionOf(request.socket);
  connection.busy = true;
  const exchange = new Exchange(
    request,
    response,
    outgoing,
    { pool, isResetting: () => upstreams.isResetting },
    rule === null ? null : maskingFor(rule),
    ({ failure: trouble, ...counts }) => {
      leave();
      // Its connection closes with it: what was sent ahead would go out, and its answer nowhere.
      if (trouble !== null) connection.closing = true;
      record.write({ ...counts, ...(trouble !== null && { reason: trouble }) });
      runNext(connection);
    },
  );
  const leave = core.activeConnections.add({
    sandboxId: snapshot.sandboxId,
    kind: 'request',
    // Once out, it is of the rules of its time, and ends when the sandbox or its way to the place does.
    stillAllowed: (next) =>
      allowsSameEgress(next, snapshot) &&
      (exchange.isSent
        ? decide(next.policy, asked.scheme, asked.authority).kind !== 'deny'
        : isSamePlan(evaluateRequest(next.policy, asked), prepared)),
    abort: () => {
      const now = core.host.sandboxes.current(snapshot.sandboxId);
      if (exchange.isSent || hasBody || now === null) return exchange.abort();
      leave();
      exchange.withdraw();
      forwardRequest(core, now, request, response, asked, record, false);
    },
  });
  exchange.start();
}

export function headerNames(headers: readonly PushedHeader[]): string[] {
  return headers.map(({ name }) => name);
}

/** Without the query, which may hold a secret of its own. */
export function auditPath(target: string): string {
  const end = target.indexOf('?');
  return (end === -1 ? target : target.slice(0, end)).slice(0, 2048);
}
