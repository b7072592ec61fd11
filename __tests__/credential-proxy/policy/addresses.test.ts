import { BlockList, isIPv4 } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type AddressRules, filterAddresses } from '../../../src/credential-proxy/policy/addresses.ts';
import { parseAccessEntry } from '../../../src/credential-proxy/policy/access.ts';
import {
  addressBytes,
  inNetwork,
  parseNetwork,
  formatNetwork,
} from '../../../src/credential-proxy/policy/network.ts';

const networks = (...texts: string[]) =>
  texts.map((text) => {
    const network = parseNetwork(text);
    if (network === undefined) throw new Error(text);
    return network;
  });
const rules = (over: Partial<AddressRules> = {}): AddressRules => ({
  privateNetworks: [],
  access: { kind: 'open' },
  ownPorts: [4010],
  ownAddresses: [],
  ...over,
});
const reasonFor = (address: string, port = 443, given = rules()): string | undefined =>
  filterAddresses([address], port, given).blocked[0]?.reason;

describe('the check of resolved addresses', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '172.32.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
    '::ffff:1.1.1.1',
  ])('allows %s', (address) => {
    expect(filterAddresses([address], 443, rules()).allowed).toEqual([address]);
  });

  // docs/credential-proxy.md#closed
  test.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['::', 'unspecified'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['::ffff:192.168.1.1', 'private'],
    ['fd12:3456::1', 'private'],
    ['fec0::1', 'private'],
    ['100.64.0.1', 'shared'],
    ['100.127.255.255', 'shared'],
    ['169.254.169.254', 'metadata'],
    ['169.254.1.1', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['fd20:ce::254', 'metadata'],
    ['::ffff:a9fe:a9fe', 'metadata'],
    ['fe80::1', 'link-local'],
    ['224.0.0.1', 'multicast'],
    ['ff02::1', 'multicast'],
    ['192.0.0.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['192.0.2.1', 'documentation'],
    ['2001:db8::1', 'documentation'],
    ['::127.0.0.1', 'embeds-ipv4'],
    ['::10.0.0.1', 'embeds-ipv4'],
    ['64:ff9b::7f00:1', 'embeds-ipv4'],
    ['64:ff9b:1::7f00:1', 'embeds-ipv4'],
    ['2002:7f00:1::', 'embeds-ipv4'],
    ['2001:0:7f00:1::', 'embeds-ipv4'],
    ['2a00:1450::5efe:7f00:1', 'embeds-ipv4'],
    ['2a00:1450::200:5efe:a00:1', 'embeds-ipv4'],
    ['::ffff:0:7f00:1', 'reserved'],
    ['4000::1', 'reserved'],
    ['5f00::1', 'reserved'],
    ['100::1', 'reserved'],
    ['fe80::1%eth0', 'not-an-address'],
    ['localhost', 'not-an-address'],
    ['127.1', 'not-an-address'],
    ['', 'not-an-address'],
  ])('rejects %s: %s', (address, reason) => {
    expect(reasonFor(address)).toBe(reason);
  });

  // docs/credential-proxy.md#some-names-addresses
  test('returns only the public address of a name that also has private addresses', () => {
    expect(filterAddresses(['10.0.0.1', '1.1.1.1', '::1'], 443, rules())).toEqual({
      allowed: ['1.1.1.1'],
      blocked: [
        { address: '10.0.0.1', reason: 'private' },
        { address: '::1', reason: 'loopback' },
      ],
    });
  });

  // docs/credential-proxy.md#operators-exceptions
  test('allows private networks only if the operator specified them', () => {
    const open = rules({ privateNetworks: networks('10.0.0.0/8', '127.0.0.0/8') });
    expect(reasonFor('10.1.2.3', 443, open)).toBeUndefined();
    expect(reasonFor('::ffff:10.1.2.3', 443, open)).toBeUndefined();
    expect(reasonFor('127.0.0.1', 443, open)).toBeUndefined();
    expect(reasonFor('192.168.0.1', 443, open)).toBe('private');
    expect(reasonFor('::1', 443, open)).toBe('loopback');
    expect(reasonFor('2002:a00:1::', 443, open)).toBe('embeds-ipv4');
  });

  // docs/credential-proxy.md#metadata-addresses-clouds
  test('never allows metadata addresses', () => {
    const open = rules({ privateNetworks: networks('0.0.0.0/0', '::/0') });
    for (const address of [
      '169.254.169.254',
      'fd00:ec2::254',
      '64:ff9b::a9fe:a9fe',
      '2002:a9fe:a9fe::',
      '::a9fe:a9fe',
    ]) {
      expect(reasonFor(address, 80, open)).toBeDefined();
    }
    expect(reasonFor('10.0.0.1', 80, open)).toBeUndefined();
  });

  test('allows an address in a NAT64 network only if the embedded IPv4 address is allowed', () => {
    const open = rules({ privateNetworks: networks('64:ff9b::/96') });
    expect(reasonFor('64:ff9b::808:808', 443, open)).toBeUndefined();
    expect(reasonFor('64:ff9b::a00:1', 443, open)).toBe('embeds-ipv4');
  });

  // docs/credential-proxy.md#proxys-own-port
  test("never allows the proxy's own port, even if loopback is allowed", () => {
    const open = rules({ privateNetworks: networks('127.0.0.0/8', '::1', '0.0.0.0/8') });
    expect(reasonFor('127.0.0.1', 4010, open)).toBe('own-port');
    expect(reasonFor('127.9.9.9', 4010, open)).toBe('own-port');
    expect(reasonFor('::1', 4010, open)).toBe('own-port');
    expect(reasonFor('0.0.0.0', 4010, open)).toBe('own-port');
    expect(reasonFor('127.0.0.1', 4011, open)).toBeUndefined();
  });

  // docs/credential-proxy.md#addresses-machine-itself
  test("rejects the machine's own addresses, even public ones, unless the operator allows them", () => {
    const ownAddresses = ['93.184.216.34', '2606:2800:220:1::1', '10.0.0.7'];
    for (const address of [
      ...ownAddresses.slice(0, 2),
      '::ffff:93.184.216.34',
      '2606:2800:0220:0001::0001',
    ]) {
      expect(reasonFor(address)).toBeUndefined();
      expect(reasonFor(address, 443, rules({ ownAddresses }))).toBe('own-address');
    }
    const privateNetworks = networks('93.184.216.34', '10.0.0.0/8');
    expect(reasonFor('93.184.216.34', 443, rules({ ownAddresses, privateNetworks }))).toBeUndefined();
    expect(reasonFor('10.0.0.7', 443, rules({ ownAddresses, privateNetworks }))).toBeUndefined();
    expect(reasonFor('93.184.216.35', 443, rules({ ownAddresses }))).toBeUndefined();
  });

  // docs/credential-proxy.md#denied-range
  test('rejects an address on the deny list for every name', () => {
    const entry = parseAccessEntry('1.1.1.0/24');
    if (!entry.ok) throw new Error(entry.reason);
    const denied = rules({ access: { kind: 'deny', entries: [entry.value] } });
    expect(reasonFor('1.1.1.1', 443, denied)).toBe('on-deny-list');
    expect(reasonFor('::ffff:1.1.1.1', 443, denied)).toBe('on-deny-list');
    expect(reasonFor('1.1.2.1', 443, denied)).toBeUndefined();
  });
});

