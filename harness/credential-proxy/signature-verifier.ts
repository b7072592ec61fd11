import { createHash, createHmac } from 'node:crypto';

/** A request as a server received it. */
export interface ReceivedRequest {
  method: string;
  /** Request target in origin-form. */
  url: string;
  /** Alternating names and values of headers. */
  rawHeaders: readonly string[];
  body: Buffer;
}

export interface AwsKey {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
}

export type AwsVerdict =
  | { kind: 'valid'; region: string; service: string; signedHeaders: string[]; payload: string }
  | { kind: 'invalid'; reason: string };

/** Maximum difference between the clocks of the signer and of AWS. */
const MAX_SKEW_MS = 15 * 60_000;

/**
 * Verifies a signature of AWS Signature Version 4 as AWS documents it. The code is independent of the library that
 * signs requests in the credential proxy, so that both do not have the same mistake.
 */
export function verifyAwsSignature(request: ReceivedRequest, key: AwsKey, now: Date): AwsVerdict {
  const invalid = (reason: string): AwsVerdict => ({ kind: 'invalid', reason });
  const headers = headersByName(request.rawHeaders);
  const only = (name: string): string | undefined =>
    headers.get(name)?.length === 1 ? headers.get(name)?.[0] : undefined;
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([a-z0-9;_-]+), Signature=([0-9a-f]{64})$/;
  const [, accessKeyId, day = '', region = '', service = '', list = '', signature] =
    form.exec(only('authorization') ?? '') ?? [];
  const stamp = only('x-amz-date') ?? '';
  if (signature === undefined) return invalid('no single Authorization header of the expected form');
  if (accessKeyId !== key.accessKeyId) return invalid('another access key');
  if (!stamp.startsWith(day) || Math.abs(timeOf(stamp) - now.getTime()) > MAX_SKEW_MS) {
    return invalid('the date is wrong or too old');
  }
  if ((only('x-amz-security-token') ?? null) !== key.sessionToken) return invalid('another session token');
  const signedHeaders = list.split(';');
  const mustBeSigned = [...headers.keys()].filter((name) => name === 'host' || name.startsWith('x-amz-'));
  const unsigned = mustBeSigned.filter((name) => !signedHeaders.includes(name));
  if (unsigned.length > 0) return invalid(`unsigned headers: ${unsigned.join(', ')}`);
  if (signedHeaders.toSorted().join(';') !== list) return invalid('the signed headers are not sorted');
  const [path = '', query = ''] = splitTarget(request.url);
  if (/x-amz-signature/i.test(query)) return invalid('two signatures');
  const bodyHash = createHash('sha256').update(request.body).digest('hex');
  const declared = only('x-amz-content-sha256');
  if (service === 's3' && declared === undefined) return invalid('S3 requires x-amz-content-sha256');
  const isUnsigned =
    service === 's3' &&
    (declared === 'UNSIGNED-PAYLOAD' || declared === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER');
  if (declared !== undefined && !isUnsigned && declared !== bodyHash) {
    return invalid('x-amz-content-sha256 is not the hash of the body');
  }
  const payload = declared ?? bodyHash;
  const canonical = [
    request.method,
    canonicalPath(path, service),
    canonicalQuery(query),
    ...signedHeaders.map((name) => `${name}:${(headers.get(name) ?? []).map(trimmed).join(',')}`),
    '',
    list,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${createHash('sha256').update(canonical).digest('hex')}`;
  let secret: Buffer | string = `AWS4${key.secretAccessKey}`;
  for (const part of scope.split('/')) secret = createHmac('sha256', secret).update(part).digest();
  return createHmac('sha256', secret).update(text).digest('hex') === signature
    ? { kind: 'valid', region, service, signedHeaders, payload }
    : invalid(`the signature does not match\n${canonical}`);
}

function headersByName(rawHeaders: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    headers.set(name, [...(headers.get(name) ?? []), rawHeaders[index + 1] ?? '']);
  }
  return headers;
}

const trimmed = (value: string): string => value.trim().replace(/ +/g, ' ');

function timeOf(stamp: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function splitTarget(url: string): string[] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** Encodes all bytes of a text except unreserved characters. */
function encode(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9._~-]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

/**
 * S3 encodes the name of the object once, and keeps all of its slashes. All other services encode the path of the
 * request again, without empty segments.
 */
function canonicalPath(path: string, service: string): string {
  const encoded = (text: string): string => text.split('/').map(encode).join('/');
  return encoded(service === 's3' ? decodeURIComponent(path) : path.replace(/\/+/g, '/'));
}

function canonicalQuery(query: string): string {
  if (query === '') return '';
  const pairs = query.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    const [name, value] = equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    return [encode(decodeURIComponent(name)), encode(decodeURIComponent(value))] as const;
  });
  return pairs
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join('='))
    .join('&');
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
