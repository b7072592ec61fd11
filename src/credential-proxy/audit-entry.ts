import * as z from 'zod';
import { DECISIONS } from './explanation.ts';

/** One line of the audit: what was asked and what was done, without a query, a client's header or any value (facts D.8). */
export const AuditEntry = z.object({
  at: z.string(),
  sandbox: z.string().nullable(),
  revision: z.int().nullable(),
  rule: z.string().nullable(),
  decision: z.enum(DECISIONS),
  reason: z.string(),
  scheme: z.enum(['http', 'https', 'tunnel']),
  host: z.string().nullable(),
  port: z.int().nullable(),
  method: z.string().nullable(),
  path: z.string().nullable(),
  status: z.int().nullable(),
  bytesUp: z.int(),
  bytesDown: z.int(),
  ms: z.number(),
  injected: z.array(z.string()),
  masked: z.int(),
  /** A secret went out, and the body of the answer could not be searched for it: compressed, or of no kind of text. */
  unsearched: z.boolean(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
