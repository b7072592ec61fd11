import { headerPairs, normalizeHeaderName, type RawHeaders } from '../headers.ts';
import type { PushedAwsSigning } from '../messages.ts';
import type { RefusalReason } from '../refusal.ts';
import { type AwsScope, scopeOf } from './aws-scope.ts';

/** A request that will be signed. */
export interface UnsignedRequest {
  scheme: 'http' | 'https';
  /** Host name in canonical form, without the port. */
  host: string;
  /** Request target in origin-form. */
  target: string;
  /** Headers that will be sent, as alternating names and values. */
  headers: RawHeaders;
  /** Headers that the client sent, with the client's own signature. */
  clientHeaders: RawHeaders;
}

/** Inputs of a signature of AWS Signature Version 4, after all checks. */
export interface AwsSigningWork {
  readonly kind: 'aws';
  readonly credentials: PushedAwsSigning;
  readonly scope: AwsScope;
  /** Value of X-Amz-Content-Sha256 if the signature does not depend on the body, or null for the hash of the body. */
  readonly payload: string | null;
  /** True if the request is sent with the header X-Amz-Content-Sha256. */
  readonly hasHashHeader: boolean;
}

/** Services that require the header X-Amz-Content-Sha256. For other services, the client decides. */
const WITH_HASH_HEADER = new Set(['aoss', 'glacier', 's3']);

export type PreparedAwsRequest =
  | { kind: 'prepared'; work: AwsSigningWork; target: string }
  | { kind: 'refused'; reason: SigningRefusal };

type SigningRefusal = Extract<
  RefusalReason,
  'signing-scope-unknown' | 'unsignable-target' | 'unsignable-header' | 'signed-chunks'
>;

/**
 * Prepares the signature of a request (`docs/credential-proxy/signing.md#aws`). Removes the client's own signature from
 * the query. Refuses a request whose signature would differ between implementations, because such a request would fail
 * without a clear reason.
 */
export function prepareAwsRequest(
  credentials: PushedAwsSigning,
  { scheme, host, target, headers, clientHeaders }: UnsignedRequest,
): PreparedAwsRequest {
  const scope = scopeOf(credentials, host);
  if (scope === undefined) return { kind: 'refused', reason: 'signing-scope-unknown' };
  const isS3 = scope.service === 's3';
  const own = withoutSignature(target);
  if (own === null || !isSignableTarget(own.target, isS3)) {
    return { kind: 'refused', reason: 'unsignable-target' };
  }
  if (signedHeadersOf(headers).some(([, value]) => !/^[\x20-\x7e]*$/.test(value))) {
    return { kind: 'refused', reason: 'unsignable-header' };
  }
  const payload = payloadOf(clientHeaders, { isS3, isPresigned: own.isPresigned, scheme });
  if (payload.kind === 'refused') return payload;
  const hasHashHeader = WITH_HASH_HEADER.has(scope.service) || payload.isDeclared;
  const work = { kind: 'aws', credentials, scope, payload: payload.value, hasHashHeader } as const;
  return { kind: 'prepared', work, target: own.target };
}

/** Headers of the client that an AWS signature replaces, in normalized form. */
export const AWS_SIGNATURE_HEADERS = [
  'authorization',
  'x-amz-date',
  'x-amz-content-sha256',
  'x-amz-security-token',
] as const;

/**
 * Returns the headers that the signature includes, with names in lower case, in the order of the request. AWS requires
 * only `Host` and the headers `X-Amz-*`, and the signature of other headers could break at a load balancer.
 */
export function signedHeadersOf(headers: RawHeaders): [name: string, value: string][] {
  return headerPairs(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => /^(?:host|content-type|content-md5|x-amz-.*)$/.test(name));
}

/** Parameters of a presigned URL of version 4, in lower case. */
const SIGNATURE_PARAMETERS = new Set([
  'x-amz-algorithm',
  'x-amz-content-sha256',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-security-token',
  'x-amz-signature',
  'x-amz-signedheaders',
]);

/** Returns the target without the parameters of a presigned URL, or null if a name in the query is malformed. */
function withoutSignature(target: string): { target: string; isPresigned: boolean } | null {
  const mark = target.indexOf('?');
  if (mark === -1) return { target, isPresigned: false };
  let isPresigned = false;
  const kept: string[] = [];
  for (const pair of target.slice(mark + 1).split('&')) {
    const name = decoded(pair.split('=', 1)[0] ?? '')?.toLowerCase();
    if (name === undefined) return null;
    if (name === 'x-amz-signature') isPresigned = true;
    if (!SIGNATURE_PARAMETERS.has(name)) kept.push(pair);
  }
  const query = kept.length === 0 ? '' : `?${kept.join('&')}`;
  return { target: target.slice(0, mark) + query, isPresigned };
}

/** Maximum number of parameters that the signing library reads. */
const MAX_PARAMETERS = 1000;

/**
 * Returns whether all implementations derive the same signature from a target. They differ in raw `+`, characters that
 * a URL must escape, dot segments, nameless parameters, and at S3 in repeated parameters.
 */
function isSignableTarget(target: string, isS3: boolean): boolean {
  if (!/^[0-9A-Za-z;,/?:@&=+$\-_.!~*'()%]*$/.test(target)) return false;
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const segments = path.split('/').map(decoded);
  if (segments.includes(undefined)) return false;
  if (isS3 ? path.includes('+') : segments.some((segment) => segment === '.' || segment === '..'))
    return false;
  const query = mark === -1 ? '' : target.slice(mark + 1);
  if (query === '') return true;
  if (query.includes('+')) return false;
  const pairs = query.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });
  const names = pairs.map(([name = '', value = '']) =>
    decoded(value) === undefined ? undefined : decoded(name),
  );
  const isUnusable = (name: string | undefined): boolean =>
    name === undefined || name === '' || name === '__proto__';
  if (pairs.length > MAX_PARAMETERS || names.some(isUnusable)) return false;
  return !isS3 || new Set(names).size === names.length;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';
const UNSIGNED_CHUNKS = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/**
 * Returns the value that represents the body in the signature, or null for the hash of the body. Only S3 accepts an
 * unsigned body, and S3 itself compares a body with the hash that the client declares, so these bodies are streamed.
 */
function payloadOf(
  clientHeaders: RawHeaders,
  { isS3, isPresigned, scheme }: { isS3: boolean; isPresigned: boolean; scheme: 'http' | 'https' },
):
  | { kind: 'payload'; value: string | null; isDeclared: boolean }
  | Extract<PreparedAwsRequest, { kind: 'refused' }> {
  const declared = headerPairs(clientHeaders).flatMap(([name, value]) =>
    normalizeHeaderName(name) === 'x-amz-content-sha256' ? [value.trim()] : [],
  );
  if (declared.length > 1) return { kind: 'refused', reason: 'unsignable-header' };
  const [value = isPresigned ? UNSIGNED_PAYLOAD : ''] = declared;
  const mayBeUnsigned = isS3 && scheme === 'https';
  if (value.startsWith('STREAMING-') && !(mayBeUnsigned && value === UNSIGNED_CHUNKS)) {
    return { kind: 'refused', reason: 'signed-chunks' };
  }
  const isUnsigned = mayBeUnsigned && (value === UNSIGNED_PAYLOAD || value === UNSIGNED_CHUNKS);
  const isHash = isS3 && /^[0-9a-f]{64}$/.test(value);
  return {
    kind: 'payload',
    value: isUnsigned || isHash ? value : null,
    isDeclared: declared.length > 0,
  };
}
