import { HttpError } from '../server/http-error.ts';

/** A refusal in the sandbox API's own shape (`docs/api.md#error-bodies`): its kind, what happened, what to do. */
export function refusal(
  status: number,
  error: string,
  message: string,
  options: { cause?: unknown; headers?: Record<string, string> } = {},
): HttpError {
  return new HttpError(status, { error, message }, options);
}

export const notFound = (what: string, name: string): HttpError =>
  refusal(404, 'NotFound', `There is no ${what} ${JSON.stringify(name)} in this workspace.`);
