import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseAuthority } from '../../../src/credential-proxy/canonical/authority.ts';
import { canonicalPath } from '../../../src/credential-proxy/canonical/path.ts';
import { maySignFor, permittedNamesOf } from '../../../src/credential-proxy/certificates/authority.ts';
import { decideConnection } from '../../../src/credential-proxy/policy/decide.ts';
import { explain } from '../../../src/credential-proxy/policy/explain.ts';
import {
  coversPattern,
  matchesHost,
  parseHostPattern,
} from '../../../src/credential-proxy/policy/host-pattern.ts';
import {
  coversPath,
  matchesPath,
  parsePathPattern,
} from '../../../src/credential-proxy/policy/path-pattern.ts';
import type { PushedRule } from '../../../src/credential-proxy/messages.ts';
import { outcome, outcomeOf, plainHeader, policyOf, ruleOf, secretHeader, warningsOf } from './support.ts';

const must = <T>(checked: { ok: true; value: T } | { ok: false; reason: string }): T => {
  if (!checked.ok) throw new Error(checked.reason);
  return checked.value;
};

const label = fc.constantFrom('a', 'b', 'svc');
const hostName = fc
  .array(label, { minLength: 1, maxLength: 3 })
  .map((labels) => [...labels, 'test'].join('.'));
const hostPattern = fc
  .tuple(fc.constantFrom('', '*.'), hostName, fc.constantFrom('', ':80', ':443', ':8443'))
  .map((parts) => parts.join(''));
