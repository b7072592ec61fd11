/** Says whether one more may be made now; `now` in milliseconds of any clock that does not go back. */
export interface TokenBucket {
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
