import type { PushedAwsSigning, PushedHmacSigning } from '../../../src/credential-proxy/messages.ts';

/** Returns an HMAC of the body in the header `X-Signature`; `over` replaces fields. */
export const hmacSigning = (over: Partial<PushedHmacSigning> = {}): PushedHmacSigning => ({
  kind: 'hmac',
  secret: 'hmac-secret',
  secretEncoding: 'text',
  algorithm: 'sha256',
  encoding: 'hex',
  signed: '{body}',
  header: 'X-Signature',
  value: '{signature}',
  timestampHeader: null,
  needles: [],
  ...over,
});

/** Returns a signature for AWS with made-up credentials; `over` replaces fields. */
export const awsSigning = (over: Partial<PushedAwsSigning> = {}): PushedAwsSigning => ({
  kind: 'aws',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'made-up-secret-access-key',
  sessionToken: null,
  region: null,
  service: null,
  needles: [],
  ...over,
});
