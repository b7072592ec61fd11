import * as z from 'zod';
import { queryInt } from '../query.ts';

/** Names of the states of runs, in addresses and in the page. */
export const RUN_STATES = [
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'timed-out',
  'stopped',
] as const;
export const RunState = z.enum(RUN_STATES);
export type RunState = z.infer<typeof RunState>;

const STEP_KINDS = ['graph', 'node', 'model', 'tool', 'span'] as const;
const STEP_STATES = ['running', 'ok', 'error', 'waiting'] as const;

/** Summary of a run, with long strings shortened to one line. */
export const RunSummary = z.object({
  run_id: z.string(),
  /** Position of the run in the list of runs, where newer runs have greater positions. */
  position: z.int(),
  deployment_id: z.string(),
  deployment: z.string(),
  /** ID of the thread, or null if the thread was deleted with the run. */
  thread_id: z.string().nullable(),
  assistant_id: z.string(),
  graph_id: z.string(),
  revision_id: z.string().nullable(),
  /** Number of the revision in its deployment, or null if the run has not begun. */
  revision: z.int().nullable(),
  state: RunState,
  source: z.enum(['api', 'cron', 'replay']),
  replay_of: z.string().nullable(),
  /** Title of the run's request, which is usually the first human message in the input. */
  title: z.string(),
  /** Last reply, question or error message of the run, or empty if none exists. */
  answer: z.string(),
  error: z.string().nullable(),
  /** Name of the step that began last, or empty before the first step. */
  current: z.string(),
  created_at_ms: z.number(),
  started_at_ms: z.number().nullable(),
  ended_at_ms: z.number().nullable(),
  tokens: z.int(),
  steps: z.int(),
  /** Longest steps of the run: kind or state, milliseconds from the run's start, and duration in milliseconds. */
  bars: z.array(z.tuple([z.enum([...STEP_KINDS, 'error', 'waiting']), z.number(), z.number()])),
});
export type RunSummary = z.infer<typeof RunSummary>;

const filter = {
  deployment_id: z.guid().toLowerCase().optional(),
  thread_id: z.guid().toLowerCase().optional(),
  /** Bounds for the creation times of the runs in milliseconds, including `from` and excluding `to`. */
  from: queryInt(0).optional(),
  to: queryInt(0).optional(),
};

/** Query of GET …/runs. */
export const RunListQuery = z.object({
  ...filter,
  state: RunState.optional(),
  graph_id: z.string().max(200).optional(),
  source: z.enum(['api', 'cron', 'replay']).optional(),
  replay_of: z.guid().toLowerCase().optional(),
  /** Entry that the run's metadata contains, as `key=value`. */
  metadata: z.string().max(500).optional(),
  /** String that the title or the reply of a run contains, in any letter case. */
  text: z.string().max(200).optional(),
  /** The response contains only runs with positions smaller than `before`. */
  before: queryInt(1).optional(),
  limit: queryInt(1, 200).default(50),
});
export type RunListQuery = z.infer<typeof RunListQuery>;

/** Response of GET …/runs, newest run first. A page of search results can be empty although `next` is set. */
export const RunPage = z.object({
  epoch: z.string(),
  generation: z.int(),
  now_ms: z.number(),
  runs: z.array(RunSummary),
  /** Value of `before` for the next page, or null after the last page. */
  next: z.int().nullable(),
});
export type RunPage = z.infer<typeof RunPage>;

/** Query of GET …/runs/counts. */
export const RunCountsQuery = z.object({
  ...filter,
  /** Number of periods of the chart. */
  periods: queryInt(1, 240).default(60),
  /** Length of a period in milliseconds. */
  width: queryInt(1_000, 24 * 60 * 60 * 1_000).default(60_000),
});
export type RunCountsQuery = z.infer<typeof RunCountsQuery>;

/** Response of GET …/runs/counts: the number of runs in each state, and a chart of the last periods. */
export const RunCounts = z.object({
  now_ms: z.number(),
  counts: z.record(RunState, z.int()),
  /** Start of the first period, in milliseconds. */
  from_ms: z.number(),
  width_ms: z.number(),
  /** Number of failed runs and number of other runs in each period. */
  periods: z.array(z.tuple([z.int(), z.int()])),
  /**
   * Median duration of the deployment's last 500 ended runs in these periods, in milliseconds, or null if no run has
   * ended or the query selects all deployments.
   */
  median_ms: z.number().nullable(),
});
export type RunCounts = z.infer<typeof RunCounts>;

