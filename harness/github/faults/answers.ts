import { abuseDetected, contentLimit, primaryLimit, secondaryLimit } from '../access/rate-limit.ts';
import type { Viewer } from '../access/tokens.ts';
import { ApiError, type Answer } from '../server/answer.ts';
import type { FaultEffect, NamedAnswer } from './rules.ts';

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
