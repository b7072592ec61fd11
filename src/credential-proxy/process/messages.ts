import * as z from 'zod';
import { AuditEntry } from '../audit-entry.ts';
import { Explanation } from '../explanation.ts';
import { PushProblem, SandboxPush } from '../push.ts';

/**
 * What goes over the channel between a proxy's process and its owner, parsed at both ends. It is the only way to
 * configure a proxy: there is no port for it that anything in a sandbox could reach (facts D.1).
 */

const id = z.int();

export const ToProxy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), port: z.int().min(0).max(65_535), auditFile: z.string().nullable() }),
  z.object({ kind: z.literal('push'), id, push: SandboxPush }),
  z.object({ kind: z.literal('remove'), id, sandboxId: z.string() }),
  z.object({ kind: z.literal('explain'), id, sandboxId: z.string(), url: z.string() }),
  z.object({ kind: z.literal('metrics'), id }),
  /** From now on audit entries are told to the owner as well. */
  z.object({ kind: z.literal('listen-audit') }),
  /** Live on when the channel closes, for at most this long. */
  z.object({ kind: z.literal('detach'), id, lifetimeMs: z.number().positive() }),
  z.object({ kind: z.literal('stop') }),
]);
export type ToProxy = z.infer<typeof ToProxy>;

export const PushAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('acked'),
    revision: z.int(),
    caPem: z.string(),
    warnings: z.array(z.string()),
  }),
  z.object({ kind: z.literal('refused'), problems: z.array(PushProblem) }),
]);

export const FromProxy = z.discriminatedUnion('kind', [
  /** The process is up and can be told to start. */
  z.object({ kind: z.literal('up') }),
  z.object({ kind: z.literal('listening'), host: z.string(), port: z.int() }),
  /** It could not begin to listen, or to write its audit; it ends by itself. */
  z.object({ kind: z.literal('failed'), message: z.string() }),
  z.object({ kind: z.literal('audit'), entries: z.array(AuditEntry) }),
  z.object({ kind: z.literal('pushed'), id, answer: PushAnswer }),
  z.object({ kind: z.literal('explained'), id, explanation: Explanation }),
  z.object({ kind: z.literal('measured'), id, text: z.string() }),
  z.object({ kind: z.literal('done'), id }),
  z.object({ kind: z.literal('not-done'), id, message: z.string() }),
]);
export type FromProxy = z.infer<typeof FromProxy>;

/** A problem per issue that a push's shape has; texts of the schema name types, never what was given. */
export function problemsOf(error: z.ZodError): PushProblem[] {
  return error.issues.map(({ path, message }) => ({
    loc: path.map((part) => (typeof part === 'number' ? part : String(part))),
    msg: message,
  }));
}
