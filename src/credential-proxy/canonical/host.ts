import { type Parsed, ok, invalid } from './checked.ts';
import { formatIpv6, mappedIpv4, parseIpv4, parseIpv6 } from './ip.ts';

/** A host in its one spelling: a lower-case name without final dot, or an address without brackets. */
export interface Host {
  kind: 'name' | 'ipv4' | 'ipv6';
  text: string;
}

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const NUMBER_LIKE = /^([0-9]+|0x[0-9a-f]*)$/;

/**
 * The one spelling of a host as it came over the wire (facts D.3): lower case, one final dot dropped, `::ffff:a.b.c.d`
 * as IPv4. Whatever two programs could read differently (short or octal addresses, zone ids, non-ASCII) is refused.
 */
export function parseHost(raw: string): Parsed<Host> {
  if (/[^\x21-\x7e]/.test(raw)) return invalid('a host is visible ASCII');
  if (raw.startsWith('[')) return bracketed(raw);
  const text = withoutFinalDot(raw.toLowerCase());
  if (text === '' || text.length > 253) return invalid('a host has 1 to 253 characters');
  const labels = text.split('.');
  if (!labels.every((label) => LABEL.test(label))) {
    return invalid('a host is labels of letters, digits, dashes and underscores, with dots between');
  }
  if (!NUMBER_LIKE.test(labels.at(-1) ?? '')) return ok({ kind: 'name', text });
  return parseIpv4(text) === undefined
    ? invalid('an IPv4 address is four plain decimal numbers')
    : ok({ kind: 'ipv4', text });
}

/** How a host is written where a port may follow. */
export function formatHost(host: Host): string {
  return host.kind === 'ipv6' ? `[${host.text}]` : host.text;
}

function bracketed(raw: string): Parsed<Host> {
  const groups = raw.endsWith(']') ? parseIpv6(raw.slice(1, -1)) : undefined;
  if (groups === undefined) return invalid('an IPv6 address stands in brackets and has no zone');
  const mapped = mappedIpv4(groups);
  return mapped === undefined
    ? ok({ kind: 'ipv6', text: formatIpv6(groups) })
    : ok({ kind: 'ipv4', text: mapped });
}

function withoutFinalDot(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}
