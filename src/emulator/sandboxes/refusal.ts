import * as z from 'zod';
import { DetailError, HTTPValidationError, NestedError } from '../../contract/error-bodies.ts';
import { HttpError } from '../server/http-error.ts';
import type { DeclaredResponse } from '../server/route.ts';

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

/** Declares a refusal in this shape. */
export const refusedAnswer = (description: string): DeclaredResponse => ({
  description,
  schema: NestedError,
});
/** The same for a status that the server itself may answer with, too. */
export const eitherRefusedAnswer = (description: string): DeclaredResponse => ({
  description,
  schema: z.union([NestedError, DetailError]),
});
/** Declares validation errors, or a refusal. */
export const invalidAnswer = (description: string): DeclaredResponse => ({
  description,
  schema: z.union([HTTPValidationError, NestedError]),
});
