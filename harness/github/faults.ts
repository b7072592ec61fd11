import * as z from 'zod';
import { abuseDetected, contentLimit, primaryLimit, secondaryLimit } from './rate-limit.ts';
import { type Answer, ApiError } from './server/http.ts';
import type { Viewer } from './server/route.ts';

const count = z.int().min(1);

/** Answers of GitHub's that a rule can name instead of spelling them out. */
const NAMED_ANSWERS = [
  'primary-rate-limit',
  'secondary-rate-limit',
  'content-limit',
  'abuse',
  'bad-credentials',
  'not-accessible',
  'not-found',
  'saml',
  'ip-allow-list',
  'server-error',
  'bad-gateway',
  'unavailable',
] as const;
type NamedAnswer = (typeof NAMED_ANSWERS)[number];

/**
 * One thing that is to go wrong, worded like a rule of the emulator's, with `effect` for its
 * `then`. Strict: a misspelt rule must not do nothing.
 */
const Rule = z.strictObject({
  match: z
    .strictObject({
      method: z.string().optional(),
      /** Glob over the path without the prefix: `*` within one segment, `**` over any number of them. */
      path: z.string().min(1).optional(),
    })
    .default({}),
  when: z
    .strictObject({
      /** Only these matching requests, counted from 1. */
      nth: z.array(count).min(1).optional(),
      /** Each so-many-th. */
      every: count.optional(),
      /** Each with this chance, drawn from the plan's seed. */
      probability: z.number().min(0).max(1).optional(),
    })
    .refine((when) => Object.keys(when).length <= 1, 'takes one of nth, every and probability')
    .optional(),
  effect: z
    .strictObject({
      /** An answer of GitHub's. */
      answer: z.enum(NAMED_ANSWERS).optional(),
      status: z.int().min(200).max(599).optional(),
      /** JSON unless it is text. */
      body: z.unknown().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      /** Seconds, or an HTTP date; `null`: without the header. */
      retry_after: z.union([z.number().min(0), z.string().min(1), z.null()]).optional(),
      delay_ms: z.number().min(0).optional(),
      /** Cuts the connection without doing the thing. */
      reset: z.boolean().optional(),
      /** Does the thing, and cuts the connection without an answer. */
      drop_answer: z.boolean().optional(),
      /** Does the thing, sends this many bytes of the answer, and cuts the connection. */
      truncate_at: z.int().min(0).optional(),
    })
    .refine((effect) => Object.keys(effect).length > 0, 'must say what happens'),
});

const FaultPlan = z.strictObject({
  /** Makes `probability` the same in every run. */
  seed: z.int().default(1),
  rules: z.array(Rule),
});
export type FaultRule = z.input<typeof Rule>;
export type FaultEffect = z.output<typeof Rule>['effect'];

interface Armed {
  matches: (method: string, path: string) => boolean;
  due: (nth: number) => boolean;
  effect: FaultEffect;
  seen: number;
}

/** The rules in force. */
export interface Faults {
  /** Replaces all rules; counting begins anew. Throws a ZodError for a plan that cannot be read. */
  set(rules: readonly FaultRule[], seed?: number): void;
  clear(): void;
  /** What happens to this request: the first rule that matches and is due. Counts it for every matching rule. */
  decide(method: string, path: string): FaultEffect | undefined;
}

export function createFaults(): Faults {
  let armed: Armed[] = [];
  return {
    set(rules, seed = 1) {
      const plan = FaultPlan.parse({ seed, rules });
      armed = plan.rules.map((rule, index) => arm(rule, plan.seed + index * 7919));
    },
    clear() {
      armed = [];
    },
    decide(method, path) {
      let hit: FaultEffect | undefined;
      for (const rule of armed) {
        if (!rule.matches(method, path)) continue;
        rule.seen += 1;
        if (rule.due(rule.seen)) hit ??= rule.effect;
      }
      return hit;
    },
  };
}

