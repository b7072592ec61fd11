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

/** Responses of GitHub that a rule can select by name. */
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
  // A gateway in front of the API responds with HTML pages instead of JSON.
  'bad-gateway': page(502, '502 Bad Gateway'),
};

/** A fault rule. The first due rule that matches a request is applied. */
export interface FaultRule {
  match?: { method?: string; path?: RegExp };
  when?: {
    /** Numbers, from 1, of the matching requests to which the rule applies. */
    nth: readonly number[];
  };
  effect: {
    answer?: keyof typeof NAMED;
    /** Body of the response; an object is sent as JSON. */
    body?: unknown;
    status?: number;
    /** Value of the Retry-After header in seconds. */
    retry_after?: number;
    delay_ms?: number;
    /** Called before the request is executed, such as a simultaneous change by another run. */
    before?: () => void;
    /** Closes the connection without executing the request. */
    reset?: boolean;
    /** Executes the request, and closes the connection without a response. */
    drop_answer?: boolean;
  };
}

/** The active fault rules. */
export interface Faults {
  /** Replaces all rules and resets their counters. */
  set(rules: readonly FaultRule[]): void;
  clear(): void;
  /** Returns the effect of the rules on a request, and counts the request for each matching rule. */
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

/** Returns the response of a fault rule, or `undefined` if the simulated GitHub itself responds. */
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
