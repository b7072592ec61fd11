import * as z from 'zod';

/** A fault rule in the format of `PUT /_local/faults`. */
export const FaultRule = z.looseObject({
  match: z.record(z.string(), z.unknown()),
  when: z.record(z.string(), z.unknown()).optional(),
  // oxlint-disable-next-line unicorn/no-thenable -- the shape of rules calls it so, and nothing awaits one
  then: z.record(z.string(), z.unknown()),
});
export type FaultRule = z.infer<typeof FaultRule>;

export const ActiveFaultRule = z.object({
  /** ID of the fault rule, which stays the same when rules are changed, added or removed. */
  id: z.string(),
  /** Number that increases when this rule is changed. */
  revision: z.int(),
  rule: FaultRule,
  matched: z.int(),
  hit: z.int(),
  /** Numbers of the newest requests that the rule affected, newest first, at most 10. */
  last_hits: z.array(z.int()),
});
export type ActiveFaultRule = z.infer<typeof ActiveFaultRule>;

/** Response of GET …/faults, and of every request that changes the rules. */
export const ActiveFaultRules = z.object({
  /** Number that increases when any rule is changed, added or removed, but not when counters change. */
  revision: z.int(),
  seed: z.int(),
  rules: z.array(ActiveFaultRule),
});
export type ActiveFaultRules = z.infer<typeof ActiveFaultRules>;

/**
 * Body of POST …/faults, which adds a rule before another rule or at the end, without changing the other rules'
 * counters.
 */
export const FaultRuleAddition = z.strictObject({ rule: z.unknown(), before: z.string().optional() });
export type FaultRuleAddition = z.infer<typeof FaultRuleAddition>;

/**
 * Body of PUT …/faults/{id}. The emulator refuses the request with 409 if the rule was changed since `revision`, so a
 * change in another tab is not lost.
 */
export const FaultRuleChange = z.strictObject({ rule: z.unknown(), revision: z.int() });
export type FaultRuleChange = z.infer<typeof FaultRuleChange>;

/**
 * Query of DELETE …/faults/{id}, with the revision of the rule, and of DELETE …/faults, with the revision of all rules.
 * The emulator refuses a request that has an outdated revision with 409.
 */
export const FaultRemoval = z.object({ revision: z.coerce.number().int() });
export type FaultRemoval = z.infer<typeof FaultRemoval>;
