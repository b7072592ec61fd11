import type { ValidationError } from '../../contract/error-bodies.ts';

/** Error detail of the sandbox API, which nests type and message. */
export interface NestedDetail {
  error: string;
  message: string;
}

/** Thrown by handlers to end the request with `{detail}`. Never contains a secret. */
export class HttpError extends Error {
  override readonly name: string = 'HttpError';
  readonly status: number;
  readonly detail: string | ValidationError[] | NestedDetail;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string | ValidationError[] | NestedDetail,
    options: { cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(
      typeof detail === 'string'
        ? detail
        : Array.isArray(detail)
          ? detail.map((item) => `${item.loc.join('.')}: ${item.msg}`).join('; ')
          : `${detail.error}: ${detail.message}`,
      {
        cause: options.cause,
      },
    );
    this.status = status;
    this.detail = detail;
    this.headers = options.headers ?? {};
  }
}

/** A refusal by the authentication of a deployment's author, or because of a fault in it. Its status may be any. */
export class OwnAuthError extends HttpError {
  override readonly name = 'OwnAuthError';
}

/** Returns a 422 naming one field, in the service's format. */
export function invalidField(loc: (string | number)[], msg: string, type = 'value_error'): HttpError {
  return new HttpError(422, [{ loc, msg, type }]);
}
