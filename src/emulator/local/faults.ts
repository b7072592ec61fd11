import type { LifecycleFault, LifecycleFaults } from '../seams/faults.ts';
import type { HttpFault } from '../server/fault.ts';
import type { Surface } from '../server/route.ts';
import {
  FaultPlan,
  type FaultPlanInput,
  type HttpRule,
  isLifecycleRule,
  type LifecycleRule,
} from './fault-plan.ts';
import { globMatcher } from './glob.ts';

/** The fault rules in force. */
export interface Faults {
  /** Replaces all rules; counting begins anew. Throws a ZodError for a plan that cannot be read. */
  set(plan: FaultPlanInput): void;
  /** Takes all rules away. */
  clear(): void;
  /** What happens to this request: the first rule that matches and is due. Counts the request for every matching rule. */
  decideHttp(surface: Surface, method: string, paths: readonly string[]): HttpFault | undefined;
  readonly lifecycle: LifecycleFaults;
}

interface ArmedHttp {
  matches: (surface: Surface, method: string, paths: readonly string[]) => boolean;
  /** Whether the so-many-th matching request is hit. */
  due: (nth: number) => boolean;
  fault: HttpFault;
  seen: number;
}
interface ArmedLifecycle {
  matches: (deployment: string, stage: string) => boolean;
  fault: LifecycleFault;
}

/** No rules yet. */
export function createFaults(): Faults {
  let http: ArmedHttp[] = [];
  let lifecycle: ArmedLifecycle[] = [];
  return {
    set(given) {
      const plan = FaultPlan.parse(given);
      http = plan.rules.flatMap((rule, index) =>
        isLifecycleRule(rule) ? [] : [armHttp(rule, plan.seed + index * 7919)],
      );
      lifecycle = plan.rules.flatMap((rule) => (isLifecycleRule(rule) ? [armLifecycle(rule)] : []));
    },
    clear() {
      http = [];
      lifecycle = [];
    },
    decideHttp(surface, method, paths) {
      let hit: HttpFault | undefined;
      for (const rule of http) {
        if (!rule.matches(surface, method, paths)) continue;
        rule.seen += 1;
        if (rule.due(rule.seen)) hit ??= rule.fault;
      }
      return hit;
    },
    lifecycle: {
      decide: (deployment, stage) => lifecycle.find((rule) => rule.matches(deployment, stage))?.fault,
    },
  };
}

function armHttp({ match, when, then }: HttpRule, seed: number): ArmedHttp {
  const path = match.path === undefined ? undefined : globMatcher(match.path);
  const method = match.method?.toUpperCase();
  return {
    seen: 0,
    matches: (surface, asked, paths) =>
      (match.surface === undefined || match.surface === surface) &&
      (method === undefined || method === asked) &&
      (path === undefined || paths.some(path)),
    due: dueFrom(when, seed),
    fault: {
      ...(then.status === undefined && then.retry_after === undefined ? {} : { status: then.status ?? 429 }),
      ...(then.body === undefined ? {} : { status: then.status ?? 200, body: then.body }),
      ...(then.retry_after === undefined ? {} : { retryAfter: String(then.retry_after) }),
      ...(then.delay_ms === undefined ? {} : { delayMs: then.delay_ms }),
      ...(then.reset === true ? { reset: true } : {}),
      ...(then.truncate_at === undefined ? {} : { truncateAt: then.truncate_at }),
      ...(then.drop_answer === true ? { dropAnswer: true } : {}),
    },
  };
}

function dueFrom(when: HttpRule['when'], seed: number): (nth: number) => boolean {
  if (when?.nth !== undefined) {
    const hits = new Set(when.nth);
    return (nth) => hits.has(nth);
  }
  const { every, probability } = when ?? {};
  if (every !== undefined) return (nth) => nth % every === 0;
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

function armLifecycle({ match, then }: LifecycleRule): ArmedLifecycle {
  const deployment = match.deployment === undefined ? () => true : globMatcher(match.deployment);
  return {
    matches: (name, stage) => match.stage === stage && deployment(name),
    fault: {
      ...(then.stall === true ? { stall: true } : {}),
      ...(then.fail === undefined ? {} : { fail: then.fail }),
      ...(then.flap === undefined ? {} : { flap: then.flap }),
      ...(then.duration_ms === undefined ? {} : { durationMs: then.duration_ms }),
      ...(then.status === undefined ? {} : { status: then.status }),
    },
  };
}
