import type { ValidationError } from '../contract/error-bodies.ts';

/**
 * Why a call failed:
 * `http` the service answered with an error; `network` it could not be reached, or the connection broke;
 * `timeout` it did not answer in time; `ambiguous` a write was sent and its answer was lost, so it may have happened:
 * look before anything else; `malformed` it answered a read with something else. A call that its caller aborted throws
 * the signal's reason instead.
 */
export type ApiErrorKind = 'http' | 'network' | 'timeout' | 'ambiguous' | 'malformed';

/** The three meanings of a 403. */
export type Forbidden = 'needs-workspace' | 'not-enabled' | 'no-access';

interface ApiErrorFields {
  kind: ApiErrorKind;
  method: string;
  /** Path without query: a query may carry a signature. */
  path: string;
  /** What happened, without method and path. */
  what: string;
  hint: string;
  /** How often the request was tried. */
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
 * A call of a remote service that failed. The message says what happened and what to do, and holds nothing of the
 * request's headers or body and of the answer only the redacted text of its error.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  readonly method: string;
  readonly path: string;
  readonly hint: string;
  readonly attempts: number;
  /** The answer's status, when there was one. */
  readonly status: number | undefined;
  /** The service's own words, redacted; null when it had none that can be shown. */
  readonly detail: string | null;
  /** The fields a 422 complained about. */
  readonly fields: readonly ValidationError[];
  /** Which of its three meanings a 403 has. */
  readonly forbidden: Forbidden | null;
  readonly busy: boolean;
  readonly code: string | undefined;

  constructor(from: ApiErrorFields) {
    const tries = from.attempts > 1 ? ` (${from.attempts} tries)` : '';
    super(`${from.method} ${from.path}: ${from.what}${tries}. ${from.hint}`, { cause: from.cause });
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

/** What a call gives; undefined where it fails with an ApiError, of this status when one is given. */
export async function unlessApiError<T>(call: () => Promise<T>, status?: number): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isApiError(error, status)) return undefined;
    throw error;
  }
}

/**
 * Whether the service does not serve this endpoint, or serves it not for what was named: nothing was done, and a twin under
 * another address may be tried.
 */
export function isNotServed(error: unknown): error is ApiError {
  return isApiError(error) && [404, 405, 501].includes(error.status ?? 0);
}

/** The body of a request ended with an error of its own: sending it again would end the same way. */
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

/** Looks through the whole of a body: the JavaScript server answers plain text, of which nothing is shown. */
export function namesBusyThread(status: number | undefined, text: string): boolean {
  return status === 422 && /already running|is busy/i.test(text);
}

const MAX_LINE = 500;

/** Control characters could start a workflow command or colour a terminal. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}
