import * as z from 'zod';

/**
 * Response of GET and POST …/clock, of the dashboard and of `/_local`. Times for programs are epoch milliseconds;
 * `now` is for people.
 */
export const ClockState = z.object({
  mode: z.enum(['real', 'virtual']),
  /** The service's own time, including its skew. */
  now: z.string(),
  now_ms: z.number(),
  skew_ms: z.number(),
  /**
   * Sleepers and their deadlines, in the order of waking. `who` is `emulator`, `participant` (in its process), or a
   * session.
   */
  sleeping: z.array(z.object({ who: z.string(), until: z.string(), until_ms: z.number() })),
  /** Participants that keep time from advancing. */
  awake: z.array(z.string()),
  /** Participants in other processes. */
  sessions: z.array(z.object({ session: z.string(), parent: z.string().nullable() })),
});
export type ClockState = z.infer<typeof ClockState>;

/**
 * Body of POST …/reset, and with a `snapshot` also of POST …/restore. `generation` is the one that the page has seen;
 * after another reset or restore the request is refused with 409. `confirm` is typed by a person.
 */
export const ResetRequest = z.strictObject({ generation: z.int(), confirm: z.literal('reset') });
export type ResetRequest = z.infer<typeof ResetRequest>;

export const RestoreRequest = z.strictObject({
  generation: z.int(),
  confirm: z.literal('restore'),
  /** A document of GET …/snapshot. Its problems are those of `PUT /_local/snapshot`, below `snapshot`. */
  snapshot: z.unknown(),
  leave_out_unreadable: z.boolean().default(false),
});
export type RestoreRequest = z.infer<typeof RestoreRequest>;

/** Response of both requests. */
export const Replaced = z.object({
  generation: z.int(),
  /** Values of a snapshot that the keyring cannot decrypt. */
  left_out: z.array(z.object({ place: z.string(), reason: z.string() })),
});
export type Replaced = z.infer<typeof Replaced>;

/** Body of POST …/push. */
export const PushReport = z.strictObject({
  repo_url: z.string().min(1).max(2_000),
  ref: z.string().min(1).max(500),
  commit_sha: z
    .string()
    .regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, 'must be a full commit ID')
    .optional(),
});
export type PushReport = z.infer<typeof PushReport>;

/** Response: the revisions that the push created. */
export const PushedRevisions = z.object({
  revisions: z.array(z.object({ deployment_id: z.string(), revision_id: z.string() })),
});
export type PushedRevisions = z.infer<typeof PushedRevisions>;

/** Response of GET …/pushes: revisions created by pushes, newest first. */
export const PushList = z.object({
  now_ms: z.number(),
  pushes: z.array(
    z.object({
      deployment_id: z.string(),
      deployment: z.string(),
      revision_id: z.string(),
      number: z.int(),
      status: z.string(),
      ref: z.string(),
      commit: z.string().nullable(),
      channels: z.array(z.string()),
      created_at_ms: z.number(),
    }),
  ),
});
export type PushList = z.infer<typeof PushList>;

/** Body of DELETE …/deployments/{id}: the deployment's name, typed by a person. */
export const TypedName = z.strictObject({ name: z.string() });
export type TypedName = z.infer<typeof TypedName>;
