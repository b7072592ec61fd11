import type { BoxHost, IsolationLevel } from '../../../box/box.ts';
import type { CredentialProxy } from '../../../credential-proxy/port.ts';

/** What boxes are made of on this machine. */
export interface SandboxRuntime {
  /** On a loopback port, 0 for any: where boxes without a network of their own reach it. */
  startProxy(port: number): Promise<CredentialProxy>;
  boxes: BoxHost;
  /** What boxes must have; `auto`: the best there is, but no secrets without a namespace of their own. */
  isolation: IsolationLevel | 'auto';
  /** Addresses that sandboxes may be led to although they are private (CIDR): the operator's to say. */
  privateNetworks: readonly string[];
  /** PEM: what upstreams may be signed with besides the roots of the machine. */
  extraRoots(): Promise<string[]>;
  upstreamProxy: string | null;
}
