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
    ['169.254.0.0', 16, 'ipv4'],
    ['192.0.0.0', 24, 'ipv4'],
    ['192.0.2.0', 24, 'ipv4'],
    ['198.18.0.0', 15, 'ipv4'],
    ['198.51.100.0', 24, 'ipv4'],
    ['203.0.113.0', 24, 'ipv4'],
    ['224.0.0.0', 4, 'ipv4'],
    ['240.0.0.0', 4, 'ipv4'],
    ['::', 128, 'ipv6'],
    ['fe80::', 10, 'ipv6'],
    ['ff00::', 8, 'ipv6'],
    ['64:ff9b::', 96, 'ipv6'],
    ['64:ff9b:1::', 48, 'ipv6'],
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
  );
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

/** Returns the reason to refuse a webhook to this absolute URL, or `undefined` if the webhook is allowed. */
export async function refuseWebhook(
  url: string,
  policy: WebhookPolicy,
  resolve: ResolveHost = resolveHost,
): Promise<string | undefined> {
  if (url.length > policy.maxUrlLength) return `is longer than ${policy.maxUrlLength} characters`;
  const { protocol, hostname, port } = new URL(url);
  if (policy.requireHttps && protocol !== 'https:') return 'must use https';
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  if (policy.allowedPorts.length > 0 && !policy.allowedPorts.includes(number)) {
    return `must not use port ${number}`;
  }
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const domains = policy.allowedDomains;
  const isNamed = domains.some((domain) =>
    domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain,
  );
  // A host that the configuration lists by name is allowed with any address.
  if (isNamed) return undefined;
  if (domains.length > 0) return 'has a domain that is not allowed';
  if (policy.disableLoopback && LOOPBACK_NAMES.has(host)) return 'must not be this machine';
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  return addresses.map((address) => refuseAddress(address, policy)).find((reason) => reason !== undefined);
}

function refuseAddress(address: string, policy: WebhookPolicy): string | undefined {
  const isIn = (list: BlockList) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  if (policy.disableLoopback && isIn(LOOPBACK())) return 'must not be this machine';
  if (policy.disablePrivateIps && isIn(PRIVATE())) return 'must not be in a private network';
  return isIn(NEVER()) ? 'must not be a reserved address' : undefined;
}