const RunFailure = z.object({
  type: z.string(),
  message: z.string(),
  /** Frames in the agent developer's own files, innermost first. */
  frames: z.array(z.object({ place: z.string(), name: z.string(), code: z.string() })),
  /** Number of omitted frames that belong to libraries. */
  folded: z.int(),
});

/** A step of a run without its input and output. */
export const RunStep = z.object({
  seq: z.int(),
  parent: z.int().nullable(),
  kind: z.enum(STEP_KINDS),
  state: z.enum(STEP_STATES),
  attempt: z.int(),
  name: z.string(),
  note: z.string(),
  started_at_ms: z.number(),
  ended_at_ms: z.number().nullable(),
  first_token_at_ms: z.number().nullable(),
  tokens: z.int(),
  graph_step: z.int().nullable(),
  error: RunFailure.nullable(),
});
export type RunStep = z.infer<typeof RunStep>;

/** Response of GET …/runs/{run_id}. */
export const RunDetail = z.object({
  epoch: z.string(),
  now_ms: z.number(),
  run: RunSummary,
  /** Innermost failed step of the run's last failure, or null if no step failed. */
  failed: RunStep.nullable(),
  /**
   * Number of failures with this run's error among the deployment's last 500 runs, by revision. Empty if this run has
   * not failed.
   */
  similar: z.array(z.object({ revision: z.int().nullable(), runs: z.int(), failed: z.int() })),
  /** Number of the active revision, or null if no revision is active. */
  serving_revision: z.int().nullable(),
  /** Commit of the run's revision, if known. */
  commit: z.string().nullable(),
  /** True if the run can be repeated, because the request that created the run is known. */
  replayable: z.boolean(),
});
export type RunDetail = z.infer<typeof RunDetail>;

/** Query of GET …/runs/{run_id}/steps. */
export const RunStepsQuery = z.object({
  /** Number of the last step that the page has. */
  after: queryInt(0).default(0),
  /** Numbers of steps to return again, because the page knows only their running state. */
  again: z
    .string()
    .max(2_000)
    .regex(/^\d{1,9}(,\d{1,9})*$/, 'must be numbers with commas between them')
    .transform((list) => list.split(',').map(Number))
    .optional(),
  limit: queryInt(1, 1_000).default(500),
});

/** Response of GET …/runs/{run_id}/steps, in the order of the steps' starts. */
export const RunStepPage = z.object({
  now_ms: z.number(),
  steps: z.array(RunStep),
  /** Value of `after` for the next page, or null after the last page. */
  next: z.int().nullable(),
});
export type RunStepPage = z.infer<typeof RunStepPage>;

/** Response of GET …/runs/{run_id}/steps/{seq}. `input` and `output` are shortened JSON, or empty if unknown. */
export const RunStepDetail = z.object({ step: RunStep, input: z.string(), output: z.string() });
export type RunStepDetail = z.infer<typeof RunStepDetail>;

/** Response of GET …/runs/{run_id}/request: the input that a replay begins with. */
export const RunRequest = z.object({ input: z.unknown(), assistant_id: z.string() });
export type RunRequest = z.infer<typeof RunRequest>;

/**
 * Body of POST …/runs/{run_id}/replay. The new run uses the active revision and a new thread, which is a copy of the
 * run's thread if the run continued a conversation.
 */
export const RunReplay = z.strictObject({
  /** New input, which replaces the input of the run. */
  input: z.json().optional(),
  /** Number of the first step that the new run repeats, or absent to repeat the whole run. */
  from_step: z.int().min(1).optional(),
});
export type RunReplay = z.infer<typeof RunReplay>;

/** Response of POST …/runs/{run_id}/replay. */
export const ReplayedRun = z.object({
  run_id: z.string(),
  thread_id: z.string(),
  deployment_id: z.string(),
});
export type ReplayedRun = z.infer<typeof ReplayedRun>;
