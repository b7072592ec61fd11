import type { ValidationError } from '../contract/error-bodies.ts';

/**
 * Why a call failed. `http`: the service returned an error. `network`: it was unreachable, or the connection broke.
 * `timeout`: it did not respond in time. `ambiguous`: a write was sent and its response was lost, so it may have
 * taken effect; look before anything else. `malformed`: a read got an invalid response. An aborted call throws the
 * signal's reason instead.
 */
export type ApiErrorKind = 'http' | 'network' | 'timeout' | 'ambiguous' | 'malformed';

export type Forbidden = 'needs-workspace' | 'not-enabled' | 'no-access';

interface ApiErrorFields {
  kind: ApiErrorKind;
  method: string;
  /** Path without the query, which may contain a signature. */
  path: string;
  /** Description of the failure, without method and path. */
  what: string;
  hint: string;
  attempts: number;
  status?: number | undefined;
  detail?: string | null | undefined;
  fields?: ValidationError[] | undefined;
  forbidden?: Forbidden | null | undefined;
  /** True if an agent server refused because another run is active on the thread. */
  busy?: boolean | undefined;
  /** System error code of a network fault, such as ECONNREFUSED. */
  code?: string | undefined;
  cause?: unknown;
}

/**
 * A failed call of a remote service. The message contains what happened and what to do. It contains nothing of the
 * request's headers or body, and of the response only the redacted text of its error.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly method: string;
  readonly path: string;
  readonly hint: string;
  readonly attempts: number;
  /** Status of the response, if any. */
  readonly status: number | undefined;
  /** Message of the service, redacted; null if it has none that can be shown. */
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

/** Returns whether this is an ApiError, with this HTTP status if given. */
export function isApiError(error: unknown, status?: number): error is ApiError {
  return error instanceof ApiError && (status === undefined || error.status === status);
}

/** Returns the result of a call; `undefined` if it fails with an ApiError, with this status if given. */
export async function ignoreApiError<T>(call: () => Promise<T>, status?: number): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isApiError(error, status)) return undefined;
    throw error;
  }
}

/**
 * Returns whether the service lacks this endpoint, or lacks it for this resource. The request had no effect, so an
 * equivalent endpoint may be tried.
 */
export function isNotServed(error: unknown): error is ApiError {
  return isApiError(error) && [404, 405, 501].includes(error.status ?? 0);
}

/** The stream of the request's body failed. Sending it again would fail in the same way. */
export class BodyStreamError extends Error {
  override readonly name = 'BodyBroken';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'the request body could not be created', { cause });
  }
}

/**
 * Returns whether an agent server refused a run because another one is active on its thread: 409, or 422 with a text
 * of the JavaScript server.
 */
export function isThreadBusy({ status, message, busy }: ApiError): boolean {
  return status === 409 || busy || reportsBusyThread(status, message);
}

/** Searches the whole body, because the JavaScript server responds with plain text, which is never shown. */
export function reportsBusyThread(status: number | undefined, text: string): boolean {
  return status === 422 && /already running|is busy/i.test(text);
}

const MAX_LINE = 500;

/** Removes control characters, which could start a workflow command or color a terminal. */
export function oneLine(text: string): string {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}