function arm({ match, when, effect }: z.output<typeof Rule>, seed: number): Armed {
  const path = match.path === undefined ? () => true : glob(match.path);
  const method = match.method?.toUpperCase();
  const hits = new Set(when?.nth);
  const { every, probability } = when ?? {};
  const due = (nth: number): boolean => {
    if (hits.size > 0) return hits.has(nth);
    if (every !== undefined) return nth % every === 0;
    return probability === undefined || chance(seed, nth) < probability;
  };
  return {
    matches: (asked, at) => (method === undefined || method === asked) && path(at),
    due,
    effect,
    seen: 0,
  };
}

/** A number in [0, 1) that depends only on its arguments (the mixing step of splitmix32). */
function chance(seed: number, nth: number): number {
  let mixed = (seed + Math.imul(nth, 0x9e3779b9)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** `*` is any run of characters without a slash, `**` any run at all; everything else is itself. */
export function glob(pattern: string): (text: string) => boolean {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'),
    )
    .join('');
  const compiled = new RegExp(`^${source}$`, 's');
  return (text) => compiled.test(text);
}

/** What a rule answers instead of GitHub: something to send, a refusal in GitHub's words, or nothing of its own. */
export function faultAnswer(effect: FaultEffect, viewer: Viewer): Answer | ApiError | null {
  const named = effect.answer === undefined ? null : namedAnswer(effect.answer, effect, viewer);
  if (named === null && effect.status === undefined && effect.body === undefined) return null;
  const headers = { ...effect.headers, ...retryAfter(effect) };
  if (named instanceof ApiError) {
    return new ApiError(effect.status ?? named.status, named.message, {
      fields: named.fields,
      headers: { ...named.headers, ...headers },
    });
  }
  if (named !== null) {
    return { ...named, status: effect.status ?? named.status, headers: { ...named.headers, ...headers } };
  }
  const status = effect.status ?? 200;
  if (typeof effect.body === 'string') {
    return { status, headers, raw: { type: 'text/plain; charset=utf-8', content: effect.body } };
  }
  return {
    status,
    headers,
    body: effect.body ?? { message: 'A fault rule answers', status: String(status) },
  };
}

function retryAfter({ retry_after: after }: FaultEffect): Record<string, string> {
  return after === undefined || after === null ? {} : { 'Retry-After': String(after) };
}

function namedAnswer(name: NamedAnswer, effect: FaultEffect, viewer: Viewer): Answer | ApiError {
  const seconds = effect.retry_after === null ? null : 60;
  const limited = effect.status === 429 ? 429 : 403;
  const html = (title: string) => ({
    type: 'text/html; charset=utf-8',
    content: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  });
  switch (name) {
    case 'primary-rate-limit': {
      const refusal = primaryLimit(viewer, limited);
      return new ApiError(refusal.status, refusal.message, {
        fields: refusal.fields,
        headers: { 'X-RateLimit-Remaining': '0' },
      });
    }
    case 'secondary-rate-limit':
      return secondaryLimit(limited, seconds);
    case 'content-limit':
      return contentLimit();
    case 'abuse':
      return abuseDetected(seconds);
    case 'bad-credentials':
      return new ApiError(401, 'Bad credentials');
    case 'not-accessible':
      return new ApiError(403, 'Resource not accessible by integration');
    case 'not-found':
      return new ApiError(404, 'Not Found');
    case 'saml':
      return new ApiError(
        403,
        'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
      );
    case 'ip-allow-list':
      return new ApiError(
        403,
        'Although you appear to have the correct authorization credentials, the `octo-org` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.',
      );
    case 'server-error':
      return { status: 500, body: { message: 'Server Error' } };
    // What stands before the API answers pages, not JSON.
    case 'bad-gateway':
      return { status: 502, raw: html('502 Bad Gateway') };
    case 'unavailable':
      return { status: 503, raw: html('503 Service Unavailable') };
  }
}
