import * as z from 'zod';

/**
 * The configuration of one sandbox, with everything resolved, as pushed to the proxy's process over IPC. Header values
 * are the ones on the wire, so a push is secret from end to end: never logged, never stored.
 */

/** One header to inject. A `secret` one is sent over TLS only and masked in responses. */
export const PushedHeader = z.object({
  name: z.string(),
  value: z.string(),
  secret: z.boolean(),
  /** The raw secrets inside `value` (8 characters or more), which are masked in responses as well. */
  needles: z.array(z.string()),
});
export type PushedHeader = z.infer<typeof PushedHeader>;

export const PushedRule = z.object({
  name: z.string(),
  matchHosts: z.array(z.string()),
  matchPaths: z.array(z.string()),
  /** The request must have all of these, each once and with exactly this value. */
  matchHeaders: z.array(z.object({ name: z.string(), value: z.string() })),
  noProxy: z.array(z.string()),
  headers: z.array(PushedHeader),
});
export type PushedRule = z.infer<typeof PushedRule>;

/** Which hosts may be reached at all, by at most one list. */
export const PushedAccess = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('allow'), patterns: z.array(z.string()) }),
  z.object({ kind: z.literal('deny'), patterns: z.array(z.string()) }),
]);
export type PushedAccess = z.infer<typeof PushedAccess>;

export const SandboxPush = z.object({
  sandboxId: z.string(),
  /** Increases with each push of a sandbox; an older push is refused. */
  revision: z.int(),
  /** SHA-256 of the token, hex. The token itself is only in the sandbox's environment. */
  tokenHash: z.string(),
  rules: z.array(PushedRule),
  noProxy: z.array(z.string()),
  access: PushedAccess,
  /** Addresses in these networks may be dialed although they are private (CIDR): the operator's, never the sandbox's. */
  privateNetworks: z.array(z.string()),
  /** Root certificates (PEM) that upstreams may be signed with, besides those of the machine. */
  extraRoots: z.array(z.string()),
  /** The operator's proxy that all traffic goes through; its credentials are in the URL. */
  upstreamProxy: z.string().nullable(),
  /** A Unix socket of this sandbox alone; its clients need no token. */
  socketPath: z.string().nullable(),
});
export type SandboxPush = z.infer<typeof SandboxPush>;

/** Why a push was refused; the sandbox keeps its earlier revision. Never repeats a value. */
export const PushProblem = z.object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string() });
export type PushProblem = z.infer<typeof PushProblem>;

/** What the proxy does with a request, decided from its URL and headers alone. */
const DECISIONS = ['inject', 'forward', 'tunnel', 'bypass', 'deny', 'refuse'] as const;

/** The answer of `explain`: the rule for a URL and the reason, without header values. */
export const Explanation = z.object({
  url: z.string(),
  decision: z.enum(DECISIONS),
  /** A reason code, such as `rule-matched`, `no-rule-for-host`, `plaintext-credential-refused`. */
  reason: z.string(),
  rule: z.string().nullable(),
  headers: z.array(z.string()),
  detail: z.string(),
});
export type Explanation = z.infer<typeof Explanation>;

/** One line of the audit: the request and what was done, without its query, its headers or any injected value. */
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
  /** A secret was sent, and the body of the response could not be searched for it because it is compressed. */
  unsearched: z.boolean(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/**
 * The messages between a proxy's process and its owner, parsed at both ends. The channel is the only way to configure a
 * proxy: no port for it exists that a sandbox could reach.
 */

const id = z.int();

export const ToProxy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), port: z.int().min(0).max(65_535), auditFile: z.string().nullable() }),
  z.object({ kind: z.literal('push'), id, push: SandboxPush }),
  z.object({ kind: z.literal('remove'), id, sandboxId: z.string() }),
  z.object({ kind: z.literal('explain'), id, sandboxId: z.string(), url: z.string() }),
  z.object({ kind: z.literal('metrics'), id }),
  /** From now on audit entries are sent to the owner as well. */
  z.object({ kind: z.literal('listen-audit') }),
  /** Keep running when the channel closes, for at most this long. */
  z.object({ kind: z.literal('detach'), id, lifetimeMs: z.number().positive() }),
  z.object({ kind: z.literal('stop') }),
]);
export type ToProxy = z.infer<typeof ToProxy>;

/** The answer to a push, which is accepted whole or not at all. */
export const PushAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('acked'),
    revision: z.int(),
    /** The sandbox's own CAs, PEM. */
    caPem: z.string(),
    warnings: z.array(z.string()),
  }),
  z.object({ kind: z.literal('refused'), problems: z.array(PushProblem) }),
]);
export type PushAnswer = z.infer<typeof PushAnswer>;

export const FromProxy = z.discriminatedUnion('kind', [
  /** The process is up and accepts `start`. */
  z.object({ kind: z.literal('up') }),
  z.object({ kind: z.literal('listening'), host: z.string(), port: z.int() }),
  /** It could not listen, or open its audit file; it exits. */
  z.object({ kind: z.literal('failed'), message: z.string() }),
  z.object({ kind: z.literal('audit'), entries: z.array(AuditEntry) }),
  z.object({ kind: z.literal('pushed'), id, answer: PushAnswer }),
  z.object({ kind: z.literal('explained'), id, explanation: Explanation }),
  z.object({ kind: z.literal('measured'), id, text: z.string() }),
  z.object({ kind: z.literal('done'), id }),
  z.object({ kind: z.literal('not-done'), id, message: z.string() }),
]);
export type FromProxy = z.infer<typeof FromProxy>;

/** One problem per schema issue of a push; the schema's messages name types, never values. */
export function problemsOf(error: z.ZodError): PushProblem[] {
  return error.issues.map(({ path, message }) => ({
    loc: path.map((part) => (typeof part === 'number' ? part : String(part))),
    msg: message,
  }));
}
