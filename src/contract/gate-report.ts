import * as z from 'zod';

/**
 * Version of the report. It changes if a field changes its meaning or is removed. New fields may be added without a
 * change of the version.
 */
const GATE_REPORT_VERSION = 1;

const interval = z.object({ value: z.number(), low: z.number().nullable(), high: z.number().nullable() });
const tally = z.object({ passed: z.int().min(0), total: z.int().min(0) });
const latency = z.object({ p50: z.number(), p95: z.number() });
const count = z.int().min(0);
const verdictOfCase = z.enum(['broken', 'worse', 'flaky', 'errored', 'fixed', 'better', 'changed', 'same']);

/** Machine-readable report of a comparison of two deployments, `report.json`. Texts are redacted and shortened. */
export const gateReportSchema = z.object({
  version: z.literal(GATE_REPORT_VERSION),
  verdict: z.enum(['worse', 'below-floor', 'inconclusive', 'unclear', 'better', 'same']),
  red: z.boolean(),
  sentence: z.string(),
  reasons: z.array(z.string()),
  dataset: z.object({ name: z.string(), version: z.string() }).nullable(),
  commits: z.object({ baseline: z.string().nullable(), candidate: z.string().nullable() }),
  totals: z.object({ answers: count, tokens: z.number().nullable(), second_looks: count }),
  counts: z.record(verdictOfCase, count),
  scores: z.array(
    z.object({
      key: z.string(),
      gates: z.boolean(),
      margin: z.number(),
      pairs: count,
      verdict: z.enum(['worse', 'better', 'same', 'unclear']),
      /** Adjusted probability that a verdict `worse` or `better` is due to chance. */
      probability: z.number().nullable(),
      /** Estimated number of cases needed to decide an `unclear` score. */
      cases_needed: z.int().nullable(),
      baseline: z.number().nullable(),
      candidate: z.number().nullable(),
      /**
       * Difference of the means, with its confidence interval. A bound of `null` means that the interval is unlimited
       * on that side.
       */
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
  /** Latencies in milliseconds. */
  latency: z
    .object({
      gates: z.boolean(),
      pairs: count,
      verdict: z.enum(['worse', 'better', 'unclear']),
      baseline: latency,
      candidate: latency,
    })
    .nullable(),
  cases: z.array(
    z.object({
      name: z.string(),
      verdict: verdictOfCase,
      unconfirmed: z.boolean(),
      passed: z.object({ baseline: tally, candidate: tally }).nullable(),
      scores: z.array(z.object({ key: z.string(), baseline: z.number(), candidate: z.number() })),
      outputs: z.object({ baseline: z.string().nullable(), candidate: z.string().nullable() }),
      errors: z.object({ baseline: z.array(z.string()), candidate: z.array(z.string()) }),
    }),
  ),
});

export type GateReport = z.infer<typeof gateReportSchema>;
