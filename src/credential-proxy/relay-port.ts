import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { AuditEntry } from './audit-entry.ts';
import type { Policy } from './policy/model.ts';
import type { SandboxPush } from './push.ts';

/** A certificate for one host of a sandbox, or why there is none: the relay closes then, it never tunnels instead. */
export type LeafResult =
  | { kind: 'leaf'; context: SecureContext }
  | { kind: 'refused'; reason: 'outside-constraints' | 'mint-limit' | 'mint-failed' };

/** Mints the certificates that clients of one sandbox see; hosts are canonical (facts D.3). */
export interface LeafMinter {
  leafFor(host: string): Promise<LeafResult>;
}

/**
 * One revision of a sandbox, frozen: what a push said (without its token), compiled, and the sandbox's own CA. A new
 * push makes a new object; `current` is read again for each request, so that no request sees halves of two.
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
  /** Null for an unknown name and for a wrong token alike, in constant time (facts D.2). */
  byToken(sandboxId: string, token: string): SandboxSnapshot | null;
  current(sandboxId: string): SandboxSnapshot | null;
}

/** Who a connection comes from: told by a token in each request, or by the Unix socket that only one sandbox reaches. */
export type Ingress = { kind: 'token' } | { kind: 'sandbox'; sandboxId: string };

export interface ProxyGauges {
  connections: number;
  tunnels: number;
  upstreamConnections: number;
}

/** Carries the connections of all sandboxes; made by `createRelay`, mounted by the proxy's process. */
export interface ForwardProxy {
  /** Takes a connection that was accepted; it is the relay's from here on, errors included. */
  accept(socket: Socket, ingress: Ingress): void;
  /** The sandbox has another snapshot, or none: open tunnels are judged again and cut, its pools follow. */
  configChanged(sandboxId: string): void;
  gauges(): ProxyGauges;
  /** Cuts everything and resolves when nothing is left open. */
  close(): Promise<void>;
}

/** What the process hands to a relay besides its clock, resolver and dialler. */
export interface ProxyHost {
  sandboxes: Sandboxes;
  /** One line per request, as it ends, refused ones included. */
  audit(entry: AuditEntry): void;
  /** Ports of this process that no sandbox may be led to, whatever its operator allowed (facts D.5.5). */
  ownPorts(): number[];
}
