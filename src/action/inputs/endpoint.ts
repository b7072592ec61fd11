import type { Dialect } from '../../contract/dialect.ts';
import { dialectOf, REGION_HOSTS, type Region } from '../../contract/hosts.ts';
import { bad, good, type Parsed, quote } from './problem.ts';

/** The control plane to talk to (spec §1, DESIGN §4). */
export interface Endpoint {
  /** Without a trailing slash; a self-hosted one ends in `/api-host`. */
  baseUrl: string;
  dialect: Dialect;
  /** Plain http to a host that is not this machine was allowed by an input. */
  allowInsecure: boolean;
}

const REGIONS = Object.keys(REGION_HOSTS) as Region[];

/** The base URL of a region. */
export function parseRegion(text: string): Parsed<string> {
  const region = REGIONS.find((name) => name === text);
  if (region !== undefined) return good(REGION_HOSTS[region]);
  return bad(
    `${quote(text)} is not one of ${REGIONS.join(', ')}`,
    'Write one of them, or give control-plane-url.',
  );
}

/**
 * Checks the address of a control plane. The key travels in a header, so anything but https is refused, except to this
 * machine or where `allowInsecure` says so.
 */
export function parseBaseUrl(text: string, allowInsecure: boolean): Parsed<string> {
  const cure = 'Give the address up to the version, such as https://example.org/api-host.';
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    // Without a scheme it may be anything: even a key pasted into the wrong place.
    return bad('this is not an http(s) URL', cure);
  }
  if (url.username !== '' || url.password !== '') {
    return bad('the URL holds a user name or password', 'Remove it and give the key as api-key.');
  }
  if (url.search !== '' || url.hash !== '') return bad('the URL holds a query or a fragment', cure);
  if (/\/v\d+(\/|$)/.test(url.pathname)) return bad(`${quote(text)} goes beyond the version`, cure);
  if (url.protocol === 'http:' && !allowInsecure && !isLoopback(url.hostname)) {
    return bad(
      `${quote(text)} is plain http to another machine, which would show the key to the network`,
      'Use https, or set `allow-insecure-host: true` if that network is yours.',
    );
  }
  return good(`${url.origin}${url.pathname.replace(/\/+$/, '')}`);
}

/** Which names the control plane speaks: as told, or by its address. */
export function chooseDialect(word: 'auto' | Dialect, baseUrl: string): Dialect {
  return word === 'auto' ? dialectOf(baseUrl) : word;
}

/** Whether a URL's host name is this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(\.\d{1,3}){3}$/.test(hostname) ||
    hostname === '[::1]'
  );
}
