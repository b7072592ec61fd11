import * as z from 'zod';

/** Version of {@link LiveResult}, which increases when a field is removed or changes its meaning. */
export const LIVE_RESULT_VERSION = 1;

/**
 * State of an inference about the service after a run of the live tier: every check of the inference succeeded, a check
 * failed, or the run did not reach a check.
 */
export const INFERENCE_STATES = ['wrong', 'not-reached', 'confirmed'] as const;

/** One statement about the service that the documentation contains and that this run compared with the service. */
const LiveInference = z.object({
  id: z.string().min(1),
  /** Path and anchor of the statement in the documentation of this repository. */
  doc: z.string().regex(/^docs\/[\w/-]+\.md#[\w-]+$/),
  claim: z.string().min(1),
  scenario: z.string().min(1),
  state: z.enum(INFERENCE_STATES),
  checks: z.int().nonnegative(),
  /** Expected result of the check that failed, or else of the first check. */
  expected: z.string().nullable(),
  /** Redacted result of the check that failed, or else of the first check. */
  seen: z.string().nullable(),
});
export type LiveInference = z.infer<typeof LiveInference>;

const LiveStep = z.object({
  /** Milliseconds from the start of the run. */
  at_ms: z.int().nonnegative(),
  kind: z.enum(['request', 'action', 'note']),
  text: z.string(),
  /** HTTP status of a request, or `null` if the step is not a request or the service did not respond. */
  status: z.int().nullable(),
  duration_ms: z.int().nonnegative().nullable(),
});
export type LiveStep = z.infer<typeof LiveStep>;

const LiveScenario = z.object({
  id: z.string().min(1),
  title: z.string().min(1),
  state: z.enum(['passed', 'failed', 'not-run']),
  /** Redacted reason why the scenario failed or was not run, or an empty string. */
  problem: z.string(),
  duration_ms: z.int().nonnegative(),
  steps: z.array(LiveStep),
  /** Number of steps that were left out, because a scenario lists only its first and last steps. */
  steps_left_out: z.int().nonnegative(),
});
export type LiveScenario = z.infer<typeof LiveScenario>;

const LiveSweep = z.object({
  when: z.enum(['before', 'after']),
  deleted: z.array(z.string()),
  /** Leftovers of other runs that are younger than the limit. */
  young: z.array(z.string()),
  /** Objects of the live tier that remain, each with the reason. */
  left: z.array(z.string()),
});
export type LiveSweep = z.infer<typeof LiveSweep>;

const LiveBudget = z.object({ used: z.number().nonnegative(), max: z.number().positive() });

/** Result of one run of the live tier, as written to `live.json`. */
export const LiveResult = z.object({
  schema: z.literal(LIVE_RESULT_VERSION),
  run: z.string().min(1),
  started_at: z.string(),
  duration_ms: z.int().nonnegative(),
  /** Origin of the control plane. */
  service: z.string(),
  ended: z.enum(['completed', 'budget', 'stopped']),
  /** Reason for a run that did not complete, or an empty string. */
  ended_because: z.string(),
  budget: z.object({ deployments: LiveBudget, requests: LiveBudget, minutes: LiveBudget }),
  inferences: z.array(LiveInference),
  scenarios: z.array(LiveScenario),
  sweeps: z.array(LiveSweep),
});
export type LiveResult = z.infer<typeof LiveResult>;
