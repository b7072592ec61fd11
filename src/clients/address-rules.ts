import { BlockList, isIP } from 'node:net';

type Family = 'ipv4' | 'ipv6';

function blockList(...subnets: [net: string, prefix: number, family: Family][]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) list.addSubnet(...subnet);
  return list;
}

/** Returns the addresses that are never allowed: link-local (metadata services), reserved and multicast addresses. */
export const RESERVED = () =>
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
export const LOOPBACK = () => blockList(['127.0.0.0', 8, 'ipv4'], ['::1', 128, 'ipv6']);
export const PRIVATE = () =>
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

/** Returns whether a list contains an IP address. */
export const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * Returns why a control plane in a cluster must not connect to an address that an agent's developer has chosen, or
 * `undefined` if the address is public or in `networks`.
 */
export function refuseOutside(address: string, networks: readonly string[]): string | undefined {
  const permitted = new BlockList();
  for (const network of networks) {
    const [net = '', prefix] = network.split('/');
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4';
    permitted.addSubnet(net, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  if (isIn(permitted, address)) return undefined;
  if (isIn(LOOPBACK(), address)) return 'must not be this machine';
  if (isIn(PRIVATE(), address)) return 'must not be in a private network';
  const isReserved = isIn(RESERVED(), address) || isIn(COMPATIBLE(), address);
  return isReserved ? 'must not be a reserved address' : undefined;
}
