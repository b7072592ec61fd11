import * as z from 'zod';

const count = z.int().min(1);

/** Answers of GitHub's that a rule can name instead of spelling them out. */
export const NAMED_ANSWERS = [
  'primary-rate-limit',
  'secondary-rate-limit',
  'content-limit',
  'abuse',
  'bad-credentials',
  'not-accessible',
  'not-found',
  'saml',
  'ip-allow-list',
  'server-error',
  'bad-gateway',
  'unavailable',
] as const;
export type NamedAnswer = (typeof NAMED_ANSWERS)[number];

/**
 * One thing that is to go wrong, worded like a rule of the emulator's (DESIGN §8 "faults"), with `effect` for its
 * `then`. Strict: a misspelt rule must not do nothing.
 */
const Rule = z.strictObject({
  match: z
    .strictObject({
      method: z.string().optional(),
      /** Glob over the path without the prefix: `*` within one segment, `**` over any number of them. */
      path: z.string().min(1).optional(),
    })
    .default({}),
  when: z
    .strictObject({
      /** Only these matching requests, counted from 1. */
      nth: z.array(count).min(1).optional(),
      /** Each so-many-th. */
      every: count.optional(),
      /** Each with this chance, drawn from the plan's seed. */
      probability: z.number().min(0).max(1).optional(),
    })
    .refine((when) => Object.keys(when).length <= 1, 'takes one of nth, every and probability')
    .optional(),
  effect: z
    .strictObject({
      /** An answer of GitHub's. */
      answer: z.enum(NAMED_ANSWERS).optional(),
      status: z.int().min(200).max(599).optional(),
      /** JSON unless it is text. */
      body: z.unknown().optional(),
      headers: z.record(z.string(), z.string()).optional(),
      /** Seconds, or an HTTP date; `null`: without the header. */
      retry_after: z.union([z.number().min(0), z.string().min(1), z.null()]).optional(),
      delay_ms: z.number().min(0).optional(),
      /** Cuts the connection without doing the thing. */
      reset: z.boolean().optional(),
      /** Does the thing, and cuts the connection without an answer. */
      drop_answer: z.boolean().optional(),
      /** Does the thing, sends this many bytes of the answer, and cuts the connection. */
      truncate_at: z.int().min(0).optional(),
    })
    .refine((effect) => Object.keys(effect).length > 0, 'must say what happens'),
});

export const FaultPlan = z.strictObject({
  /** Makes `probability` the same in every run. */
  seed: z.int().default(1),
  rules: z.array(Rule),
});
export type FaultRule = z.input<typeof Rule>;
export type FaultEffect = z.output<typeof Rule>['effect'];

interface Armed {
  matches: (method: string, path: string) => boolean;
  due: (nth: number) => boolean;
  effect: FaultEffect;
  seen: number;
}

/** The rules in force. */
export interface Faults {
  /** Replaces all rules; counting begins anew. Throws a ZodError for a plan that cannot be read. */
  set(rules: readonly FaultRule[], seed?: number): void;
  clear(): void;
  /** What happens to this request: the first rule that matches and is due. Counts it for every matching rule. */
  decide(method: string, path: string): FaultEffect | undefined;
}

export function createFaults(): Faults {
  let armed: Armed[] = [];
  return {
    set(rules, seed = 1) {
      const plan = FaultPlan.parse({ seed, rules });
      armed = plan.rules.map((rule, index) => arm(rule, plan.seed + index * 7919));
    },
    clear() {
      armed = [];
    },
    decide(method, path) {
      let hit: FaultEffect | undefined;
      for (const rule of armed) {
        if (!rule.matches(method, path)) continue;
        rule.seen += 1;
        if (rule.due(rule.seen)) hit ??= rule.effect;
      }
      return hit;
    },
  };
}

function arm({ match, when, effect }: z.output<typeof Rule>, seed: number): Armed {
  const path = match.path === undefined ? () => true : glob(match.path);
  const method = match.method?.toUpperCase();
  const hits = new Set(when?.nth);
  const { every, probability } = when ?? {};
  const due = (nth: number): boolean => {
    if (hits.size > 0) return hits.has(nth);
    if (every !== undefined) return nth % every === 0;
    return probability === undefined || chance(seed, nth) < probability;
  };
  return {
    matches: (asked, at) => (method === undefined || method === asked) && path(at),
    due,
    effect,
    seen: 0,
  };
}

/** A number in [0, 1) that depends only on its arguments (the mixing step of splitmix32). */
function chance(seed: number, nth: number): number {
  let mixed = (seed + Math.imul(nth, 0x9e3779b9)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** `*` is any run of characters without a slash, `**` any run at all; everything else is itself. */
export function glob(pattern: string): (text: string) => boolean {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === '**' ? '.*' : part === '*' ? '[^/]*' : part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'),
    )
    .join('');
  const compiled = new RegExp(`^${source}$`, 's');
  return (text) => compiled.test(text);
}
