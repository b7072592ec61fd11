import type { Answer } from './http.ts';
import { ApiError } from './http.ts';

const page = (status: number, title: string): Answer => ({
  status,
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
});
const refusal = (status: number, message: string, headers: Record<string, string> = {}): Answer => ({
  ...new ApiError(status, message).answer,
  headers,
});

/** Answers of GitHub's that a rule can name instead of spelling them out. */
const NAMED = {
  'primary-rate-limit': refusal(403, 'API rate limit exceeded for installation ID 41898282.', {
    'X-RateLimit-Remaining': '0',
  }),
  'secondary-rate-limit': refusal(
    403,
    'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
    { 'Retry-After': '60' },
  ),
  'bad-credentials': refusal(401, 'Bad credentials'),
  'not-accessible': refusal(403, 'Resource not accessible by integration'),
  'not-found': refusal(404, 'Not Found'),
  saml: refusal(
    403,
    'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
  ),
  // What stands before the API answers pages, not JSON.
  'bad-gateway': page(502, '502 Bad Gateway'),
};

/** One thing that goes wrong. The first rule that matches and is due decides. */
export interface FaultRule {
  match?: { method?: string; path?: RegExp };
  when?: {
    /** Only these matching requests, counted from 1. */
    nth: readonly number[];
  };
  effect: {
    answer?: keyof typeof NAMED;
    /** JSON unless it is text. */
    body?: unknown;
    status?: number;
    /** Seconds. */
    retry_after?: number;
    delay_ms?: number;
    /** Cuts the connection without doing the thing. */
    reset?: boolean;
    /** Does the thing, and cuts the connection without an answer. */
    drop_answer?: boolean;
  };
}

/** The rules in force. */
export interface Faults {
  /** Replaces all rules; counting starts over. */
  set(rules: readonly FaultRule[]): void;
  clear(): void;
  /** What happens to this request; counts it for every matching rule. */
  decide(method: string, path: string): FaultRule['effect'] | undefined;
}

export function createFaults(): Faults {
  let armed: { rule: FaultRule; seen: number }[] = [];
  return {
    set: (rules) => void (armed = rules.map((rule) => ({ rule, seen: 0 }))),
    clear: () => void (armed = []),
    decide(method, path) {
      const matching = armed.filter(
        ({ rule: { match = {} } }) =>
          (match.method ?? method) === method && (match.path === undefined || match.path.test(path)),
      );
      for (const each of matching) each.seen += 1;
      return matching.find(({ rule, seen }) => rule.when?.nth.includes(seen) ?? true)?.rule.effect;
    },
  };
}

/** What a rule answers instead of GitHub; undefined: GitHub itself answers. */
export function faultAnswer({
  answer,
  status,
  body,
  retry_after: after,
}: FaultRule['effect']): Answer | undefined {
  const named = answer && NAMED[answer];
  if (named === undefined && status === undefined && body === undefined) return undefined;
  return {
    status: status ?? named?.status ?? 200,
    headers: { ...named?.headers, ...(after === undefined ? {} : { 'Retry-After': String(after) }) },
    body: body ?? named?.body ?? { message: 'A fault rule answers' },
  };
}
