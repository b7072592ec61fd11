import * as z from 'zod';

/** A rule as `PUT /_local/faults` takes it. */
export const FaultRule = z.looseObject({
  match: z.record(z.string(), z.unknown()),
  when: z.record(z.string(), z.unknown()).optional(),
  // oxlint-disable-next-line unicorn/no-thenable -- the shape of rules calls it so, and nothing awaits one
  then: z.record(z.string(), z.unknown()),
});
export type FaultRule = z.infer<typeof FaultRule>;

/** A rule in force with its counters. */
export const ActiveFaultRule = z.object({
  /** Its own as long as it is there, also when it is changed or others come and go. */
  id: z.string(),
  /** Grows when the rule itself is changed. */
  revision: z.int(),
  rule: FaultRule,
  matched: z.int(),
  hit: z.int(),
  /** The newest requests that it changed, newest first; at most 10. */
  last_hits: z.array(z.int()),
});
export type ActiveFaultRule = z.infer<typeof ActiveFaultRule>;

/** Answer of GET …/faults, and of every change of them. */
export const ActiveFaultRules = z.object({
  /** Grows with every change of the rules; counters do not count. */
  revision: z.int(),
  seed: z.int(),
  rules: z.array(ActiveFaultRule),
});
export type ActiveFaultRules = z.infer<typeof ActiveFaultRules>;

/** Body of POST …/faults: a rule at the end, or before another one. Counters of the others stay. */
export const FaultRuleAddition = z.strictObject({ rule: z.unknown(), before: z.string().optional() });
export type FaultRuleAddition = z.infer<typeof FaultRuleAddition>;

/** Body of PUT …/faults/{id}: refused with 409 when the rule was changed since, so that no edit of another tab is lost. */
export const FaultRuleChange = z.strictObject({ rule: z.unknown(), revision: z.int() });
export type FaultRuleChange = z.infer<typeof FaultRuleChange>;

/** Query of DELETE …/faults/{id} (the rule's revision) and of DELETE …/faults (that of all rules). 409 likewise. */
export const FaultRemoval = z.object({ revision: z.coerce.number().int() });
export type FaultRemoval = z.infer<typeof FaultRemoval>;
