import type { ProxyHeader, ProxyRule } from '../../contract/sandbox.ts';
import { type RenderedTemplate, renderTemplate } from '../headers/render.ts';
import type { PushedHeader, PushedRule, PushProblem } from '../push.ts';
import { ANY_VALUE, type SecretSource } from './source.ts';

type Loc = PushProblem['loc'];

/** A rule with its values filled in. Of a rule that is off only the form is looked at: its secrets may be gone. */
export function resolveRule(
  rule: ProxyRule,
  index: number,
  source: SecretSource,
  problems: PushProblem[],
): PushedRule {
  const at: Loc = ['rules', index];
  const given = rule.enabled === false ? ANY_VALUE : source;
  return {
    name: rule.name,
    matchHosts: rule.match_hosts ?? [],
    matchPaths: rule.match_paths ?? [],
    matchHeaders: (rule.match_headers ?? []).map((text, position) =>
      matchHeader(text, [...at, 'match_headers', position], problems),
    ),
    noProxy: rule.no_proxy ?? [],
    headers: (rule.headers ?? []).map((header, position) => {
      const stored = (): string | undefined => given.opaque(index, position);
      const rendered = valueOf(header, given, stored);
      if (rendered.ok) return pushed(header, rendered.value, rendered.secrets);
      const loc = [...at, 'headers', position, 'value'];
      problems.push(...rendered.problems.map((msg) => ({ loc, msg })));
      // Only to have the rest of the rule checked: with a problem nothing is pushed.
      return pushed(header, 'x', []);
    }),
  };
}

function pushed(header: ProxyHeader, value: string, needles: string[]): PushedHeader {
  return { name: header.name, value, secret: header.type !== 'plaintext', needles };
}

function valueOf(
  header: ProxyHeader,
  source: SecretSource,
  stored: () => string | undefined,
): RenderedTemplate {
  const { type, value } = header;
  switch (type) {
    case 'workspace_secret':
      return renderTemplate(value ?? '', (key) => source.secret(key));
    case 'plaintext':
      return literal(value ?? undefined, 'a plaintext header has a value', []);
    case 'opaque': {
      const secret = value ?? (value === undefined ? stored() : undefined);
      return literal(
        secret,
        'an opaque header has a value, or one that is stored already',
        secret === undefined ? [] : [secret],
      );
    }
  }
}

function literal(value: string | undefined, missing: string, secrets: string[]): RenderedTemplate {
  return value === undefined ? { ok: false, problems: [missing] } : { ok: true, value, secrets };
}

/** Reads `name: value` (facts: service §3.4): a lower-case name, an exact value. */
function matchHeader(text: string, loc: Loc, problems: PushProblem[]): { name: string; value: string } {
  const [, name, value] = /^([^:\s]+): ?(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined || name !== name.toLowerCase()) {
    problems.push({ loc, msg: 'is written "name: value", the name in lower case' });
    return { name: `x-malformed-${loc.length}-${String(loc.at(-1))}`, value: 'x' };
  }
  return { name, value };
}
