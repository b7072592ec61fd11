import type { Dialect } from './dialect.ts';

/** Control plane hosts of the hosted service, one per data region (spec §1; facts: service §1.1). */
export const REGION_HOSTS = {
  us: 'https://api.host.langchain.com',
  eu: 'https://eu.api.host.langchain.com',
  apac: 'https://apac.api.host.langchain.com',
  aws: 'https://aws.api.host.langchain.com',
} as const;
export type Region = keyof typeof REGION_HOSTS;

/** Where the hosted service's tracing API is, without the region before it. */
const TRACING_DOMAIN = 'api.smith.langchain.com';
const HOSTED_DOMAIN = 'api.host.langchain.com';

/** The path prefix under which a self-hosted installation serves the control plane (spec §1). */
export const SELF_HOSTED_PREFIX = '/api-host';

/**
 * Which names a control plane at this base URL speaks (DESIGN §4): the hosted service's for its own hosts, whatever
 * the region, and for a path that ends in `/api-host`. Throws a TypeError when the text is no URL.
 */
export function dialectOf(baseUrl: string): Dialect {
  const selfHosted = new URL(baseUrl).pathname.replace(/\/+$/, '').endsWith(SELF_HOSTED_PREFIX);
  return isHosted(baseUrl) || selfHosted ? 'langsmith' : 'generic';
}

/** Whether this base URL is the hosted service itself, whatever the region. Throws a TypeError when it is no URL. */
export function isHosted(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === HOSTED_DOMAIN || hostname.endsWith(`.${HOSTED_DOMAIN}`);
}

/**
 * The control plane that belongs to a tracing API: that of the same region, or `/api-host` beside the `/api` of a
 * self-hosted installation. Undefined for a host of the service that is none of its tracing APIs. Throws a TypeError when
 * the text is no URL.
 */
export function controlPlaneUrlOf(tracingUrl: string): string | undefined {
  const { protocol, host, hostname, username, password, pathname, search, hash } = new URL(tracingUrl);
  if (/(^|\.)langchain\.com$/.test(hostname)) {
    const regions = Object.keys(REGION_HOSTS) as Region[];
    const region = regions.find((name) => hostname === (name === 'us' ? '' : `${name}.`) + TRACING_DOMAIN);
    return region === undefined ? undefined : REGION_HOSTS[region].replace('https:', protocol);
  }
  const path = pathname.replace(/\/+$/, '').replace(/\/api(?:\/v[0-9]+)?$|\/api-host$/, '');
  // What may not be in an address stays, to be refused.
  const user = username === '' && password === '' ? '' : `${username}:${password}@`;
  return `${protocol}//${user}${host}${path}${SELF_HOSTED_PREFIX}${search}${hash}`;
}
