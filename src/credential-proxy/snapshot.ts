import type { SecureContext } from 'node:tls';
import type { SandboxPush } from './messages.ts';
import type { Policy } from './policy/model.ts';

/**
 * Immutable revision of a sandbox: the compiled push without its token, and the sandbox's own CA. Each push creates a
 * new snapshot, and each request reads `current` only once, so that no request mixes two revisions.
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
  /** Returns the sandbox's snapshot; null for an unknown sandbox or a wrong token. Takes constant time. */
  byToken(sandboxId: string, token: string): SandboxSnapshot | null;
  current(sandboxId: string): SandboxSnapshot | null;
}

/** Creates the certificates that the proxy shows to clients of one sandbox. Hosts are canonical. */
export interface LeafMinter {
  leafFor(host: string): Promise<LeafResult>;
}

/** Certificate for one host, or why none was minted. The proxy then closes the connection instead of tunneling it. */
export type LeafResult =
  | { kind: 'leaf'; context: SecureContext }
  | { kind: 'refused'; reason: 'outside-constraints' | 'mint-limit' | 'mint-failed' };
