import * as z from 'zod';
import { parseExactJson } from './exact-json.ts';
import { isNestedDeeper } from './json-safety.ts';
import { FEEDBACK_KEY_MAX, FEEDBACK_KEYS_MAX } from './limits.ts';
import { maxItems, jsonObject, nonEmptyText, optional, text, uuid } from './primitives.ts';
import { pageQuery } from './query.ts';

export const TracingProjectQuery = z.object({
  ...pageQuery,
  name: z.string().optional(),
  name_contains: z.string().optional(),
  /** IDs of the projects to return. The parameter may be repeated. */
  id: z
    .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(uuid.toLowerCase()))
    .optional(),
  /** ID of a dataset whose experiments are returned. The emulator has no experiments. */
  reference_dataset: z.string().optional(),
});
export type TracingProjectQuery = z.infer<typeof TracingProjectQuery>;

/** A tracing project. Each deployment has one with its name. */
export const TracingProject = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  tenant_id: z.string().nullish(),
  start_time: z.string().nullish(),
  /** The official clients require this field. It is null for a project that is not an experiment on a dataset. */
  reference_dataset_id: z.string().nullish(),
});
export type TracingProject = z.infer<typeof TracingProject>;
export const TracingProjectList = z.array(TracingProject);

/** Name of a kind of feedback on a run. */
const FeedbackKey = nonEmptyText.max(FEEDBACK_KEY_MAX);
/** Value of `feedback_keys` of a run. A repeated key counts once. */
export const FeedbackKeys = maxItems(FEEDBACK_KEYS_MAX, z.array(FeedbackKey));

/** A number in feedback. Large integers, which are exact elsewhere, are rounded here. */
const feedbackNumber = z.preprocess(
  (value) => (typeof value === 'bigint' ? Number(value) : value),
  z.number(),
);

/** A rating, which is a number or a boolean. */
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
    // JSON that is nested too deeply stays text, so the schema refuses it as an object.
    return isNestedDeeper(value) ? value : parseExactJson(value);
  } catch {
    return value;
  }
};
/** Returns whether a parsed value represents its text exactly. Other texts stay texts, as many digits may be an ID. */
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
 * Query of GET /api/v1/feedback/tokens/{token_id}: the fields of a submission as texts, `correction` as JSON, without
 * `metadata`.
 */
export const FeedbackQuery = z.object({
  score: z.preprocess(bareValue, FeedbackScore).optional(),
  value: z.preprocess(bareValue, z.union([z.number(), z.boolean(), z.string()])).optional(),
  comment: text.optional(),
  correction: z.preprocess(parsedJson, jsonObject).optional(),
});
export type FeedbackQuery = z.infer<typeof FeedbackQuery>;

/** Maximum lifetime in days. It exceeds every lifetime that clients use, and a date can represent it. */
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

/** A feedback token as the service returns it. Its ID and URL are credentials that allow writing feedback. */
export const FeedbackToken = z.looseObject({
  id: uuid,
  url: z.string(),
  expires_at: z.string(),
  feedback_key: z.string(),
});
export type FeedbackToken = z.infer<typeof FeedbackToken>;

/** Query of GET /api/v1/feedback/tokens. */
export const FeedbackTokenQuery = z.object({ ...pageQuery, run_id: uuid.toLowerCase() });

/** Value of `feedback` in a response or event: one presigned URL per requested key. */
export const FeedbackUrls = z.record(z.string(), z.string());

/** Author of feedback. `type` is `api`, `model`, `app` or a name that the author chose. */
const FeedbackSource = z.looseObject({ type: optional(nonEmptyText), metadata: optional(jsonObject) });

/** Body of POST /api/v1/feedback, as the service's tracing clients send it. */
export const FeedbackCreate = z.object({
  id: optional(uuid.toLowerCase()),
  run_id: uuid.toLowerCase(),
  key: FeedbackKey,
  score: optional(FeedbackScore),
  value: optional(FeedbackValue),
  comment: optional(text),
  correction: optional(jsonObject),
  feedback_source: optional(FeedbackSource),
});
export type FeedbackCreate = z.infer<typeof FeedbackCreate>;

/** Body of PATCH /api/v1/feedback/{id}. Unset fields stay unchanged. */
export const FeedbackChange = FeedbackSubmission.omit({ metadata: true });
export type FeedbackChange = z.infer<typeof FeedbackChange>;

/** Feedback as the service returns it. `metadata` belongs to the source, where the service's clients read it. */
export const Feedback = z.looseObject({
  id: uuid,
  created_at: z.string(),
  modified_at: z.string(),
  run_id: uuid,
  trace_id: uuid,
  session_id: uuid.nullable(),
  key: z.string(),
  score: FeedbackScore.nullable(),
  value: FeedbackValue.nullable(),
  comment: z.string().nullable(),
  correction: jsonObject.nullable(),
  metadata: jsonObject.nullable(),
  feedback_source: z.looseObject({ type: z.string(), metadata: jsonObject }),
});
export type Feedback = z.infer<typeof Feedback>;

const oneOrMore = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item)).optional();

/** Query of GET /api/v1/feedback. `run`, `key` and `source` may be repeated. */
export const FeedbackListQuery = z.object({
  ...pageQuery,
  run: oneOrMore(uuid.toLowerCase()),
  key: oneOrMore(z.string()),
  source: oneOrMore(z.string()),
});
export type FeedbackListQuery = z.infer<typeof FeedbackListQuery>;
