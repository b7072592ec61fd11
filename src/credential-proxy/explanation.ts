import * as z from 'zod';

/** What the proxy does with a request, as decided from its name and path alone (facts D.5). */
export const DECISIONS = ['inject', 'forward', 'tunnel', 'bypass', 'deny', 'refuse'] as const;

/** Answer of `explain`: URL in, rule and reason out. No value of any header. */
export const Explanation = z.object({
  url: z.string(),
  decision: z.enum(DECISIONS),
  /** A reason code, such as `rule-matched`, `no-rule-for-host`, `plaintext-credential-refused`. */
  reason: z.string(),
  rule: z.string().nullable(),
  /** Names of the headers that would be injected. */
  headers: z.array(z.string()),
  detail: z.string(),
});
export type Explanation = z.infer<typeof Explanation>;
