import { namesBusyThread } from './agent-busy.ts';
import { ApiError } from './errors.ts';
import type { AttemptResult } from './exchange.ts';
import { parseErrorBody } from './error-body.ts';
import { hintForFault, hintForStatus } from './remedy.ts';

/** The call whose last try failed. */
export interface FailedRequest {
  method: string;
  path: string;
  attempts: number;
  repeatable: boolean;
  timeoutMs: number;
  maxBytes: number;
  redact: (text: string) => string;
}

const LOOK_FIRST = 'It may have been done all the same: look at the deployment before running again.';

/** The error that a call ends with, from how its last try ended. */
export function toApiError(result: AttemptResult, call: FailedRequest): ApiError {
  const { method, path, attempts } = call;
  const about = { method, path, attempts };
  switch (result.kind) {
    case 'answer':
      return httpFailure(result.answer, call);
    case 'too-large': {
      const what = `the answer is larger than ${call.maxBytes} bytes`;
      return new ApiError({
        ...about,
        ...(call.repeatable
          ? { kind: 'malformed', hint: 'Check that the URL is the control plane.' }
          : { kind: 'ambiguous', hint: LOOK_FIRST }),
        status: result.status,
        what,
      });
    }
    case 'broken': {
      const lost = result.sent && !call.repeatable;
      return new ApiError({
        ...about,
        kind: lost ? 'ambiguous' : 'network',
        what: `${result.sent ? 'the connection broke' : 'no connection'} (${result.code})`,
        hint: lost ? LOOK_FIRST : hintForFault(result.code),
        code: result.code,
        cause: result.cause,
      });
    }
    case 'timeout': {
      const lost = result.sent && !call.repeatable;
      return new ApiError({
        ...about,
        kind: lost ? 'ambiguous' : 'timeout',
        what: `no answer within ${call.timeoutMs / 1000} s`,
        hint: lost ? LOOK_FIRST : 'The service is slow or out of reach: try again, or allow more time.',
      });
    }
    case 'aborted':
      return new ApiError({
        ...about,
        kind: 'aborted',
        what: 'given up, because this run is being stopped',
        hint: result.sent && !call.repeatable ? LOOK_FIRST : 'Run it again when you want it done.',
        cause: result.cause,
      });
  }
}

function httpFailure(
  answer: { status: number; contentType: string; body: string; location: string | undefined },
  call: FailedRequest,
): ApiError {
  const { status } = answer;
  const problem = parseErrorBody(status, answer.body, call.redact);
  // A gateway's 5xx hides whether the service behind it did the work.
  const lost = !call.repeatable && status >= 500 && status !== 501 && status !== 503 && status !== 505;
  const said = problem.detail ?? `an answer of type ${mediaType(answer.contentType)} that names no reason`;
  return new ApiError({
    kind: lost ? 'ambiguous' : 'http',
    method: call.method,
    path: call.path,
    attempts: call.attempts,
    what: `${status} ${said}`.replace(/\.$/, ''),
    hint: lost ? LOOK_FIRST : hintForStatus(status, problem.forbidden),
    status,
    detail: problem.detail,
    fields: problem.fields,
    forbidden: problem.forbidden,
    busy: namesBusyThread(status, answer.body),
  });
}

/** The error of an answer that succeeded but cannot be used: a write has then happened, most likely. */
export function unusableAnswerError(
  status: number,
  what: string,
  call: FailedRequest,
  cause?: unknown,
): ApiError {
  return new ApiError({
    kind: call.repeatable ? 'malformed' : 'ambiguous',
    method: call.method,
    path: call.path,
    attempts: call.attempts,
    what,
    hint: call.repeatable ? 'Check that the URL is the control plane, and its version.' : LOOK_FIRST,
    status,
    cause,
  });
}

function mediaType(contentType: string): string {
  return /^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0] ?? 'unknown';
}
