import type { HttpFault, LifecycleFault, LifecycleFaults } from '../ports/faults.ts';
import type { SurfaceName } from '../server/route.ts';
import type { FaultPlan, HttpRule, LifecycleRule, When } from './fault-plan.ts';
import { globMatcher } from './glob.ts';

/** The active rules, as shown by GET /_local/faults: each as given, with its counters. */
interface ActiveFaults {
  /** The seed of `probability`. */
  seed: number;
  rules: ((HttpRule | LifecycleRule) & RuleCounters)[];
}
interface RuleCounters {
  /** Requests that matched; for a lifecycle rule, revisions (or deployments) that were in the stage. */
  matched: number;
  /** Those among them that the rule applied to: it was due, and no rule before it was. */
  hit: number;
}

export interface FaultRules {
  /** Replaces all rules and resets their counters. The plan has been parsed. */
  set(plan: FaultPlan): void;
  /** Removes all rules. */
  clear(): void;
  /** The rules with their counters. */
  active(): ActiveFaults;
  /** The effect on this request: the first rule that matches and is due. Counts the request for every matching rule. */
  decideHttp(surface: SurfaceName, method: string, paths: readonly string[]): HttpFault | undefined;
  readonly lifecycle: LifecycleFaults;
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
  /** The subjects in the stage: their number, and whether this rule applied to them. */
  subjects: Map<string, { nth: number; hit: boolean }>;
}
/** Whether the so-many-th match is hit. */
type Due = (nth: number) => boolean;

/** `seed` is that of `probability` in plans without one; `changed` is called whenever the rules change. */
export function createFaultRules(seed = 1, changed?: () => void): FaultRules {
  let plan: FaultPlan = { seed, rules: [] };
  let armed: RuleCounters[] = [];
  let http: ArmedHttp[] = [];
  let lifecycle: ArmedLifecycle[] = [];
  const set = (given: FaultPlan) => {
    plan = { seed, ...given };
    const drawn = (index: number) => (given.seed ?? seed) + index * 7919;
    http = [];
    lifecycle = [];
    armed = given.rules.map((rule, index) => {
      if (isLifecycleRule(rule)) {
        const one = armLifecycle(rule, drawn(index));
        lifecycle.push(one);
        return one;
      }
      const one = armHttp(rule, drawn(index));
      http.push(one);
      return one;
    });
    changed?.();
  };
  return {
    set,
    clear: () => set({ rules: [] }),
    active: () => ({
      seed: plan.seed ?? seed,
      rules: plan.rules.map((rule, index) => {
        const { matched = 0, hit = 0 } = armed[index] ?? {};
        return { ...rule, matched, hit };
      }),
    }),
    decideHttp(surface, method, paths) {
      let met: HttpFault | undefined;
      for (const rule of http) {
        if (!rule.matches(surface, method, paths)) continue;
        rule.matched += 1;
        if (met !== undefined || !rule.due(rule.matched)) continue;
        rule.hit += 1;
        met = rule.fault;
      }
      return met;
    },
    lifecycle: {
      hasRulesFor: (stage) => lifecycle.some((rule) => rule.stage === stage),
      decide(deployment, stage, subjectId) {
        let met: LifecycleFault | undefined;
        for (const rule of lifecycle) {
          if (!rule.matches(deployment, stage)) continue;
          const subject = enter(rule, subjectId);
          if (met !== undefined || !rule.due(subject.nth)) continue;
          if (!subject.hit) rule.hit += 1;
          subject.hit = true;
          met = rule.fault;
        }
        return met;
      },
    },
  };
}

/** Counts a subject once, however often it is checked. */
function enter(rule: ArmedLifecycle, subjectId: string): { nth: number; hit: boolean } {
  const known = rule.subjects.get(subjectId);
  if (known !== undefined) return known;
  rule.matched += 1;
  const subject = { nth: rule.matched, hit: false };
  rule.subjects.set(subjectId, subject);
  return subject;
}

function armHttp({ match, when, then }: HttpRule, seed: number): ArmedHttp {
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
    fault: effectOf(then),
  };
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

function dueFrom(when: When | undefined, seed: number): Due {
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

/** A number in [0, 1) that depends only on its arguments (the mixing step of splitmix32). */
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
