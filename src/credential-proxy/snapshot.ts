import type { SecureContext } from 'node:tls';
import type { SandboxPush } from './messages.ts';
import type { Policy } from './policy/model.ts';

/**
 * One immutable revision of a sandbox: the compiled push without its token, and the sandbox's own CA. Each push
 * creates a new object, and each request reads `current` once, so that no request mixes two revisions.
 */
export interface SandboxSnapshot {
  readonly sandboxId: string;
  readonly revision: number;
  readonly push: Readonly<Omit<SandboxPush, 'tokenHash'>>;
  readonly policy: Policy;
  readonly leaves: LeafMinter;
}

/** The sandboxes that the process currently serves. */
export interface Sandboxes {
  /**
   * Returns the snapshot for a sandbox's token. Returns null for both an unknown sandbox and a wrong token, in
   * constant time.
   */
  byToken(sandboxId: string, token: string): SandboxSnapshot | null;
  current(sandboxId: string): SandboxSnapshot | null;
}

/** Mints the certificates that clients of one sandbox see. Hosts are canonical. */
export interface LeafMinter {
  leafFor(host: string): Promise<LeafResult>;
}

/**
 * A certificate for one host, or the reason why none was minted. Without a certificate, the proxy closes the
 * connection instead of tunneling it.
 */
export type LeafResult =
  | { kind: 'leaf'; context: SecureContext }
  | { kind: 'refused'; reason: 'outside-constraints' | 'mint-limit' | 'mint-failed' };
