import { type Authority, formatAuthority, parseAuthority, sameAuthority } from '../canonical/authority.ts';
import { forwardHeaders } from '../headers.ts';
import { encodingOf } from '../placeholders/body.ts';
import { type Encode, of, replaceInHead } from '../placeholders/replace.ts';
import type { SentinelSearch } from '../placeholders/search.ts';
import { chooseRule, decideConnection } from '../policy/decide.ts';
import { SCHEME_PORTS } from '../policy/host-pattern.ts';
import type { CompiledPlaceholder, CompiledRule, Policy } from '../policy/model.ts';
import type { RefusalReason } from '../refusal.ts';
import { prepareAwsRequest, type UnsignedRequest } from '../signing/aws-request.ts';
import type { SigningWork } from '../signing/sign.ts';

/** A request with a valid head, and its target authority. */
export interface ProxyRequest {
  scheme: 'http' | 'https';
  authority: Authority;
  /** Request target in origin-form, in the client's spelling. */
  target: string;
  head: RequestHead;
  framing: Framing;
}

type Evaluation =
  | {
      kind: 'send';
      decision: 'inject' | 'forward' | 'bypass' | 'tunnel';
      reason: string;
      rule: CompiledRule | null;
      /** Request target in origin-form, with the secrets of replaced sentinels. */
      target: string;
      headers: string[];
      /** Search or replacement of sentinels in the body, or null if the body is forwarded unread. */
      body: BodyWork | null;
      /** Signature to add when the request is sent, or null. */
      signing: SigningWork | null;
      /** Names of the variables whose sentinels were replaced in the head. */
      placeholders: readonly string[];
    }
  | { kind: 'refused'; reason: RefusalReason; detail: string; placeholder?: string };

/** A search of a body for sentinels that must not be sent. With `replacement`, other sentinels are replaced first. */
export interface BodyWork {
  readonly search: SentinelSearch;
  readonly replacement: { placeholders: readonly CompiledPlaceholder[]; encode: Encode } | null;
}

export type ForwardPlan = Evaluation & { kind: 'send' };

/**
 * Returns the request to send upstream, or the reason for refusing it. The Host header becomes the authority that the
 * credential was chosen for, and the rule's headers replace the client's headers with the same names.
 */
export function evaluateRequest(
  policy: Policy,
  { scheme, authority, target, head, framing }: ProxyRequest,
): Evaluation {
  const refused = (reason: RefusalReason, detail: string = reason): Evaluation => ({
    kind: 'refused',
    reason,
    detail,
  });
  const host = formatAuthority(authority, SCHEME_PORTS[scheme]);
  // Most clients send the canonical spelling, which does not need to be parsed.
  if (framing.host !== host) {
    const named = parseAuthority(framing.host, SCHEME_PORTS[scheme]);
    if (!named.ok) return refused('ambiguous-request');
    if (!sameAuthority(named.value, authority)) return refused('misdirected');
  }
  const decision = decideConnection(policy, scheme, authority);
  if (decision.kind === 'deny') return refused('denied', decision.reason);
  // The connection was intercepted, but its host no longer has rules, so the connection will soon be aborted.
  if (decision.kind !== 'intercept' && scheme === 'https') return refused('not-configured');
  const choice =
    decision.kind === 'intercept'
      ? chooseRule(decision.candidates, { scheme, method: head.method, target, headers: head.rawHeaders })
      : null;
  if (choice?.kind === 'refuse') return refused(choice.reason);
  const rule = choice?.kind === 'inject' ? choice.rule : null;
  const forwarded = forwardHeaders(head.rawHeaders, rule?.sent ?? [], rule?.replacedHeaders);
  if (!forwarded.ok) return refused('ambiguous-request');
  const sent =
    policy.sentinels !== null && decision.kind !== 'bypass'
      ? replaceSentinels(policy.sentinels, rule, {
          target,
          headers: forwarded.value,
          hasBody: framing.body !== null,
        })
      : { kind: 'ready' as const, target, headers: forwarded.value, body: null, placeholders: [] };
  if (sent.kind === 'refused') return sent;
  const headers = withHost(host, sent.headers);
  const signed = prepareSignature(rule, {
    scheme,
    host: authority.host.text,
    target: sent.target,
    headers,
    clientHeaders: head.rawHeaders,
    isBodyReplaced: (sent.body?.replacement ?? null) !== null,
  });
  if (signed.kind === 'refused') return refused(signed.reason);
  return {
    kind: 'send',
    decision: rule !== null ? 'inject' : decision.kind === 'intercept' ? 'forward' : decision.kind,
    reason: choice?.reason ?? decision.reason,
    rule,
    target: signed.target,
    headers,
    body: sent.body,
    signing: signed.work,
    placeholders: sent.placeholders,
  };
}

