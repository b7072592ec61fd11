/**
 * A rollout as the service shows it: statuses, each with its end in milliseconds after the creation of the rollout.
 */
export interface Rollout {
  mix: string;
  phases: { status: string; untilMs: number }[];
  totalMs: number;
  /** Durations of the same deployment's earlier revisions, newest first. */
  history: number[];
}

type Random = () => number;
type Shares = Record<string, (random: Random) => number>;

const MINUTE = 60_000;
const between = (random: Random, from: number, to: number) => from + random() * (to - from);
const share = (from: number, to: number) => (random: Random) => between(random, from, to);

/** Shares of a rollout's time that each status takes. All rollouts of a deployment have the same shares. */
const MIXES: Record<string, Shares> = {
  'a build that is mostly cached': {
    CREATING: share(0.005, 0.02),
    QUEUED: share(0.005, 0.03),
    AWAITING_BUILD: share(0.01, 0.05),
    BUILDING: share(0.35, 0.6),
    AWAITING_DEPLOY: share(0.01, 0.05),
    DEPLOYING: share(0.25, 0.5),
  },
  'a long build': {
    CREATING: share(0.005, 0.02),
    QUEUED: share(0.005, 0.03),
    AWAITING_BUILD: share(0.01, 0.05),
    BUILDING: share(0.65, 0.85),
    AWAITING_DEPLOY: share(0.01, 0.03),
    DEPLOYING: share(0.07, 0.2),
  },
  'behind another one': {
    CREATING: share(0.005, 0.02),
    QUEUED: share(0.2, 0.5),
    AWAITING_BUILD: share(0.01, 0.03),
    BUILDING: share(0.3, 0.5),
    AWAITING_DEPLOY: share(0.01, 0.03),
    DEPLOYING: share(0.1, 0.25),
  },
  'an image': {
    CREATING: share(0.01, 0.05),
    AWAITING_DEPLOY: share(0.02, 0.1),
    DEPLOYING: share(0.8, 0.95),
  },
};

/**
 * Draws rollouts of 2 to 25 minutes. Each deployment has a log-uniform usual duration and a spread of 5 to 25 %. One
 * rollout in ten takes 1.3 to 2 times as long, as with a cold cache. The same seed draws the same rollouts.
 */
export function drawRollouts(count: number, seed: number): Rollout[] {
  const random = generator(seed);
  return Array.from({ length: count }, () => draw(random));
}

function draw(random: Random): Rollout {
  const names = Object.keys(MIXES);
  const mix = names[Math.floor(random() * names.length)] ?? '';
  const usual = 2 * MINUTE * 12.5 ** random();
  const spread = between(random, 0.05, 0.25);
  const duration = () => {
    const cold = random() < 0.1 ? between(random, 1.3, 2) : 1;
    return Math.min(25 * MINUTE, Math.max(2 * MINUTE, usual * Math.exp(spread * normal(random)) * cold));
  };
  const weights = Object.entries(MIXES[mix] ?? {}).map(([status, weigh]) => ({
    status,
    weight: weigh(random) * Math.exp(0.15 * normal(random)),
  }));
  const whole = weights.reduce((sum, { weight }) => sum + weight, 0);
  const totalMs = duration();
  let at = 0;
  const phases = weights.map(({ status, weight }) => {
    at += (weight / whole) * totalMs;
    return { status, untilMs: at };
  });
  const history = Array.from({ length: 1 + Math.floor(random() * 10) }, duration);
  return { mix, phases, totalMs, history };
}

/** Returns the status at a time. */
export function statusAt({ phases }: Rollout, ms: number): string {
  return phases.find(({ untilMs }) => ms < untilMs)?.status ?? 'DEPLOYED';
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Creates a random number generator (mulberry32). */
function generator(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
