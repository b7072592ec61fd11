import * as z from 'zod';
import { CASE_VERDICTS } from '../statuses.ts';

/** An experiment on a dataset: the responses of one deployment to its examples. */
export const ExperimentSummary = z.object({
  id: z.string(),
  name: z.string(),
  started_ms: z.number(),
  ended_ms: z.number().nullable(),
  responses: z.int(),
  /** Means of the scores over all responses. */
  scores: z.array(z.object({ key: z.string(), mean: z.number(), count: z.int() })),
  /** Facts that the gate stores with an experiment, or null if another program stored the experiment. */
  deployment: z.string().nullable(),
  commit: z.string().nullable(),
  pull_request: z.int().nullable(),
  side: z.string().nullable(),
});
export type ExperimentSummary = z.infer<typeof ExperimentSummary>;

/** Two experiments that were published to be compared. */
const StoredComparison = z.object({
  id: z.string(),
  name: z.string(),
  created_ms: z.number(),
  baseline: z.string(),
  candidate: z.string(),
});

/** Response of GET …/experiments: the datasets that have experiments, each with its newest experiments first. */
export const ExperimentList = z.object({
  now_ms: z.number(),
  datasets: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      examples: z.int(),
      experiments: z.array(ExperimentSummary),
      comparisons: z.array(StoredComparison),
    }),
  ),
});
export type ExperimentList = z.infer<typeof ExperimentList>;

/**
 * Query of GET …/experiments/{id}: the experiment to compare with. If the ID is absent, the experiment is judged
 * without a comparison.
 */
export const ComparisonQuery = z.object({
  baseline: z.guid().toLowerCase().optional(),
  /** Tolerated decrease of a mean score. */
  margin: z.coerce.number().min(0).max(1).default(0.02),
});

const Side = z.object({
  /** Beginning of the first response, or null if no response has a result. */
  output: z.string().nullable(),
  errors: z.array(z.string()),
  passed: z.object({ passed: z.int(), total: z.int() }).nullable(),
  /** IDs of the agent's thread and run, or null if the experiment does not contain them. */
  thread_id: z.string().nullable(),
  run_id: z.string().nullable(),
});

export const ComparedExperimentCase = z.object({
  example_id: z.string(),
  name: z.string(),
  verdict: z.enum(CASE_VERDICTS),
  /** Beginning of the expected output, or null if the example has none. */
  expected: z.string().nullable(),
  input: z.string(),
  scores: z.array(z.object({ key: z.string(), baseline: z.number().nullable(), candidate: z.number() })),
  baseline: Side.nullable(),
  candidate: Side,
});
export type ComparedExperimentCase = z.infer<typeof ComparedExperimentCase>;

const Estimate = z.object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() });

export const ComparedScore = z.object({
  key: z.string(),
  margin: z.number(),
  pairs: z.int(),
  verdict: z.enum(['worse', 'better', 'same', 'unclear']).nullable(),
  baseline: z.number().nullable(),
  candidate: z.number().nullable(),
  /**
   * Difference of the means with its 95 % interval. A bound of null means that the interval is unlimited on that side.
   */
  difference: Estimate.nullable(),
  /** Number of cases that would decide an unclear score, or null for any other score. */
  cases_needed: z.int().nullable(),
});
export type ComparedScore = z.infer<typeof ComparedScore>;

/** Response of GET …/experiments/{id}. Cases with the worst verdict come first. */
export const ExperimentComparison = z.object({
  dataset: z.object({ id: z.string(), name: z.string() }),
  candidate: ExperimentSummary,
  baseline: ExperimentSummary.nullable(),
  verdict: z.enum(['worse', 'below-floor', 'inconclusive', 'unclear', 'better', 'same', 'passed']),
  sentence: z.string(),
  min_pairs: z.int(),
  totals: z.object({ cases: z.int(), answers: z.int() }),
  counts: z.record(z.enum(CASE_VERDICTS), z.int()),
  scores: z.array(ComparedScore),
  cases: z.array(ComparedExperimentCase),
  /** Number of examples that are not compared, because a comparison has at most 2,000 cases. */
  left_out: z.int(),
});
export type ExperimentComparison = z.infer<typeof ExperimentComparison>;
