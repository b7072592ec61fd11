import { accessDenial } from './access.ts';
import { coversPattern, crossesPublicSuffix, type HostPattern, SCHEME_PORTS } from './host-pattern.ts';
import type { CompiledRule, Policy } from './model.ts';
import { type NoProxyEntry, formatNoProxy } from './no-proxy.ts';
import { MIN_NEEDLE_LENGTH } from '../masking.ts';
import { credentialServices, signingSecrets } from '../signing/check-signing.ts';
import { coversPath } from './path-pattern.ts';

/**
 * Returns warnings about probable mistakes in the settings. The warnings contain rules, hosts and headers, but no
 * values.
 */
export function policyWarnings(policy: Policy): string[] {
  return policy.rules.flatMap((rule) => {
    const called = `rule "${rule.name}"`;
    const above = policy.rules.slice(0, rule.index).find((earlier) => covers(earlier, rule));
    const shadow =
      above === undefined
        ? []
        : [`${called} can never match: the earlier rule "${above.name}" matches every request`];
    const barred = isBarred(policy, rule)
      ? [`${called} can never match: access_control blocks all of its hosts`]
      : [];
    const passed = policy.noProxy.filter((entry) => isReadWider(entry, rule)).map(formatNoProxy);
    const passing = passed.map(
      (name) =>
        `no_proxy "${name}" also exempts all names below it in many programs, so that they bypass ${called}`,
    );
    const secrets = [
      ...rule.headers.filter(({ secret }) => secret),
      ...[...rule.placeholders, ...signingSecrets(rule.sign)].map(({ env, value }) => ({ name: env, value })),
    ];
    const short = secrets.filter(({ value }) => value.length < MIN_NEEDLE_LENGTH);
    const unmasked = short.map(
      ({ name }) => `${called}: the secret in ${name} is too short to be masked in responses`,
    );
    const issuing = credentialServices(rule.sign, rule.hosts);
    const issued =
      issuing.length === 0
        ? []
        : [
            `${called} signs requests for ${issuing.join(', ')}, whose responses can contain credentials that work outside the sandbox: remove these hosts, or limit the role`,
          ];
    return [...shadow, ...barred, ...passing, ...unmasked, ...issued];
  });
}

/**
 * Returns true if the entry is a plain name. In NO_PROXY, curl, Go and Python also exempt all names below a plain
 * name.
 */
function isReadWider(entry: NoProxyEntry, rule: CompiledRule): boolean {
  return (
    entry.kind === 'name' &&
    rule.hosts.some(({ host }) => host.kind === 'name' && host.text.endsWith(`.${entry.name}`))
  );
}

/** Returns true only if `earlier` certainly matches every request that `later` matches. */
function covers(earlier: CompiledRule, later: CompiledRule): boolean {
  if (earlier.noProxy.length > 0) return false;
  const hostsCovered = later.hosts.every((pattern) =>
    earlier.hosts.some((wider) => coversPattern(wider, pattern) && !crossesOwners(earlier, wider, pattern)),
  );
  const pathsCovered =
    earlier.paths.length === 0 ||
    (later.paths.length > 0 &&
      later.paths.every((path) => earlier.paths.some((wider) => coversPath(wider, path))));
  const headersCovered = earlier.matchHeaders.every(({ name, value }) =>
    later.matchHeaders.some((header) => header.name === name && header.value === value),
  );
  return hostsCovered && pathsCovered && headersCovered;
}

/**
 * Returns true if the wildcard `wider` does not apply to the pattern's names. A wildcard of a rule with a secret does
 * not apply to names across a public suffix.
 */
function crossesOwners(rule: CompiledRule, wider: HostPattern, pattern: HostPattern): boolean {
  return rule.hasSecret && wider.kind === 'below' && crossesPublicSuffix(wider.host.text, pattern.host.text);
}

function isBarred(policy: Policy, rule: CompiledRule): boolean {
  return rule.hosts.every((pattern) => {
    // The access list might still permit some of the names that the wildcard matches.
    if (pattern.kind === 'below') return false;
    const ports = pattern.port === null ? Object.values(SCHEME_PORTS) : [pattern.port];
    return ports.every(
      (port) => accessDenial(policy.access, pattern.host, port, pattern.port !== null) !== undefined,
    );
  });
}
