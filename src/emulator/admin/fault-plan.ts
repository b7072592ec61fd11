import * as z from 'zod';
import { DEPLOYMENT_STATUSES, REVISION_STATUSES } from '../../contract/statuses.ts';
import { SERVING } from '../ports/faults.ts';

const SURFACES = ['control-plane', 'sandboxes', 'tracing', 'agent-server'] as const;
const count = z.int().min(1);
const ms = z
  .number()
  .min(0)
  .max(24 * 60 * 60 * 1000);
const headerText = z.string().regex(/^[\t\x20-\x7e]+$/, 'must be visible ASCII text');

/**
 * Conditions that select the matches that a rule affects. For lifecycle rules, a match is a revision or deployment that
 * enters the stage.
 */
const FaultSchedule = z
  .strictObject({
    /** The rule affects only the matches with these numbers, counted from 1. */
    nth: z.array(count).min(1).optional(),
    /** The rule affects every nth match. */
    every: count.optional(),
    /** The rule affects only this many matches, from the first match on. */
    times: count.optional(),
    /** Probability with which the rule affects each match. The plan's seed makes the choice reproducible. */
    probability: z.number().min(0).max(1).optional(),
  })
  .refine(
    (when) => Object.keys(when).length <= 1,
    'must contain only one of nth, every, times and probability',
  );

const HttpEffect = z
  .strictObject({
    /**
     * Responds with this status instead of processing the request. The default is 200 if only `body` is specified, and
     * 429 if only `retry_after` is specified.
     */
    status: z.int().min(200).max(599).optional(),
    /** Body of the response: a string is sent verbatim, and any other value is sent as JSON. */
    body: z.unknown().optional(),
    /** Content type of a string `body`, by default `text/plain`. */
    content_type: headerText.optional(),
    /**
     * Value of the header `Retry-After`: seconds, a string (an HTTP date), or a date `date_in_s` seconds in the future.
     */
    retry_after: z
      .union([z.number().min(0), headerText, z.strictObject({ date_in_s: z.number() })])
      .optional(),
    /** Delays the response by this many milliseconds of real time. */
    delay_ms: ms.optional(),
    /** Processes the request but sends no response, and closes the connection unless `reset` or `hang` is set. */
    drop_answer: z.boolean().optional(),
    /** Resets the connection (RST) instead of sending a response. */
    reset: z.boolean().optional(),
    /** Keeps the connection open without a response until the client disconnects. */
    hang: z.boolean().optional(),
    /** Sends this many bytes of the response's body, and then closes the connection. */
    truncate_at: z.int().min(0).optional(),
    /** Sends the response's body in this many chunks, `delay_ms` milliseconds of real time apart. */
    slow: z.strictObject({ chunks: z.int().min(1).max(10_000), delay_ms: ms }).optional(),
  })
  .superRefine((then, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (Object.keys(then).length === 0) refuse('must name an effect');
    const silent = (['drop_answer', 'reset', 'hang'] as const).filter((key) => then[key] === true);
    const shaping = (
      ['status', 'body', 'content_type', 'retry_after', 'truncate_at', 'slow'] as const
    ).filter((key) => then[key] !== undefined);
    if (silent.length > 0 && shaping.length > 0) {
      refuse(`${silent.join(' and ')} sends no response, so ${shaping.join(' and ')} would have no effect`);
    }
    if (then.reset === true && then.hang === true) refuse('must contain only one of reset and hang');
    if (then.content_type !== undefined && typeof then.body !== 'string') {
      refuse('content_type requires a body that is text');
    }
  });

const HttpRule = z.strictObject({
  match: z.strictObject({
    surface: z.enum(SURFACES).optional(),
    method: z
      .string()
      .regex(/^[A-Za-z]+$/, 'must be a method')
      .optional(),
    /** Glob that the request's path must match. */
    path: z.string().min(1).optional(),
  }),
  when: FaultSchedule.optional(),
  // oxlint-disable-next-line unicorn/no-thenable -- the fixed shape calls it so, and nothing awaits a rule
  then: HttpEffect,
});

const LifecycleRule = z
  .strictObject({
    match: z.strictObject({
      /** Glob that the deployment's name must match. By default, the rule affects every deployment. */
      deployment: z.string().min(1).optional(),
      stage: z.enum([...new Set([...REVISION_STATUSES, ...DEPLOYMENT_STATUSES, SERVING])]),
    }),
    when: FaultSchedule.optional(),
    // oxlint-disable-next-line unicorn/no-thenable -- the fixed shape calls it so, and nothing awaits a rule
    then: z
      .strictObject({
        stall: z.boolean().optional(),
        fail: z.string().min(1).optional(),
        flap: count.optional(),
        duration_ms: ms.optional(),
        status: z.string().min(1).optional(),
      })
      .refine((then) => Object.keys(then).length > 0, 'must name an effect'),
  })
  .refine(({ match, then }) => match.stage !== SERVING || then.status === undefined, {
    path: ['then', 'status'],
    message: `a serving revision shows no status: stage ${SERVING} accepts only fail, flap, stall and duration_ms`,
  });

export type FaultSchedule = z.infer<typeof FaultSchedule>;
export type HttpRule = z.infer<typeof HttpRule>;
export type LifecycleRule = z.infer<typeof LifecycleRule>;

/** Returns whether a rule's `match` has the fields of a lifecycle rule. */
const isLifecycle = (rule: unknown): boolean =>
  typeof rule === 'object' &&
  rule !== null &&
  'match' in rule &&
  typeof rule.match === 'object' &&
  rule.match !== null &&
  ('stage' in rule.match || 'deployment' in rule.match);

/** Body of PUT /_local/faults. Unknown fields are errors, so that a misspelled rule is not ignored. */
export const FaultPlan = z.strictObject({
  /** Seed that makes `probability` reproducible, by default the seed of the emulator's random numbers, or else 1. */
  seed: z.int().optional(),
  rules: z.array(
    z.unknown().transform((rule, context): HttpRule | LifecycleRule => {
      const result = (isLifecycle(rule) ? LifecycleRule : HttpRule).safeParse(rule);
      if (result.success) return result.data;
      for (const { path, message } of result.error.issues) {
        context.addIssue({ code: 'custom', path, message, input: rule });
      }
      return z.NEVER;
    }),
  ),
});
export type FaultPlan = z.infer<typeof FaultPlan>;
