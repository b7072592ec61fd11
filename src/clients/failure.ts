import { fieldOf, parseJson } from '../contract/json-safety.ts';
import {
  DetailError,
  HTTPValidationError,
  NestedError,
  type ValidationError,
} from '../contract/error-bodies.ts';
import { describeValidationErrors } from '../contract/findings.ts';
import { ApiError, reportsBusyThread, type Forbidden, oneLine } from './errors.ts';
import type { AttemptResult } from './exchange.ts';
import { isCertificateFault } from './retry.ts';

export interface FailedRequest {
  method: string;
  path: string;
  attempts: number;
  repeatable: boolean;
  timeoutMs: number;
  maxBytes: number;
  redact: (text: string) => string;
}

const CHECK_FIRST = 'The request may still have taken effect: check the deployment before you run again.';

/** Converts the result of the last attempt of a call to an error. */
export function toApiError(result: AttemptResult, call: FailedRequest): ApiError {
  const { method, path, attempts } = call;
  const about = { method, path, attempts };
  switch (result.kind) {
    case 'answer':
      return httpFailure(result.answer, call);
    case 'too-large': {
      const what = `the response is larger than ${call.maxBytes} bytes`;
      return new ApiError({
        ...about,
        ...(call.repeatable
          ? { kind: 'malformed', hint: 'Check that the URL is the address of the control plane.' }
          : { kind: 'ambiguous', hint: CHECK_FIRST }),
        status: result.status,
        what,
      });
    }
    case 'broken': {
      const lost = result.sent && !call.repeatable;
      return new ApiError({
        ...about,
        kind: lost ? 'ambiguous' : 'network',
        what: describeAttempt(result, call.timeoutMs),
        hint: lost ? CHECK_FIRST : hintForFault(result.code),
        code: result.code,
        cause: result.cause,
      });
    }
    case 'timeout': {
      const lost = result.sent && !call.repeatable;
      return new ApiError({
        ...about,
        kind: lost ? 'ambiguous' : 'timeout',
        what: describeAttempt(result, call.timeoutMs),
        hint: lost ? CHECK_FIRST : 'The service is slow or unreachable: try again, or raise the time limit.',
      });
    }
  }
}

/** Returns a short description of an attempt's result. */
export function describeAttempt(result: AttemptResult, timeoutMs: number): string {
  switch (result.kind) {
    case 'answer':
      return String(result.answer.status);
    case 'too-large':
      return `${result.status}, too large`;
    case 'broken':
      return `${result.sent ? 'the connection broke' : 'no connection'} (${result.code})`;
    case 'timeout':
      return `no response within ${timeoutMs / 1000} s`;
  }
}

function httpFailure(
  answer: { status: number; contentType: string; body: string; location: string | undefined },
  call: FailedRequest,
): ApiError {
  const { status } = answer;
  const problem = parseErrorBody(status, answer.body, call.redact);
  // A 5xx response of a gateway does not show whether the service executed the request.
  const lost = !call.repeatable && status >= 500 && status !== 501 && status !== 503 && status !== 505;
  const reason = problem.detail ?? `a response of type ${mediaType(answer.contentType)} without a reason`;
  return new ApiError({
    kind: lost ? 'ambiguous' : 'http',
    method: call.method,
    path: call.path,
    attempts: call.attempts,
    what: `${status} ${reason}`.replace(/\.$/, ''),
    hint: lost ? CHECK_FIRST : hintForStatus(status, problem.forbidden),
    status,
    detail: problem.detail,
    fields: problem.fields,
    forbidden: problem.forbidden,
    busy: reportsBusyThread(status, answer.body),
  });
}

/**
 * Returns the error for a successful response that cannot be used. The error of a write has the kind `ambiguous`,
 * because the write has probably taken effect.
 */
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
    hint: call.repeatable
      ? 'Check that the URL is the address of the control plane, and check its version.'
      : CHECK_FIRST,
    status,
    cause,
  });
}

function mediaType(contentType: string): string {
  return /^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0] ?? 'unknown';
}

interface ErrorDetails {
  /** Error text on one line, or null if the body contains no error text. */
  detail: string | null;
  fields: ValidationError[];
  forbidden: Forbidden | null;
}

