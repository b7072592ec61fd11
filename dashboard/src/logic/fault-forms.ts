import { parseExactJson, stringifyExactJson } from '../../../src/contract/exact-json.ts';
import type { FaultRule } from '../../../src/contract/dashboard/faults.ts';

/** A template of a fault rule that users adapt. */
export interface FaultTemplate {
  name: string;
  why: string;
  rule: FaultRule;
}

const template = (
  name: string,
  why: string,
  match: FaultRule['match'],
  then: FaultRule['then'],
  when?: FaultRule['when'],
  // oxlint-disable-next-line unicorn/no-thenable -- the fixed shape calls it so, and nothing awaits a rule
): FaultTemplate => ({ name, why, rule: { match, ...(when === undefined ? {} : { when }), then } });

const CONTROL_PLANE = { surface: 'control-plane', path: '/v2/**' } as const;
const ONCE = { times: 1 } as const;

export const FAULT_TEMPLATES: readonly FaultTemplate[] = [
  template(
    'A gateway’s 502 page, once',
    'The client receives HTML instead of JSON',
    CONTROL_PLANE,
    { status: 502, body: '<html><body>502 Bad Gateway</body></html>', content_type: 'text/html' },
    ONCE,
  ),
  template(
    'Too many requests',
    'The client must wait until Retry-After',
    CONTROL_PLANE,
    { status: 429, retry_after: 2 },
    { nth: [1, 2] },
  ),
  template(
    'The response to a create is lost',
    'The deployment exists, but its client does not know',
    { surface: 'control-plane', method: 'POST', path: '/v2/deployments' },
    { drop_answer: true },
    ONCE,
  ),
  template(
    'A slow response body',
    'The client needs a time limit',
    { surface: 'agent-server' },
    { slow: { chunks: 20, delay_ms: 500 } },
    ONCE,
  ),
  template(
    'A truncated response body',
    'The client receives half of the response',
    CONTROL_PLANE,
    { truncate_at: 40 },
    ONCE,
  ),
  template('Builds never end', 'A client that waits must give up', { stage: 'BUILDING' }, { stall: true }),
  template(
    'The next deploy fails',
    'The client must report the reason',
    { stage: 'DEPLOYING' },
    { fail: 'no room' },
    ONCE,
  ),
  template('Health checks flap', 'Unhealthy three times, then healthy', { stage: 'SERVING' }, { flap: 3 }),
];

const isLifecycleRule = (rule: FaultRule): boolean => 'stage' in rule.match || 'deployment' in rule.match;

/** Returns a one-line description of a rule. */
export function describeRule(rule: FaultRule): string {
  return `${matchText(rule.match)} · ${whenText(rule.when ?? {})} ${effectText(rule.then)}`;
}

/** Words for the stages of a revision. */
const STAGE_WORDS: Readonly<Record<string, string>> = {
  BUILDING: 'building',
  DEPLOYING: 'starting',
  SERVING: 'serving',
};

function matchText(match: FaultRule['match']): string {
  const { surface, method, path, stage, deployment } = match;
  if (stage !== undefined) {
    return `${text(deployment, 'every deployment')} while ${STAGE_WORDS[text(stage, '?')] ?? text(stage, '?')}`;
  }
  const request = `${text(method, 'any method')} ${text(path, 'any path')}`;
  return surface === undefined ? request : `${request} of ${text(surface, '')}`;
}

function whenText(when: Readonly<Record<string, unknown>>): string {
  const { nth, every, times, probability } = when;
  if (Array.isArray(nth)) return `matches ${nth.join(', ')}`;
  if (typeof every === 'number') return `one of every ${every}`;
  if (typeof times === 'number') return times === 1 ? 'once' : `the first ${times}`;
  if (typeof probability === 'number') return `${Math.round(probability * 100)} % of them`;
  return 'always';
}

function effectText(then: FaultRule['then']): string {
  const words = Object.entries(then).map(([name, value]) => {
    if (value === true) return name.replaceAll('_', ' ');
    return `${name.replaceAll('_', ' ')} ${typeof value === 'object' ? stringifyExactJson(value) : text(value, '')}`;
  });
  return `→ ${words.join(', ')}`;
}

const text = (value: unknown, fallback: string): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : fallback;

export type FaultKind = 'answer' | 'silence' | 'shape' | 'stage' | 'serving';

