import type { Authority } from '../canonical/authority.ts';
import { type AccessDenial, accessDenial } from './access.ts';
import { type Candidate, candidatesFor } from './candidates.ts';
import type { Scheme } from './host-pattern.ts';
import type { Policy } from './model.ts';
import { isExempt } from './no-proxy.ts';

/** What is to become of a connection, by its name and port alone: before anything is resolved (facts D.5.4). */
export type ConnectionDecision =
  | { kind: 'deny'; reason: AccessDenial }
  /** Passed on without a look inside, without any credential. */
  | { kind: 'bypass'; reason: 'no-proxy' }
  /** As bypass: no rule holds the place. Over http it is a plain forward. */
  | { kind: 'tunnel'; reason: 'no-rule-for-host' }
  /** To be looked into: `choose` finds the rule of each request. */
  | { kind: 'intercept'; reason: 'rules-for-host'; candidates: readonly Candidate[] };

/**
 * Judges a connection (facts D.4, D.5): CONNECT is `https`, an absolute-form request `http`. Who may not be reached is
 * denied first; `no_proxy` then wins over rules.
 */
export function decide(policy: Policy, scheme: Scheme, { host, port }: Authority): ConnectionDecision {
  const candidates = candidatesFor(policy, scheme, host, port);
  const isNamed = candidates.some((candidate) => candidate.spellsPort);
  const barred = accessDenial(policy.access, host, port, isNamed);
  if (barred !== undefined) return { kind: 'deny', reason: barred };
  if (policy.noProxy.some((entry) => isExempt(entry, host, port)))
    return { kind: 'bypass', reason: 'no-proxy' };
  return candidates.length === 0
    ? { kind: 'tunnel', reason: 'no-rule-for-host' }
    : { kind: 'intercept', reason: 'rules-for-host', candidates };
}
