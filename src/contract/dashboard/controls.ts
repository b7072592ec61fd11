import * as z from 'zod';

/**
 * Response of GET and POST …/clock of the dashboard and of `/_local`. Times in fields with the suffix `_ms` are epoch
 * milliseconds, and all other times are readable strings.
 */
export const ClockState = z.object({
  mode: z.enum(['real', 'virtual']),
  /** Current time of the service, including its skew. */
  now: z.string(),
  now_ms: z.number(),
  skew_ms: z.number(),
  /** Number of milliseconds that a real clock was moved forward since the start, or 0 for a virtual clock. */
  moved_ms: z.number(),
  /**
   * Tasks that wait for a time, earliest time first. `who` is `emulator`, `participant` (a client's code in the
   * emulator's process), or a session.
   */
  sleeping: z.array(z.object({ who: z.string(), until: z.string(), until_ms: z.number() })),
  /**
   * Names of the emulator, participants and sessions that currently prevent time from advancing. On a real clock,
   * `emulator` means that work is in progress.
   */
  awake: z.array(z.string()),
  /** Participants in virtual time that run in other processes. */
  sessions: z.array(z.object({ session: z.string(), parent: z.string().nullable() })),
});
export type ClockState = z.infer<typeof ClockState>;

/**
 * Body of POST …/reset and, with a `snapshot`, of POST …/restore. `generation` is the generation of the emulator's data
 * that the page shows. The emulator refuses the request with 409 if a reset or restore has changed the generation
 * since. `confirm` contains the word that a person must type.
 */
export const ResetRequest = z.strictObject({ generation: z.int(), confirm: z.literal('reset') });
export type ResetRequest = z.infer<typeof ResetRequest>;

export const RestoreRequest = z.strictObject({
  generation: z.int(),
  confirm: z.literal('restore'),
  /**
   * A document from GET …/snapshot. An invalid document causes the problems of `PUT /_local/snapshot`, with paths that
   * begin with `body.snapshot`.
   */
  snapshot: z.unknown(),
  leave_out_unreadable: z.boolean().default(false),
});
export type RestoreRequest = z.infer<typeof RestoreRequest>;

/** Response of POST …/reset and POST …/restore. */
export const Replaced = z.object({
  generation: z.int(),
  /** Values of the snapshot that were not restored, because the keyring cannot decrypt them. */
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

/** Response of POST …/push: the revisions that the push created. */
export const PushedRevisions = z.object({
  revisions: z.array(z.object({ deployment_id: z.string(), revision_id: z.string() })),
});
export type PushedRevisions = z.infer<typeof PushedRevisions>;

/** Response of GET …/pushes: the revisions that pushes created, newest first. */
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

/** Body of DELETE …/deployments/{id}: the name of the deployment, typed by a person. */
export const TypedName = z.strictObject({ name: z.string() });
export type TypedName = z.infer<typeof TypedName>;
