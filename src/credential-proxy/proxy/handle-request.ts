import type { IncomingMessage, ServerResponse } from 'node:http';
import { formatAuthority, parseAuthority } from '../canonical/authority.ts';
import { maskingFor, type ResponseMasking } from '../masking.ts';
import { decideConnection } from '../policy/decide.ts';
import { addedHeaders } from '../policy/explain.ts';
import type { Policy } from '../policy/model.ts';
import { refusalAnswer, type RefusalReason } from '../refusal.ts';
import { needsBody, signRequest } from '../signing/sign.ts';
import type { SandboxSnapshot } from '../snapshot.ts';
import { allowsSameEgress } from '../upstream/upstreams.ts';
import { isExpired } from './budgets.ts';
import {
  AuditRecord,
  type ClientConnection,
  connectionOf,
  enqueue,
  type ProxyContext,
  runGuarded,
  runNext,
  schemeOf,
} from './context.ts';
import {
  checkRequestHead,
  evaluateRequest,
  type ForwardPlan,
  isSamePlan,
  parseProxyCredentials,
  type ProxyRequest,
  type RequestHead,
} from './evaluate-request.ts';
import { Exchange, type RequestSigner } from './handle-response.ts';

type Expectation = 'nothing' | 'continue' | 'unknown';

/**
 * Handles a request after the previous requests on its connection. The client receives the upstream's response or a
 * refusal.
 */
export function handleRequest(
  context: ProxyContext,
  request: IncomingMessage,
  response: ServerResponse,
  expects: Expectation,
): void {
  const { socket } = request;
  const connection = connectionOf(socket);
  const isQueued = enqueue(connection, () => {
    // Data after a refused request is not read, because parsers might disagree on where the refused request ends.
    if (connection.closing || response.destroyed) return;
    runGuarded(context, socket, () => {
      const record = new AuditRecord(context, schemeOf(socket), request.method ?? null);
      if (expects === 'unknown') return refuse(request, response, record, 'expectation-refused');
      const read = readRequest(context, connection, request, record);
      if (read.kind === 'refused') return refuse(request, response, record, read.reason);
      const { snapshot, proxyRequest } = read;
      forwardRequest(context, snapshot, {
        request,
        response,
        proxyRequest,
        record,
        expectsContinue: expects === 'continue',
      });
    });
  });
  if (!isQueued) socket.destroy();
}

type ReadResult<T> = ({ kind: 'read' } & T) | { kind: 'refused'; reason: RefusalReason };

/**
 * Determines the target and sandbox of a request. A request inside a tunnel has the target and the sandbox of the
 * tunnel.
 */
export function readRequest(
  context: ProxyContext,
  connection: ClientConnection,
  request: IncomingMessage,
  record: AuditRecord,
): ReadResult<{ snapshot: SandboxSnapshot; proxyRequest: ProxyRequest }> {
  const { method = '', url = '', httpVersion, rawHeaders } = request;
  const head = { method, url, httpVersion, rawHeaders };
  return connection.tunnel === null
    ? readPlainRequest(context, connection, head, record)
    : readTunneledRequest(context, connection.tunnel, head, record);
}

function readTunneledRequest(
  context: ProxyContext,
  { sandboxId, authority }: NonNullable<ClientConnection['tunnel']>,
  head: RequestHead,
  record: AuditRecord,
): ReadResult<{ snapshot: SandboxSnapshot; proxyRequest: ProxyRequest }> {
  record.forAuthority(authority).set({ sandbox: sandboxId });
  const snapshot = context.host.sandboxes.current(sandboxId);
  if (snapshot === null) return { kind: 'refused', reason: 'not-configured' };
  record.forSandbox(snapshot);
  const checked = checkRequestHead(head);
  if (checked.kind === 'refused') return checked;
  if (!head.url.startsWith('/')) return { kind: 'refused', reason: 'bad-target' };
  const { framing } = checked;
  return {
    kind: 'read',
    snapshot,
    proxyRequest: { scheme: 'https', authority, target: head.url, head, framing },
  };
}

