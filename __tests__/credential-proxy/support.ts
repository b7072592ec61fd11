import { createHash, randomBytes } from 'node:crypto';
import {
  createCertificateAuthority,
  type PermittedNames,
  permittedNamesOf,
} from '../../src/credential-proxy/certificates/authority.ts';
import type {
  AuditEntry,
  PushedHeader,
  PushedRule,
  SandboxPush,
} from '../../src/credential-proxy/messages.ts';
import { parseHostPattern } from '../../src/credential-proxy/policy/host-pattern.ts';

/** Creates a token and its hash, as the process that starts a proxy does. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

/** Returns the hash of a token; a proxy receives only the hash. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns a push without rules that allows all public hosts; `given` replaces fields of the push. */
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

/** Returns a rule that injects one secret header. */
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
    placeholders: [],
    sign: null,
    budget: null,
    headers: [
      { name: 'Authorization', value: `Bearer ${secret}`, secret: true, needles: [secret], ...header },
    ],
    ...rule,
  };
}

/** Returns the names that a CA may sign for rules with these hosts. */
export function names(...patterns: string[]): PermittedNames {
  const hosts = patterns.map((pattern) => {
    const parsed = parseHostPattern(pattern);
    if (!parsed.ok) throw new Error(parsed.reason);
    return parsed.value;
  });
  return permittedNamesOf({ rules: [{ hosts }], sentinels: null, access: { kind: 'open' } });
}

/** Signs a leaf certificate that violates the CA's constraints, as an attacker with the stolen key would. */
export async function stolen(permitted: ReturnType<typeof names>, host: string) {
  const authority = await createCertificateAuthority(permitted, Date.now());
  // `sign` checks the names with which the CA was created. This test changes these names, but the certificate of the
  // CA keeps its original constraints.
  const mutable: { suffixes: string[]; addresses: string[] } = permitted as never;
  (/^[\d.]+$|:/.test(host) ? mutable.addresses : mutable.suffixes).push(host);
  const leaf = await authority.sign(host, Date.now());
  return { caPem: authority.certPem, cert: leaf.certPem, key: leaf.keyPem };
}

/** Returns an audit entry of a forwarded request with an injected header; `given` replaces fields of the entry. */
export function auditEntry(given: Partial<AuditEntry> = {}): AuditEntry {
  return {
    at: '2026-01-01T00:00:00.000Z',
    sandbox: 'sandbox-1',
    revision: 1,
    rule: 'api',
    decision: 'inject',
    reason: 'rule-matched',
    scheme: 'https',
    host: 'api.test',
    port: 443,
    method: 'GET',
    path: '/repos/x',
    status: 200,
    bytesUp: 0,
    bytesDown: 0,
    ms: 1,
    injected: ['Authorization'],
    placeholders: [],
    usesLeft: null,
    masked: 0,
    unsearched: false,
    ...given,
  };
}