/** Returns the signature that a rule adds to a request, and the target without the client's own signature. */
function prepareSignature(
  rule: CompiledRule | null,
  { isBodyReplaced, ...request }: UnsignedRequest & { isBodyReplaced: boolean },
):
  | { kind: 'prepared'; target: string; work: SigningWork | null }
  | { kind: 'refused'; reason: RefusalReason } {
  const { target } = request;
  const sign = rule?.sign ?? null;
  if (sign === null) return { kind: 'prepared', target, work: null };
  if (sign.kind === 'hmac') return { kind: 'prepared', target, work: { kind: 'hmac', signing: sign } };
  const prepared = prepareAwsRequest(sign, request);
  // A hash that the client declares is not the hash of a body in which the proxy replaces sentinels.
  return prepared.kind === 'prepared' && isBodyReplaced
    ? { ...prepared, work: { ...prepared.work, payload: null } }
    : prepared;
}

interface UnreplacedRequest {
  target: string;
  headers: readonly string[];
  hasBody: boolean;
}

/**
 * Replaces the rule's sentinels in the head of a request. Refuses a request whose head still contains a sentinel
 * afterwards: the request goes to another host, or contains the sentinel in another place or encoding.
 */
function replaceSentinels(
  search: SentinelSearch,
  rule: CompiledRule | null,
  request: UnreplacedRequest,
):
  | { kind: 'ready'; target: string; headers: string[]; body: BodyWork | null; placeholders: string[] }
  | Extract<Evaluation, { kind: 'refused' }> {
  const { placeholders = [] } = rule ?? {};
  const head = replaceInHead({ placeholders }, request.target, request.headers);
  if (head === null) return { kind: 'refused', reason: 'head-too-large', detail: 'head-too-large' };
  const left = search.find(head.target) ?? search.find(head.headers.join('\n'));
  if (left !== undefined) {
    return {
      kind: 'refused',
      reason: 'placeholder-refused',
      detail: 'placeholder-refused',
      placeholder: left,
    };
  }
  const body = request.hasBody ? bodyWork(search, placeholders, head.headers) : null;
  if (body === 'body-encoded') return { kind: 'refused', reason: body, detail: body };
  return { kind: 'ready', ...head, body, placeholders: [...head.replaced] };
}

