import * as z from 'zod';
import { DetailError, HTTPValidationError, NestedError } from '../../contract/error-bodies.ts';
import type { DeclaredResponse } from '../server/route.ts';

/** Declares a refusal in the sandbox API's own shape. */
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
