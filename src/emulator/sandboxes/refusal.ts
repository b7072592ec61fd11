import { HttpError } from '../server/http-error.ts';

/** Creates an error response of the sandbox API (`docs/api.md#error-bodies`), with a kind, a message and a hint. */
export function refusal(
  status: number,
  error: string,
  message: string,
  options: { cause?: unknown; headers?: Record<string, string> } = {},
): HttpError {
  return new HttpError(status, { error, message }, options);
}

export const notFound = (what: string, name: string): HttpError =>
  refusal(404, 'NotFound', `The ${what} ${JSON.stringify(name)} does not exist in this workspace.`);
