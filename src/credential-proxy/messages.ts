import * as z from 'zod';

/**
 * Messages between the credential proxy's process and its owner, which is the process that started it. A push contains
 * one sandbox's configuration, with all references to secrets replaced by their values. A push is sent over IPC and
 * never logged or stored.
 */

/** One header to inject. A `secret` header is sent only over TLS and masked in responses. */
export const PushedHeader = z.object({
  name: z.string(),
  value: z.string(),
  secret: z.boolean(),
  /** Raw secrets in `value` (8 characters or more), which are masked in responses too. */
  needles: z.array(z.string()),
});
export type PushedHeader = z.infer<typeof PushedHeader>;

/** Parts of a request in which a sentinel can be replaced. */
const PLACES = ['header', 'query', 'path', 'body'] as const;

/** A variable of the sandbox with a sentinel, which the proxy replaces by `value` in the listed parts of a request. */
export const PushedPlaceholder = z.object({
  env: z.string(),
  prefix: z.string(),
  value: z.string(),
  in: z.array(z.enum(PLACES)),
  /** Raw secrets in `value`, which are masked in responses too. */
  needles: z.array(z.string()),
});
export type PushedPlaceholder = z.infer<typeof PushedPlaceholder>;

/**
 * AWS Signature Version 4 for the requests of a rule. If `region` or `service` is null, the host name of the request
 * determines it.
 */
export const PushedAwsSigning = z.object({
  kind: z.literal('aws'),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  sessionToken: z.string().nullable(),
  region: z.string().nullable(),
  service: z.string().nullable(),
  /** Raw secrets in the credentials, which are masked in responses. */
  needles: z.array(z.string()),
});
export type PushedAwsSigning = z.infer<typeof PushedAwsSigning>;

/** An HMAC of each request of a rule in a header. `signed` and `value` are texts with variables in braces. */
export const PushedHmacSigning = z.object({
  kind: z.literal('hmac'),
  secret: z.string(),
  secretEncoding: z.enum(['text', 'hex', 'base64']),
  algorithm: z.enum(['sha256', 'sha512']),
  encoding: z.enum(['hex', 'base64']),
  signed: z.string(),
  header: z.string(),
  value: z.string(),
  timestampHeader: z.string().nullable(),
  /** Raw secrets in `secret`, which are masked in responses. */
  needles: z.array(z.string()),
});
export type PushedHmacSigning = z.infer<typeof PushedHmacSigning>;

const PushedSigning = z.discriminatedUnion('kind', [PushedAwsSigning, PushedHmacSigning]);
export type PushedSigning = z.infer<typeof PushedSigning>;

export const PushedRule = z.object({
  name: z.string(),
  matchHosts: z.array(z.string()),
  matchPaths: z.array(z.string()),
  /** Headers that a request must have, each exactly once with exactly the given value. */
  matchHeaders: z.array(z.object({ name: z.string(), value: z.string() })),
  noProxy: z.array(z.string()),
  headers: z.array(PushedHeader),
  placeholders: z.array(PushedPlaceholder),
  /** Signature that the proxy adds to the requests, or null. */
  sign: PushedSigning.nullable(),
  /** Limits of the rule, or null. */
  budget: z
    .object({
      uses: z.int().nullable(),
      /** Time in epoch milliseconds. */
      until: z.number().nullable(),
      /** Number of uses that an earlier process counted. */
      used: z.int(),
    })
    .nullable(),
});
export type PushedRule = z.infer<typeof PushedRule>;

/** Reachable hosts: all hosts, or the hosts that one allow or deny list permits. */
export const PushedAccess = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('allow'), patterns: z.array(z.string()) }),
  z.object({ kind: z.literal('deny'), patterns: z.array(z.string()) }),
]);
export type PushedAccess = z.infer<typeof PushedAccess>;

export const SandboxPush = z.object({
  sandboxId: z.string(),
  /**
   * Number that increases with each push of a sandbox. A push is refused if its number is not greater than the current
   * number.
   */
  revision: z.int(),
  /** SHA-256 of the sandbox's token in hex. The token exists only in the sandbox's environment. */
  tokenHash: z.string(),
  rules: z.array(PushedRule),
  noProxy: z.array(z.string()),
  access: PushedAccess,
  /**
   * Private networks (CIDR) that the proxy can connect to. The operator sets the networks, and the sandbox cannot
   * change them.
   */
  privateNetworks: z.array(z.string()),
  /** Additional root certificates (PEM) for upstream servers. */
  extraRoots: z.array(z.string()),
  /** URL of the operator's proxy for all traffic, with its credentials. */
  upstreamProxy: z.string().nullable(),
  /** Path of the sandbox's own Unix socket. Clients of the socket need no token. */
  socketPath: z.string().nullable(),
});
export type SandboxPush = z.infer<typeof SandboxPush>;

