import type { Dialect } from './dialect.ts';

/** Control plane hosts of the hosted service, one per data region (spec §1; facts: service §1.1). */
export const REGION_HOSTS = {
  us: 'https://api.host.langchain.com',
  eu: 'https://eu.api.host.langchain.com',
  apac: 'https://apac.api.host.langchain.com',
  aws: 'https://aws.api.host.langchain.com',
} as const;
export type Region = keyof typeof REGION_HOSTS;

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
