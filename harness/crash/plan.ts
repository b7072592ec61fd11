import * as z from 'zod';

const Count = z.int().positive();

/** What is to happen to an emulator's process at which of its writes, counted from its start. */
export const CrashPlan = z.strictObject({
  /** The file each write and each program started is written down in (see `trace.ts`). */
  trace: z.string().min(1),
  /** Ends the process without warning (SIGKILL) right before or right after its `at`-th write, or start of a program. */
  kill: z
    .strictObject({ at: Count, side: z.enum(['before', 'after']), of: z.enum(['writes', 'starts']) })
    .optional(),
  /** Fails the store's writes from this one on as a full disk does: so many of them, then there is room again. */
  full: z.strictObject({ from: Count, writes: Count }).optional(),
});
export type CrashPlan = z.infer<typeof CrashPlan>;
export type Side = NonNullable<CrashPlan['kill']>['side'];

/** The variable that hands the plan to the preloaded module. */
export const PLAN_VARIABLE = 'CRASH_PLAN';

/** The plan in the process's environment. @throws when there is none, or not one of ours. */
export function readPlan(env: Record<string, string | undefined>): CrashPlan {
  return CrashPlan.parse(JSON.parse(env[PLAN_VARIABLE] ?? 'null'));
}
