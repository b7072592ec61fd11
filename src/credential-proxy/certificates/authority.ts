import { KeyObject, randomBytes, webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from './x509.ts';
import { nameConstraints, permits, type PermittedNames } from './constraints.ts';

const HOUR = 3_600_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' };
/** How long a CA may live, and a leaf (facts D.7). Clocks inside a box may be behind by less than an hour. */
export const CA_LIFE_MS = 7 * 24 * HOUR;
export const LEAF_LIFE_MS = 48 * HOUR;
const BACK_DATED_MS = HOUR;

/** A leaf as PEM, with the key that it shares with all others of its sandbox. */
export interface LeafCertificate {
  certPem: string;
  keyPem: string;
  notAfter: number;
}

/** The CA of one sandbox: its key is in this process's memory and can be exported by nobody. */
export interface CertificateAuthority {
  readonly names: PermittedNames;
  readonly certPem: string;
  /** Epoch milliseconds. */
  readonly notAfter: number;
  permits(host: string): boolean;
  /** Signs for one canonical host; throws for one that its own constraints forbid. */
  sign(host: string, now: number): Promise<LeafCertificate>;
}

/** Makes a CA that may sign for these names and no others; `now` in epoch milliseconds. */
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
    // A name of its own: a client that holds two CAs of a sandbox finds the right one by it.
    name: `CN=Sandbox credential proxy ${randomBytes(6).toString('hex')}`,
    notBefore: new Date(now - BACK_DATED_MS),
    notAfter: new Date(notAfter),
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      nameConstraints(names),
    ],
  });
  const keyIdentifier = await AuthorityKeyIdentifierExtension.create(keys.publicKey);
  return {
    names,
    certPem: `${ca.toString('pem')}\n`,
    notAfter,
    permits: (host) => permits(names, host),
    async sign(host, at) {
      if (!permits(names, host)) throw new Error('This CA may not sign for that host.');
      const leafEnd = Math.min(at + LEAF_LIFE_MS, notAfter);
      const leaf = await X509CertificateGenerator.create({
        serialNumber: serialNumber(),
        // Empty: the alternative name alone says whose it is, and is critical for that reason (RFC 5280 §4.2.1.6).
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
          new SubjectAlternativeNameExtension(
            [{ type: names.addresses.includes(host) ? 'ip' : 'dns', value: host }],
            true,
          ),
          keyIdentifier,
        ],
      });
      return { certPem: `${leaf.toString('pem')}\n`, keyPem, notAfter: leafEnd };
    },
  };
}

/** Positive, 127 random bits. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes.toString('hex');
}
