import type { SecureContext } from 'node:tls';
import type { SandboxPush } from './messages.ts';
import type { Policy } from './policy/model.ts';

/**
 * One revision of a sandbox, frozen: the push (without its token), compiled, and the sandbox's own CA. Each push makes
 * a new object, and `current` is read again for each request, so that no request mixes two revisions.
 */
export interface SandboxSnapshot {
  readonly sandboxId: string;
  readonly revision: number;
  readonly push: Readonly<Omit<SandboxPush, 'tokenHash'>>;
  readonly policy: Policy;
  readonly leaves: LeafMinter;
}

/** The sandboxes that the process serves now. */
export interface Sandboxes {
  /** Null for an unknown name and for a wrong token alike, in constant time. */
  byToken(sandboxId: string, token: string): SandboxSnapshot | null;
  current(sandboxId: string): SandboxSnapshot | null;
}

/** Mints the certificates that clients of one sandbox see; hosts are canonical. */
export interface LeafMinter {
  leafFor(host: string): Promise<LeafResult>;
}

/** A certificate for one host, or why there is none: the proxy then closes the connection, it never tunnels instead. */
export type LeafResult =
  | { kind: 'leaf'; context: SecureContext }
  | { kind: 'refused'; reason: 'outside-constraints' | 'mint-limit' | 'mint-failed' };
