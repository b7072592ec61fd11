import * as z from 'zod';

/**
 * What a proxy process is told over its IPC channel: one sandbox with everything resolved. Header values are what goes
 * on the wire, so a push is a secret from end to end: never logged, never written down (spec §2.10, facts D.1).
 */

/** One header to inject: `secret` says that it goes out over TLS only and is masked in what comes back. */
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
  /** All of these must be on the request, each once and with this very value. */
  matchHeaders: z.array(z.object({ name: z.string(), value: z.string() })),
  noProxy: z.array(z.string()),
  headers: z.array(PushedHeader),
});
export type PushedRule = z.infer<typeof PushedRule>;

/** Which hosts may be reached at all: at most one of the two lists. */
export const PushedAccess = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('allow'), patterns: z.array(z.string()) }),
  z.object({ kind: z.literal('deny'), patterns: z.array(z.string()) }),
]);
export type PushedAccess = z.infer<typeof PushedAccess>;

export const SandboxPush = z.object({
  sandboxId: z.string(),
  /** Grows by each push of a sandbox; a push that is older than what is there is refused. */
  revision: z.int(),
  /** SHA-256 of the token, hex. The token itself only stands in the sandbox's environment. */
  tokenHash: z.string(),
  rules: z.array(PushedRule),
  noProxy: z.array(z.string()),
  access: PushedAccess,
  /** Addresses in these networks may be dialled although they are private (CIDR): the operator's, never the sandbox's. */
  privateNetworks: z.array(z.string()),
  /** Certificates (PEM) that upstreams may be signed with, besides the roots of the machine. */
  extraRoots: z.array(z.string()),
  /** A corporate proxy that everything goes out by; its credentials stand in the URL. */
  upstreamProxy: z.string().nullable(),
  /** A Unix socket of this sandbox alone, where no token is asked for: who reaches it is the sandbox. */
  socketPath: z.string().nullable(),
});
export type SandboxPush = z.infer<typeof SandboxPush>;

/** Why a push was not taken: the sandbox keeps its earlier revision. Never a value. */
export const PushProblem = z.object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string() });
export type PushProblem = z.infer<typeof PushProblem>;

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
