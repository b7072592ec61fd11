import * as z from 'zod';

/** One problem in a request, such as an invalid field (docs/api.md#error-bodies). */
export const ValidationError = z.object({
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  type: z.string(),
});
export type ValidationError = z.infer<typeof ValidationError>;

export const HTTPValidationError = z.object({ detail: z.array(ValidationError) });
export type HTTPValidationError = z.infer<typeof HTTPValidationError>;

export const DetailError = z.object({ detail: z.string() });
export type DetailError = z.infer<typeof DetailError>;

/** Error body of the sandbox API. The error's type and message are nested below `detail`. */
export const NestedError = z.object({ detail: z.looseObject({ error: z.string(), message: z.string() }) });
