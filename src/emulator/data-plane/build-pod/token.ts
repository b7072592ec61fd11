import { hash, timingSafeEqual } from 'node:crypto';

/** The hash that the token of a build is known by. */
export const buildTokenHash = (token: string): string => hash('sha256', token);

/** Whether this is the token, in constant time. */
export function isBuildToken(given: string, tokenHash: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), Buffer.from(tokenHash, 'hex'));
}
