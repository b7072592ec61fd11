import * as z from 'zod';
import { DetailError, HTTPValidationError, NestedError } from '../../contract/errors.ts';
import { HttpError } from '../server/http-error.ts';
import type { DeclaredResponse } from '../server/route.ts';

/** A refusal in the sandbox API's own shape (facts: service §3.5): what kind, what happened, what to do. */
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

/** How a refusal of ours is declared. */
export const refusedAnswer = (description: string): DeclaredResponse => ({
  description,
  schema: NestedError,
});
/** The same where the server may refuse by itself, too. */
export const eitherRefusedAnswer = (description: string): DeclaredResponse => ({
  description,
  schema: z.union([NestedError, DetailError]),
});
/** What is wrong by field, or as a whole. */
export const invalidAnswer = (description: string): DeclaredResponse => ({
  description,
  schema: z.union([HTTPValidationError, NestedError]),
});
