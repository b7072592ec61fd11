import type { ValidationError } from '../contract/error-bodies.ts';

/**
 * Why a call failed: `http` the service returned an error; `network` it was unreachable, or the connection broke;
 * `timeout` it did not answer in time; `ambiguous` a write was sent and its response was lost, so it may have taken
 * effect: look before anything else; `malformed` a read got an invalid response. An aborted call throws the signal's
 * reason instead.
 */
export type ApiErrorKind = 'http' | 'network' | 'timeout' | 'ambiguous' | 'malformed';

export type Forbidden = 'needs-workspace' | 'not-enabled' | 'no-access';

interface ApiErrorFields {
  kind: ApiErrorKind;
  method: string;
  /** Path without query, which may carry a signature. */
  path: string;
  /** The failure, without method and path. */
  what: string;
  hint: string;
  attempts: number;
  status?: number | undefined;
  detail?: string | null | undefined;
  fields?: ValidationError[] | undefined;
  forbidden?: Forbidden | null | undefined;
  /** An agent server refused, because another run is active on the thread. */
  busy?: boolean | undefined;
  /** The system's name of a network fault, such as ECONNREFUSED. */
  code?: string | undefined;
  cause?: unknown;
}

/**
 * A call of a remote service that failed. The message says what happened and what to do; it contains nothing of the
 * request's headers or body, and of the response only the redacted text of its error.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly method: string;
  readonly path: string;
  readonly hint: string;
  readonly attempts: number;
  /** The response's status, if any. */
  readonly status: number | undefined;
  /** The service's own message, redacted; null without one that can be shown. */
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

/** Whether this is an ApiError, and of this HTTP status when one is given. */
export function isApiError(error: unknown, status?: number): error is ApiError {
  return error instanceof ApiError && (status === undefined || error.status === status);
}

/** The result of a call; undefined when it fails with an ApiError, of this status if given. */
export async function unlessApiError<T>(call: () => Promise<T>, status?: number): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isApiError(error, status)) return undefined;
    throw error;
  }
}

/**
 * Whether the service does not serve this endpoint, or not for this resource: nothing was done, and a twin at another
 * path may be tried.
 */
export function isNotServed(error: unknown): error is ApiError {
  return isApiError(error) && [404, 405, 501].includes(error.status ?? 0);
}

/** The request's body stream failed by itself: sending it again would fail the same way. */
export class BodyStreamError extends Error {
  override readonly name = 'BodyBroken';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'the body could not be made', { cause });
  }
}

/**
 * Whether an agent server refused a run because another one is active on its thread: 409, or 422 and a text of the
 * JavaScript server.
 */
export function isThreadBusy({ status, message, busy }: ApiError): boolean {
  return status === 409 || busy || namesBusyThread(status, message);
}

/** Searches the whole body: the JavaScript server answers plain text, of which nothing is shown. */
export function namesBusyThread(status: number | undefined, text: string): boolean {
  return status === 422 && /already running|is busy/i.test(text);
}

const MAX_LINE = 500;

/** Control characters could start a workflow command or colour a terminal. */
export function oneLine(text: string): string {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}
