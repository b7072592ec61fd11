import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether this is the body's signature with the secret: `sha256=` and the HMAC in hex, compared in constant time. The
 * body is taken as it came, byte for byte.
 */
export function isValidSignature(secret: string, body: Uint8Array, signature: string | undefined): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(signature ?? '')?.[1];
  if (given === undefined) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}
