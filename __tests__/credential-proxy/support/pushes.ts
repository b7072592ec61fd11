import { createHash, randomBytes } from 'node:crypto';
import type { PushedHeader, PushedRule, SandboxPush } from '../../../src/credential-proxy/messages.ts';

/** A token and its hash, as the owner of a proxy makes them. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

/** What a proxy is told of a token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A push with no rules, open to everything public; what is given replaces that. */
export function pushOf(given: Partial<SandboxPush> = {}): SandboxPush {
  return {
    sandboxId: 'sandbox-1',
    revision: 1,
    tokenHash: newToken().tokenHash,
    rules: [],
    noProxy: [],
    access: { kind: 'open' },
    privateNetworks: [],
    extraRoots: [],
    upstreamProxy: null,
    socketPath: null,
    ...given,
  };
}

/** A rule that injects one secret header. */
export function secretRule(
  given: Partial<PushedRule> & { header?: Partial<PushedHeader>; secret?: string } = {},
): PushedRule {
  const { header, secret = 'sk-not-a-real-secret', ...rule } = given;
  return {
    name: 'api',
    matchHosts: ['api.test'],
    matchPaths: [],
    matchHeaders: [],
    noProxy: [],
    headers: [
      { name: 'Authorization', value: `Bearer ${secret}`, secret: true, needles: [secret], ...header },
    ],
    ...rule,
  };
}
