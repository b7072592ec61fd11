// @peculiar/x509 requires this import to come first.
import 'reflect-metadata';
import {
  createPrivateKey,
  createPublicKey,
  KeyObject,
  randomBytes,
  webcrypto,
  X509Certificate,
} from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Pkcs10CertificateRequest,
  Pkcs10CertificateRequestGenerator,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const HOUR = 3_600_000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' };
/** Certificates are valid from a time in the past, because the clocks of nodes may differ. */
const BACK_DATED_MS = HOUR;

/** A CA or leaf certificate with its private key, both in PEM format. */
export interface CertificateWithKey {
  certificate: string;
  key: string;
  expiresAt: number;
}

/** Creates a CA that can sign only leaf certificates. `now` is the current time in epoch milliseconds. */
export async function createAuthorityCertificate(
  name: string,
  now: number,
  lifeMs: number,
): Promise<CertificateWithKey> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const expiresAt = now + lifeMs;
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=${name}`,
    ...validity(now, expiresAt),
    signingAlgorithm: SIGNING,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: privateKeyPem(keys.privateKey), expiresAt };
}

/** Returns why a signing request is invalid, or `undefined` if it is signed with its own P-256 key. */
export async function findRequestProblem(request: string): Promise<string | undefined> {
  let parsed: Pkcs10CertificateRequest;
  let curve: string | undefined;
  try {
    parsed = new Pkcs10CertificateRequest(request);
    const key = createPublicKey({
      key: Buffer.from(parsed.publicKey.rawData),
      format: 'der',
      type: 'spki',
    });
    curve = key.asymmetricKeyDetails?.namedCurve;
  } catch {
    return 'it is not a certificate signing request in PEM format';
  }
  // OpenSSL's name of P-256.
  if (curve !== 'prime256v1') return 'its key must be an ECDSA key on the curve P-256';
  const isSigned = await parsed.verify().catch(() => false);
  return isSigned ? undefined : 'it is not signed with its own key';
}

/**
 * Signs a certificate for the server with the key of a signing request and this DNS name. The subject and the names in
 * the request are ignored. `findRequestProblem` must have accepted the request.
 */
export async function signServerCertificate(
  authority: CertificateWithKey,
  { request, name }: { request: string; name: string },
  now: number,
  lifeMs: number,
): Promise<{ certificate: string; expiresAt: number }> {
  const { publicKey } = new Pkcs10CertificateRequest(request);
  const signingKey = await webcrypto.subtle.importKey(
    'pkcs8',
    createPrivateKey(authority.key).export({ type: 'pkcs8', format: 'der' }),
    ALGORITHM,
    false,
    ['sign'],
  );
  const issuer = new X509Certificate(authority.certificate);
  const expiresAt = Math.min(now + lifeMs, authority.expiresAt);
  const issuerKey = await webcrypto.subtle.importKey(
    'spki',
    issuer.publicKey.export({ type: 'spki', format: 'der' }),
    ALGORITHM,
    true,
    ['verify'],
  );
  const leaf = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    // With an empty subject, the alternative name must be critical (RFC 5280, section 4.2.1.6).
    subject: '',
    issuer: issuer.subject.replaceAll('\n', ','),
    ...validity(now, expiresAt),
    signingAlgorithm: SIGNING,
    publicKey: await webcrypto.subtle.importKey('spki', publicKey.rawData, ALGORITHM, true, ['verify']),
    signingKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([{ type: 'dns', value: name }], true),
      await AuthorityKeyIdentifierExtension.create(issuerKey),
    ],
  });
  return { certificate: `${leaf.toString('pem')}\n`, expiresAt };
}

/** Creates a P-256 key, and the request for its certificate, both in PEM format. */
export async function createSigningRequest(): Promise<{ request: string; key: string }> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const request = await Pkcs10CertificateRequestGenerator.create({ keys, signingAlgorithm: SIGNING });
  return { request: `${request.toString('pem')}\n`, key: privateKeyPem(keys.privateKey) };
}

const privateKeyPem = (key: webcrypto.CryptoKey): string =>
  KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();

const validity = (now: number, expiresAt: number) => ({
  notBefore: new Date(now - BACK_DATED_MS),
  notAfter: new Date(expiresAt),
});

/** Returns a positive random number of 127 bits in hex. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes.toString('hex');
}
