import type { ValidationError } from '../../contract/errors.ts';

/** Thrown by handlers: ends the request with `{detail}` (spec §7). Never carries a secret. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly detail: string | ValidationError[];
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string | ValidationError[],
    options: { cause?: unknown; headers?: Record<string, string> } = {},
  ) {
    super(
      typeof detail === 'string'
        ? detail
        : detail.map((item) => `${item.loc.join('.')}: ${item.msg}`).join('; '),
      {
        cause: options.cause,
      },
    );
    this.status = status;
    this.detail = detail;
    this.headers = options.headers ?? {};
  }
}

/** A 422 naming one field, in the service's shape (spec §2.8). */
export function invalidField(loc: (string | number)[], msg: string, type = 'value_error'): HttpError {
  return new HttpError(422, [{ loc, msg, type }]);
}
