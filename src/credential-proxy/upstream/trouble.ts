import { RefusalError, type RefusalReason } from '../ingress/refusal.ts';

const BY_CODE: Record<string, RefusalReason> = {
  UND_ERR_HEADERS_TIMEOUT: 'upstream-timeout',
  UND_ERR_BODY_TIMEOUT: 'upstream-timeout',
  UND_ERR_HEADERS_OVERFLOW: 'upstream-answer',
  UND_ERR_INVALID_ARG: 'ambiguous-request',
  UND_ERR_NOT_SUPPORTED: 'ambiguous-request',
  UND_ERR_CLOSED: 'not-configured',
  UND_ERR_DESTROYED: 'not-configured',
};

/** Why a request to an upstream failed, as a reason that says nothing of what either side sent. */
export function refusalReasonOf(error: unknown): RefusalReason {
  if (error instanceof RefusalError) return error.reason;
  const code = codeOf(error);
  return BY_CODE[code] ?? (code.startsWith('HPE_') ? 'upstream-answer' : 'upstream-broken');
}

/** Whether an idle connection had been closed by the upstream just as it was used again: nothing of an answer came. */
export function isStaleConnection(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
