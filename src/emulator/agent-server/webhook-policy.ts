import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { WebhookPolicy } from '../ports/agent-http.ts';

type Family = 'ipv4' | 'ipv6';

function blockList(...subnets: [net: string, prefix: number, family: Family][]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) list.addSubnet(...subnet);
  return list;
}

/** Returns the addresses that are never allowed: link-local (metadata services), reserved and multicast addresses. */
const NEVER = () =>
  blockList(
    ['0.0.0.0', 8, 'ipv4'],
    ['100.100.100.200', 32, 'ipv4'],
    ['168.63.129.16', 32, 'ipv4'],
    ['169.254.0.0', 16, 'ipv4'],
    ['192.0.0.0', 24, 'ipv4'],
    ['192.0.2.0', 24, 'ipv4'],
    ['192.88.99.0', 24, 'ipv4'],
    ['198.18.0.0', 15, 'ipv4'],
    ['198.51.100.0', 24, 'ipv4'],
    ['203.0.113.0', 24, 'ipv4'],
    ['224.0.0.0', 4, 'ipv4'],
    ['240.0.0.0', 4, 'ipv4'],
    ['::', 128, 'ipv6'],
    ['fe80::', 10, 'ipv6'],
    ['ff00::', 8, 'ipv6'],
    ['::ffff:0:0:0', 96, 'ipv6'],
    ['100::', 64, 'ipv6'],
    ['2001::', 32, 'ipv6'],
    ['2001:db8::', 32, 'ipv6'],
    ['64:ff9b::', 96, 'ipv6'],
    ['64:ff9b:1::', 48, 'ipv6'],
    ['2002::', 16, 'ipv6'],
    ['fd00:ec2::254', 128, 'ipv6'],
  );
const LOOPBACK = () => blockList(['127.0.0.0', 8, 'ipv4'], ['::1', 128, 'ipv6']);
const PRIVATE = () =>
  blockList(
    ['10.0.0.0', 8, 'ipv4'],
    ['100.64.0.0', 10, 'ipv4'],
    ['172.16.0.0', 12, 'ipv4'],
    ['192.168.0.0', 16, 'ipv4'],
    ['fc00::', 7, 'ipv6'],
    ['fec0::', 10, 'ipv6'],
  );
/** Returns the deprecated IPv6 notation of IPv4 addresses, which also contains `::1`. */
const COMPATIBLE = () => blockList(['::', 96, 'ipv6']);
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

const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

function refuseAddress(address: string, policy: WebhookPolicy): string | undefined {
  if (policy.disableLoopback && isIn(LOOPBACK(), address)) return 'must not be this machine';
  if (policy.disablePrivateIps && isIn(PRIVATE(), address)) return 'must not be in a private network';
  return isIn(NEVER(), address) ? 'must not be a reserved address' : undefined;
}

/** Refuses an address in the networks of the cluster, unless the control plane's settings contain its network. */
function refuseOutside(address: string, networks: readonly string[]): string | undefined {
  const permitted = new BlockList();
  for (const network of networks) {
    const [net = '', prefix] = network.split('/');
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4';
    permitted.addSubnet(net, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  if (isIn(permitted, address)) return undefined;
  if (isIn(LOOPBACK(), address)) return 'must not be this machine';
  if (isIn(PRIVATE(), address)) return 'must not be in a private network';
  const isReserved = isIn(NEVER(), address) || isIn(COMPATIBLE(), address);
  return isReserved ? 'must not be a reserved address' : undefined;
}
