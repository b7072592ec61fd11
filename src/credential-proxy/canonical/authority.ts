/** Canonical host and port of a connection's destination. */
export interface Authority {
  host: Host;
  port: number;
}

const PORT = /^[1-9][0-9]{0,4}$/;

/**
 * Parses `host:port`. A missing port becomes `defaultPort`. If `defaultPort` is `null`, the port is required, as in
 * CONNECT. Refuses user names, signs, leading zeros and port 0.
 */
export function parseAuthority(raw: string, defaultPort: number | null): Parsed<Authority> {
  const { hostText, portText } = splitPort(raw);
  const port = portText === undefined ? defaultPort : parsePort(portText);
  if (port === null) return invalid('the port is missing: expected host:port');
  if (port === undefined)
    return invalid('a port must be a decimal number from 1 to 65535 without leading zeros');
  const host = parseHost(hostText);
  return host.ok ? ok({ host: host.value, port }) : host;
}

export function sameAuthority(a: Authority, b: Authority): boolean {
  return a.port === b.port && a.host.kind === b.host.kind && a.host.text === b.host.text;
}

/** Formats `host:port`, or only the host if the port equals `impliedPort`. */
export function formatAuthority(authority: Authority, impliedPort: number | null = null): string {
  const host = formatHost(authority.host);
  return authority.port === impliedPort ? host : `${host}:${authority.port}`;
}

/** Parses a decimal port from 1 to 65535, or returns `undefined` for any other string. */
export function parsePort(text: string): number | undefined {
  const port = PORT.test(text) ? Number(text) : undefined;
  return port !== undefined && port <= 65_535 ? port : undefined;
}

/** Splits a string into host and port, at the colon after the closing bracket, or else at the only colon. */
export function splitPort(raw: string): { hostText: string; portText: string | undefined } {
  const colon = raw.indexOf(':', raw.startsWith('[') ? raw.indexOf(']') + 1 : 0);
  return colon === -1
    ? { hostText: raw, portText: undefined }
    : { hostText: raw.slice(0, colon), portText: raw.slice(colon + 1) };
}

/** A host in canonical form: a lower-case name without a final dot, or an address without brackets. */
export interface Host {
  kind: 'name' | 'ipv4' | 'ipv6';
  text: string;
}

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const NUMBER_LIKE = /^([0-9]+|0x[0-9a-f]*)$/;

/**
 * Parses a host into its canonical form: lower case, without a final dot, and IPv4 instead of `::ffff:a.b.c.d`. Refuses
 * strings that two programs might interpret differently, such as short or octal addresses, zone IDs and non-ASCII
 * characters.
 */
export function parseHost(raw: string): Parsed<Host> {
  if (/[^\x21-\x7e]/.test(raw)) return invalid('a host must contain only visible ASCII characters');
  if (raw.startsWith('[')) return bracketed(raw);
  const text = withoutFinalDot(raw.toLowerCase());
  if (text === '' || text.length > 253) return invalid('a host must have 1 to 253 characters');
  const labels = text.split('.');
  if (!labels.every((label) => LABEL.test(label))) {
    return invalid(
      'a host must consist of labels of letters, digits, dashes and underscores, separated by dots',
    );
  }
  if (!NUMBER_LIKE.test(labels.at(-1) ?? '')) return ok({ kind: 'name', text });
  return parseIpv4(text) === undefined
    ? invalid('an IPv4 address must be four plain decimal numbers')
    : ok({ kind: 'ipv4', text });
}

/** Formats a host so that a port can follow: IPv6 addresses get brackets. */
export function formatHost(host: Host): string {
  return host.kind === 'ipv6' ? `[${host.text}]` : host.text;
}

function bracketed(raw: string): Parsed<Host> {
  const groups = raw.endsWith(']') ? parseIpv6(raw.slice(1, -1)) : undefined;
  if (groups === undefined) return invalid('an IPv6 address needs brackets and must have no zone');
  const mapped = mappedIpv4(groups);
  return mapped === undefined
    ? ok({ kind: 'ipv6', text: formatIpv6(groups) })
    : ok({ kind: 'ipv4', text: mapped });
}

function withoutFinalDot(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** The eight 16-bit groups of an IPv6 address. */
export type Ipv6Groups = readonly number[];

const OCTET = /^(0|[1-9][0-9]{0,2})$/;

/**
 * Parses an IPv4 address of four plain decimal numbers without leading zeros, or returns `undefined` for any other
 * string.
 */
export function parseIpv4(text: string): number[] | undefined {
  const octets = text.split('.');
  if (octets.length !== 4 || !octets.every((octet) => OCTET.test(octet) && Number(octet) < 256)) {
    return undefined;
  }
  return octets.map(Number);
}

/**
 * Parses an IPv6 address without brackets or zone into its eight groups, or returns `undefined` for any other string.
 */
export function parseIpv6(text: string): Ipv6Groups | undefined {
  if (!/^[0-9A-Fa-f:.]{2,45}$/.test(text) || !text.includes(':')) return undefined;
  // The URL parser has normalized the spelling, so only `::` remains to be expanded.
  const url = URL.parse(`http://[${text}]/`);
  if (url === null) return undefined;
  const [head = '', tail] = url.hostname.slice(1, -1).split('::');
  const before = groupsOf(head);
  if (tail === undefined) return before;
  const after = groupsOf(tail);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** Formats an IPv6 address as RFC 5952 specifies. */
export function formatIpv6(groups: Ipv6Groups): string {
  const url = new URL(`http://[${groups.map((group) => group.toString(16)).join(':')}]/`);
  return url.hostname.slice(1, -1);
}

/** Returns the IPv4 address in `::ffff:a.b.c.d`, or `undefined` for other addresses. */
export function mappedIpv4(groups: Ipv6Groups): string | undefined {
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? ipv4At(groups, 6) : undefined;
}

/** Returns the IPv4 address in the two groups of an IPv6 address that start at `index`. */
function ipv4At(groups: Ipv6Groups, index: number): string {
  const [high = 0, low = 0] = groups.slice(index, index + 2);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

/** A parsed value, or the reason why the input is invalid. Reasons are constant strings and never repeat the input. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

export const ok = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const invalid = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });
