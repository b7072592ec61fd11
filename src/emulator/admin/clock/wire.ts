import * as z from 'zod';

/** The last moment that time may be moved to: what is kept from then on for a thousand years still has a date. */
export const MAX_TIME_MS = Date.UTC(8_000, 0, 1);
/** Moments are kept as whole milliseconds; a sleep never ends too early. */
const instant = z.number().min(0).max(MAX_TIME_MS).transform(Math.ceil);
const name = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, - and _');
const TEN_YEARS_MS = 10 * 366 * 24 * 60 * 60 * 1000;

/** What the clock shows. Times for machines are epoch milliseconds, `now` is for people. */
export const ClockState = z.object({
  mode: z.enum(['real', 'virtual']),
  /** The service's own time, skew included. */
  now: z.string(),
  now_ms: z.number(),
  skew_ms: z.number(),
  /** Who sleeps until when, in the order of waking. `who`: `emulator`, `participant` in its process, or a session. */
  sleeping: z.array(z.object({ who: z.string(), until: z.string(), until_ms: z.number() })),
  /** Who keeps time from moving. */
  awake: z.array(z.string()),
  /** Who takes part from other processes. */
  sessions: z.array(z.object({ session: z.string(), parent: z.string().nullable() })),
});
export type ClockState = z.infer<typeof ClockState>;

/** Body of POST /_local/clock. */
export const ClockChange = z
  .strictObject({
    /** Moves virtual time on; the answer comes when everything that was woken sleeps again. */
    advance_ms: z.int().min(0).max(TEN_YEARS_MS).optional(),
    /** The service's own time is off by this from now on. */
    skew_ms: z.int().min(-TEN_YEARS_MS).max(TEN_YEARS_MS).optional(),
  })
  .refine((change) => Object.values(change).filter((value) => value !== undefined).length === 1, {
    message: 'takes one of advance_ms and skew_ms',
  });

/** Body of POST /_local/clock/sessions. The open answer is the participation: who closes it has left. */
export const SessionOpening = z.strictObject({
  /** Chosen by who joins, so that it finds itself again after a restart of the emulator. */
  session: name,
  /** The session that waits for this one; it may come later. */
  parent: name.optional(),
  /** Time has been so late already: it does not go back. */
  now_ms: instant.optional(),
});

export type SessionOpening = z.infer<typeof SessionOpening>;

/** One line of the answer: first the present, then each sleep that is over, and the present when it moved unslept. */
export const SessionLine = z.object({ now_ms: z.number(), woken: name.optional() });
export type SessionLine = z.infer<typeof SessionLine>;

export const SessionPath = z.object({ session: name });
export const SleepPath = z.object({ session: name, sleep: name });

/** Body of POST /_local/clock/sessions/{session}/sleeps. */
export const SleepRequest = z.strictObject({
  /** Chosen by the sleeper; comes back as `woken`. */
  sleep: name,
  until_ms: instant,
});

/** The present time. */
export const CurrentTime = z.object({ now_ms: z.number() });
