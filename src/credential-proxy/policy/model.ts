import type { PushedHeader } from '../messages.ts';
import type { Access } from './access.ts';
import type { HostPattern } from './host-pattern.ts';
import type { Network } from './network.ts';
import type { NoProxyEntry } from './no-proxy.ts';
import type { PathPattern } from './path-pattern.ts';

/** A compiled rule. */
export interface CompiledRule {
  /** Its position: lower ones match first. */
  readonly index: number;
  readonly name: string;
  readonly hosts: readonly HostPattern[];
  /** Empty = all paths. */
  readonly paths: readonly PathPattern[];
  /** Lower-case names. */
  readonly matchHeaders: readonly { name: string; value: string }[];
  readonly noProxy: readonly NoProxyEntry[];
  readonly headers: readonly PushedHeader[];
  /** What replaces the client's headers: `headers`, and for a rule with a secret what keeps responses uncompressed. */
  readonly sent: readonly { name: string; value: string }[];
  /** Whether any of its headers is secret: sent over TLS only, and never below a public suffix by wildcard. */
  readonly hasSecret: boolean;
  /** The byte sequences to mask in its responses. */
  readonly needles: readonly Buffer[];
}

/** What a sandbox may do; immutable. */
export interface Policy {
  readonly rules: readonly CompiledRule[];
  readonly noProxy: readonly NoProxyEntry[];
  readonly access: Access;
  /** Special addresses that the operator allows. */
  readonly privateNetworks: readonly Network[];
  /** The rules of a host: under `=name` for exact patterns, under `.domain` for wildcards. */
  readonly byHost: ReadonlyMap<string, readonly { rule: CompiledRule; pattern: HostPattern }[]>;
}
