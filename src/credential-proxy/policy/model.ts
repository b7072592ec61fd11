import type { PushedHeader } from '../messages.ts';
import type { Access } from './access.ts';
import type { HostPattern } from './host-pattern.ts';
import type { Network } from './network.ts';
import type { NoProxyEntry } from './no-proxy.ts';
import type { PathPattern } from './path-pattern.ts';

/** A compiled rule. */
export interface CompiledRule {
  /** Position of the rule. Rules with lower positions match first. */
  readonly index: number;
  readonly name: string;
  readonly hosts: readonly HostPattern[];
  /** Path patterns; an empty list matches all paths. */
  readonly paths: readonly PathPattern[];
  /** Required headers, with names in lower case. */
  readonly matchHeaders: readonly { name: string; value: string }[];
  readonly noProxy: readonly NoProxyEntry[];
  readonly headers: readonly PushedHeader[];
  /**
   * Headers that replace the client's: `headers`, and for a rule with a secret the header that prevents compressed
   * responses.
   */
  readonly sent: readonly { name: string; value: string }[];
  /**
   * True if any of its headers is secret. Secrets are sent only over TLS, and a wildcard never sends them across a
   * public suffix.
   */
  readonly hasSecret: boolean;
  /** Byte sequences to mask in responses. */
  readonly needles: readonly Buffer[];
}

/** Everything that a sandbox may do. Immutable. */
export interface Policy {
  readonly rules: readonly CompiledRule[];
  readonly noProxy: readonly NoProxyEntry[];
  readonly access: Access;
  /** Special addresses that the operator allows. */
  readonly privateNetworks: readonly Network[];
  /** Rules by host, with the key `=name` for exact patterns and `.domain` for wildcards. */
  readonly byHost: ReadonlyMap<string, readonly { rule: CompiledRule; pattern: HostPattern }[]>;
}
