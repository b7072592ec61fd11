import type { ValidationError } from '../contract/error-bodies.ts';

/**
 * Reason why a call failed. `http` means that the service returned an error, `network` that the service was unreachable
 * or the connection broke, and `timeout` that the service did not respond in time. `ambiguous` means that the response
 * to a write was lost, so the write might have taken effect, and the caller must read the current state. `malformed`
 * means that the response to a read was invalid. A call that is aborted throws the signal's reason instead of an
 * ApiError.
 */
export type ApiErrorKind = 'http' | 'network' | 'timeout' | 'ambiguous' | 'malformed';

export type Forbidden = 'needs-workspace' | 'not-enabled' | 'no-access';

interface ApiErrorFields {
  kind: ApiErrorKind;
  method: string;
  /** Path of the request without the query, which can contain a signature. */
  path: string;
  /** Description of the failure without the method and path. */
  what: string;
  hint: string;
  attempts: number;
  status?: number | undefined;
  detail?: string | null | undefined;
  fields?: ValidationError[] | undefined;
  forbidden?: Forbidden | null | undefined;
  /** True if an agent server refused a run because another run is active on the thread. */
  busy?: boolean | undefined;
  /** System error code of a network failure, such as ECONNREFUSED. */
  code?: string | undefined;
  cause?: unknown;
}

/**
 * Thrown if a call to a remote service failed. The message states what happened and what to do. The message contains no
 * headers and no body of the request, and only the redacted error text of the response.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly method: string;
  readonly path: string;
  readonly hint: string;
  readonly attempts: number;
  /** HTTP status, or `undefined` if no response arrived. */
  readonly status: number | undefined;
  /** Redacted error text of the service, or null if the response contains no error text. */
  readonly detail: string | null;
  readonly fields: readonly ValidationError[];
  readonly forbidden: Forbidden | null;
  readonly busy: boolean;
  readonly code: string | undefined;

  constructor(from: ApiErrorFields) {
    const attempts = from.attempts > 1 ? ` (${from.attempts} tries)` : '';
    super(`${from.method} ${from.path}: ${from.what}${attempts}. ${from.hint}`, { cause: from.cause });
    this.kind = from.kind;
    this.method = from.method;
    this.path = from.path;
    this.hint = from.hint;
    this.attempts = from.attempts;
    this.status = from.status;
    this.detail = from.detail ?? null;
    this.fields = from.fields ?? [];
    this.forbidden = from.forbidden ?? null;
    this.busy = from.busy ?? false;
    this.code = from.code;
  }
}

/** Returns whether an error is an ApiError, with this HTTP status if `status` is set. */
export function isApiError(error: unknown, status?: number): error is ApiError {
  return error instanceof ApiError && (status === undefined || error.status === status);
}

/**
 * Returns the result of a call, or `undefined` if the call throws an ApiError with this status, or any ApiError if
 * `status` is not set.
 */
export async function ignoreApiError<T>(call: () => Promise<T>, status?: number): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isApiError(error, status)) return undefined;
    throw error;
  }
}

/**
 * Returns whether the service does not have the requested endpoint or resource. A request to a missing endpoint has no
 * effect, so the caller can try an equivalent endpoint.
 */
export function isNotServed(error: unknown): error is ApiError {
  return isApiError(error) && [404, 405, 501].includes(error.status ?? 0);
}

/** Thrown if the source of a request's body failed. Requests without a complete body are not retried. */
export class BodyStreamError extends Error {
  override readonly name = 'BodyBroken';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'the request body could not be created', { cause });
  }
}

/**
 * Returns whether an agent server refused a run because another run is active on the thread. The status is 409, or 422
 * with the error text of the JavaScript server.
 */
export function isThreadBusy({ status, message, busy }: ApiError): boolean {
  return status === 409 || busy || reportsBusyThread(status, message);
}

/**
 * Returns whether a response body reports that another run is active on the thread. Searches the whole body, because
 * plain text of the JavaScript server is not an error text.
 */
export function reportsBusyThread(status: number | undefined, text: string): boolean {
  return status === 422 && /already running|is busy/i.test(text);
}

const MAX_LINE = 500;

/** Returns the text on one line without control characters, which could start a workflow command. */
export function oneLine(text: string): string {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}