/** Returns the work on a body with these headers, or the reason for refusing the body. */
function bodyWork(
  search: SentinelSearch,
  placeholders: readonly CompiledPlaceholder[],
  headers: readonly string[],
): BodyWork | 'body-encoded' {
  const inBody = of(placeholders, 'body');
  const encode = encodingOf(valueOf(headers, 'content-type'));
  if (inBody.length === 0 || encode === undefined) return { search, replacement: null };
  const coding = valueOf(headers, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  return coding === 'identity' ? { search, replacement: { placeholders: inBody, encode } } : 'body-encoded';
}

/** Returns the value of a header, or all values if the header occurs several times. */
function valueOf(headers: readonly string[], name: string): string | undefined {
  const values = headers.filter((_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === name);
  return values.length === 0 ? undefined : values.join(', ');
}

/** Returns the headers with the Host header `host` first, instead of the client's Host header. */
function withHost(host: string, headers: readonly string[]): string[] {
  const all = ['Host', host];
  let isReplaced = false;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (!isReplaced && name.length === 4 && name.toLowerCase() === 'host') isReplaced = true;
    else all.push(name, headers[index + 1] ?? '');
  }
  return all;
}

/** Returns true if the evaluation `now` would send a request with the same rule and headers as the plan `then`. */
export function isSamePlan(now: Evaluation, then: ForwardPlan): boolean {
  return (
    now.kind === 'send' &&
    now.rule?.name === then.rule?.name &&
    now.target === then.target &&
    isSameReplacement(now.body, then.body) &&
    JSON.stringify(now.signing) === JSON.stringify(then.signing) &&
    now.headers.length === then.headers.length &&
    now.headers.every((text, index) => text === then.headers[index])
  );
}

function isSameReplacement(now: BodyWork | null, then: BodyWork | null): boolean {
  const placeholders = (work: BodyWork | null): string =>
    JSON.stringify(work?.replacement?.placeholders ?? []);
  return placeholders(now) === placeholders(then);
}

/** Fields of a request's head that are checked before the request is evaluated. */
export interface RequestHead {
  method: string;
  url: string;
  httpVersion: string;
  /** Alternating names and values of headers, as in the received head. */
  rawHeaders: readonly string[];
}

/** Fields of a valid request head that determine where the message ends. */
interface Framing {
  /** Value of the single Host header. */
  host: string;
  /** Length of the body (null for a chunked body), or null if the request has no body. */
  body: { length: number | null } | null;
  /** Protocol of a requested upgrade, or null if the client requests no upgrade. */
  upgrade: string | null;
}

type CheckedRequestHead = { kind: 'checked'; framing: Framing } | { kind: 'refused'; reason: RefusalReason };

const FORBIDDEN_METHODS = new Set(['TRACE', 'TRACK']);
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const TARGET = /^[\x21\x22\x24-\x7e]+$/;
/** Header names that our parser ignores but an upstream might interpret as framing headers. */
const LOOK_ALIKES = new Set(['content_length', 'transfer_encoding', 'http2_settings']);

/**
 * Refuses heads that two parsers could interpret differently although Node's strict parser accepts them: repeated Host,
 * Content-Length or Transfer-Encoding headers, codings other than chunked, Content-Length together with
 * Transfer-Encoding, and control bytes.
 */
export function checkRequestHead({ method, url, httpVersion, rawHeaders }: RequestHead): CheckedRequestHead {
  const refuse = (reason: RefusalReason): CheckedRequestHead => ({ kind: 'refused', reason });
  let host: string | undefined;
  let length: string | undefined;
  let coding: string | undefined;
  let upgrade: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]];
    if (!VALUE.test(value)) return refuse('ambiguous-request');
    const { length: size } = name;
    if (size !== 4 && size !== 7 && size !== 14 && size !== 17) continue;
    const key = name.toLowerCase();
    if (key === 'host') {
      if (host !== undefined) return refuse('ambiguous-request');
      host = value;
    } else if (key === 'content-length') {
      if (length !== undefined) return refuse('ambiguous-request');
      length = value;
    } else if (key === 'transfer-encoding') {
      if (coding !== undefined) return refuse('ambiguous-request');
      coding = value;
    } else if (key === 'upgrade') {
      if (upgrade !== undefined) return refuse('upgrade-refused');
      upgrade = value;
    } else if (LOOK_ALIKES.has(key)) return refuse('ambiguous-request');
  }
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return refuse('ambiguous-request');
  if (FORBIDDEN_METHODS.has(method)) return refuse('method-not-allowed');
  if (!TARGET.test(url)) return refuse('bad-target');
  if (host === undefined) return refuse('ambiguous-request');
  if (coding !== undefined && (length !== undefined || httpVersion === '1.0' || !/^chunked$/i.test(coding))) {
    return refuse('ambiguous-request');
  }
  if (length !== undefined && !/^[0-9]{1,15}$/.test(length)) return refuse('ambiguous-request');
  const size = length === undefined ? 0 : Number(length);
  const body = coding !== undefined ? { length: null } : size > 0 ? { length: size } : null;
  return { kind: 'checked', framing: { host, body, upgrade: upgrade ?? null } };
}

type ProxyCredentials =
  | { kind: 'none' }
  | { kind: 'malformed' }
  | { kind: 'basic'; sandboxId: string; token: string };

const BASIC = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i;

/**
 * Parses `Proxy-Authorization: Basic base64(sbx-<id>:<token>)` from raw headers (alternating names and values). Several
 * Proxy-Authorization headers make the credentials malformed, because the server could not know which header applies.
 */
export function parseProxyCredentials(rawHeaders: readonly string[]): ProxyCredentials {
  let value: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length !== 19 || rawHeaders[i]?.toLowerCase() !== 'proxy-authorization') continue;
    if (value !== undefined) return { kind: 'malformed' };
    value = rawHeaders[i + 1];
  }
  if (value === undefined) return { kind: 'none' };
  const encoded = BASIC.exec(value)?.[1];
  if (encoded === undefined) return { kind: 'malformed' };
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  const colon = text.indexOf(':');
  if (!text.startsWith('sbx-') || colon === -1) return { kind: 'malformed' };
  return { kind: 'basic', sandboxId: text.slice(4, colon), token: text.slice(colon + 1) };
}
