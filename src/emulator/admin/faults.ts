import { createListeners } from '../../clients/listeners.ts';
import type { HttpFault, LifecycleFault, LifecycleFaults } from '../ports/faults.ts';
import type { SurfaceName } from '../server/route.ts';
import type { FaultPlan, HttpRule, LifecycleRule, FaultSchedule } from './fault-plan.ts';
import { globMatcher } from '../../contract/glob.ts';

/** Response of GET /_local/faults: the active rules with their counters. */
interface ActiveFaults {
  /** Seed of every rule's `probability`. */
  seed: number;
  rules: ((HttpRule | LifecycleRule) & RuleCounters)[];
}
interface RuleCounters {
  /** Number of matching requests, or of revisions or deployments that entered the stage of a lifecycle rule. */
  matched: number;
  /**
   * Number of matches that the rule affected. If several rules are due for the same match, only the first of these
   * rules affects the match.
   */
  hit: number;
}

export interface FaultRules {
  /** Replaces all rules and resets their counters. `plan` must already be parsed. */
  set(plan: FaultPlan): void;
  clear(): void;
  /** Returns the active rules with their counters. */
  active(): ActiveFaults;
  /** Returns the active rules with the IDs and revisions that are needed to change a single rule. */
  list(): RuleList;
  /** Adds a rule before the rule with the ID `before`, or else at the end. Existing rules keep their counters. */
  add(rule: FaultPlan['rules'][number], before?: string): RuleList;
  /** Replaces a rule and resets its counters. @throws RuleConflict if the rule was changed since `revision`. */
  change(id: string, revision: number, rule: FaultPlan['rules'][number]): RuleList;
  /** Removes a rule. @throws RuleConflict if the rule was changed since `revision`. */
  remove(id: string, revision: number): RuleList;
  /** Removes all rules. @throws RuleConflict if the list was changed since `revision`. */
  removeAll(revision: number): RuleList;
  /** Calls `notify` when rules or counters change. The returned function unsubscribes `notify`. */
  onChange(notify: () => void): () => void;
  /**
   * Counts the request for every rule that matches the request. Returns the effect of the first matching rule that is
   * due, or `undefined` if no matching rule is due.
   */
  decideHttp(surface: SurfaceName, method: string, paths: readonly string[]): HttpFault | undefined;
  readonly lifecycle: LifecycleFaults;
}

/** Active rules with their IDs, and the `revision` of the list, which increases with every change. */
export interface RuleList {
  revision: number;
  seed: number;
  rules: ({ id: string; revision: number; rule: FaultPlan['rules'][number] } & RuleCounters)[];
}

/** Error for a change to a rule that was changed or removed since the client read it. */
export class RuleConflict extends Error {
  override readonly name = 'RuleConflict';
}

interface ArmedHttp extends RuleCounters {
  matches: (surface: SurfaceName, method: string, paths: readonly string[]) => boolean;
  due: Due;
  fault: HttpFault;
}
interface ArmedLifecycle extends RuleCounters {
  stage: string;
  matches: (deployment: string, stage: string) => boolean;
  due: Due;
  fault: LifecycleFault;
  /** Matches so far, keyed by the ID of the revision or deployment. `hit` is true if the rule affected the match. */
  subjects: Map<string, { nth: number; hit: boolean }>;
}
/** Returns whether the rule affects the nth match. */
type Due = (nth: number) => boolean;

/** An active rule and its compiled form, `armed`. */
interface ArmedRule {
  id: string;
  revision: number;
  rule: HttpRule | LifecycleRule;
  armed: ArmedHttp | ArmedLifecycle;
}

/**
 * Creates an empty set of rules. The `seed` applies to plans that contain no seed. The function `changed` is called
 * after every change of a rule.
 */
