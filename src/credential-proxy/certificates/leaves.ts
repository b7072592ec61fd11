import { createSecureContext, type SecureContext } from 'node:tls';
import type { LeafMinter, LeafResult } from '../snapshot.ts';
import type { CertificateAuthority } from './authority.ts';

const KEPT = 256;
const PER_SECOND = 50;
/** A leaf that is this near its end is minted anew: connections made with it have to outlast it. */
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

/** The leaf certificates of one sandbox; it outlives its snapshots, so that a push does not throw them away. */
export interface LeafCache {
  /** Minter of one revision: the first of these CAs that may sign for the host does. */
  minterFor(authorities: readonly CertificateAuthority[]): LeafMinter;
  readonly counters: Readonly<LeafCounters>;
}

/** At most 256 leaves kept, the least used dropped first; at most 50 minted per second (facts D.7). */
export function createLeafCache(
  now: () => number,
  limit: TokenBucket = createTokenBucket(PER_SECOND),
): LeafCache {
  // A Map remembers the order of insertion: what is used is put in again, so the first is the least used.
  const kept = new Map<string, CachedLeaf>();
  const counters: LeafCounters = { minted: 0, found: 0, refused: 0 };

  const mint = (host: string, authority: CertificateAuthority): CachedLeaf => {
    const made: CachedLeaf = {
      authority,
      notAfter: Number.POSITIVE_INFINITY,
      context: authority.sign(host, now()).then(({ certPem, keyPem, notAfter }) => {
        made.notAfter = notAfter;
        return createSecureContext({ cert: certPem, key: keyPem, minVersion: 'TLSv1.2' });
      }),
    };
    return made;
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
    const made = mint(host, authority);
    kept.set(host, made);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return made;
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
      // Tried again by the next connection.
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

/** A leaf that ends with its CA cannot be renewed by that CA: it serves to its end. */
function isFresh(notAfter: number, caNotAfter: number, now: number): boolean {
  return notAfter - now > RENEWED_BEFORE_MS || (notAfter === caNotAfter && notAfter > now);
}

/** Says whether one more may be made now; `now` in milliseconds of any clock that does not go back. */
interface TokenBucket {
  take(now: number): boolean;
}

/** A token bucket: `perSecond` on average, and as many at once after a pause. */
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
