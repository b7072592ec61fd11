import * as z from 'zod';

/** A rule in the form of `PUT /_local/faults`. */
export const FaultRule = z.looseObject({
  match: z.record(z.string(), z.unknown()),
  when: z.record(z.string(), z.unknown()).optional(),
  // oxlint-disable-next-line unicorn/no-thenable -- the shape of rules calls it so, and nothing awaits one
  then: z.record(z.string(), z.unknown()),
});
export type FaultRule = z.infer<typeof FaultRule>;

/** An active rule with its counters. */
export const ActiveFaultRule = z.object({
  /** ID of the rule, which stays the same even if the rule is changed or other rules are added or removed. */
  id: z.string(),
  /** Increases when the rule itself is changed. */
  revision: z.int(),
  rule: FaultRule,
  matched: z.int(),
  hit: z.int(),
  /** The newest requests that the rule affected, newest first; at most 10. */
  last_hits: z.array(z.int()),
});
export type ActiveFaultRule = z.infer<typeof ActiveFaultRule>;

/** Response of GET …/faults, and of every change of the rules. */
export const ActiveFaultRules = z.object({
  /** Increases with every change of the rules, but not with their counters. */
  revision: z.int(),
  seed: z.int(),
  rules: z.array(ActiveFaultRule),
});
export type ActiveFaultRules = z.infer<typeof ActiveFaultRules>;

/** Body of POST …/faults: adds a rule at the end, or before another rule. Counters of other rules stay. */
export const FaultRuleAddition = z.strictObject({ rule: z.unknown(), before: z.string().optional() });
export type FaultRuleAddition = z.infer<typeof FaultRuleAddition>;

/**
 * Body of PUT …/faults/{id}. Refused with 409 if the rule was changed since `revision`, so that no edit in another
 * tab is lost.
 */
export const FaultRuleChange = z.strictObject({ rule: z.unknown(), revision: z.int() });
export type FaultRuleChange = z.infer<typeof FaultRuleChange>;

/**
 * Query of DELETE …/faults/{id} (revision of the rule) and of DELETE …/faults (revision of all rules). Outdated
 * revisions are refused with 409.
 */
export const FaultRemoval = z.object({ revision: z.coerce.number().int() });
export type FaultRemoval = z.infer<typeof FaultRemoval>;
