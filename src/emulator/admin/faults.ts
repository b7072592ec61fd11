import * as z from 'zod';
import { DEPLOYMENT_STATUSES, REVISION_STATUSES } from '../../contract/statuses.ts';
import { type HttpFault, type LifecycleFault, type LifecycleFaults, SERVING } from '../ports/faults.ts';
import type { SurfaceName } from '../server/route.ts';
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
  /** Replaces all rules and resets their counters. Throws a ZodError for an invalid plan. */
  set(plan: FaultPlanInput): void;
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
  const set = (given: FaultPlanInput) => {
    const read = FaultPlan.parse(given);
    plan = { seed, ...read };
    const drawn = (index: number) => (read.seed ?? seed) + index * 7919;
    http = [];
    lifecycle = [];
    armed = read.rules.map((rule, index) => {
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

const SURFACES = ['control-plane', 'sandboxes', 'tracing', 'agent-server'] as const;
const count = z.int().min(1);
const ms = z
  .number()
  .min(0)
  .max(24 * 60 * 60 * 1000);
const headerText = z.string().regex(/^[\t\x20-\x7e]+$/, 'must be visible ASCII text');

/** Which matches are hit: requests, or (lifecycle rules) revisions and deployments as they enter the stage. */
const When = z
  .strictObject({
    /** Only these, counted from 1. */
    nth: z.array(count).min(1).optional(),
    /** Each so-many-th. */
    every: count.optional(),
    /** The first so many. */
    times: count.optional(),
    /** Each with this probability, by the plan's seed. */
    probability: z.number().min(0).max(1).optional(),
  })
  .refine((when) => Object.keys(when).length <= 1, 'takes one of nth, every, times and probability');

const HttpEffect = z
  .strictObject({
    /**
     * Responds with this without processing the request; 200 when only a body is given, 429 when only `retry_after` is.
     */
    status: z.int().min(200).max(599).optional(),
    /** Text is sent verbatim, anything else as JSON. */
    body: z.unknown().optional(),
    /** For a text body; default `text/plain`. */
    content_type: headerText.optional(),
    /** Seconds, any text (an HTTP date), or a date so many seconds after the service's own time. */
    retry_after: z
      .union([z.number().min(0), headerText, z.strictObject({ date_in_s: z.number() })])
      .optional(),
    /** Delays the response by this much, in real time. */
    delay_ms: ms.optional(),
    /** Processes the request without a response: the connection is closed, unless `reset` or `hang` is set. */
    drop_answer: z.boolean().optional(),
    /** No response: the connection is reset (RST). */
    reset: z.boolean().optional(),
    /** No response: the connection stays open until the client leaves. */
    hang: z.boolean().optional(),
    /** Sends so many bytes of the response's body, and cuts the connection. */
    truncate_at: z.int().min(0).optional(),
    /** Sends the response's body in so many chunks, so long apart in real time. */
    slow: z.strictObject({ chunks: z.int().min(1).max(10_000), delay_ms: ms }).optional(),
  })
  .superRefine((then, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (Object.keys(then).length === 0) refuse('must name an effect');
    const silent = (['drop_answer', 'reset', 'hang'] as const).filter((key) => then[key] === true);
    const shaping = (
      ['status', 'body', 'content_type', 'retry_after', 'truncate_at', 'slow'] as const
    ).filter((key) => then[key] !== undefined);
    if (silent.length > 0 && shaping.length > 0) {
      refuse(
        `${silent.join(' and ')} leaves no answer, so there is nothing for ${shaping.join(' and ')} to say`,
      );
    }
    if (then.reset === true && then.hang === true) refuse('takes one of reset and hang');
    if (then.content_type !== undefined && typeof then.body !== 'string') {
      refuse('content_type is for a body that is text');
    }
  });

const HttpRule = z.strictObject({
  match: z.strictObject({
    surface: z.enum(SURFACES).optional(),
    method: z
      .string()
      .regex(/^[A-Za-z]+$/, 'must be a method')
      .optional(),
    /** Glob over the path. */
    path: z.string().min(1).optional(),
  }),
  when: When.optional(),
  // oxlint-disable-next-line unicorn/no-thenable -- the fixed shape calls it so, and nothing awaits a rule
  then: HttpEffect,
});

const LifecycleRule = z
  .strictObject({
    match: z.strictObject({
      /** Glob over the deployment's name; absent: every deployment. */
      deployment: z.string().min(1).optional(),
      stage: z.enum([...new Set([...REVISION_STATUSES, ...DEPLOYMENT_STATUSES, SERVING])]),
    }),
    when: When.optional(),
    // oxlint-disable-next-line unicorn/no-thenable -- the fixed shape calls it so, and nothing awaits a rule
    then: z
      .strictObject({
        stall: z.boolean().optional(),
        fail: z.string().min(1).optional(),
        flap: count.optional(),
        duration_ms: ms.optional(),
        status: z.string().min(1).optional(),
      })
      .refine((then) => Object.keys(then).length > 0, 'must name an effect'),
  })
  .refine(({ match, then }) => match.stage !== SERVING || then.status === undefined, {
    path: ['then', 'status'],
    message: `what serves shows no status: stage ${SERVING} takes fail, flap, stall and duration_ms`,
  });

type When = z.infer<typeof When>;
type HttpRule = z.infer<typeof HttpRule>;
type LifecycleRule = z.infer<typeof LifecycleRule>;

/** A lifecycle rule is distinguished from an HTTP rule by its `match`. */
const isLifecycle = (rule: unknown): boolean =>
  typeof rule === 'object' &&
  rule !== null &&
  'match' in rule &&
  typeof rule.match === 'object' &&
  rule.match !== null &&
  ('stage' in rule.match || 'deployment' in rule.match);

/** Body of PUT /_local/faults: the faults to inject. Strict: a misspelt rule must not be ignored. */
export const FaultPlan = z.strictObject({
  /** Makes `probability` the same in every run. Default: the emulator's own random seed, else 1. */
  seed: z.int().optional(),
  rules: z.array(
    z.unknown().transform((rule, context): HttpRule | LifecycleRule => {
      const result = (isLifecycle(rule) ? LifecycleRule : HttpRule).safeParse(rule);
      if (result.success) return result.data;
      for (const { path, message } of result.error.issues) {
        context.addIssue({ code: 'custom', path, message, input: rule });
      }
      return z.NEVER;
    }),
  ),
});
export type FaultPlan = z.infer<typeof FaultPlan>;
/** A plan as its author writes it. */
export type FaultPlanInput = { seed?: number | undefined; rules: readonly unknown[] };

/** Whether a rule is a lifecycle rule. */
function isLifecycleRule(rule: HttpRule | LifecycleRule): rule is LifecycleRule {
  return isLifecycle(rule);
}
