import { barredBy } from './access.ts';
import { coversPattern, type HostPattern, SCHEME_PORTS } from './host-pattern.ts';
import type { CompiledRule, Policy } from './model.ts';
import { coversPath } from './path-pattern.ts';
import { crossesPublicSuffix } from './public-suffix.ts';

/** What is allowed but surely not meant: rules that no request can reach (facts D.4). Never a value. */
export function warningsAbout(policy: Policy): string[] {
  return policy.rules.flatMap((rule) => {
    const above = policy.rules.slice(0, rule.index).find((earlier) => covers(earlier, rule));
    return [
      ...(above === undefined
        ? []
        : [`rule "${rule.name}" can never match: "${above.name}" above it takes every request`]),
      ...(isBarred(policy, rule)
        ? [`rule "${rule.name}" can never match: access_control lets none of its hosts through`]
        : []),
    ];
  });
}

/** Whether every request that `later` holds is held by `earlier`; in doubt, no. */
function covers(earlier: CompiledRule, later: CompiledRule): boolean {
  if (earlier.noProxy.length > 0) return false;
  const hostsCovered = later.hosts.every((pattern) =>
    earlier.hosts.some((wider) => coversPattern(wider, pattern) && !mayBeStrangers(earlier, wider, pattern)),
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

/** A secret rule's wildcard leaves out names below a public suffix. */
function mayBeStrangers(rule: CompiledRule, wider: HostPattern, pattern: HostPattern): boolean {
  return rule.hasSecret && wider.kind === 'below' && crossesPublicSuffix(wider.host.text, pattern.host.text);
}

function isBarred(policy: Policy, rule: CompiledRule): boolean {
  return rule.hosts.every((pattern) => {
    // A wildcard's names are many: a list may name some of them.
    if (pattern.kind === 'below') return false;
    const ports = pattern.port === null ? Object.values(SCHEME_PORTS) : [pattern.port];
    return ports.every(
      (port) => barredBy(policy.access, pattern.host, port, pattern.port !== null) !== undefined,
    );
  });
}
