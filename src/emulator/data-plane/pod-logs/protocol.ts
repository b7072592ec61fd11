import * as z from 'zod';

/** Maximum length of a line in characters; an agent pod splits longer lines. */
export const LINE_CHARACTERS = 16_384;
/** Maximum number of lines in one request. */
const LINES_MAX = 1_000;
/** Maximum size of a request in bytes. */
export const LINES_BYTES = 2 * 1024 * 1024;

/**
 * Lines that an agent pod has written. `from` is the number of earlier lines of the same start of the pod's program, so
 * a repeated request stores no line twice.
 */
export const PodLines = z.object({
  /** Uid of the pod. */
  pod: z.guid().toLowerCase(),
  /** ID that the pod's program chose at its start. */
  run: z.guid().toLowerCase(),
  /** Start of the program in epoch milliseconds. */
  started_at: z.int().min(0),
  from: z.int().min(0),
  lines: z
    .array(
      z.object({
        /** Time in epoch milliseconds at which the pod wrote the line. */
        at: z.int().min(0),
        message: z.string().max(LINE_CHARACTERS),
      }),
    )
    .min(1)
    .max(LINES_MAX),
});
export type PodLines = z.infer<typeof PodLines>;

/** Number of lines of this start of the program that the control plane no longer needs. */
export const StoredLines = z.object({ stored: z.int().min(0) });
