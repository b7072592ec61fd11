import {
  type Authority,
  formatAuthority,
  invalid,
  ok,
  parseAuthority,
  type Parsed,
} from '../canonical/authority.ts';
import type { Explanation } from '../messages.ts';
import { chooseRule, type ConnectionDecision, decideConnection, excludedRule } from './decide.ts';
import { credentialHeaders } from '../signing/check-signing.ts';
import { scopeOf } from '../signing/aws-scope.ts';
import { SCHEME_PORTS, type Scheme } from './host-pattern.ts';
import type { CompiledRule, Policy } from './model.ts';

/**
 * Returns how the proxy would handle a GET of this URL, with the functions that handle real requests, but without a
 * request or a name lookup. The returned URL has no user name and no query, because both might be secret.
 */
export function explain(policy: Policy, url: string, usesLeft: UsesLeft = () => null): Explanation {
  const parsed = parseUrl(url);
  if (!parsed.ok) return explained('', 'refuse', 'bad-url', parsed.reason);
  const { scheme, authority, target } = parsed.value;
  const shown = `${scheme}://${formatAuthority(authority, SCHEME_PORTS[scheme])}${target.split('?', 1)[0]}`;
  const decision = decideConnection(policy, scheme, authority);
  if (decision.kind !== 'intercept') {
    const kind = decision.kind === 'tunnel' && scheme === 'http' ? 'forward' : decision.kind;
    const leftOut = excludedRule(policy, scheme, authority.host, authority.port);
    const detail =
      decision.kind === 'tunnel' && leftOut !== undefined
        ? `rule "${leftOut.name}" is not applied, because anyone can register a name under the suffix of its wildcard (a public suffix): write the exact host`
        : DETAILS[decision.reason];
    return explained(shown, kind, decision.reason, detail);
  }
  const choice = chooseRule(decision.candidates, { scheme, method: 'GET', target, headers: [] });
  switch (choice.kind) {
    case 'inject':
      return {
        ...explained(
          shown,
          'inject',
          choice.reason,
          injection(choice.rule, authority.host.text, usesLeft(choice.rule)),
        ),
        rule: choice.rule.name,
        headers: addedHeaders(choice.rule),
      };
    case 'forward':
      if (decision.candidates.length === 0) {
        return explained(shown, 'forward', 'no-rule-for-host', DETAILS['no-rule-for-host']);
      }
      return explained(
        shown,
        'forward',
        choice.reason,
        'the host has rules, but none for this path and these headers',
      );
    case 'refuse':
      return explained(shown, 'refuse', choice.reason, choice.detail);
  }
}

/** Returns the number of uses of a rule that are left, or null if the rule has no limit. */
type UsesLeft = (rule: CompiledRule) => number | null;

/** Returns the names of the headers that a rule adds to a request, including the headers with its signature. */
export function addedHeaders({ headers, sign }: Pick<CompiledRule, 'headers' | 'sign'>): string[] {
  return [...headers.map(({ name }) => name), ...credentialHeaders(sign)];
}

/** Returns the effect of a rule on requests to a host, and the rest of its budget. */
function injection({ placeholders, budget, sign }: CompiledRule, host: string, left: number | null): string {
  const names = placeholders.map(({ env }) => env).join(', ');
  const until = budget?.until ?? null;
  return [
    'the rule adds its headers',
    ...(names === '' ? [] : [`the rule replaces the placeholders ${names}`]),
    ...(sign === null ? [] : [signature(sign, host)]),
    ...(left === null ? [] : [`uses left: ${left}`]),
    ...(until === null ? [] : [`until ${new Date(until).toISOString()}`]),
  ].join('; ');
}

function signature(sign: NonNullable<CompiledRule['sign']>, host: string): string {
  if (sign.kind === 'hmac') return `the rule signs requests with HMAC ${sign.algorithm}`;
  const scope = scopeOf(sign, host);
  return scope === undefined
    ? 'the proxy refuses requests, because the region or service of AWS is unknown, or the host belongs to another region than the rule'
    : `the rule signs requests for AWS, region ${scope.region}, service ${scope.service}`;
}

const DETAILS: Record<Exclude<ConnectionDecision, { kind: 'intercept' }>['reason'], string> = {
  'port-not-allowed': 'only ports 80 and 443 are open unless access_control or a rule specifies the port',
  'not-on-allow-list': 'access_control has an allow list, and this host and port are not on it',
  'on-deny-list': 'access_control denies this host',
  'no-proxy': 'no_proxy lists this host, so its traffic is forwarded unread',
  'no-rule-for-host': 'no rule matches this host and port, so the request is forwarded without a credential',
};

function explained(
  url: string,
  decision: Explanation['decision'],
  reason: string,
  detail: string,
): Explanation {
  return { url, decision, reason, rule: null, headers: [], detail };
}

/** Parses a URL without the platform's parser, which would normalize the path that the caller wants explained. */
function parseUrl(url: string): Parsed<{ scheme: Scheme; authority: Authority; target: string }> {
  const parts = /^(https?):\/\/([^/?#]*)([^#]*)$/i.exec(url);
  if (parts === null) return invalid('must be an http or https URL without a fragment');
  const [, schemeText = '', authorityText = '', target = ''] = parts;
  const scheme = schemeText.toLowerCase() === 'http' ? 'http' : 'https';
  const authority = parseAuthority(authorityText, SCHEME_PORTS[scheme]);
  if (!authority.ok) return authority;
  return ok({ scheme, authority: authority.value, target: target.startsWith('/') ? target : `/${target}` });
}
