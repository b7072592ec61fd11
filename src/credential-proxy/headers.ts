import { HOP_BY_HOP } from '../contract/hop-by-hop.ts';
import { invalid, ok, type Parsed } from './canonical/authority.ts';

/** Headers as Node gives and takes them raw: name, value, name, value. */
export type RawHeaders = readonly string[];

/** Not forwarded with a request; the proxy answers `Expect` itself. */
const DROPPED_FROM_REQUEST = new Set<string>([...HOP_BY_HOP, 'expect', 'http2-settings']);
/** Not forwarded with a response; `Alt-Svc` would lead the client around the proxy. */
const DROPPED_FROM_RESPONSE = new Set<string>([...HOP_BY_HOP, 'alt-svc']);
/** Concern the connection or the framing of the message: no rule may set them. */
const RESERVED = new Set<string>([...DROPPED_FROM_REQUEST, 'host', 'content-length', 'content-encoding']);
const RESERVED_PREFIXES = ['proxy-', 'sec-websocket-'];

/** What no `Connection` may remove from a message: without these its meaning would change. */
const END_TO_END = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'content-type',
  'content-encoding',
]);

/**
 * The client's headers as they are forwarded: without hop-by-hop headers, those that `Connection` names, any `Proxy-*`,
 * and any that a lax server could take for one of the rule's; then the rule's own, last. A `Connection` that names a
 * header of the message itself is refused. `Host` and framing stay as the client sent them, for the caller to check.
 */
export function forwardHeaders(
  raw: RawHeaders,
  injected: readonly { name: string; value: string }[],
): Parsed<string[]> {
  const nominated = connectionOptions(raw);
  if (nominated.some((name) => END_TO_END.has(name))) {
    return invalid('Connection names a header that belongs to the message');
  }
  // Runs for each header of each request: plain loops over short lists are the fastest.
  const ours = injected.map(({ name }) => normalizeHeaderName(name));
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

/** Name and value of each header line, in order. */
export function headerPairs(raw: RawHeaders): [name: string, value: string][] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => [
    raw[index * 2] ?? '',
    raw[index * 2 + 1] ?? '',
  ]);
}

const NONE: readonly string[] = [];

/** The header names that `Connection` lists. Nearly no request has any, and no array is made then. */
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

/** The part of a response's head that the client gets. */
export interface ResponseHead {
  /** Name and value in turn. */
  headers: string[];
  /** Whether the body is declared compressed or otherwise coded: nothing can be found in such a body. */
  coded: boolean;
  length: string | null;
}

/**
 * An upstream's headers as they are sent back: without hop-by-hop headers, those that `Connection` names and any
 * `Proxy-*`; `mask` sees each name and value. Null for two lengths that differ, or for a transfer coding that was not
 * requested: the end or the meaning of the response would be ambiguous.
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
    // A masked name is still a name: an asterisk is allowed in one.
    head.headers.push(mask(text(raw[i * 2])), mask(value));
  }
  return head;
}

/** Header bytes are Latin-1, in and out. */
function text(part: Buffer | string | undefined): string {
  return typeof part === 'string' ? part : (part?.toString('latin1') ?? '');
}

/** RFC 9110 token. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * The name as a lax server may read it: in lower case, with `_` as `-` (CGI and its successors treat them alike). Names
 * that become equal count as one header.
 */
export function normalizeHeaderName(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes('_') ? lower.replaceAll('_', '-') : lower;
}

/** Why a rule may not set this header; undefined when it may. */
export function headerNameProblem(name: string, secret: boolean): string | undefined {
  if (!TOKEN.test(name)) return 'is not an HTTP header name';
  const normalized = normalizeHeaderName(name);
  if (RESERVED.has(normalized) || RESERVED_PREFIXES.some((prefix) => normalized.startsWith(prefix))) {
    return 'belongs to the connection and cannot be set by a rule';
  }
  return normalized === 'content-type' && secret
    ? 'describes the body: it can only be of type plaintext'
    : undefined;
}

const MAX_HEADER_VALUE_LENGTH = 8192;

/** Why this text cannot be a header's value; undefined when it can. Never repeats the text. */
export function headerValueProblem(value: string): string | undefined {
  if (value === '') return 'is empty';
  if (value.length > MAX_HEADER_VALUE_LENGTH) return `has more than ${MAX_HEADER_VALUE_LENGTH} characters`;
  if (/[\r\n\0]/.test(value)) return 'has a line break or NUL in it';
  if (/[^\x20-\x7e\t]/.test(value)) return 'has characters other than visible ASCII, space and tab';
  return /^[ \t]|[ \t]$/.test(value) ? 'begins or ends with a blank' : undefined;
}
