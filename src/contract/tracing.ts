import * as z from 'zod';
import { momentText, oneOrMore, runMoment } from './evaluation.ts';
import { parseExactJson } from './exact-json.ts';
import { isNestedDeeper } from './json-safety.ts';
import { EVALUATION_NAME_MAX, FEEDBACK_KEY_MAX, FEEDBACK_KEYS_MAX, LIST_MAX } from './limits.ts';
import { maxItems, jsonObject, nonEmptyText, optional, text, uuid } from './primitives.ts';
import { pageQuery, queryBoolean } from './query.ts';

export const TracingProjectQuery = z.object({
  ...pageQuery,
  name: z.string().optional(),
  name_contains: z.string().optional(),
  /** IDs of the projects to return. The query parameter `id` can be repeated. */
  id: oneOrMore(uuid.toLowerCase()).optional(),
  /** ID of a dataset. Only experiments on this dataset are returned. */
  reference_dataset: z.string().toLowerCase().optional(),
  /** If true, only projects that are not experiments are returned. */
  reference_free: queryBoolean.optional(),
  include_stats: queryBoolean.default(false),
});
export type TracingProjectQuery = z.infer<typeof TracingProjectQuery>;

/** Query of GET /api/v1/sessions/{session_id}. */
export const SessionQuery = z.object({ include_stats: queryBoolean.default(false) });

const sessionFields = {
  description: optional(text),
  extra: optional(jsonObject),
  end_time: optional(momentText),
};

/** Body of POST /api/v1/sessions. With `reference_dataset_id`, the project is an experiment on the dataset. */
export const SessionCreate = z.object({
  ...sessionFields,
  id: optional(uuid.toLowerCase()),
  name: nonEmptyText.max(EVALUATION_NAME_MAX),
  start_time: optional(momentText),
  reference_dataset_id: optional(uuid.toLowerCase()),
  num_examples: optional(z.int().min(0)),
  num_repetitions: optional(z.int().min(0)),
  evaluator_keys: optional(maxItems(LIST_MAX, z.array(text.max(FEEDBACK_KEY_MAX)))),
});
export type SessionCreate = z.infer<typeof SessionCreate>;
/**
 * Query of POST /api/v1/sessions. If a project with the same name exists, `upsert` changes this project, and without
 * `upsert` the request fails with a conflict.
 */
export const SessionCreateQuery = z.object({ upsert: queryBoolean.default(false) });

/** Body of PATCH /api/v1/sessions/{session_id}. Fields that are not in the body stay unchanged. */
export const SessionChange = z.object({
  ...sessionFields,
  name: optional(nonEmptyText.max(EVALUATION_NAME_MAX)),
});
export type SessionChange = z.infer<typeof SessionChange>;

/** A tracing project. Each deployment has a project with the deployment's name. */
export const TracingProject = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  tenant_id: z.string().nullish(),
  start_time: z.string().nullish(),
  /**
   * ID of the experiment's dataset, or null for a project that is not an experiment. The official clients require
   * `reference_dataset_id`.
   */
  reference_dataset_id: z.string().nullish(),
});
export type TracingProject = z.infer<typeof TracingProject>;
export const TracingProjectList = z.array(TracingProject);

/** Response of GET /settings: the workspace of the key. */
export const Settings = z.looseObject({
  id: z.string(),
  display_name: z.string(),
  created_at: z.string(),
  tenant_handle: z.string().nullable(),
});

/** Name of the quality of a run that feedback rates, such as `correctness`. */
const FeedbackKey = nonEmptyText.max(FEEDBACK_KEY_MAX);
/** The list `feedback_keys` of a run. A repeated key counts once. */
export const FeedbackKeys = maxItems(FEEDBACK_KEYS_MAX, z.array(FeedbackKey));

/** A number in feedback. Large integers are rounded only in feedback. */
const feedbackNumber = z.preprocess(
  (value) => (typeof value === 'bigint' ? Number(value) : value),
  z.number(),
);

const FeedbackScore = z.union([feedbackNumber, z.boolean()]);

const FeedbackValue = z.union([feedbackNumber, z.boolean(), z.string(), jsonObject]);

/** Body of POST /api/v1/feedback/tokens/{token_id}. */
export const FeedbackSubmission = z.object({
  score: optional(FeedbackScore),
  value: optional(FeedbackValue),
  comment: optional(text),
  correction: optional(jsonObject),
  metadata: optional(jsonObject),
});
export type FeedbackSubmission = z.infer<typeof FeedbackSubmission>;

const parsedJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    // JSON that is nested too deeply stays a string, so the schema of an object rejects the value.
    return isNestedDeeper(value) ? value : parseExactJson(value);
  } catch {
    return value;
  }
};
/**
 * Returns whether a parsed value is a boolean, or a number that represents its text exactly. Any other value stays a
 * string, because a string of many digits might be an ID.
 */
const isExact = (parsed: unknown): boolean =>
  typeof parsed === 'boolean' ||
  (typeof parsed === 'number' &&
    Number.isFinite(parsed) &&
    (!Number.isInteger(parsed) || Number.isSafeInteger(parsed)));
const bareValue = (value: unknown): unknown => {
  const parsed = parsedJson(value);
  return isExact(parsed) ? parsed : value;
};

/**
 * Query of GET /api/v1/feedback/tokens/{token_id}: the fields of a submission except `metadata`, as strings.
 * `correction` is JSON.
 */
