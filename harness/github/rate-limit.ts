import { randomUUID } from 'node:crypto';
import { ApiError } from './server/http.ts';
import type { Viewer } from './server/route.ts';

const HOUR_S = 3_600;
const DOCS =
  'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-primary-rate-limits';
const SECONDARY_DOCS =
  'https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits';
/** Requests an hour, by kind of token. */
const LIMITS: Record<Viewer['kind'], number> = {
  anonymous: 60,
  actions: 1_000,
  app: 5_000,
  'fine-grained': 5_000,
  classic: 5_000,
};

export interface RateLimitOptions {
  /** Which of the two documented statuses a used-up limit is told with. */
  status?: 403 | 429;
  /** Requests an hour, instead of GitHub's own numbers. */
  limit?: number;
  /** Requests that make content which are let through in a minute and in an hour, before the secondary limit. */
  content?: { perMinute: number; perHour: number };
}

interface Window {
  limit: number;
  used: number;
  /** Seconds since 1970. */
  reset: number;
}

/** Hourly windows, one for each whom GitHub counts for. */
export interface RateLimits {
  /** Counts a request; throws the refusal when nothing is left. */
  take(viewer: Viewer): void;
  /** Takes a counted request back: a 304 costs nothing. */
  giveBack(viewer: Viewer): void;
  /** Counts a request that makes content against the secondary limits, when there are any. */
  takeContent(viewer: Viewer): void;
  headers(viewer: Viewer): Record<string, string>;
  window(viewer: Viewer): { limit: number; remaining: number; used: number; reset: number };
  /** Sets what is left of a viewer's hour, and when it begins anew. */
  set(viewer: Viewer, left: { remaining: number; resetInSeconds?: number }): void;
}

/** `now` gives milliseconds since 1970. */
export function createRateLimits(now: () => number, options: RateLimitOptions): RateLimits {
  const windows = new Map<string, Window>();
  const content = new Map<string, number[]>();
  const windowOf = (viewer: Viewer): Window => {
    const seconds = Math.floor(now() / 1000);
    const current = windows.get(viewer.rateKey);
    if (current !== undefined && current.reset > seconds) return current;
    const fresh = { limit: options.limit ?? LIMITS[viewer.kind], used: 0, reset: seconds + HOUR_S };
    windows.set(viewer.rateKey, fresh);
    return fresh;
  };
  return {
    take(viewer) {
      const window = windowOf(viewer);
      if (window.used >= window.limit) throw primaryLimit(viewer, options.status ?? 403);
      window.used += 1;
    },
    giveBack(viewer) {
      const window = windowOf(viewer);
      window.used = Math.max(0, window.used - 1);
    },
    takeContent(viewer) {
      if (options.content === undefined) return;
      const at = now();
      const recent = (content.get(viewer.rateKey) ?? []).filter((time) => at - time < HOUR_S * 1000);
      const lastMinute = recent.filter((time) => at - time < 60_000).length;
      if (lastMinute >= options.content.perMinute || recent.length >= options.content.perHour) {
        throw contentLimit();
      }
      content.set(viewer.rateKey, [...recent, at]);
    },
    headers(viewer) {
      const { limit, used, reset } = windowOf(viewer);
      return {
        'X-RateLimit-Limit': String(limit),
        'X-RateLimit-Remaining': String(limit - used),
        'X-RateLimit-Reset': String(reset),
        'X-RateLimit-Used': String(used),
        'X-RateLimit-Resource': 'core',
      };
    },
    window(viewer) {
      const { limit, used, reset } = windowOf(viewer);
      return { limit, used, remaining: limit - used, reset };
    },
    set(viewer, { remaining, resetInSeconds }) {
      const window = windowOf(viewer);
      window.used = Math.max(0, window.limit - remaining);
      if (resetInSeconds !== undefined) window.reset = Math.floor(now() / 1000) + resetInSeconds;
    },
  };
}

/** The hour's requests are used up. */
export function primaryLimit(viewer: Viewer, status: 403 | 429): ApiError {
  const whose =
    viewer.kind === 'anonymous'
      ? "127.0.0.1. (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)"
      : `${viewer.kind === 'actions' || viewer.kind === 'app' ? 'installation' : 'user'} ID ${viewer.actor?.account.id ?? 0}. ${support()}`;
  return new ApiError(status, `API rate limit exceeded for ${whose}`, {
    fields: { documentation_url: DOCS },
  });
}

/** Too much at once, even with requests left in the hour. */
export function secondaryLimit(status: 403 | 429, retryAfterSeconds: number | null): ApiError {
  return new ApiError(
    status,
    `You have exceeded a secondary rate limit. Please wait a few minutes before you try again. ${support()}`,
    {
      fields: { documentation_url: SECONDARY_DOCS },
      headers: retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) },
    },
  );
}

/** Too many comments, deployments or the like in a short time. */
export function contentLimit(): ApiError {
  return new ApiError(
    403,
    'You have exceeded a secondary rate limit and have been temporarily blocked from content creation. Please retry your request again later.',
    { fields: { documentation_url: SECONDARY_DOCS }, headers: { 'Retry-After': '60' } },
  );
}

/** What older versions (and older Enterprise Servers) said instead. */
export function abuseDetected(retryAfterSeconds: number | null): ApiError {
  return new ApiError(
    403,
    'You have triggered an abuse detection mechanism. Please wait a few minutes before you try again.',
    {
      fields: { documentation_url: SECONDARY_DOCS },
      headers: retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) },
    },
  );
}

const support = () =>
  `If you reach out to GitHub Support for help, please include the request ID ${randomUUID().slice(0, 8).toUpperCase()}.`;
