import * as z from 'zod';
import { DetailError, HTTPValidationError, NestedError } from '../../contract/error-bodies.ts';
import type { DeclaredResponse } from '../server/route.ts';

/** Declares an error response of the sandbox API for the OpenAPI document. */
export const refusedAnswer = (description: string): DeclaredResponse => ({
  description,
  schema: NestedError,
});
/** Declares an error response with a status that both the sandbox API and the server itself use. */
export const sharedErrorResponse = (description: string): DeclaredResponse => ({
  description,
  schema: z.union([NestedError, DetailError]),
});
/** Declares the response for validation errors of the sandbox API. */
export const invalidAnswer = (description: string): DeclaredResponse => ({
  description,
  schema: z.union([HTTPValidationError, NestedError]),
});
