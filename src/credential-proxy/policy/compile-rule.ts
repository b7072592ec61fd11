import { normalizeHeaderName, headerNameProblem, headerValueProblem } from '../headers/names.ts';
import { needlesOf } from '../mask/needles.ts';
import type { PushedRule, PushProblem } from '../push.ts';
import { type HostPattern, parseHostPattern } from './host-pattern.ts';
import { POLICY_LIMITS } from './limits.ts';
import type { CompiledRule } from './model.ts';
import { parseNoProxy } from './no-proxy.ts';
import { parseEach } from './parse-each.ts';
import { parsePathPattern } from './path-pattern.ts';
import { isPublicSuffix } from './public-suffix.ts';

type Loc = PushProblem['loc'];

/** Reads one rule; what is wrong with it is added to `problems`. */
export function compileRule(rule: PushedRule, index: number, problems: PushProblem[]): CompiledRule {
  const at: Loc = ['rules', index];
  const hasSecret = rule.headers.some((header) => header.secret);
  if (rule.name === '') problems.push({ loc: [...at, 'name'], msg: 'a rule has a name' });
  if (rule.matchHosts.length === 0) {
    problems.push({ loc: [...at, 'matchHosts'], msg: 'a rule names at least one host' });
  }
  checkHeaders(rule.headers, [...at, 'headers'], problems);
  checkMatchHeaders(rule.matchHeaders, [...at, 'matchHeaders'], problems);
  const parseHost = (text: string) => guarded(parseHostPattern(text), hasSecret);
  return {
    index,
    name: rule.name,
    hosts: parseEach(rule.matchHosts, [...at, 'matchHosts'], POLICY_LIMITS.hosts, parseHost, problems),
    paths: parseEach(rule.matchPaths, [...at, 'matchPaths'], POLICY_LIMITS.paths, parsePathPattern, problems),
    matchHeaders: rule.matchHeaders.map(({ name, value }) => ({ name: name.toLowerCase(), value })),
    noProxy: parseEach(rule.noProxy, [...at, 'noProxy'], POLICY_LIMITS.noProxy, parseNoProxy, problems),
    headers: rule.headers,
    sent: hasSecret ? withPlainAnswers(rule.headers) : rule.headers,
    hasSecret,
    needles: needlesOf(rule.headers),
  };
}

/**
 * Nothing can be searched in a compressed answer, and nearly every client asks for one: where a secret goes out, the
 * answer is asked for as it is. A rule that says itself what it takes is not gainsaid.
 */
function withPlainAnswers(headers: PushedRule['headers']): { name: string; value: string }[] {
  const isSaid = headers.some(({ name }) => normalizeHeaderName(name) === 'accept-encoding');
  return isSaid ? headers : [...headers, { name: 'Accept-Encoding', value: 'identity' }];
}

/** Anyone can get a name below a public suffix: no secret goes there by wildcard. */
function guarded(
  parsed: ReturnType<typeof parseHostPattern>,
  hasSecret: boolean,
): ReturnType<typeof parseHostPattern> {
  const isOpenToAll = (pattern: HostPattern): boolean =>
    pattern.kind === 'below' && isPublicSuffix(pattern.host.text);
  return hasSecret && parsed.ok && isOpenToAll(parsed.value)
    ? {
        ok: false,
        reason: 'anyone can get a name below this public suffix: name the hosts that get the secret',
      }
    : parsed;
}

function checkHeaders(headers: PushedRule['headers'], loc: Loc, problems: PushProblem[]): void {
  tooMany(headers.length, POLICY_LIMITS.headers, loc, problems);
  for (const [index, header] of headers.entries()) {
    const name = headerNameProblem(header.name, header.secret);
    if (name !== undefined) problems.push({ loc: [...loc, index, 'name'], msg: name });
    const value = headerValueProblem(header.value);
    if (value !== undefined) problems.push({ loc: [...loc, index, 'value'], msg: `the value ${value}` });
  }
  const characters = headers.reduce((sum, { value }) => sum + value.length, 0);
  if (characters > POLICY_LIMITS.headerValues) {
    problems.push({ loc, msg: `the values have at most ${POLICY_LIMITS.headerValues} characters together` });
  }
  sameLooks(headers, loc, problems);
}

function checkMatchHeaders(headers: PushedRule['matchHeaders'], loc: Loc, problems: PushProblem[]): void {
  tooMany(headers.length, POLICY_LIMITS.matchHeaders, loc, problems);
  for (const [index, header] of headers.entries()) {
    const name = headerNameProblem(header.name, false);
    if (name !== undefined) problems.push({ loc: [...loc, index, 'name'], msg: name });
    const value = headerValueProblem(header.value);
    if (value !== undefined) problems.push({ loc: [...loc, index, 'value'], msg: `the value ${value}` });
  }
  sameLooks(headers, loc, problems);
}

function tooMany(count: number, limit: number, loc: Loc, problems: PushProblem[]): void {
  if (count > limit) problems.push({ loc, msg: `there are at most ${limit} entries` });
}

function sameLooks(headers: readonly { name: string }[], loc: Loc, problems: PushProblem[]): void {
  const seen = new Set<string>();
  for (const [index, { name }] of headers.entries()) {
    const look = normalizeHeaderName(name);
    if (seen.has(look)) {
      problems.push({ loc: [...loc, index, 'name'], msg: 'another header of this rule has this name' });
    }
    seen.add(look);
  }
}
