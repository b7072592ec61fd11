/** RFC 9110 token. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Of the connection or of the message's framing: the proxy's own business, in no rule. */
const RESERVED = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'content-encoding',
  'te',
  'trailer',
  'connection',
  'keep-alive',
  'upgrade',
  'expect',
  'http2-settings',
]);
const RESERVED_PREFIXES = ['proxy-', 'sec-websocket-'];

/**
 * The name as a lax server may read it: lower case, `_` as `-` (CGI and its heirs make them one). Two names with one
 * look are one header to us.
 */
export function normalizeHeaderName(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes('_') ? lower.replaceAll('_', '-') : lower;
}

/** Why a rule may not set this header; undefined = it may (facts D.4). */
export function headerNameProblem(name: string, secret: boolean): string | undefined {
  if (!TOKEN.test(name)) return 'is not an HTTP header name';
  const look = normalizeHeaderName(name);
  if (RESERVED.has(look) || RESERVED_PREFIXES.some((prefix) => look.startsWith(prefix))) {
    return 'belongs to the connection and cannot be set by a rule';
  }
  return look === 'content-type' && secret
    ? 'describes the body: it can only be of type plaintext'
    : undefined;
}

export const MAX_HEADER_VALUE_LENGTH = 8192;

/** Why this text cannot be a header's value; undefined = it can. Says what is wrong, never the text (facts D.4). */
export function headerValueProblem(value: string): string | undefined {
  if (value === '') return 'is empty';
  if (value.length > MAX_HEADER_VALUE_LENGTH) return `has more than ${MAX_HEADER_VALUE_LENGTH} characters`;
  if (/[\r\n\0]/.test(value)) return 'has a line break or NUL in it';
  if (/[^\x20-\x7e\t]/.test(value)) return 'has characters other than visible ASCII, space and tab';
  return /^[ \t]|[ \t]$/.test(value) ? 'begins or ends with a blank' : undefined;
}
