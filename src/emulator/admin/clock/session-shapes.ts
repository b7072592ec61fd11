import * as z from 'zod';

/** Latest moment that virtual time can reach, far below the maximum JavaScript date. */
export const MAX_TIME_MS = Date.UTC(8_000, 0, 1);

/**
 * A moment in milliseconds since the epoch, rounded up to a whole millisecond, so that a sleep never ends too early.
 */
export const Instant = z.number().min(0).max(MAX_TIME_MS).transform(Math.ceil);

export const ChosenName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, - and _');

/**
 * Body of POST /_local/clock/sessions. The process that opens a session participates in virtual time until it closes
 * the response.
 */
export const SessionOpening = z.strictObject({
  /**
   * Name of the session, chosen by the participant. A participant that uses the same session name can rejoin after the
   * emulator restarts.
   */
  session: ChosenName,
  /** Name of the session that waits for this session. The waiting session can begin after this session. */
  parent: ChosenName.optional(),
  /** Minimum time to which virtual time advances, so that time never goes back for the participant. */
  now_ms: Instant.optional(),
});

export type SessionOpening = z.infer<typeof SessionOpening>;

/**
 * Line of the response that opens a session. The first line of the response contains the current time. Each later line
 * reports a completed sleep (`woken`), or the new current time if the participant does not sleep.
 */
export const SessionLine = z.object({ now_ms: z.number(), woken: ChosenName.optional() });

export type SessionLine = z.infer<typeof SessionLine>;
