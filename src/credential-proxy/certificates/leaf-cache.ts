import { createSecureContext, type SecureContext } from 'node:tls';
import type { LeafMinter, LeafResult } from '../snapshot.ts';
import type { CertificateAuthority } from './authority.ts';

const KEPT = 256;
const PER_SECOND = 50;
/**
 * A leaf certificate is renewed when fewer than this many milliseconds of its lifetime remain. A certificate must
 * remain valid as long as the connections that use it.
 */
const RENEWED_BEFORE_MS = 12 * 3_600_000;

export interface LeafCounters {
  minted: number;
  found: number;
  refused: number;
}

interface CachedLeaf {
  authority: CertificateAuthority;
  context: Promise<SecureContext>;
  notAfter: number;
}

/** Cache of the leaf certificates of one sandbox. The cached certificates remain when a new configuration is pushed. */
export interface LeafCache {
  /**
   * Returns a minter of leaf certificates for one revision, which signs with the first CA in `authorities` that may
   * sign for the host.
   */
  minterFor(authorities: readonly CertificateAuthority[]): LeafMinter;
  readonly counters: Readonly<LeafCounters>;
}

/** Creates an LRU cache of at most 256 leaf certificates. The cache mints at most 50 certificates per second. */
export function createLeafCache(
  now: () => number,
  limit: TokenBucket = createTokenBucket(PER_SECOND),
): LeafCache {
  // Cached certificates by host, least recently used first, because each use inserts the entry again.
  const kept = new Map<string, CachedLeaf>();
  const counters: LeafCounters = { minted: 0, found: 0, refused: 0 };

  const mint = (host: string, authority: CertificateAuthority): CachedLeaf => {
    const created: CachedLeaf = {
      authority,
      notAfter: Number.POSITIVE_INFINITY,
      context: authority.sign(host, now()).then(({ certPem, keyPem, notAfter }) => {
        created.notAfter = notAfter;
        return createSecureContext({ cert: certPem, key: keyPem, minVersion: 'TLSv1.2' });
      }),
    };
    return created;
  };

  const find = (
    host: string,
    authorities: readonly CertificateAuthority[],
  ): CachedLeaf | 'outside-constraints' | 'mint-limit' => {
    const authority = authorities.find((one) => one.permits(host) && one.notAfter > now());
    if (authority === undefined) return 'outside-constraints';
    const there = kept.get(host);
    kept.delete(host);
    if (there?.authority === authority && isFresh(there.notAfter, authority.notAfter, now())) {
      counters.found += 1;
      kept.set(host, there);
      return there;
    }
    if (!limit.take(now())) return 'mint-limit';
    counters.minted += 1;
    const created = mint(host, authority);
    kept.set(host, created);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return created;
  };

  const leafFor = async (host: string, authorities: readonly CertificateAuthority[]): Promise<LeafResult> => {
    const found = find(host, authorities);
    if (typeof found === 'string') {
      counters.refused += 1;
      return { kind: 'refused', reason: found };
    }
    try {
      return { kind: 'leaf', context: await found.context };
    } catch {
      // A certificate that could not be minted is not cached, so the next connection tries again.
      if (kept.get(host) === found) kept.delete(host);
      counters.refused += 1;
      return { kind: 'refused', reason: 'mint-failed' };
    }
  };

  return {
    counters,
    minterFor: (authorities) => ({ leafFor: (host) => leafFor(host, authorities) }),
  };
}

/**
 * Returns true if a leaf certificate can still be used. A certificate that expires together with its CA remains in use
 * until it expires, because the CA cannot sign a certificate that is valid longer.
 */
function isFresh(notAfter: number, caNotAfter: number, now: number): boolean {
  return notAfter - now > RENEWED_BEFORE_MS || (notAfter === caNotAfter && notAfter > now);
}

/**
 * Limits the rate of minting. `take` returns true if minting is allowed at `now`, which is in milliseconds of a
 * monotonic clock.
 */
interface TokenBucket {
  take(now: number): boolean;
}

/**
 * Creates a bucket that allows `perSecond` certificates per second on average, and a burst of the same number after a
 * pause.
 */
export function createTokenBucket(perSecond: number): TokenBucket {
  let tokens = perSecond;
  let at: number | null = null;
  return {
    take(now) {
      tokens = Math.min(perSecond, tokens + (Math.max(0, now - (at ?? now)) / 1000) * perSecond);
      at = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
