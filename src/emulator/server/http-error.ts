import type { ValidationError } from '../../contract/error-bodies.ts';

/** Detail of a sandbox API error: an object with the error's type and message. */
export interface NestedDetail {
  error: string;
  message: string;
}

/** Error that ends a request with a `{detail}` body, which never contains a secret. */
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

/** Error for a refusal or failure of the agent developer's authentication, with any status. */
export class OwnAuthError extends HttpError {
  override readonly name = 'OwnAuthError';
}

/** Creates a 422 error about one field, in the hosted service's format. */
export function invalidField(loc: (string | number)[], msg: string, type = 'value_error'): HttpError {
  return new HttpError(422, [{ loc, msg, type }]);
}
