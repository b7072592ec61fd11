import * as z from 'zod';
import { CASE_VERDICTS } from '../statuses.ts';

/** An experiment: the responses of one deployment to the examples of a dataset. */
export const ExperimentSummary = z.object({
  id: z.string(),
  name: z.string(),
  started_ms: z.number(),
  ended_ms: z.number().nullable(),
  responses: z.int(),
  /** Means of the scores over all responses. */
  scores: z.array(z.object({ key: z.string(), mean: z.number(), count: z.int() })),
  /** Name and commit of the deployment, or null if the gate did not store the experiment. */
  deployment: z.string().nullable(),
  commit: z.string().nullable(),
  pull_request: z.int().nullable(),
  side: z.string().nullable(),
});
export type ExperimentSummary = z.infer<typeof ExperimentSummary>;

/** A stored comparison of two experiments. The gate or another client created the comparison. */
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
 * Query of GET …/experiments/{id}: the ID of the experiment to compare with, or absent to judge the experiment without
 * a comparison.
 */
export const ComparisonQuery = z.object({
  baseline: z.guid().toLowerCase().optional(),
  /** Maximum tolerated decrease of a mean score. */
  margin: z.coerce.number().min(0).max(1).default(0.02),
});

const Side = z.object({
  /** Beginning of the first response to the case, or null if no response has a result. */
  output: z.string().nullable(),
  errors: z.array(z.string()),
  passed: z.object({ passed: z.int(), total: z.int() }).nullable(),
  /** IDs of the agent's thread and run, or null if the experiment does not contain the IDs. */
  thread_id: z.string().nullable(),
  run_id: z.string().nullable(),
});

export const ComparedExperimentCase = z.object({
  example_id: z.string(),
  name: z.string(),
  verdict: z.enum(CASE_VERDICTS),
  /** Beginning of the example's expected output, or null if the example has no expected output. */
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
  /** Difference of the means with its 95 % confidence interval. The bound of an unlimited side is null. */
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
