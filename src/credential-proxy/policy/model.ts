import type { PushedHeader, PushedPlaceholder, PushedRule } from '../messages.ts';
import type { SentinelSearch } from '../placeholders/search.ts';
import type { Access } from './access.ts';
import type { HostPattern } from './host-pattern.ts';
import type { Network } from './network.ts';
import type { NoProxyEntry } from './no-proxy.ts';
import type { PathPattern } from './path-pattern.ts';

/** A placeholder with the sentinel that programs of the sandbox send. */
export interface CompiledPlaceholder extends PushedPlaceholder {
  readonly sentinel: string;
}

export interface CompiledRule {
  /** Position of the rule in the configuration. Rules with lower positions match first. */
  readonly index: number;
  readonly name: string;
  readonly hosts: readonly HostPattern[];
  /** Path patterns, or an empty list to match all paths. */
  readonly paths: readonly PathPattern[];
  /** Headers that a request must have. Names of required headers are in lower case. */
  readonly matchHeaders: readonly { name: string; value: string }[];
  readonly noProxy: readonly NoProxyEntry[];
  readonly headers: readonly PushedHeader[];
  readonly placeholders: readonly CompiledPlaceholder[];
  readonly budget: PushedRule['budget'];
  readonly sign: PushedRule['sign'];
  /** Normalized names of the client's headers that the signature of the rule replaces. */
  readonly replacedHeaders: readonly string[];
  /**
   * Headers that replace the client's headers of the same names: the rule's headers and, for a rule with a secret, the
   * header that prevents compression.
   */
  readonly sent: readonly { name: string; value: string }[];
  /**
   * True if any header of the rule is secret, or the rule has placeholders or signs requests. Secrets are sent only over
   * TLS, and a wildcard rule does not send them to names across a public suffix.
   */
  readonly hasSecret: boolean;
  /** Byte sequences of the rule's secrets, which are masked in responses. */
  readonly needles: readonly Buffer[];
}

/** Compiled, immutable network policy of a sandbox. */
export interface Policy {
  readonly rules: readonly CompiledRule[];
  readonly noProxy: readonly NoProxyEntry[];
  readonly access: Access;
  /** Special-purpose addresses that the operator permits. */
  readonly privateNetworks: readonly Network[];
  /**
   * Search for the sentinels of all rules, or null if no rule has placeholders. With a search, connections to hosts
   * without rules are intercepted too.
   */
  readonly sentinels: SentinelSearch | null;
  /** Rules by host. The map's key is `=name` for exact patterns and `.domain` for wildcards. */
  readonly byHost: ReadonlyMap<string, readonly { rule: CompiledRule; pattern: HostPattern }[]>;
}