export function createFaultRules(seed = 1, changed?: () => void): FaultRules {
  let planSeed = seed;
  let rules: ArmedRule[] = [];
  let http: ArmedHttp[] = [];
  let lifecycle: ArmedLifecycle[] = [];
  let revision = 0;
  let lastId = 0;
  const { add: onChange, notify } = createListeners();
  const arm = (rule: HttpRule | LifecycleRule, index: number, id = nextId()): ArmedRule => {
    const drawn = planSeed + index * 7919;
    const armed = isLifecycleRule(rule) ? armLifecycle(rule, drawn) : armHttp(rule, drawn, id);
    return { id, revision, rule, armed };
  };
  const nextId = () => {
    lastId += 1;
    return `rule-${lastId}`;
  };
  const put = (next: ArmedRule[]): void => {
    rules = next;
    http = rules.flatMap(({ armed }) => ('stage' in armed ? [] : [armed]));
    lifecycle = rules.flatMap(({ armed }) => ('stage' in armed ? [armed] : []));
    changed?.();
    notify();
  };
  const set = (given: FaultPlan) => {
    revision += 1;
    planSeed = given.seed ?? seed;
    put(given.rules.map((rule, index) => arm(rule, index)));
  };
  const list = (): RuleList => ({
    revision,
    seed: planSeed,
    rules: rules.map(({ id, revision: own, rule, armed: { matched, hit } }) => ({
      id,
      revision: own,
      rule,
      matched,
      hit,
    })),
  });
  return {
    set,
    clear: () => set({ rules: [] }),
    active: () => ({
      seed: planSeed,
      rules: rules.map(({ rule, armed: { matched, hit } }) => ({ ...rule, matched, hit })),
    }),
    list,
    add(rule, before) {
      const place = before === undefined ? rules.length : findRule(rules, before);
      revision += 1;
      put(rules.toSpliced(place, 0, arm(rule, place)));
      return list();
    },
    change(id, known, rule) {
      const index = findRule(rules, id, known);
      revision += 1;
      put(rules.with(index, arm(rule, index, id)));
      return list();
    },
    remove(id, known) {
      const index = findRule(rules, id, known);
      revision += 1;
      put(rules.toSpliced(index, 1));
      return list();
    },
    removeAll(known) {
      if (known !== revision) throw new RuleConflict('The rules have changed since they were read.');
      set({ rules: [] });
      return list();
    },
    onChange,
    decideHttp(surface, method, paths) {
      const matching = http.filter((rule) => rule.matches(surface, method, paths));
      const fault = countRequest(matching);
      if (matching.length > 0) notify();
      return fault;
    },
    lifecycle: {
      hasRulesFor: (stage) => lifecycle.some((rule) => rule.stage === stage),
      decide(deployment, stage, subjectId) {
        let met: LifecycleFault | undefined;
        for (const rule of lifecycle) {
          if (!rule.matches(deployment, stage)) continue;
          const { matched, hit } = rule;
          met = countSubject(rule, subjectId, met);
          if (rule.matched !== matched || rule.hit !== hit) notify();
        }
        return met;
      },
    },
  };
}

/**
 * Returns the index of the rule with this ID.
 * @throws RuleConflict if the rule was removed, or if its revision is not `known`.
 */
function findRule(rules: readonly ArmedRule[], id: string, known?: number): number {
  const index = rules.findIndex((one) => one.id === id);
  if (index === -1) throw new RuleConflict('This rule was removed after it was read.');
  if (known !== undefined && rules[index]?.revision !== known) {
    throw new RuleConflict('This rule has changed since it was read.');
  }
  return index;
}

/** Counts a request for all rules that match it, and returns the effect of the first rule that is due. */
function countRequest(matching: readonly ArmedHttp[]): HttpFault | undefined {
  let met: HttpFault | undefined;
  for (const rule of matching) {
    rule.matched += 1;
    if (met !== undefined || !rule.due(rule.matched)) continue;
    rule.hit += 1;
    met = rule.fault;
  }
  return met;
}

/**
 * Counts a revision or deployment for a rule that matches it. Returns `met` if an earlier rule already set an effect.
 * Otherwise returns this rule's effect, or `undefined` if the rule is not due.
 */
function countSubject(
  rule: ArmedLifecycle,
  subjectId: string,
  met: LifecycleFault | undefined,
): LifecycleFault | undefined {
  const subject = enter(rule, subjectId);
  if (met !== undefined || !rule.due(subject.nth)) return met;
  if (!subject.hit) rule.hit += 1;
  subject.hit = true;
  return rule.fault;
}

