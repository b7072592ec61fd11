/** What goes back over the wire. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** Written as JSON. */
  body?: unknown;
  /** Written as it is, instead of `body`. */
  raw?: { type: string; content: string | Buffer };
}

/** One entry of `errors` in a 422 or 409. */
export interface FieldError {
  resource: string;
  field?: string;
  code: 'missing' | 'missing_field' | 'invalid' | 'already_exists' | 'unprocessable' | 'custom';
  message?: string;
  [more: string]: unknown;
}

/** A refusal in GitHub's words. The address of the documentation is added by the server. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    more: { fields?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.fields = more.fields ?? {};
    this.headers = more.headers ?? {};
  }
}

/** Not there, or not for you: GitHub does not say which. */
export const notFound = (message = 'Not Found'): ApiError => new ApiError(404, message);

export const validationFailed = (...errors: FieldError[]): ApiError =>
  new ApiError(422, 'Validation Failed', { fields: { errors } });

/** 422 for a body that does not have the right shape. */
export const invalidRequest = (reasons: readonly string[]): ApiError =>
  new ApiError(422, `Invalid request.\n\n${reasons.join('\n')}`);

/** The body of a refusal; newer answers repeat the status as text. */
export function errorBody(error: ApiError, documentationUrl: string): Record<string, unknown> {
  return {
    message: error.message,
    ...error.fields,
    documentation_url: error.fields['documentation_url'] ?? documentationUrl,
    status: String(error.status),
  };
}
