import * as z from 'zod';
import { MAX_STEP_VALUE } from './trace-event.ts';

const LONGEST_VALUE = 8 * MAX_STEP_VALUE;

/** Failure of a step, with strings that the worker has shortened. */
const TraceFailure = z.object({
  type: z.string().max(500),
  message: z.string().max(LONGEST_VALUE),
  /** Frames in the agent developer's own files, innermost first. */
  frames: z
    .array(z.object({ place: z.string().max(2_000), name: z.string().max(500), code: z.string().max(2_000) }))
    .max(50),
  /** Number of omitted frames that belong to libraries. */
  folded: z.int().min(0),
});

/** A step that began or ended. `at`, `end` and `first` are numbers of milliseconds after the attempt began. */
const TraceStep = z.object({
  /** Number of the step in its attempt, in the order of the steps' starts. */
  s: z.int().min(1),
  /** Number of the step that contains this step. */
  p: z.int().min(1).nullable(),
  id: z.string().max(100),
  kind: z.enum(['graph', 'node', 'model', 'tool']),
  name: z.string().max(500),
  state: z.enum(['running', 'ok', 'error', 'waiting']),
  at: z.number(),
  end: z.number().nullable(),
  first: z.number().nullable(),
  tokens: z.int().min(0),
  /** Number of the graph's step that ran the node, or null if the step is not a node. */
  n: z.int().nullable(),
  note: z.string().max(1_000),
  error: TraceFailure.nullable(),
  input: z.string().max(LONGEST_VALUE),
  output: z.string().max(LONGEST_VALUE),
});
export type TraceStep = z.infer<typeof TraceStep>;

/** Data of a `TRACE_EVENT`: new and changed steps. */
export const TraceBatch = z.object({
  steps: z.array(TraceStep).max(1_000),
  /** Time when the attempt began, in epoch milliseconds of the worker's clock. */
  began: z.number().optional(),
});