const path = fc.stringMatching(/^\/[ab/]{0,6}$/);
const pathPattern = fc.stringMatching(/^\/[ab/*]{0,6}$/);
const rule = fc.record({
  matchHosts: fc.array(hostPattern, { minLength: 1, maxLength: 3 }),
  matchPaths: fc.array(pathPattern, { maxLength: 3 }),
  secret: fc.boolean(),
});
const rules = fc.array(rule, { minLength: 1, maxLength: 4 }).map((list) =>
  list.map(
    ({ matchHosts, matchPaths, secret }, index): PushedRule =>
      ruleOf({
        name: `r${index}`,
        matchHosts,
        matchPaths,
        headers: [secret ? secretHeader() : plainHeader()],
      }),
  ),
);
const scheme = fc.constantFrom('https' as const, 'http' as const);
const port = fc.constantFrom(80, 443, 8443);

/** Converts a pattern for hosts or paths to a regular expression. */
const asExpression = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/[.]/g, '\\.').replaceAll('*', '.*')}$`);

/** Reference implementation that follows the documentation rule by rule. */
function byTheBook(
  list: PushedRule[],
  asked: { scheme: 'https' | 'http'; host: string; port: number; path: string },
): string {
  const implied = asked.scheme === 'https' ? 443 : 80;
  const holds = (pattern: string): boolean => {
    const [name = '', spelled] = pattern.split(':');
    const isHeld = name.startsWith('*.') ? asked.host.endsWith(name.slice(1)) : asked.host === name;
    return isHeld && asked.port === (spelled === undefined ? implied : Number(spelled));
  };
  const atHost = list.filter(({ matchHosts }) => matchHosts.some(holds));
  const isSpelled = atHost.some(({ matchHosts }) =>
    matchHosts.some((pattern) => holds(pattern) && pattern.includes(':')),
  );
  if (![80, 443].includes(asked.port) && !isSpelled) return 'port-not-allowed';
  if (atHost.length === 0) return 'no-rule-for-host';
  const pick = (read: (text: string) => string) =>
    atHost.find(
      ({ matchPaths }) =>
        matchPaths.length === 0 ||
        matchPaths.some((pattern) => asExpression(read(pattern)).test(read(asked.path))),
    );
  const found = pick((text) => text);
  if (found === undefined) return 'no-rule-for-request';
  // Some servers merge repeated slashes, and a secret must not depend on whether the server merges them.
  const merged = pick((text) => text.replaceAll(/\/{2,}/g, '/'));
  if (found.headers.some(({ secret }) => secret) && merged !== found) return 'ambiguous-path';
  const isPlain = asked.scheme === 'http' && found.headers.some(({ secret }) => secret);
  const isMeant =
    asked.port !== 443 && found.matchHosts.some((pattern) => holds(pattern) && pattern.includes(':'));
  return isPlain && !isMeant ? 'plaintext-credential-refused' : `rule ${found.name}`;
}

describe('the decision of a policy', () => {
  // docs/conformance.md#sandboxcreate-match-paths
  // docs/credential-proxy.md#several-entries
  // docs/credential-proxy.md#list
  test('uses the first rule with a matching host, port and path, like the reference implementation', () => {
    fc.assert(
      fc.property(rules, scheme, hostName, port, path, (list, schemeText, host, at, target) => {
        const asked = { scheme: schemeText, authority: `${host}:${at}`, target };
        expect(outcome(policyOf(list), asked)).toBe(
          byTheBook(list, { scheme: schemeText, host, port: at, path: target }),
        );
      }),
      { numRuns: 500 },
    );
  });

  // docs/credential-proxy.md#explain
  test('agrees with the explanation of the same URL', () => {
    fc.assert(
      fc.property(rules, scheme, hostName, port, path, (list, schemeText, host, at, target) => {
        const policy = policyOf(list);
        const url = `${schemeText}://${host}:${at}${target}`;
        const { rule: name, reason } = explain(policy, url);
        expect(name === null ? reason : `rule ${name}`).toBe(outcomeOf(policy, url));
      }),
    );
  });

  // docs/credential-proxy.md#spelling
  test('does not depend on letter case, a final dot or IPv4-mapping', () => {
    fc.assert(
      fc.property(rules, hostName, path, (list, host, target) => {
        const policy = policyOf(list);
        const plain = outcome(policy, { scheme: 'https', authority: host, target });
        expect(outcome(policy, { scheme: 'https', authority: `${host.toUpperCase()}.:443`, target })).toBe(
          plain,
        );
      }),
    );
  });

  // docs/credential-proxy.md#escapes
  test('does not depend on escaped letters in the path', () => {
    const hex = (text: string): string =>
      [...text].map((letter) => (letter === '/' ? letter : `%${letter.charCodeAt(0).toString(16)}`)).join('');
    fc.assert(
      fc.property(rules, hostName, path, (list, host, target) => {
        const policy = policyOf(list);
        const asked = { scheme: 'https' as const, authority: host };
        expect(outcome(policy, { ...asked, target: hex(target) })).toBe(
          outcome(policy, { ...asked, target }),
        );
      }),
    );
  });

  test('never uses a rule that has an unreachability warning', () => {
    fc.assert(
      fc.property(rules, scheme, hostName, port, path, (list, schemeText, host, at, target) => {
        const met = outcome(policyOf(list), { scheme: schemeText, authority: `${host}:${at}`, target });
        const shadowed = warningsOf(list).filter((warning) => warning.includes('can never match'));
        expect(shadowed.some((warning) => warning.startsWith(`${met.replace(/ (.*)$/, ' "$1"')} `))).toBe(
          false,
        );
      }),
      { numRuns: 500 },
    );
  });

  // docs/credential-proxy/placeholders.md#authority
  test('limits the CA of a sandbox with placeholders to the allow list, or intercepts every host', () => {
    const placeholders = [
      { env: 'KEY', prefix: '', value: 'made-up-value', in: ['header' as const], needles: [] },
    ];
    const rules = [ruleOf({ placeholders })];
    const names = (patterns?: string[]) =>
      permittedNamesOf(policyOf(rules, patterns && { access: { kind: 'allow', patterns } }));
    const listed = names(['docs.example.org', '*.cdn.example.org', '192.0.2.7']);
    expect(maySignFor(listed, 'docs.example.org')).toBe(true);
    expect(maySignFor(listed, 'a.cdn.example.org')).toBe(true);
    expect(maySignFor(listed, 'api.test')).toBe(true);
    expect(maySignFor(listed, 'evil.test')).toBe(false);
    expect(maySignFor(names(), 'evil.test')).toBe(true);
    expect(maySignFor(names(['~^.+$']), 'evil.test')).toBe(true);
  });

  test("intercepts only hosts that the sandbox's CA is allowed to sign for", () => {
    const addressed = fc.constantFrom('10.0.0.1', '[2001:db8::1]', '[::ffff:10.0.0.1]');
    const anyHost = fc.oneof(hostName, addressed);
    const hosts = fc.array(fc.oneof(hostPattern, addressed), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(hosts, anyHost, port, (matchHosts, host, at) => {
        const policy = policyOf([ruleOf({ matchHosts })]);
        const authority = must(parseAuthority(`${host}:${at}`, null));
        if (decideConnection(policy, 'https', authority).kind !== 'intercept') return;
        expect(maySignFor(permittedNamesOf(policy), authority.host.text)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("never throws, and sends a secret only to the secret's hosts", () => {
    const policy = policyOf([ruleOf({ matchHosts: ['api.test', '*.svc.test'], matchPaths: ['/a/*'] })]);
    const near = fc.array(
      fc.constantFrom('api', '.', 'test', 'svc', ':443', '@', '%2e', '\0', 'A', '/a/', '..', '[', ']'),
    );
    const anything = fc.oneof(
      fc.string({ maxLength: 20 }),
      near.map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(anything, anything, (authority, target) => {
        const met = outcome(policy, { scheme: 'https', authority, target: `/${target}` });
        const canonical = parseAuthority(authority, 443);
        const isOurs = canonical.ok && /^(api\.test|.+\.svc\.test)$/.test(canonical.value.host.text);
        expect(met.startsWith('rule') && !isOurs).toBe(false);
      }),
    );
  });
});

describe('the matching of host and path patterns', () => {
  // docs/credential-proxy.md#any-run-characters-slashes-included-all-else-stands
  test('matches the same paths as the corresponding regular expression', () => {
    fc.assert(
      fc.property(pathPattern, path, (pattern, target) => {
        expect(matchesPath(must(parsePathPattern(pattern)), target)).toBe(asExpression(pattern).test(target));
      }),
      { numRuns: 1000 },
    );
  });

  test('is consistent with the detection of unreachable rules for paths', () => {
    fc.assert(
      fc.property(pathPattern, pathPattern, path, (wide, narrow, target) => {
        const [one, other] = [must(parsePathPattern(wide)), must(parsePathPattern(narrow))];
        if (coversPath(one, other) && matchesPath(other, target)) expect(matchesPath(one, target)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('matches with a wider pattern each host that the narrower covered pattern matches', () => {
    fc.assert(
      fc.property(hostPattern, hostPattern, hostName, (wide, narrow, name) => {
        const [one, other] = [must(parseHostPattern(wide)), must(parseHostPattern(narrow))];
        const { host } = must(parseAuthority(name, 443));
        if (coversPattern(one, other) && matchesHost(other, host)) expect(matchesHost(one, host)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('is fast even for the most expensive patterns', () => {
    const pattern = must(parsePathPattern(`/${'*aaaaaaab'.repeat(28)}`));
    const target = `/${'a'.repeat(32_000)}`;
    const started = process.hrtime.bigint();
    expect(matchesPath(pattern, target)).toBe(false);
    expect(canonicalPath(`/${'%41'.repeat(10_000)}`).ok).toBe(true);
    expect(Number(process.hrtime.bigint() - started) / 1e6).toBeLessThan(2000);
  });
});
