import * as z from 'zod';
import { AMOUNT_MAX } from './limits.ts';
import { nonEmptyText, optional, text } from './primitives.ts';

/** Maximum length of a score's key in characters. */
const SCORE_KEY_MAX = 100;

/**
 * A line that a score command prints: one score of the response. `true` and `false` are the scores 1 and 0. `null`
 * means that the score does not apply to the response.
 */
export const ScoreLine = z.strictObject({
  key: nonEmptyText
    .max(SCORE_KEY_MAX, `must have at most ${SCORE_KEY_MAX} characters`)
    .regex(/^(?!\s)[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*(?<!\s)$/, {
      error: 'must not begin or end with white space, or contain control characters',
    }),
  score: z.union([z.number().min(-AMOUNT_MAX).max(AMOUNT_MAX), z.boolean().transform(Number), z.null()], {
    error: `must be a number from -${AMOUNT_MAX} to ${AMOUNT_MAX}, true, false or null`,
  }),
  comment: optional(text),
});

/** The response to score, which a score command receives as one JSON object on its standard input. */
export interface ScoreRequest {
  input: unknown;
  output: unknown;
  reference: unknown;
  /** Response of the compared deployment to the same case, or null without a comparison. */
  other: unknown;
}
