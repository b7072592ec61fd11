import * as z from 'zod';

/** Latest moment to which time may be advanced; a date a thousand years later is still valid. */
export const MAX_TIME_MS = Date.UTC(8_000, 0, 1);

/** Moments are stored as whole milliseconds, rounded up so that a sleep never ends too early. */
export const Instant = z.number().min(0).max(MAX_TIME_MS).transform(Math.ceil);

export const ChosenName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, - and _');

/**
 * Body of POST /_local/clock/sessions. The participant takes part as long as the response stays open, and leaves by
 * closing it.
 */
export const SessionOpening = z.strictObject({
  /** Name of the session, chosen by the participant, so that it can join again after a restart of the emulator. */
  session: ChosenName,
  /** Session that waits for this one; it may join later. */
  parent: ChosenName.optional(),
  /** Earliest current time, so that time never goes back for this participant. */
  now_ms: Instant.optional(),
});

export type SessionOpening = z.infer<typeof SessionOpening>;

/**
 * A line of the response: first the current time, then each completed sleep, and the current time whenever it
 * advances without a completed sleep.
 */
export const SessionLine = z.object({ now_ms: z.number(), woken: ChosenName.optional() });

export type SessionLine = z.infer<typeof SessionLine>;
