import * as z from 'zod';

/**
 * State of a deployment's lock, in the form that a Git ref of the repository stores. Each change of the lock is a
 * commit, whose message contains the state in its last line.
 */

/** Version of {@link LockState}. An action that reads a later version refuses to deploy. */
export const LOCK_VERSION = 1;

/** Maximum lengths of the stored strings in characters. */
export const LOCK_LIMITS = { deployment: 200, login: 100, reason: 300, run: 1_000 } as const;

const INVISIBLE = /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

/** Returns whether a text has no line break, control character or invisible character. */
export const isVisibleLine = (text: string): boolean => text.isWellFormed() && !INVISIBLE.test(text);

const line = (max: number) => z.string().max(max).refine(isVisibleLine);
const time = z.iso.datetime();

export const LockState = z.object({
  version: z.literal(LOCK_VERSION),
  /** Name of the deployment. */
  deployment: z.string().min(1).max(LOCK_LIMITS.deployment),
  locked: z.boolean(),
  /** Login of the user who changed the lock, or an empty string outside GitHub Actions. */
  by: line(LOCK_LIMITS.login),
  /** Time of the change. */
  at: time,
  /** Reason of the lock, or an empty string for a removed lock. */
  reason: line(LOCK_LIMITS.reason),
  /** Time when the lock expires, or `null` if the lock does not expire. */
  until: time.nullable(),
  /** URL of the workflow run that changed the lock, or an empty string outside GitHub Actions. */
  run: line(LOCK_LIMITS.run),
});
export type LockState = z.output<typeof LockState>;