/** Counts a revision or deployment only once, however often the rule is checked. */
function enter(rule: ArmedLifecycle, subjectId: string): { nth: number; hit: boolean } {
  const known = rule.subjects.get(subjectId);
  if (known !== undefined) return known;
  rule.matched += 1;
  const subject = { nth: rule.matched, hit: false };
  rule.subjects.set(subjectId, subject);
  return subject;
}

function armHttp({ match, when, then }: HttpRule, seed: number, id: string): ArmedHttp {
  const path = match.path === undefined ? undefined : globMatcher(match.path);
  const method = match.method?.toUpperCase();
  return {
    matched: 0,
    hit: 0,
    matches: (surface, asked, paths) =>
      (match.surface === undefined || match.surface === surface) &&
      (method === undefined || method === asked) &&
      (path === undefined || paths.some(path)),
    due: dueFrom(when, seed),
    fault: { ...effectOf(then), mark: { rule: id, effects: effectsOf(then) } },
  };
}

/** Returns the names of a rule's effects, except effects whose value is `false`. */
function effectsOf(then: HttpRule['then']): string[] {
  return Object.entries(then).flatMap(([name, value]) => (value === false ? [] : [name]));
}

function effectOf(then: HttpRule['then']): HttpFault {
  const { status, body, retry_after: retryAfter } = then;
  return {
    ...(status === undefined && retryAfter === undefined ? {} : { status: status ?? 429 }),
    ...(body === undefined ? {} : { status: status ?? (retryAfter === undefined ? 200 : 429), body }),
    ...(then.content_type === undefined ? {} : { contentType: then.content_type }),
    ...(retryAfter === undefined
      ? {}
      : {
          retryAfter: typeof retryAfter === 'object' ? { dateInS: retryAfter.date_in_s } : String(retryAfter),
        }),
    ...(then.delay_ms === undefined ? {} : { delayMs: then.delay_ms }),
    ...(then.reset === true ? { reset: true } : {}),
    ...(then.hang === true ? { hang: true } : {}),
    ...(then.drop_answer === true ? { dropAnswer: true } : {}),
    ...(then.truncate_at === undefined ? {} : { truncateAt: then.truncate_at }),
    ...(then.slow === undefined ? {} : { slow: { chunks: then.slow.chunks, delayMs: then.slow.delay_ms } }),
  };
}

function dueFrom(when: FaultSchedule | undefined, seed: number): Due {
  const { nth: some, every, times, probability } = when ?? {};
  if (some !== undefined) {
    const hits = new Set(some);
    return (nth) => hits.has(nth);
  }
  if (every !== undefined) return (nth) => nth % every === 0;
  if (times !== undefined) return (nth) => nth <= times;
  if (probability !== undefined) return (nth) => chance(seed, nth) < probability;
  return () => true;
}

/** Returns a number in [0, 1) that depends only on its arguments (the mixing step of splitmix32). */
function chance(seed: number, nth: number): number {
  let mixed = (seed + Math.imul(nth, 0x9e3779b9)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

function armLifecycle({ match, when, then }: LifecycleRule, seed: number): ArmedLifecycle {
  const deployment = match.deployment === undefined ? () => true : globMatcher(match.deployment);
  return {
    matched: 0,
    hit: 0,
    subjects: new Map(),
    stage: match.stage,
    matches: (name, stage) => match.stage === stage && deployment(name),
    due: dueFrom(when, seed),
    fault: {
      ...(then.stall === true ? { stall: true } : {}),
      ...(then.fail === undefined ? {} : { fail: then.fail }),
      ...(then.flap === undefined ? {} : { flap: then.flap }),
      ...(then.duration_ms === undefined ? {} : { durationMs: then.duration_ms }),
      ...(then.status === undefined ? {} : { status: then.status }),
    },
  };
}

function isLifecycleRule(rule: HttpRule | LifecycleRule): rule is LifecycleRule {
  return 'stage' in rule.match;
}