/** Authenticates and reads a plain HTTP request in absolute-form. */
function readPlainRequest(
  context: ProxyContext,
  connection: ClientConnection,
  head: RequestHead,
  record: AuditRecord,
): ReadResult<{ snapshot: SandboxSnapshot; proxyRequest: ProxyRequest }> {
  const caller = authenticate(context, connection, head.rawHeaders);
  if (caller.kind === 'refused') return caller;
  const { snapshot } = caller;
  record.forSandbox(snapshot);
  const checked = checkRequestHead(head);
  if (checked.kind === 'refused') return checked;
  const url = parseAbsoluteUrl(head.url);
  if (url === null) return { kind: 'refused', reason: 'bad-target' };
  const parsed = parseAuthority(url.authority, 80);
  if (!parsed.ok) return { kind: 'refused', reason: 'bad-authority' };
  // Only the request target determines the destination (RFC 9112, section 3.2.2). The Host header must be well formed,
  // and is replaced.
  if (!parseAuthority(checked.framing.host, 80).ok) return { kind: 'refused', reason: 'ambiguous-request' };
  const authority = parsed.value;
  const framing = { ...checked.framing, host: formatAuthority(authority, 80) };
  return {
    kind: 'read',
    snapshot,
    proxyRequest: { scheme: 'http', authority, target: url.target, head, framing },
  };
}

/** Returns the sandbox of a request, identified by the token or by the sandbox's own socket. */
export function authenticate(
  context: ProxyContext,
  connection: ClientConnection,
  rawHeaders: readonly string[],
): ReadResult<{ snapshot: SandboxSnapshot }> {
  const { sandboxes } = context.host;
  const { ingress, owner } = connection;
  if (ingress.kind === 'sandbox') {
    const snapshot = sandboxes.current(ingress.sandboxId);
    return snapshot === null ? { kind: 'refused', reason: 'not-configured' } : { kind: 'read', snapshot };
  }
  const credentials = parseProxyCredentials(rawHeaders);
  if (credentials.kind === 'none') return { kind: 'refused', reason: 'token-missing' };
  const snapshot =
    credentials.kind === 'basic' ? sandboxes.byToken(credentials.sandboxId, credentials.token) : null;
  // A connection belongs to one sandbox. A client with two tokens therefore needs two connections.
  if (snapshot === null || (owner !== null && owner !== snapshot.sandboxId)) {
    return { kind: 'refused', reason: 'token-wrong' };
  }
  const isAssigned = context.connectionLimiter.assign(connection, snapshot.sandboxId);
  return isAssigned ? { kind: 'read', snapshot } : { kind: 'refused', reason: 'too-many-connections' };
}

/** Splits `http://authority/path`, or returns null for any other target. */
function parseAbsoluteUrl(url: string): { authority: string; target: string } | null {
  const [, authority, rest = ''] = /^http:\/\/([^/?]*)(.*)$/i.exec(url) ?? [];
  if (authority === undefined || authority === '') return null;
  return { authority, target: rest.startsWith('/') ? rest : `/${rest}` };
}

interface Forwarding {
  request: IncomingMessage;
  response: ServerResponse;
  proxyRequest: ProxyRequest;
  record: AuditRecord;
  /** True if the client waits for 100 Continue before it sends the body. */
  expectsContinue: boolean;
  /** Rule whose budget the request has already used, before the configuration changed. */
  charged?: string | undefined;
}

/**
 * Forwards a request under its sandbox's snapshot, or under a newer snapshot that arrives before the request is sent.
 */
