import type { SecureContext } from 'node:tls';
import type { SandboxPush } from './messages.ts';
import type { Policy } from './policy/model.ts';

/**
 * Immutable revision of a sandbox: the compiled push without its token, and the sandbox's own CA. Each push creates a
 * new snapshot, and each request reads `current` only once, so no request mixes two revisions.
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
   * Returns the sandbox's snapshot, or null for an unknown sandbox or a wrong token. The token is compared in constant
   * time, even for an unknown ID, because timing must reveal neither IDs nor tokens.
   */
  byToken(sandboxId: string, token: string): SandboxSnapshot | null;
  current(sandboxId: string): SandboxSnapshot | null;
}

/** Creates the certificates that the proxy shows to clients of one sandbox. Hosts are in canonical form. */
export interface LeafMinter {
  leafFor(host: string): Promise<LeafResult>;
}

/**
 * Certificate for one host, or the reason why no certificate was minted. Without a certificate, the proxy closes the
 * connection instead of tunneling it.
 */
export type LeafResult =
  | { kind: 'leaf'; context: SecureContext }
  | { kind: 'refused'; reason: 'outside-constraints' | 'mint-limit' | 'mint-failed' };
