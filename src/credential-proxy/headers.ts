import { HOP_BY_HOP } from '../contract/hop-by-hop.ts';
import { invalid, ok, type Parsed } from './canonical/authority.ts';

/** Headers in Node's raw format: name, value, name, value. */
export type RawHeaders = readonly string[];

/** Headers that the proxy does not forward in requests. The proxy handles `Expect` itself. */
const DROPPED_FROM_REQUEST = new Set<string>([...HOP_BY_HOP, 'expect', 'http2-settings']);
/** Headers that the proxy does not forward in responses. `Alt-Svc` would make the client bypass the proxy. */
const DROPPED_FROM_RESPONSE = new Set<string>([...HOP_BY_HOP, 'alt-svc']);
/** Headers that rules may not set, because they concern the connection or the framing of the message. */
const RESERVED = new Set<string>([...DROPPED_FROM_REQUEST, 'host', 'content-length', 'content-encoding']);
const RESERVED_PREFIXES = ['proxy-', 'sec-websocket-'];

/** Headers that `Connection` must not list, because their removal would change the meaning of the message. */
const END_TO_END = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'content-type',
  'content-encoding',
]);

/**
 * Returns the request headers to forward. Removes hop-by-hop headers, headers listed in `Connection`, all `Proxy-*`
 * headers, and headers that a lenient server could confuse with a header of the rule or with a header in `replaced`
 * (normalized names). The rule's headers are appended.
 * Refuses a request whose `Connection` header lists a header in `END_TO_END`. Leaves `Host` and framing headers
 * unchanged, because the caller checks them.
 */
export function forwardHeaders(
  raw: RawHeaders,
  injected: readonly { name: string; value: string }[],
  replaced: readonly string[] = NONE,
): Parsed<string[]> {
  const nominated = connectionOptions(raw);
  if (nominated.some((name) => END_TO_END.has(name))) {
    return invalid('Connection lists a header that belongs to the message');
  }
  // Plain loops over short lists are the fastest way, and this code runs for each header of each request.
  const ours = [...replaced, ...injected.map(({ name }) => normalizeHeaderName(name))];
  const out: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const normalized = normalizeHeaderName(name);
    const isDropped =
      DROPPED_FROM_REQUEST.has(normalized) ||
      normalized.startsWith('proxy-') ||
      nominated.includes(normalized);
    if (!isDropped && !ours.includes(normalized)) out.push(name, raw[index + 1] ?? '');
  }
  for (const { name, value } of injected) out.push(name, value);
  return ok(out);
}

/** Returns the name and the value of each header line, in order. */
export function headerPairs(raw: RawHeaders): [name: string, value: string][] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => [
    raw[index * 2] ?? '',
    raw[index * 2 + 1] ?? '',
  ]);
}

const NONE: readonly string[] = [];

/**
 * Returns the header names that `Connection` lists. Creates no array for most requests, because their `Connection`
 * headers list no names.
 */
function connectionOptions(raw: RawHeaders): readonly string[] {
  let options: string[] | undefined;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const key = raw[index] ?? '';
    if (key.length !== 10 || key.toLowerCase() !== 'connection') continue;
    options ??= [];
    for (const option of (raw[index + 1] ?? '').split(',')) options.push(normalizeHeaderName(option.trim()));
  }
  return options ?? NONE;
}

/** Headers of a response that are forwarded to the client, and facts about its body. */
export interface ResponseHead {
  /** Alternating names and values of headers. */
  headers: string[];
  /** True if the body is declared as compressed or otherwise encoded. Secrets in an encoded body cannot be found. */
  coded: boolean;
  length: string | null;
}

/**
 * Returns the response headers for the client. Removes hop-by-hop headers, headers listed in `Connection` and all
 * `Proxy-*` headers. The function `mask` is applied to each name and value. Returns null if lengths contradict each
 * other or a transfer coding was not requested, because the end or the meaning of the response would be ambiguous.
 */
export function responseHead(
  raw: readonly (Buffer | string)[],
  mask: (value: string) => string,
): ResponseHead | null {
  const names: string[] = [];
  let nominated: Set<string> | undefined;
  for (let i = 0; i < raw.length; i += 2) {
    const name = text(raw[i]).toLowerCase();
    names.push(name);
    if (name !== 'connection') continue;
    nominated ??= new Set();
    for (const option of text(raw[i + 1]).split(',')) nominated.add(option.trim().toLowerCase());
  }
  const head: ResponseHead = { headers: [], coded: false, length: null };
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i] ?? '';
    const value = text(raw[i * 2 + 1]);
    if (name === 'transfer-encoding' && !/^chunked$/i.test(value)) return null;
    if (DROPPED_FROM_RESPONSE.has(name) || name.startsWith('proxy-')) continue;
    if (name === 'content-length') {
      if (head.length !== null && head.length !== value) return null;
      if (head.length !== null) continue;
      head.length = value;
    } else if (nominated?.has(name)) continue;
    if (name === 'content-encoding' && value.toLowerCase() !== 'identity') head.coded = true;
    // Header names can contain asterisks, so a masked name is still valid.
    head.headers.push(mask(text(raw[i * 2])), mask(value));
  }
  return head;
}

/** Converts header bytes to a string. Header bytes are Latin-1 in both directions. */
function text(part: Buffer | string | undefined): string {
  return typeof part === 'string' ? part : (part?.toString('latin1') ?? '');
}

/** Matches a token in the syntax of RFC 9110. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Normalizes a header name in the way that a lenient server might: to lower case, with `-` for `_` (CGI does not
 * distinguish them). Headers whose names have equal results count as the same header.
 */
export function normalizeHeaderName(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes('_') ? lower.replaceAll('_', '-') : lower;
}

/** Returns the reason why a rule may not set this header, or `undefined` if the rule may set the header. */
export function headerNameProblem(name: string, secret: boolean): string | undefined {
  if (!TOKEN.test(name)) return 'is not an HTTP header name';
  const normalized = normalizeHeaderName(name);
  if (RESERVED.has(normalized) || RESERVED_PREFIXES.some((prefix) => normalized.startsWith(prefix))) {
    return 'belongs to the connection and cannot be set by a rule';
  }
  return normalized === 'content-type' && secret
    ? 'describes the body, so it must have the type plaintext'
    : undefined;
}

const MAX_HEADER_VALUE_LENGTH = 8192;

/**
 * Returns the reason why a string is not a valid header value, or `undefined` for a valid string. The reason never
 * repeats the string.
 */
export function headerValueProblem(value: string): string | undefined {
  if (value === '') return 'is empty';
  if (value.length > MAX_HEADER_VALUE_LENGTH) return `has more than ${MAX_HEADER_VALUE_LENGTH} characters`;
  if (/[\r\n\0]/.test(value)) return 'contains a line break or NUL';
  if (/[^\x20-\x7e\t]/.test(value)) return 'contains characters other than visible ASCII, space and tab';
  return /^[ \t]|[ \t]$/.test(value) ? 'begins or ends with a space or tab' : undefined;
}
