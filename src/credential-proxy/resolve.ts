import type { ProxyConfig } from '../contract/sandbox.ts';
import { type CompileResult, compilePolicy } from './policy/compile.ts';
import type { PushedRule, PushProblem, SandboxPush } from './push.ts';
import { resolveAccess } from './resolve/access.ts';
import { placeIn } from './resolve/place.ts';
import { resolveRule } from './resolve/rule.ts';
import { ANY_VALUE, type SecretSource } from './resolve/source.ts';

export type { SecretSource } from './resolve/source.ts';

/** A configuration with everything filled in: the parts of a push that come from it, and what the box is told. */
export interface ResolvedConfig extends Pick<SandboxPush, 'rules' | 'noProxy' | 'access'> {
  /** `env_vars` of the rules that are on; where two rules name one variable the first wins. */
  envVars: Record<string, string>;
}

export type ResolveResult =
  | {
      kind: 'resolved';
      config: ResolvedConfig /** What is allowed but surely not meant. */;
      warnings: string[];
    }
  /** `loc` is the place in the configuration, such as `['rules', 0, 'headers', 1, 'value']`. */
  | { kind: 'refused'; problems: PushProblem[] };

/** Bytes of JSON that one configuration may have (facts D.4). */
export const MAX_CONFIG_BYTES = 64 * 1024;

/**
 * Fills in a sandbox's configuration at the moment of a push (spec §2.10 "resolved at push time"), or says all that
 * is wrong with it: unknown secrets by their keys, patterns, names, values, what our proxy does not serve. No message
 * has a value of a secret. What comes out is taken by `compilePolicy`.
 */
export function resolveProxyConfig(config: ProxyConfig, source: SecretSource): ResolveResult {
  const problems = [...tooLarge(config), ...notServed(config)];
  return problems.length > 0 ? { kind: 'refused', problems } : filledIn(config, source, problems);
}

/**
 * Checks the form of a configuration that another proxy will serve: provider rules, callbacks and regular expressions
 * are its own business, and every secret is taken to be there. Undefined opaque values are a problem all the same.
 */
export function checkProxyConfig(config: ProxyConfig): { problems: PushProblem[]; warnings: string[] } {
  const plain = withoutForeign(config);
  const large = tooLarge(config);
  const resolved = filledIn(plain, { ...ANY_VALUE, opaque: () => undefined }, large);
  return resolved.kind === 'refused'
    ? { problems: resolved.problems, warnings: [] }
    : { problems: [], warnings: resolved.warnings };
}

function filledIn(config: ProxyConfig, source: SecretSource, problems: PushProblem[]): ResolveResult {
  const access = resolveAccess(config.access_control, problems);
  const given = config.rules ?? [];
  const rules = given.map((rule, index) => resolveRule(rule, index, source, problems));
  const noProxy = config.no_proxy ?? [];
  const compile = (those: PushedRule[]): CompileResult =>
    compilePolicy({ rules: those, noProxy, access, privateNetworks: [] });
  // Rules that are off are checked as well: switching one on later must not be the first time that it is read.
  const all = compile(rules);
  if (all.kind === 'refused') {
    problems.push(...all.problems.map(({ loc, msg }) => ({ loc: placeIn(config, loc), msg })));
  }
  if (problems.length > 0) return { kind: 'refused', problems };
  const isOn = (_: unknown, index: number): boolean => given[index]?.enabled !== false;
  const active = rules.filter(isOn);
  const compiled = compile(active);
  const variables = given.filter(isOn).flatMap((rule) => Object.entries(rule.env_vars ?? {}));
  return {
    kind: 'resolved',
    config: { rules: active, noProxy, access, envVars: Object.fromEntries(variables.reverse()) },
    warnings: compiled.kind === 'compiled' ? compiled.warnings : [],
  };
}

function tooLarge(config: ProxyConfig): PushProblem[] {
  const isLarge = Buffer.byteLength(JSON.stringify(config)) > MAX_CONFIG_BYTES;
  return isLarge ? [{ loc: [], msg: `a configuration has at most ${MAX_CONFIG_BYTES} bytes of JSON` }] : [];
}

/** What the hosted service has and we do not: refused by name, never ignored. */
function notServed(config: ProxyConfig): PushProblem[] {
  const callbacks = (config.callbacks ?? []).length > 0;
  return [
    ...(callbacks
      ? [{ loc: ['callbacks'], msg: 'callbacks are not served by this proxy: use headers' }]
      : []),
    ...(config.rules ?? []).flatMap((rule, index) =>
      isProvider(rule)
        ? [
            {
              loc: ['rules', index, 'type'],
              msg: 'rules of this type are not served by this proxy: use headers',
            },
          ]
        : [],
    ),
  ];
}

function isProvider(rule: { type?: string | null | undefined }): boolean {
  return rule.type !== undefined && rule.type !== null && rule.type !== '';
}

/** The configuration with what only the hosted service reads put aside; places stay as they are. */
function withoutForeign(config: ProxyConfig): ProxyConfig {
  const plain = (list: string[] | null | undefined): string[] | null | undefined =>
    list?.map((entry) => (entry.startsWith('~') ? 'regular-expression.invalid' : entry));
  const access = config.access_control;
  return {
    ...config,
    callbacks: [],
    access_control: access && { allow_list: plain(access.allow_list), deny_list: plain(access.deny_list) },
    rules: config.rules?.map((rule) =>
      isProvider(rule) ? { name: rule.name, match_hosts: ['provider.invalid'], enabled: false } : rule,
    ),
  };
}