/** Form fields of each kind of rule. The emulator accepts any combination of the fields of one kind of rule. */
export const FAULT_FIELDS: Readonly<Record<FaultKind, readonly FaultField[]>> = {
  answer: ['status', 'body', 'content_type', 'retry_after', 'delay_ms'],
  silence: ['drop_answer', 'reset', 'hang', 'delay_ms'],
  shape: ['truncate_at', 'slow', 'delay_ms'],
  stage: ['fail', 'stall', 'flap', 'status', 'duration_ms'],
  serving: ['fail', 'flap', 'stall', 'duration_ms'],
};

export type FaultField =
  | 'status'
  | 'body'
  | 'content_type'
  | 'retry_after'
  | 'delay_ms'
  | 'drop_answer'
  | 'reset'
  | 'hang'
  | 'truncate_at'
  | 'slow'
  | 'fail'
  | 'stall'
  | 'flap'
  | 'duration_ms';

/** Returns the kind of form that can edit a rule. */
export function kindOfRule(rule: FaultRule): FaultKind {
  if (isLifecycleRule(rule)) return rule.match['stage'] === 'SERVING' ? 'serving' : 'stage';
  if ('drop_answer' in rule.then || 'reset' in rule.then || 'hang' in rule.then) return 'silence';
  return 'truncate_at' in rule.then || 'slow' in rule.then ? 'shape' : 'answer';
}

/** Texts of a rule's form, keyed by field names that begin with `match.`, `when.` or `then.`. */
export type RuleTexts = Readonly<Record<string, string>>;

/** Converts a rule to the texts of its form. */
export function textsOfRule(rule: FaultRule): RuleTexts {
  const texts: Record<string, string> = {};
  const write = (value: unknown): string => (typeof value === 'string' ? value : stringifyExactJson(value));
  for (const [name, value] of Object.entries(rule.match)) texts[`match.${name}`] = write(value);
  for (const [name, value] of Object.entries(rule.then)) texts[`then.${name}`] = write(value);
  const [when] = Object.entries(rule.when ?? {});
  if (when !== undefined) {
    texts['when'] = when[0];
    texts['when.value'] = Array.isArray(when[1]) ? when[1].join(', ') : write(when[1]);
  }
  return texts;
}

/** Fields whose values remain strings. The values of all other fields are parsed as numbers, booleans or JSON. */
const TEXTS: readonly string[] = ['content_type', 'fail'];

/**
 * Converts a form to a rule, or returns the problem with a missing or unreadable field. The emulator checks the rule
 * when the rule is sent.
 */
export function ruleOfForm(kind: FaultKind, texts: RuleTexts): { rule: FaultRule } | { problem: string } {
  const isStage = kind === 'stage' || kind === 'serving';
  const matchNames = isStage ? ['deployment', 'stage'] : ['surface', 'method', 'path'];
  const match: Record<string, unknown> = {};
  for (const name of matchNames) {
    const value = texts[`match.${name}`]?.trim() ?? '';
    if (value !== '') match[name] = value;
  }
  if (kind === 'serving') match['stage'] = 'SERVING';
  if (kind === 'stage' && match['stage'] === undefined)
    return { problem: 'Enter the stage, such as BUILDING.' };
  const then: Record<string, unknown> = {};
  for (const name of FAULT_FIELDS[kind]) {
    const value = texts[`then.${name}`] ?? '';
    if (value !== '') then[name] = valueOf(kind, name, value);
  }
  if (Object.keys(then).length === 0) return { problem: 'Enter at least one effect.' };
  const when = whenOf(texts);
  if (when === undefined) {
    const isList = texts['when'] === 'nth';
    return {
      problem: isList
        ? 'Enter which matches to affect, such as 1, 3.'
        : 'Enter a number in the field "Which".',
    };
  }
  // oxlint-disable-next-line unicorn/no-thenable -- the fixed shape calls it so, and nothing awaits a rule
  return { rule: { match, ...(Object.keys(when).length === 0 ? {} : { when }), then } };
}

function valueOf(kind: FaultKind, name: FaultField, text: string): unknown {
  // The status of a stage can be any text.
  if (TEXTS.includes(name) || (name === 'status' && kind === 'stage')) return text;
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}

function whenOf(texts: RuleTexts): Record<string, unknown> | undefined {
  const name = texts['when'] ?? '';
  if (name === '') return {};
  const numbers = (texts['when.value'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(Number);
  const [first] = numbers;
  if (first === undefined || numbers.some((one) => !Number.isFinite(one))) return undefined;
  return { [name]: name === 'nth' ? numbers : first };
}