export const FeedbackQuery = z.object({
  score: z.preprocess(bareValue, FeedbackScore).optional(),
  value: z.preprocess(bareValue, z.union([z.number(), z.boolean(), z.string()])).optional(),
  comment: text.optional(),
  correction: z.preprocess(parsedJson, jsonObject).optional(),
});
export type FeedbackQuery = z.infer<typeof FeedbackQuery>;

/** Maximum lifetime of a feedback token in days. A date can represent the end of this lifetime. */
const DAYS_MAX = 36_500;
const Lifetime = z
  .object({
    days: z.int().min(0).max(DAYS_MAX).default(0),
    hours: z
      .int()
      .min(0)
      .max(DAYS_MAX * 24)
      .default(0),
    minutes: z
      .int()
      .min(0)
      .max(DAYS_MAX * 24 * 60)
      .default(0),
  })
  .refine(({ days, hours, minutes }) => days + hours + minutes > 0, 'must be longer than zero');

/** Body of POST /api/v1/feedback/tokens: one object or an array. */
export const FeedbackTokenCreate = z
  .object({
    run_id: uuid.toLowerCase(),
    feedback_key: FeedbackKey,
    id: optional(uuid.toLowerCase()),
    expires_in: optional(Lifetime),
    expires_at: optional(z.iso.datetime({ offset: true, local: true })),
  })
  .refine(
    ({ expires_in: span, expires_at: moment }) =>
      (span ?? undefined) === undefined || (moment ?? undefined) === undefined,
    { message: 'must have either expires_in or expires_at, not both', path: ['expires_at'] },
  );
export type FeedbackTokenCreate = z.infer<typeof FeedbackTokenCreate>;
export const FeedbackTokensCreate = z.union([
  FeedbackTokenCreate,
  maxItems(FEEDBACK_KEYS_MAX, z.array(FeedbackTokenCreate).min(1)),
]);

/** A feedback token in the service's format. The token's ID and URL are credentials that allow writing feedback. */
export const FeedbackToken = z.looseObject({
  id: uuid,
  url: z.string(),
  expires_at: z.string(),
  feedback_key: z.string(),
});
export type FeedbackToken = z.infer<typeof FeedbackToken>;

/** Query of GET /api/v1/feedback/tokens. */
export const FeedbackTokenQuery = z.object({ ...pageQuery, run_id: uuid.toLowerCase() });

/** Value of `feedback` in a response or event: one presigned URL for each requested feedback key. */
export const FeedbackUrls = z.record(z.string(), z.string());

/** Source of feedback. `type` is `api`, `model`, `app`, or a name that the author of the feedback chose. */
const FeedbackSource = z.looseObject({ type: optional(nonEmptyText), metadata: optional(jsonObject) });

/**
 * Body of POST /api/v1/feedback, in the form that the service's tracing clients send. Feedback concerns a run, or else
 * a tracing project.
 */
export const FeedbackCreate = z.object({
  id: optional(uuid.toLowerCase()),
  run_id: optional(uuid.toLowerCase()),
  trace_id: optional(uuid.toLowerCase()),
  /** Start time of the run, which speeds up the service's search for the run. */
  start_time: optional(runMoment),
  /** ID of the tracing project. Feedback without a run applies to the whole tracing project. */
  session_id: optional(uuid.toLowerCase()),
  comparative_experiment_id: optional(uuid.toLowerCase()),
  feedback_group_id: optional(uuid.toLowerCase()),
  key: FeedbackKey,
  score: optional(FeedbackScore),
  value: optional(FeedbackValue),
  comment: optional(text),
  correction: optional(z.union([jsonObject, text])),
  feedback_source: optional(FeedbackSource),
});
export type FeedbackCreate = z.infer<typeof FeedbackCreate>;

/** Body of PATCH /api/v1/feedback/{id}. Fields that are not in the body stay unchanged. */
export const FeedbackChange = FeedbackSubmission.omit({ metadata: true });
export type FeedbackChange = z.infer<typeof FeedbackChange>;

/**
 * Feedback in the service's format. The service's clients read the metadata of the feedback from
 * `feedback_source.metadata`.
 */
export const Feedback = z.looseObject({
  id: uuid,
  created_at: z.string(),
  modified_at: z.string(),
  run_id: uuid.nullable(),
  trace_id: uuid.nullable(),
  session_id: uuid.nullable(),
  comparative_experiment_id: uuid.nullable(),
  feedback_group_id: uuid.nullable(),
  key: z.string(),
  score: FeedbackScore.nullable(),
  value: FeedbackValue.nullable(),
  comment: z.string().nullable(),
  correction: z.union([jsonObject, z.string()]).nullable(),
  metadata: jsonObject.nullable(),
  feedback_source: z.looseObject({ type: z.string(), metadata: jsonObject }),
});
export type Feedback = z.infer<typeof Feedback>;

/** Query of GET /api/v1/feedback. The parameters `run`, `session`, `key` and `source` can be repeated. */
export const FeedbackListQuery = z.object({
  ...pageQuery,
  run: oneOrMore(uuid.toLowerCase()).optional(),
  session: oneOrMore(uuid.toLowerCase()).optional(),
  key: oneOrMore(z.string()).optional(),
  source: oneOrMore(z.string()).optional(),
  comparative_experiment_id: uuid.toLowerCase().optional(),
});
export type FeedbackListQuery = z.infer<typeof FeedbackListQuery>;
