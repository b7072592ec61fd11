import * as z from 'zod';

const SURFACES = ['control-plane', 'sandboxes', 'tracing', 'agent-server'] as const;
const count = z.int().min(1);
const ms = z
  .number()
  .min(0)
  .max(24 * 60 * 60 * 1000);

const When = z.strictObject({
  /** Only these matching requests, counted from 1. */
  nth: z.array(count).min(1).optional(),
  /** Each so-many-th. */
  every: count.optional(),
  /** Each with this chance, drawn from the plan's seed. */
  probability: z.number().min(0).max(1).optional(),
});

const HttpRule = z.strictObject({
  match: z.strictObject({
    surface: z.enum(SURFACES).optional(),
    method: z
      .string()
      .regex(/^[A-Za-z]+$/, 'must be a method')
      .optional(),
    path: z.string().min(1).optional(),
  }),
  when: When.refine(
    (when) => Object.keys(when).length <= 1,
    'takes one of nth, every and probability',
  ).optional(),
  // oxlint-disable-next-line unicorn/no-thenable -- the fixed shape calls it so, and nothing awaits a rule
  then: z
    .strictObject({
      status: z.int().min(200).max(599).optional(),
      body: z.unknown().optional(),
      delay_ms: ms.optional(),
      reset: z.boolean().optional(),
      truncate_at: z.int().min(0).optional(),
      /** Seconds, or an HTTP date. */
      retry_after: z.union([z.number().min(0), z.string().min(1)]).optional(),
      drop_answer: z.boolean().optional(),
    })
    .refine((then) => Object.keys(then).length > 0, 'must say what happens'),
});

const LifecycleRule = z.strictObject({
  match: z.strictObject({
    /** Glob over the deployment's name; absent: every deployment. */
    deployment: z.string().min(1).optional(),
    stage: z.string().min(1),
  }),
  // oxlint-disable-next-line unicorn/no-thenable -- the fixed shape calls it so, and nothing awaits a rule
  then: z
    .strictObject({
      stall: z.boolean().optional(),
      fail: z.string().min(1).optional(),
      flap: count.optional(),
      duration_ms: ms.optional(),
      status: z.string().min(1).optional(),
    })
    .refine((then) => Object.keys(then).length > 0, 'must say what happens'),
});

export type HttpRule = z.infer<typeof HttpRule>;
export type LifecycleRule = z.infer<typeof LifecycleRule>;

/** A rule about a stage of a deployment is told from one about requests by its `match`. */
const isLifecycle = (rule: unknown): boolean =>
  typeof rule === 'object' &&
  rule !== null &&
  'match' in rule &&
  typeof rule.match === 'object' &&
  rule.match !== null &&
  ('stage' in rule.match || 'deployment' in rule.match);

/** Body of PUT /_local/faults (DESIGN §8): what is to go wrong, and when. Strict: a misspelt rule must not do nothing. */
export const FaultPlan = z.strictObject({
  /** Makes `probability` the same in every run. */
  seed: z.int().default(1),
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
/** A plan as its author writes it. */
export type FaultPlanInput = { seed?: number; rules: readonly unknown[] };

/** Whether a rule speaks of a stage. */
export function isLifecycleRule(rule: HttpRule | LifecycleRule): rule is LifecycleRule {
  return isLifecycle(rule);
}
