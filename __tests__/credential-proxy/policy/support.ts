import { parseAuthority } from '../../../src/credential-proxy/canonical/authority.ts';
import { chooseRule, decide } from '../../../src/credential-proxy/policy/decide.ts';
import { compilePolicy, type PolicySource } from '../../../src/credential-proxy/policy/compile.ts';
import type { Scheme } from '../../../src/credential-proxy/policy/host-pattern.ts';
import type { Policy } from '../../../src/credential-proxy/policy/model.ts';
import type { PushedHeader, PushedRule } from '../../../src/credential-proxy/messages.ts';

/** A header whose value is a secret, made up. */
export const secretHeader = (name = 'Authorization', value = 'Bearer made-up-value'): PushedHeader => ({
  name,
  value,
  secret: true,
  needles: [],
});

export const plainHeader = (name = 'X-Plain', value = 'plain'): PushedHeader => ({
  name,
  value,
  secret: false,
  needles: [],
});

/** A rule for `api.test` with a secret, unless said otherwise. */
export const ruleOf = (over: Partial<PushedRule> = {}): PushedRule => ({
  name: 'api',
  matchHosts: ['api.test'],
  matchPaths: [],
  matchHeaders: [],
  noProxy: [],
  headers: [secretHeader()],
  ...over,
});

export const sourceOf = (rules: PushedRule[], over: Partial<PolicySource> = {}): PolicySource => ({
  rules,
  noProxy: [],
  access: { kind: 'open' },
  privateNetworks: [],
  ...over,
});

/** A policy that must compile. */
export function policyOf(rules: PushedRule[], over: Partial<PolicySource> = {}): Policy {
  const compiled = compilePolicy(sourceOf(rules, over));
  if (compiled.kind === 'refused') throw new Error(JSON.stringify(compiled.problems));
  return compiled.policy;
}

export const problemsOf = (rules: PushedRule[], over: Partial<PolicySource> = {}) => {
  const compiled = compilePolicy(sourceOf(rules, over));
  return compiled.kind === 'refused' ? compiled.problems : [];
};

export const warningsOf = (rules: PushedRule[], over: Partial<PolicySource> = {}): string[] => {
  const compiled = compilePolicy(sourceOf(rules, over));
  if (compiled.kind === 'refused') throw new Error(JSON.stringify(compiled.problems));
  return compiled.warnings;
};

export interface TestRequest {
  scheme: Scheme;
  authority: string;
  target: string;
  method?: string;
  headers?: string[];
}

/** What becomes of a request: the name of its rule, or the reason why it has none. */
export function outcome(policy: Policy, asked: TestRequest): string {
  const authority = parseAuthority(asked.authority, asked.scheme === 'https' ? 443 : 80);
  if (!authority.ok) return 'bad-authority';
  const decision = decide(policy, asked.scheme, authority.value);
  if (decision.kind !== 'intercept') return decision.reason;
  const choice = chooseRule(decision.candidates, {
    scheme: asked.scheme,
    method: asked.method ?? 'GET',
    target: asked.target,
    headers: asked.headers ?? [],
  });
  return choice.kind === 'inject' ? `rule ${choice.rule.name}` : choice.reason;
}

/** The same of a URL. */
export function outcomeOf(policy: Policy, url: string, more: Partial<TestRequest> = {}): string {
  const [, scheme, authority = '', target = ''] = /^(https?):\/\/([^/]*)(.*)$/.exec(url) ?? [];
  return outcome(policy, {
    scheme: scheme === 'http' ? 'http' : 'https',
    authority,
    target: target || '/',
    ...more,
  });
}
