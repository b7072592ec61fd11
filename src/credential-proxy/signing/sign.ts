import { createHash, createHmac } from 'node:crypto';
import aws4, { type Credentials, type SignableRequest } from 'aws4';
import { parseTemplate } from '../../contract/secret-template.ts';
import type { PushedHmacSigning } from '../messages.ts';
import { type AwsSigningWork, signedHeadersOf } from './aws-request.ts';

/** Inputs of an HMAC of a request. */
interface HmacSigningWork {
  readonly kind: 'hmac';
  readonly signing: PushedHmacSigning;
}

/** Inputs of a signature, after all checks. */
export type SigningWork = AwsSigningWork | HmacSigningWork;

/** Returns whether the signature depends on the body, so that the proxy must read the whole body first. */
export function needsBody(work: SigningWork): boolean {
  if (work.kind === 'aws') return work.payload === null;
  return partsOf(work.signing.signed).some(({ key }) => key === 'body');
}

/** A request in the form that is sent upstream. */
interface SentRequest {
  method: string;
  target: string;
  /** Alternating names and values. */
  headers: readonly string[];
  body: Buffer;
}

interface Signature {
  /** Names and values of the headers with the signature. */
  headers: [name: string, value: string][];
  /** The signature itself, which is masked in the response. */
  signature: string;
}

/**
 * Signs a request (`docs/credential-proxy/signing.md`). Throws an error without a value of the request if the signing
 * library fails.
 */
export function signRequest(work: SigningWork, request: SentRequest, now: Date): Signature {
  return work.kind === 'aws' ? signForAws(work, request, now) : signWithHmac(work.signing, request, now);
}

/**
 * Creates signatures with the canonical request of the library. Derives the key itself, because the library keeps secret
 * keys in a cache after their rules are removed. Sets the hash of the body itself, because the library would also sign
 * headers that it derives from the body.
 */
class RuleSigner extends aws4.RequestSigner {
  readonly #bodyHash: string;

  constructor(request: SignableRequest, credentials: Credentials, bodyHash: string) {
    super(request, credentials);
    this.#bodyHash = bodyHash;
  }

  override canonicalString(): string {
    const canonical = super.canonicalString();
    return canonical.slice(0, canonical.lastIndexOf('\n') + 1) + this.#bodyHash;
  }

  override signature(): string {
    const { secretAccessKey } = this.credentials;
    const parts = [this.getDate(), this.region, this.service, 'aws4_request'];
    const key = parts.reduce<Buffer | string>(
      (secret, part) => createHmac('sha256', secret).update(part).digest(),
      `AWS4${secretAccessKey}`,
    );
    return createHmac('sha256', key).update(this.stringToSign()).digest('hex');
  }
}

function signForAws(
  { credentials, scope, payload, hasHashHeader }: AwsSigningWork,
  { method, target, headers, body }: SentRequest,
  now: Date,
): Signature {
  const { sessionToken: token } = credentials;
  const hash = payload ?? createHash('sha256').update(body).digest('hex');
  const added: [string, string][] = [['X-Amz-Date', now.toISOString().replace(/[:-]|\.\d{3}/g, '')]];
  if (hasHashHeader) added.push(['X-Amz-Content-Sha256', hash]);
  if (token !== null) added.push(['X-Amz-Security-Token', token]);
  const signed = new Map<string, string[]>();
  for (const [name, value] of [...signedHeadersOf(headers), ...signedHeadersOf(added.flat())]) {
    signed.set(name, [...(signed.get(name) ?? []), value.trim()]);
  }
  const signer = new RuleSigner(
    {
      ...scope,
      method,
      path: target,
      headers: Object.fromEntries(Array.from(signed, ([name, values]) => [name, values.join(',')])),
    },
    { accessKeyId: credentials.accessKeyId, secretAccessKey: credentials.secretAccessKey },
    hash,
  );
  const authorization = signer.sign().headers['Authorization'] ?? '';
  return {
    headers: [...added, ['Authorization', authorization]],
    signature: authorization.slice(authorization.lastIndexOf('=') + 1),
  };
}

function signWithHmac(
  signing: PushedHmacSigning,
  { method, target, body }: SentRequest,
  now: Date,
): Signature {
  const { secret, secretEncoding, algorithm, encoding, header, timestampHeader } = signing;
  const timestamp = `${Math.floor(now.getTime() / 1000)}`;
  const key = Buffer.from(secret, secretEncoding === 'text' ? 'utf8' : secretEncoding);
  const hmac = createHmac(algorithm, key);
  const variables: Record<string, string | Buffer> = { timestamp, body, method, target };
  for (const part of partsOf(signing.signed)) hmac.update(part.text ?? variables[part.key] ?? '');
  const signature = hmac.digest(encoding);
  const inValue: Record<string, string> = { timestamp, signature };
  const value = partsOf(signing.value).map((part) => part.text ?? inValue[part.key] ?? '');
  return {
    headers: [
      ...(timestampHeader === null ? [] : ([[timestampHeader, timestamp]] satisfies [string, string][])),
      [header, value.join('')],
    ],
    signature,
  };
}

/** Returns the parts of a text with variables, which was checked when its rule was compiled. */
function partsOf(text: string): { text?: string; key: string }[] {
  const template = parseTemplate(text);
  if (!template.ok) return [];
  return template.parts.map((part) =>
    part.kind === 'text' ? { text: part.text, key: '' } : { key: part.key },
  );
}
