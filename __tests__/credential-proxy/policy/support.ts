import { parseAuthority } from '../../../src/credential-proxy/canonical/authority.ts';
import { chooseRule, decideConnection } from '../../../src/credential-proxy/policy/decide.ts';
import { compilePolicy, type PolicySource } from '../../../src/credential-proxy/policy/compile.ts';
import type { Scheme } from '../../../src/credential-proxy/policy/host-pattern.ts';
import type { Policy } from '../../../src/credential-proxy/policy/model.ts';
import type { PushedHeader, PushedRule } from '../../../src/credential-proxy/messages.ts';
import { sentinelOf } from '../../../src/credential-proxy/sentinel.ts';
import { pushOf, secretRule } from '../support.ts';

/** Returns a header with a made-up secret value. */
export const secretHeader = (name = 'Authorization', value = 'Bearer made-up-value'): PushedHeader => ({
  name,
  value,
  secret: true,
  needles: [],
});

export const plainHeader = (name = 'X-Plain', value = 'plain'): PushedHeader => ({
  ...secretHeader(name, value),
  secret: false,
});

/** Returns a rule for `api.test` with a secret; `over` replaces fields. */
export const ruleOf = (over: Partial<PushedRule> = {}): PushedRule =>
  secretRule({ headers: [secretHeader()], ...over });

type Over = Partial<PolicySource> & { tokenHash?: string };
const compiledOf = (rules: PushedRule[], over: Over = {}) => {
  const push = pushOf({ rules, ...over });
  return compilePolicy(push, (placeholder) => sentinelOf(push.tokenHash, placeholder));
};
const mustCompile = (...given: Parameters<typeof compiledOf>) => {
  const compiled = compiledOf(...given);
  if (compiled.kind === 'refused') throw new Error(JSON.stringify(compiled.problems));
  return compiled;
};

export const policyOf = (rules: PushedRule[], over?: Over): Policy => mustCompile(rules, over).policy;
export const warningsOf = (rules: PushedRule[], over?: Over): string[] => mustCompile(rules, over).warnings;
export const problemsOf = (rules: PushedRule[], over?: Over) => {
  const compiled = compiledOf(rules, over);
  return compiled.kind === 'refused' ? compiled.problems : [];
};

export interface TestRequest {
  scheme: Scheme;
  authority: string;
  target: string;
  method?: string;
  headers?: string[];
}

/** Returns the name of the rule for a request, or the reason if no rule applies. */
export function outcome(policy: Policy, asked: TestRequest): string {
  const authority = parseAuthority(asked.authority, asked.scheme === 'https' ? 443 : 80);
  if (!authority.ok) return 'bad-authority';
  const decision = decideConnection(policy, asked.scheme, authority.value);
  if (decision.kind !== 'intercept') return decision.reason;
  const choice = chooseRule(decision.candidates, {
    scheme: asked.scheme,
    method: asked.method ?? 'GET',
    target: asked.target,
    headers: asked.headers ?? [],
  });
  return choice.kind === 'inject' ? `rule ${choice.rule.name}` : choice.reason;
}

/** Returns the outcome for a URL. */
export function outcomeOf(policy: Policy, url: string, more: Partial<TestRequest> = {}): string {
  const [, scheme, authority = '', target = ''] = /^(https?):\/\/([^/]*)(.*)$/.exec(url) ?? [];
  return outcome(policy, {
    scheme: scheme === 'http' ? 'http' : 'https',
    authority,
    target: target || '/',
    ...more,
  });
}