function forwardRequest(context: ProxyContext, snapshot: SandboxSnapshot, forwarding: Forwarding): void {
  const { request, response, proxyRequest, record, expectsContinue, charged } = forwarding;
  record
    .forSandbox(snapshot)
    .forAuthority(proxyRequest.authority)
    .set({ scheme: proxyRequest.scheme, path: auditPath(proxyRequest.target) });
  if (proxyRequest.framing.upgrade !== null) return refuse(request, response, record, 'upgrade-refused');
  const plan = evaluateRequest(snapshot.policy, proxyRequest);
  if (plan.kind === 'refused') {
    recordPlaceholder(record, plan);
    return refuse(request, response, record, plan.reason, plan.detail);
  }
  const spent = chargePlan(context, snapshot, plan, charged);
  if (spent !== null && spent.kind === 'refused') {
    record.set({ rule: plan.rule?.name ?? null });
    return refuse(request, response, record, spent.reason);
  }
  recordPlan(record, plan);
  if (spent !== null) record.set({ usesLeft: spent.usesLeft });
  if (expectsContinue) response.writeContinue();
  const hasBody = proxyRequest.framing.body !== null;
  const upstreams = context.upstreams.of(snapshot);
  const via = upstreams.viaUpstreamProxy(proxyRequest.scheme, proxyRequest.authority);
  const connection = connectionOf(request.socket);
  connection.busy = true;
  let isRevoked = false;
  const masking = plan.rule === null ? null : maskingFor(plan.rule);
  const exchange = new Exchange(
    request,
    response,
    {
      method: proxyRequest.head.method,
      target: via === null ? plan.target : via.prefix + plan.target,
      headers: via === null ? plan.headers : [...plan.headers, ...via.headers],
      hasBody,
      body: plan.body,
      signer: signerFor(context, proxyRequest.head.method, plan, masking),
      isExpired: () => plan.rule !== null && isExpired(plan.rule, context.ports.now().getTime()),
      memory: context.bodyMemory.reserve(snapshot.sandboxId),
    },
    {
      pool: upstreams.pool(proxyRequest.scheme, proxyRequest.authority),
      isResetting: () => upstreams.isResetting,
    },
    masking,
    ({ failure, replaced, ...counts }) => {
      leave();
      const placeholders = [...new Set([...plan.placeholders, ...replaced])];
      const isDenied = failure === 'placeholder-refused' || failure === 'rule-expired';
      record.set({ placeholders, ...(isDenied && { decision: 'deny' }) });
      // After a failed request, the connection must close, because the proxy would otherwise send a pipelined request
      // and lose its response.
      if (failure !== null) connection.closing = true;
      const reason = isRevoked ? 'configuration-changed' : failure;
      record.write({ ...counts, ...(reason !== null && { reason }) });
      runNext(connection);
    },
  );
  const leave = context.activeConnections.add({
    sandboxId: snapshot.sandboxId,
    kind: 'request',
    // A request that was already sent keeps its credential, and is aborted only if the sandbox is removed, loses access
    // to the host, or loses the rule.
    stillAllowed: (next) =>
      allowsSameEgress(next, snapshot) &&
      (exchange.isSent
        ? !losesAccess(next.policy, proxyRequest, plan)
        : isSamePlan(evaluateRequest(next.policy, proxyRequest), plan)),
    abort: () => {
      const now = context.host.sandboxes.current(snapshot.sandboxId);
      if (exchange.isSent) isRevoked = true;
      if (exchange.isSent || hasBody || now === null) return exchange.abort();
      leave();
      exchange.withdraw();
      forwardRequest(context, now, { ...forwarding, expectsContinue: false, charged: plan.rule?.name });
    },
  });
  exchange.start();
}

/**
 * Returns true if the next policy denies the host of a request that was already sent, or no longer applies the rule of
 * the request. A changed credential of the same rule does not end the request.
 */
function losesAccess(policy: Policy, request: ProxyRequest, { rule }: ForwardPlan): boolean {
  if (decideConnection(policy, request.scheme, request.authority).kind === 'deny') return true;
  if (rule === null) return false;
  const next = evaluateRequest(policy, request);
  return next.kind === 'refused' || next.rule?.name !== rule.name;
}

/**
 * Returns the signer of a request, or null for a request without a signature. Each signature has the current time, and
 * is masked in the response, because the sandbox could send a signature again outside the proxy.
 */
export function signerFor(
  { ports }: Pick<ProxyContext, 'ports'>,
  method: string,
  { signing, target, headers }: ForwardPlan,
  masking: ResponseMasking | null,
): RequestSigner | null {
  if (signing === null) return null;
  return {
    needsBody: needsBody(signing),
    sign(body) {
      const signed = signRequest(signing, { method, target, headers, body }, ports.now());
      masking?.add(signed.signature);
      return signed.headers.flat();
    },
  };
}

/** Counts the request as a use of the plan's rule, unless the request has already been counted for this rule. */
export function chargePlan(
  { budgets, ports }: Pick<ProxyContext, 'budgets' | 'ports'>,
  { sandboxId }: SandboxSnapshot,
  { rule }: ForwardPlan,
  charged?: string,
): ReturnType<ProxyContext['budgets']['take']> | null {
  if (rule === null || rule.name === charged) return null;
  return budgets.take(sandboxId, rule, ports.now().getTime());
}

/** Responds with a refusal and closes the connection, except after 407. */
function refuse(
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

/** Adds the rule of a request and the names of its injected headers to the audit record. */
export function recordPlan(record: AuditRecord, { decision, reason, rule, placeholders }: ForwardPlan): void {
  const injected = rule === null ? [] : addedHeaders(rule);
  record.set({ decision, reason, rule: rule?.name ?? null, injected, placeholders: [...placeholders] });
}

/** Adds the variable of a refused sentinel to the audit record. */
export function recordPlaceholder(record: AuditRecord, { placeholder }: { placeholder?: string }): void {
  if (placeholder !== undefined) record.set({ placeholders: [placeholder] });
}

/** Returns the path of a target without the query, because the query might contain a secret. */
export function auditPath(target: string): string {
  const end = target.indexOf('?');
  return (end === -1 ? target : target.slice(0, end)).slice(0, 2048);
}
