import * as z from 'zod';
import { DetailError, HTTPValidationError, NestedError } from '../../contract/error-bodies.ts';
import type { DeclaredResponse } from '../server/route.ts';

/** Declares an error response in the format of the sandbox API. */
export const refusedAnswer = (description: string): DeclaredResponse => ({
  description,
  schema: NestedError,
});
/** Declares an error response for a status that both the sandbox API and the server itself use. */
export const sharedErrorResponse = (description: string): DeclaredResponse => ({
  description,
  schema: z.union([NestedError, DetailError]),
});
/** Declares a response for validation errors or other errors of the sandbox API. */
export const invalidAnswer = (description: string): DeclaredResponse => ({
  description,
  schema: z.union([HTTPValidationError, NestedError]),
});
