import * as z from 'zod';
import { freeForm, optional, uuid } from './primitives.ts';

/** A rating: a number or a yes/no. */
export const FeedbackScore = z.union([z.number(), z.boolean()]);

/** Body of POST /api/v1/feedback/tokens/{token_id} (spec §2.11, §4.11). */
export const FeedbackSubmission = z.object({
  score: optional(FeedbackScore),
  value: optional(z.union([z.number(), z.boolean(), z.string(), freeForm])),
  comment: optional(z.string()),
  correction: optional(freeForm),
  metadata: optional(freeForm),
});
export type FeedbackSubmission = z.infer<typeof FeedbackSubmission>;

const parsedJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};
const bareValue = (value: unknown): unknown => {
  const parsed = parsedJson(value);
  return typeof parsed === 'number' || typeof parsed === 'boolean' ? parsed : value;
};

/** Query of GET on the same path (spec §4.11): everything as text, `correction` JSON-encoded, no `metadata`. */
export const FeedbackQuery = z.object({
  score: z.preprocess(bareValue, FeedbackScore).optional(),
  value: z.preprocess(bareValue, z.union([z.number(), z.boolean(), z.string()])).optional(),
  comment: z.string().optional(),
  correction: z.preprocess(parsedJson, freeForm).optional(),
});
export type FeedbackQuery = z.infer<typeof FeedbackQuery>;

const Lifetime = z.object({
  days: z.int().min(0).default(0),
  hours: z.int().min(0).default(0),
  minutes: z.int().min(0).default(0),
});

/** Body of POST /api/v1/feedback/tokens (facts: service §4.6). */
export const FeedbackTokenCreate = z.object({
  run_id: uuid,
  feedback_key: z.string().min(1),
  id: optional(uuid),
  expires_in: optional(Lifetime),
  expires_at: optional(z.iso.datetime({ offset: true })),
});
export type FeedbackTokenCreate = z.infer<typeof FeedbackTokenCreate>;

/** A token as answered. The URL is a credential: whoever has it can write. */
export const FeedbackToken = z.looseObject({
  id: uuid,
  url: z.string(),
  expires_at: z.string(),
  feedback_key: z.string(),
});
export type FeedbackToken = z.infer<typeof FeedbackToken>;

/** What `feedback` holds in an answer or event: one pre-signed URL per requested key (spec §4.10, §6). */
export const FeedbackUrls = z.record(z.string(), z.string());
