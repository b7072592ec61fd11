// @peculiar/x509 requires this import to come first.
import 'reflect-metadata';
import { KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { Access } from '../policy/access.ts';
import type { Host } from '../canonical/authority.ts';
import { formatNetwork } from '../policy/network.ts';
import type { CompiledRule, Policy } from '../policy/model.ts';

const HOUR = 3_600_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' };
/**
 * Lifetimes of CAs and of leaf certificates, in milliseconds. The certificates are valid from a time in the past,
 * because the clock in a box might be up to an hour slow.
 */
const CA_LIFE_MS = 7 * 24 * HOUR;
const LEAF_LIFE_MS = 48 * HOUR;
const BACK_DATED_MS = HOUR;

/** A leaf certificate (PEM) and its key. All leaf certificates of a sandbox share one key. */
interface LeafCertificate {
  certPem: string;
  keyPem: string;
  notAfter: number;
}

/** The CA of one sandbox, whose key exists only in the memory of this process and cannot be exported. */
export interface CertificateAuthority {
  readonly names: PermittedNames;
  readonly certPem: string;
  readonly notAfter: number;
  permits(host: string): boolean;
  /** Signs a leaf certificate for one canonical host. Throws if the CA's name constraints forbid the host. */
  sign(host: string, now: number): Promise<LeafCertificate>;
}

/** Creates a CA that can sign only for the permitted names. `now` is the current time in epoch milliseconds. */
export async function createCertificateAuthority(
  names: PermittedNames,
  now: number,
): Promise<CertificateAuthority> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  const leafKeys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const keyPem = KeyObject.from(leafKeys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
  const notAfter = now + CA_LIFE_MS;
  const ca = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    // The name of the CA is unique, so a client that trusts two CAs of a sandbox finds the right CA.
    name: `CN=Sandbox credential proxy ${randomBytes(6).toString('hex')}`,
    notBefore: new Date(now - BACK_DATED_MS),
    notAfter: new Date(notAfter),
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...(names.all ? [] : [nameConstraints(names)]),
    ],
  });
  const keyIdentifier = await AuthorityKeyIdentifierExtension.create(keys.publicKey);
  return {
    names,
    certPem: `${ca.toString('pem')}\n`,
    notAfter,
    permits: (host) => maySignFor(names, host),
    async sign(host, at) {
      if (!maySignFor(names, host)) throw new Error('This CA may not sign for that host.');
      const leafEnd = Math.min(at + LEAF_LIFE_MS, notAfter);
      const leaf = await X509CertificateGenerator.create({
        serialNumber: serialNumber(),
        // With an empty subject, the alternative name must be critical (RFC 5280, section 4.2.1.6).
        subject: '',
        issuer: ca.subject,
        notBefore: new Date(Math.max(at - BACK_DATED_MS, now - BACK_DATED_MS)),
        notAfter: new Date(leafEnd),
        signingAlgorithm: SIGNING,
        publicKey: leafKeys.publicKey,
        signingKey: keys.privateKey,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
          new SubjectAlternativeNameExtension([{ type: isIP(host) === 0 ? 'dns' : 'ip', value: host }], true),
          keyIdentifier,
        ],
      });
      return { certPem: `${leaf.toString('pem')}\n`, keyPem, notAfter: leafEnd };
    },
  };
}

/** Returns a positive random number of 127 bits in hex. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes.toString('hex');
}

/** The CAs that a sandbox trusts at one revision: the current CA, followed by at most one earlier CA. */
export type CertificateAuthorities = readonly [CertificateAuthority, ...CertificateAuthority[]];

/**
 * Returns the CAs of the next revision. The CA stays the same while the permitted hosts stay the same. If hosts are
 * added, the next revision has a new CA. The earlier CA remains in use for the hosts that both CAs permit, because
 * running programs trust the earlier CA. A CA is also replaced after half of its lifetime.
 */
export async function nextCertificateAuthorities(
  earlier: CertificateAuthorities | null,
  names: PermittedNames,
  now: number,
): Promise<CertificateAuthorities> {
  const current = earlier?.[0];
  const young = current !== undefined && current.notAfter - now > CA_LIFE_MS / 2;
  if (earlier && young && sameNames(current.names, names)) return earlier;
  const created = await createCertificateAuthority(names, now);
  const canSign = current !== undefined && (current.names.all || current.names.suffixes.length > 0);
  const stays = canSign && current.notAfter > now;
  return stays ? [created, current] : [created];
}

