import * as z from 'zod';
import { CASE_VERDICTS } from './statuses.ts';

/**
 * Version of the report's format, which changes if a field is removed or its meaning changes, but not if a field is
 * added.
 */
const GATE_REPORT_VERSION = 1;

const interval = z.object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() });
const tally = z.object({ passed: z.int().min(0), total: z.int().min(0) });
const latency = z.object({ p50: z.number(), p95: z.number() });
const count = z.int().min(0);
const verdictOfCase = z.enum(CASE_VERDICTS);

/**
 * Machine-readable report of the gate, `report.json`. Strings in the report are redacted and shortened. If the
 * candidate is judged without a comparison, every field about a baseline or a change is null.
 */
export const gateReportSchema = z.object({
  version: z.literal(GATE_REPORT_VERSION),
  verdict: z.enum(['worse', 'below-floor', 'inconclusive', 'unclear', 'better', 'same', 'passed']),
  compared: z.boolean(),
  red: z.boolean(),
  sentence: z.string(),
  reasons: z.array(z.string()),
  /** Reason why no responses were requested for some cases, or null if responses were requested for all cases. */
  ended_early: z.string().nullable(),
  dataset: z.object({ name: z.string(), version: z.string() }).nullable(),
  commits: z.object({ baseline: z.string().nullable(), candidate: z.string().nullable() }),
  totals: z.object({
    cases: count,
    answers: count,
    not_asked: count,
    tokens: z.number().nullable(),
    second_looks: count,
  }),
  /**
   * Means of the scores in earlier runs on the default branch, oldest first. The list includes this run if this run is
   * on the default branch.
   */
  history: z.array(
    z.object({ commit: z.string(), scores: z.array(z.object({ key: z.string(), mean: z.number() })) }),
  ),
  counts: z.record(verdictOfCase, count),
  scores: z.array(
    z.object({
      key: z.string(),
      gates: z.boolean(),
      margin: z.number(),
      pairs: count,
      verdict: z.enum(['worse', 'better', 'same', 'unclear']).nullable(),
      /** Adjusted p-value of the verdict `worse` or `better`. */
      probability: z.number().nullable(),
      /** Estimated number of cases needed to decide an `unclear` score. */
      cases_needed: z.int().nullable(),
      baseline: z.number().nullable(),
      candidate: z.number().nullable(),
      /** Mean of the candidate's scores in all cases that have this score. */
      mean: interval.extend({ cases: count }).nullable(),
      /** Difference of the means with its confidence interval. The bound of an unlimited side is null. */
      difference: interval.nullable(),
      floor: z
        .object({
          at_least: z.number(),
          mode: z.enum(['point', 'sure']),
          result: z.enum(['met', 'missed', 'unscored']),
          mean: interval.nullable(),
        })
        .nullable(),
    }),
  ),
  /** Latencies of the responses in milliseconds. */
  latency: z
    .object({
      gates: z.boolean(),
      pairs: count,
      verdict: z.enum(['worse', 'better', 'unclear']).nullable(),
      baseline: latency.nullable(),
      candidate: latency,
    })
    .nullable(),
  cases: z.array(
    z.object({
      name: z.string(),
      verdict: verdictOfCase,
      unconfirmed: z.boolean(),
      passed: z.object({ baseline: tally.nullable(), candidate: tally }).nullable(),
      scores: z.array(z.object({ key: z.string(), baseline: z.number().nullable(), candidate: z.number() })),
      outputs: z.object({ baseline: z.string().nullable(), candidate: z.string().nullable() }),
      errors: z.object({ baseline: z.array(z.string()), candidate: z.array(z.string()) }),
      /** Expectations of the case that the candidate's responses do not meet. */
      failures: z.array(z.string()),
      /** Position of the case in a file of the checkout. */
      location: z.object({ file: z.string(), line: z.int().min(1) }).nullable(),
    }),
  ),
});

export type GateReport = z.infer<typeof gateReportSchema>;
