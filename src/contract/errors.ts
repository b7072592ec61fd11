import * as z from 'zod';

/** One field's complaint (spec §2.8). */
export const ValidationError = z.object({
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  type: z.string(),
});
export type ValidationError = z.infer<typeof ValidationError>;

/** Body of every 422 (spec §2.8). */
export const HTTPValidationError = z.object({ detail: z.array(ValidationError) });
export type HTTPValidationError = z.infer<typeof HTTPValidationError>;

/** Body of every other error (spec §4.1; facts/service §1.8). */
export const DetailError = z.object({ detail: z.string() });
export type DetailError = z.infer<typeof DetailError>;

/** Sandbox errors nest type and message (facts/service §3.5). */
export const NestedError = z.object({ detail: z.looseObject({ error: z.string(), message: z.string() }) });
