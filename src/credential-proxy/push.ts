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
