import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isIn, LOOPBACK, PRIVATE, RESERVED, refuseOutside } from '../../clients/address-rules.ts';
import type { WebhookPolicy } from '../ports/agent-http.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set([
  'localhost',
  'localhost.localdomain',
  'host.docker.internal',
]);

/** Resolves a host name to its IP addresses, or to an empty list if the host is unknown. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

const resolveHost: ResolveHost = async (host) => {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
};

/** Rules for webhooks: the deployment's own configuration, and the networks of a control plane in a cluster. */
export interface WebhookRules {
  policy?: WebhookPolicy | undefined;
  /**
   * Private networks that webhooks may reach. `undefined` with the runtime `process`, whose webhooks may reach every
   * address that the configuration does not forbid.
   */
  networks?: readonly string[] | undefined;
}

export type WebhookCheck =
  | { refused: string }
  /** `addresses` are the only addresses that the request may use; `undefined` if the host was not resolved. */
  | { refused: undefined; addresses: readonly string[] | undefined };

/**
 * Checks a webhook to this absolute URL, and resolves its host. The request must use the resolved addresses, because a
 * second look-up could return other addresses.
 */
export async function checkWebhook(
  url: string,
  { policy, networks }: WebhookRules,
  resolve: ResolveHost = resolveHost,
): Promise<WebhookCheck> {
  const host = new URL(url).hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const named = policy && checkPolicy(url, host, policy);
  if (named?.refused !== undefined) return { refused: named.refused };
  const checked = named?.allowsAddresses === true ? undefined : policy;
  if (checked === undefined && networks === undefined) return { refused: undefined, addresses: undefined };
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  for (const address of addresses) {
    const refused =
      (checked && refuseAddress(address, checked)) ?? (networks && refuseOutside(address, networks));
    if (refused !== undefined) return { refused };
  }
  return { refused: undefined, addresses };
}

/** Checks everything except addresses. A host that the configuration lists by name is allowed with any address. */
function checkPolicy(
  url: string,
  host: string,
  policy: WebhookPolicy,
): { refused: string | undefined; allowsAddresses: boolean } {
  const refuse = (refused: string) => ({ refused, allowsAddresses: false });
  if (url.length > policy.maxUrlLength) return refuse(`is longer than ${policy.maxUrlLength} characters`);
  const { protocol, port } = new URL(url);
  if (policy.requireHttps && protocol !== 'https:') return refuse('must use https');
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  if (policy.allowedPorts.length > 0 && !policy.allowedPorts.includes(number)) {
    return refuse(`must not use port ${number}`);
  }
  const domains = policy.allowedDomains;
  const isNamed = domains.some((domain) =>
    domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain,
  );
  if (domains.length > 0 && !isNamed) return refuse('has a domain that is not allowed');
  if (!isNamed && policy.disableLoopback && LOOPBACK_NAMES.has(host))
    return refuse('must not be this machine');
  return { refused: undefined, allowsAddresses: isNamed };
}

function refuseAddress(address: string, policy: WebhookPolicy): string | undefined {
  if (policy.disableLoopback && isIn(LOOPBACK(), address)) return 'must not be this machine';
  if (policy.disablePrivateIps && isIn(PRIVATE(), address)) return 'must not be in a private network';
  return isIn(RESERVED(), address) ? 'must not be a reserved address' : undefined;
}
