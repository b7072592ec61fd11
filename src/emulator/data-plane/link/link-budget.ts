/** Work that a link caused: bytes that arrived, and the time in milliseconds for which they were decoded. */
interface LinkCost {
  bytes: number;
  ms: number;
}

/**
 * Limits of one link. A link may cause work up to `burst` at once, and `perSecond` continuously. A link above its
 * limits is slowed down, and closed once it was slowed down for `maxSlowedMs` without a recovery to half of its burst.
 */
export interface LinkLimits {
  burst: LinkCost;
  perSecond: LinkCost;
  maxSlowedMs: number;
}

const MIB = 1024 * 1024;
/** A quarter of a processor, and 64 MiB per second, which is more than a database can store. */
const LINK_LIMITS: LinkLimits = {
  burst: { bytes: 4_096 * MIB, ms: 5_000 },
  perSecond: { bytes: 64 * MIB, ms: 250 },
  maxSlowedMs: 60_000,
};

/** Decision about a link above its limits. */
type LinkVerdict =
  | { kind: 'within' }
  /** The link must not be read for `ms` milliseconds. `isFirst` is true if the link was within its limits before. */
  | { kind: 'slow'; ms: number; isFirst: boolean }
  | { kind: 'close'; reason: string };

/** Counts the work that one link causes. */
export interface LinkBudget {
  charge(cost: LinkCost): void;
  /** Returns the decision for the next frame. Call this function once after each frame. */
  verdict(): LinkVerdict;
}

/** Creates the budget of a link. `now` returns the time in milliseconds. */
export function createLinkBudget(now: () => number, limits: LinkLimits = LINK_LIMITS): LinkBudget {
  const { burst, perSecond, maxSlowedMs } = limits;
  let left = { ...burst };
  let refilledAt = now();
  let slowedMs = 0;
  const refill = (): void => {
    const seconds = (now() - refilledAt) / 1_000;
    refilledAt += seconds * 1_000;
    left = {
      bytes: Math.min(burst.bytes, left.bytes + seconds * perSecond.bytes),
      ms: Math.min(burst.ms, left.ms + seconds * perSecond.ms),
    };
    if (left.bytes >= burst.bytes / 2 && left.ms >= burst.ms / 2) slowedMs = 0;
  };
  return {
    charge({ bytes, ms }) {
      refill();
      left.bytes -= bytes;
      left.ms -= ms;
    },
    verdict() {
      if (left.bytes >= 0 && left.ms >= 0) return { kind: 'within' };
      const isBytes = left.bytes / perSecond.bytes < left.ms / perSecond.ms;
      const waitMs = Math.ceil(1_000 * (isBytes ? -left.bytes / perSecond.bytes : -left.ms / perSecond.ms));
      const isFirst = slowedMs === 0;
      slowedMs += waitMs;
      if (slowedMs <= maxSlowedMs) return { kind: 'slow', ms: waitMs, isFirst };
      const what = isBytes
        ? `more than ${Math.round(perSecond.bytes / MIB)} MiB per second`
        : `messages whose decoding takes more than ${perSecond.ms} ms of each second`;
      return { kind: 'close', reason: `it continuously sent ${what}` };
    },
  };
}