/**
 * Parses an error response in any of the service's formats: `{detail: text}`, `{detail: [{loc, msg, type}]}`, `{detail:
 * {error, message}}`, or an agent server's `{message}` or `{error}`. The text of a body that is not JSON is not
 * returned. The error text is redacted and has at most 500 characters.
 */
export function parseErrorBody(status: number, body: string, redact: (text: string) => string): ErrorDetails {
  const json = parseJson(body);
  const { text, fields } = readJson(json);
  return {
    detail: text === null ? null : oneLine(redact(text)),
    fields: fields.map((field) => ({ ...field, msg: oneLine(redact(field.msg)) })),
    forbidden: status === 403 ? forbidden(text ?? body) : null,
  };
}

function readJson(json: unknown): { text: string | null; fields: ValidationError[] } {
  const detail = DetailError.safeParse(json);
  if (detail.success) return { text: detail.data.detail, fields: [] };
  const validation = HTTPValidationError.safeParse(json);
  if (validation.success) {
    return { text: describeValidationErrors(validation.data.detail) || null, fields: validation.data.detail };
  }
  const nested = NestedError.safeParse(json);
  if (nested.success) {
    const { error, message } = nested.data.detail;
    return { text: `${error}: ${message}`, fields: [] };
  }
  return { text: plainMessage(json), fields: [] };
}

/** Returns the string in `message`, `error` or `error.message` of an agent server's response. */
function plainMessage(json: unknown): string | null {
  for (const key of ['message', 'error']) {
    const value = fieldOf(json, key);
    if (typeof value === 'string') return value;
    const inner = fieldOf(value, 'message');
    if (typeof inner === 'string') return inner;
  }
  return null;
}

function forbidden(text: string): Forbidden {
  if (/requires workspace specification/i.test(text)) return 'needs-workspace';
  return /not enabled/i.test(text) ? 'not-enabled' : 'no-access';
}

function hintForStatus(status: number, forbidden: Forbidden | null): string {
  if (status >= 300 && status < 400) {
    return 'Redirects are not followed, so that the key is not sent elsewhere: give the final address as the URL.';
  }
  if (status >= 500 && status !== 501) {
    return 'The service is failing: try again later, and check its status page.';
  }
  switch (status) {
    case 400:
      return 'Correct what the service rejected, and run again.';
    case 401:
      return 'Check the API key: it is missing, wrong, revoked, or belongs to another region than this URL.';
    case 403:
      return hintForForbidden(forbidden);
    case 404:
      return 'Check the ID, the workspace of the key, and that the URL is the control plane (self-hosted: ending in /api-host).';
    case 405:
    case 501:
      return 'This control plane does not support the request: check its URL and its version.';
    case 408:
    case 425:
    case 429:
      return 'The service limits the number of requests: run again later, or poll less often.';
    case 409:
      return 'The request conflicts with an existing resource: the name is taken, or the deployment is being deleted. Choose another name, delete the existing resource, or wait.';
    case 413:
      return 'The request is too large for the service: send less data.';
    case 422:
      return 'Correct the fields in the message and run again.';
    default:
      return 'Check the URL and the request.';
  }
}

function hintForForbidden(forbidden: Forbidden | null): string {
  switch (forbidden) {
    case 'needs-workspace':
      return 'The key belongs to an organization: set the workspace ID as well.';
    case 'not-enabled':
      return 'Deployments are not enabled for this organization: ask its owner to enable them.';
    case 'no-access':
    case null:
      return 'The key has no access: check that it belongs to this workspace and region.';
  }
}

function hintForFault(code: string): string {
  if (isCertificateFault(code)) {
    return 'The certificate is not trusted: check the host name, or add its CA with NODE_EXTRA_CA_CERTS.';
  }
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host name was not found: check the URL, DNS, and the proxy settings.';
    case 'ECONNREFUSED':
      return 'No server listens at this address: check the URL and its port.';
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'The host cannot be reached: check the URL, the firewall, and HTTPS_PROXY and NO_PROXY.';
    case 'UND_ERR_PRX_TLS':
    case 'UND_ERR_PRX_CONN':
    case 'UND_ERR_ABORTED':
      return 'The proxy refused the connection: check HTTPS_PROXY, its credentials, and NO_PROXY.';
    default:
      return 'Check the network connection to the service, and try again.';
  }
}
