import { type Parsed, ok, invalid } from './checked.ts';
import { parseHost, type Host, formatHost } from './host.ts';

/** Where a connection goes: the host in its one spelling, and the port. */
export interface Authority {
  host: Host;
  port: number;
}

const PORT = /^[1-9][0-9]{0,4}$/;

/**
 * Reads `host:port` (facts D.3). Without a port the default holds; `null` as default = the port is mandatory, as in
 * CONNECT. User names, signs, leading zeros and port 0 are refused.
 */
export function parseAuthority(raw: string, defaultPort: number | null): Parsed<Authority> {
  const { hostText, portText } = splitPort(raw);
  const port = portText === undefined ? defaultPort : parsePort(portText);
  if (port === null) return invalid('host:port is needed');
  if (port === undefined) return invalid('a port is a decimal number from 1 to 65535 without leading zeros');
  const host = parseHost(hostText);
  return host.ok ? ok({ host: host.value, port }) : host;
}

/** Whether two canonical authorities are the same place. */
export function sameAuthority(a: Authority, b: Authority): boolean {
  return a.port === b.port && a.host.kind === b.host.kind && a.host.text === b.host.text;
}

/** `host:port`, or `host` where the port is the one that goes without saying. */
export function formatAuthority(authority: Authority, impliedPort: number | null = null): string {
  const host = formatHost(authority.host);
  return authority.port === impliedPort ? host : `${host}:${authority.port}`;
}

/** A port of the wire's grammar; anything else is undefined. */
export function parsePort(text: string): number | undefined {
  const port = PORT.test(text) ? Number(text) : undefined;
  return port !== undefined && port <= 65_535 ? port : undefined;
}

/** Splits at the colon that ends the host: behind the bracket, or the only one. */
export function splitPort(raw: string): { hostText: string; portText: string | undefined } {
  const colon = raw.indexOf(':', raw.startsWith('[') ? raw.indexOf(']') + 1 : 0);
  return colon === -1
    ? { hostText: raw, portText: undefined }
    : { hostText: raw.slice(0, colon), portText: raw.slice(colon + 1) };
}