/** Returns the CAs in the order for signing, the earlier CA first, because running programs already trust it. */
export function signingOrder(authorities: CertificateAuthorities): CertificateAuthority[] {
  return [...authorities].reverse();
}

function sameNames(a: PermittedNames, b: PermittedNames): boolean {
  return (
    a.all === b.all && a.suffixes.join() === b.suffixes.join() && a.addresses.join() === b.addresses.join()
  );
}

/** Canonical names that a sandbox's CA may sign for: host suffixes (a name and all names below it) and addresses. */
export interface PermittedNames {
  /** True if the CA may sign for every host, because the proxy searches requests to every host for sentinels. */
  readonly all: boolean;
  readonly suffixes: readonly string[];
  readonly addresses: readonly string[];
}

/** A name that does not exist (RFC 2606): a CA that may sign only for this name cannot sign for any host. */
const NOTHING = 'nothing.invalid';
const ANY_ADDRESS = ['0.0.0.0/0', '::/0'];

/** Returns the hosts of compiled rules, sorted and without duplicates, so equal sets of hosts have equal lists. */
export function permittedNamesOf({ rules, sentinels, access }: Interception): PermittedNames {
  const reachable = sentinels === null ? [] : reachableHosts(access);
  const ofRules = rules.flatMap((rule) => rule.hosts.map(({ host }) => host));
  const hosts = [...ofRules, ...(reachable ?? [])];
  const texts = (ofName: boolean): string[] => {
    const chosen = hosts.filter(({ kind }) => (kind === 'name') === ofName).map(({ text }) => text);
    return [...new Set(chosen)].sort();
  };
  return { all: reachable === null, suffixes: texts(true), addresses: texts(false) };
}

/** Parts of a policy that determine which connections are intercepted. */
type Interception = Pick<Policy, 'sentinels' | 'access'> & { rules: readonly Pick<CompiledRule, 'hosts'>[] };

/** Returns the hosts of an allow list, or null if the reachable hosts cannot be listed. */
function reachableHosts(access: Access): Pick<Host, 'kind' | 'text'>[] | null {
  if (access.kind !== 'allow') return null;
  const hosts = access.entries.map((entry) => {
    if (entry.kind === 'host') return entry.pattern.host;
    if (entry.kind === 'expression') return null;
    const text = formatNetwork(entry.network);
    return text.includes('/')
      ? null
      : { kind: isIP(text) === 4 ? ('ipv4' as const) : ('ipv6' as const), text };
  });
  return hosts.every((host) => host !== null) ? hosts : null;
}

/** Returns true if a CA whose constraints are `names` may sign for this canonical host. */
export function maySignFor(names: PermittedNames, host: string): boolean {
  return (
    names.all ||
    names.addresses.includes(host) ||
    names.suffixes.some((name) => host === name || host.endsWith(`.${name}`))
  );
}

/**
 * Returns the critical extension that limits the CA to the permitted names, so a stolen CA key is useless for other
 * hosts. Kinds of names that no rule uses are excluded explicitly, because an empty list would permit all names of that
 * kind.
 */
function nameConstraints({ suffixes, addresses }: Omit<PermittedNames, 'all'>): Extension {
  const permitted = [
    ...(suffixes.length > 0 ? suffixes : [NOTHING]).map((dNSName) => new GeneralName({ dNSName })),
    ...addresses.map(
      (address) => new GeneralName({ iPAddress: `${address}/${address.includes(':') ? 128 : 32}` }),
    ),
  ];
  const excluded = addresses.length > 0 ? [] : ANY_ADDRESS.map((iPAddress) => new GeneralName({ iPAddress }));
  const value = new NameConstraints({
    permittedSubtrees: subtrees(permitted),
    ...(excluded.length > 0 && { excludedSubtrees: subtrees(excluded) }),
  });
  return new Extension(id_ce_nameConstraints, true, AsnConvert.serialize(value));
}

function subtrees(names: GeneralName[]): GeneralSubtrees {
  return new GeneralSubtrees(names.map((base) => new GeneralSubtree({ base })));
}
