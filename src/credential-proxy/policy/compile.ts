import type { PushProblem, SandboxPush } from '../push.ts';
import { type Parsed, ok, invalid } from '../canonical/checked.ts';
import { compileAccess } from './compile-access.ts';
import { compileRule } from './compile-rule.ts';
import { hostKey } from './candidates.ts';
import type { HostPattern } from './host-pattern.ts';
import { POLICY_LIMITS } from './limits.ts';
import type { CompiledRule, Policy } from './model.ts';
import { type Network, parseNetwork } from './network.ts';
import { parseEach } from './parse-each.ts';
import { exemptsPattern, parseNoProxy } from './no-proxy.ts';
import { policyWarnings } from './warnings.ts';

/** What a policy is made of. */
export type PolicySource = Pick<SandboxPush, 'rules' | 'noProxy' | 'access' | 'privateNetworks'>;

export type CompileResult =
  | {
      kind: 'compiled';
      policy: Policy /** Plain sentences: what is allowed but surely not meant. */;
      warnings: string[];
    }
  | { kind: 'refused'; problems: PushProblem[] };

/**
 * Makes a pushed configuration ready to be asked, or says all that is wrong with it (facts D.4). `loc` of a problem
 * is the place in the push; no message has a header's value.
 */
export function compilePolicy(source: PolicySource): CompileResult {
  const problems: PushProblem[] = [];
  const noProxy = parseEach(source.noProxy, ['noProxy'], POLICY_LIMITS.noProxy, parseNoProxy, problems);
  const privateNetworks = parseEach(
    source.privateNetworks,
    ['privateNetworks'],
    POLICY_LIMITS.networks,
    parseRange,
    problems,
  );
  const access = compileAccess(source.access, problems);
  if (source.rules.length > POLICY_LIMITS.rules) {
    problems.push({ loc: ['rules'], msg: `there are at most ${POLICY_LIMITS.rules} rules` });
  }
  const rules = source.rules.map((rule, index) => compileRule(rule, index, problems));
  problems.push(...sameNames(rules), ...neverReached(rules, noProxy));
  if (problems.length > 0) return { kind: 'refused', problems };
  const policy = { rules, noProxy, access, privateNetworks, byHost: indexed(rules) };
  return { kind: 'compiled', policy, warnings: policyWarnings(policy) };
}

function parseRange(text: string): Parsed<Network> {
  const network = parseNetwork(text);
  return network === undefined
    ? invalid('is not a range of addresses, such as 10.0.0.0/8, with all host bits zero')
    : ok(network);
}

function indexed(rules: readonly CompiledRule[]): Policy['byHost'] {
  const byHost = new Map<string, { rule: CompiledRule; pattern: HostPattern }[]>();
  for (const rule of rules) {
    for (const pattern of rule.hosts) {
      const key = hostKey(pattern);
      byHost.set(key, [...(byHost.get(key) ?? []), { rule, pattern }]);
    }
  }
  return byHost;
}

function sameNames(rules: readonly CompiledRule[]): PushProblem[] {
  const seen = new Set<string>();
  return rules.flatMap(({ name, index }) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [{ loc: ['rules', index, 'name'], msg: 'another rule has this name' }];
  });
}

function neverReached(rules: readonly CompiledRule[], noProxy: Policy['noProxy']): PushProblem[] {
  return rules.flatMap((rule) => {
    const exempt = [...noProxy, ...rule.noProxy];
    const isExempted = (pattern: HostPattern): boolean =>
      exempt.some((entry) => exemptsPattern(entry, pattern));
    return rule.hosts.length > 0 && rule.hosts.every(isExempted)
      ? [{ loc: ['rules', rule.index, 'matchHosts'], msg: 'no_proxy takes out every host of this rule' }]
      : [];
  });
}
