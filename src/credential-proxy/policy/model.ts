import type { PushedHeader } from '../messages.ts';
import type { Access } from './access.ts';
import type { HostPattern } from './host-pattern.ts';
import type { Network } from './network.ts';
import type { NoProxyEntry } from './no-proxy.ts';
import type { PathPattern } from './path-pattern.ts';

/** A rule ready to be asked. */
export interface CompiledRule {
  /** Its place: lower goes first. */
  readonly index: number;
  readonly name: string;
  readonly hosts: readonly HostPattern[];
  /** Empty = all paths. */
  readonly paths: readonly PathPattern[];
  /** Lower-case names. */
  readonly matchHeaders: readonly { name: string; value: string }[];
  readonly noProxy: readonly NoProxyEntry[];
  readonly headers: readonly PushedHeader[];
  /** What takes the place of the client's headers: `headers`, and for a rule with a secret what keeps answers searchable. */
  readonly sent: readonly { name: string; value: string }[];
  /** Whether any of its headers is a secret: over TLS only, and never to a stranger's name below a wildcard. */
  readonly hasSecret: boolean;
  /** What to look for in its responses. */
  readonly needles: readonly Buffer[];
}

/** What a sandbox may do, ready to be asked; never changed. */
export interface Policy {
  readonly rules: readonly CompiledRule[];
  readonly noProxy: readonly NoProxyEntry[];
  readonly access: Access;
  /** Special addresses that the operator opened. */
  readonly privateNetworks: readonly Network[];
  /** Where to look for the rules of a host: `=name` for exact patterns, `.domain` for those below it. */
  readonly byHost: ReadonlyMap<string, readonly { rule: CompiledRule; pattern: HostPattern }[]>;
}