/**
 * Reason why a push was refused. After a refused push, the sandbox's previous configuration remains in force. Messages
 * about a push never repeat a value.
 */
export const PushProblem = z.object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string() });
export type PushProblem = z.infer<typeof PushProblem>;

/** Ways to handle a request. Only the URL and the headers determine how the proxy handles a request. */
const DECISIONS = ['inject', 'forward', 'tunnel', 'bypass', 'deny', 'refuse'] as const;

/** Response of `explain`: the rule that applies to a URL, and the reason. The explanation contains no header values. */
export const Explanation = z.object({
  url: z.string(),
  decision: z.enum(DECISIONS),
  /** Reason code, such as `rule-matched`, `no-rule-for-host` or `plaintext-credential-refused`. */
  reason: z.string(),
  rule: z.string().nullable(),
  headers: z.array(z.string()),
  detail: z.string(),
});
export type Explanation = z.infer<typeof Explanation>;

/**
 * Entry of the audit log: a request and its outcome, without the request's query and headers, and without injected
 * values.
 */
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
  /** Names of variables whose sentinels were replaced, or because of which the request was refused. */
  placeholders: z.array(z.string()),
  /** Number of uses of the rule that are left after the request, or null if the rule has no limit. */
  usesLeft: z.int().nullable(),
  masked: z.int(),
  /** True if a secret was sent, but the response body was compressed and could not be searched for the secret. */
  unsearched: z.boolean(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/**
 * Messages from the owner (the process that started the proxy) to the proxy's process. The owner validates the messages
 * of the proxy's process, and the process validates the messages of the owner. Only messages of the owner can configure
 * a proxy, because the proxy opens no port for its configuration.
 */

const id = z.int();

export const ToProxy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), port: z.int().min(0).max(65_535), auditFile: z.string().nullable() }),
  z.object({ kind: z.literal('push'), id, push: SandboxPush }),
  z.object({ kind: z.literal('remove'), id, sandboxId: z.string() }),
  z.object({ kind: z.literal('explain'), id, sandboxId: z.string(), url: z.string() }),
  z.object({ kind: z.literal('metrics'), id }),
  /** Makes the proxy also send its audit entries to the process that started it. */
  z.object({ kind: z.literal('listen-audit') }),
  /** Makes the process continue after the channel closes, for at most `lifetimeMs` milliseconds. */
  z.object({ kind: z.literal('detach'), id, lifetimeMs: z.number().positive() }),
  z.object({ kind: z.literal('stop') }),
]);
export type ToProxy = z.infer<typeof ToProxy>;

/** Response to a push. The proxy either accepts the whole push, or refuses all of it. */
export const PushAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('acked'),
    revision: z.int(),
    /** Certificates of the sandbox's own CAs (PEM). */
    caPem: z.string(),
    warnings: z.array(z.string()),
  }),
  z.object({ kind: z.literal('refused'), problems: z.array(PushProblem) }),
]);
export type PushAnswer = z.infer<typeof PushAnswer>;

export const FromProxy = z.discriminatedUnion('kind', [
  /** Reports that the process runs and accepts `start`. */
  z.object({ kind: z.literal('up') }),
  z.object({ kind: z.literal('listening'), host: z.string(), port: z.int() }),
  /** Reports that the process could not listen or open its audit file, and therefore exits. */
  z.object({ kind: z.literal('failed'), message: z.string() }),
  z.object({ kind: z.literal('audit'), entries: z.array(AuditEntry) }),
  z.object({ kind: z.literal('pushed'), id, answer: PushAnswer }),
  z.object({ kind: z.literal('explained'), id, explanation: Explanation }),
  z.object({ kind: z.literal('measured'), id, text: z.string() }),
  z.object({ kind: z.literal('done'), id }),
  z.object({ kind: z.literal('not-done'), id, message: z.string() }),
]);
export type FromProxy = z.infer<typeof FromProxy>;

/** Converts each schema issue of a push to a problem, whose message contains types but never values. */
export function problemsOf(error: z.ZodError): PushProblem[] {
  return error.issues.map(({ path, message }) => ({
    loc: path.map((part) => (typeof part === 'number' ? part : String(part))),
    msg: message,
  }));
}