describe('the parser of network ranges', () => {
  test.each([
    '10.0.0.1/8',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0/8',
    'fd00::1/8',
    '::/129',
    '10.0.0.0/8/8',
    'x/8',
    '010.0.0.0/8',
  ])('rejects %s', (text) => {
    expect(parseNetwork(text)).toBeUndefined();
  });

  test('treats an IPv4-mapped network as IPv4', () => {
    expect(networks('::ffff:10.0.0.0/104').map(formatNetwork)).toEqual(['10.0.0.0/8']);
  });

  test("is consistent with Node's block list (property)", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(32), fc.ipV4(), (base, prefix, address) => {
        const bytes = addressBytes(base) ?? [];
        const network = { bytes, prefix };
        const list = new BlockList();
        list.addSubnet(base, prefix, 'ipv4');
        expect(inNetwork(network, addressBytes(address) ?? [])).toBe(list.check(address, 'ipv4'));
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), fc.nat(128), fc.ipV6(), (base, prefix, address) => {
        const [bytes, other] = [addressBytes(base), addressBytes(address)];
        if (bytes?.length !== 16 || other?.length !== 16) return;
        const list = new BlockList();
        list.addSubnet(base, prefix, 'ipv6');
        expect(inNetwork({ bytes, prefix }, other)).toBe(list.check(address, 'ipv6'));
      }),
    );
  });

  test('never throws, and allows only given addresses (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6())), (addresses) => {
        const { allowed, blocked } = filterAddresses(addresses, 443, rules());
        expect([...allowed, ...blocked.map(({ address }) => address)].sort()).toEqual([...addresses].sort());
        expect(allowed.every((address) => isIPv4(address) || address.includes(':'))).toBe(true);
      }),
    );
  });
});
