/**
 * A rollout as the service shows it: statuses, each with its end in milliseconds after the creation of the rollout.
 */
export interface Rollout {
  phases: { status: string; untilMs: number }[];
  totalMs: number;
  /** Duration of the status DEPLOYING. */
  deployingMs: number;
  /** True if the revision runs an image, so it is not built. */
  isImage: boolean;
  /** Durations of the same deployment's earlier revisions, newest first. */
  history: { totalMs: number; deployingMs: number }[];
  /** Distribution from which the duration of DEPLOYING was drawn. */
  deploying: DeployingTimes;
}

/** Most durations vary around the usual one, and the share `slow` takes about twice as long. */
export interface DeployingTimes {
  usualMs: number;
  /** Standard deviation of the logarithm of the durations. */
  spread: number;
  slow: number;
}

/** Range of `usualMs` and `spread`, and the other parameters of `DeployingTimes`. */
export const DEPLOYING = { fromMs: 30_000, toMs: 300_000, minSpread: 0.05, maxSpread: 0.2, slow: 0.06 };
/** Logarithm of the factor of slow rollouts, and its standard deviation. */
export const SLOW = { factor: Math.log(2), spread: 0.4 };

/** Factors of the durations of the last rollout, so that the last rollout differs from its history. */
export interface Change {
  build: number;
  deploying: number;
}

type Random = () => number;
const between = (random: Random, from: number, to: number) => from + random() * (to - from);
const logBetween = (random: Random, from: number, to: number) => from * (to / from) ** random();
const scatter = (random: Random, spread: number) => Math.exp(spread * normal(random));

/**
 * Draws rollouts with the shape of real rollouts: one deployment in five runs an image. The others are built, with a
 * fast cached build or a cold build that takes 2.5 to 5 times as long; some builds have a long tail, and some revisions
 * wait behind an earlier revision of the deployment. The same seed draws the same rollouts.
 */
export function drawRollouts(
  count: number,
  seed: number,
  change: Change = { build: 1, deploying: 1 },
): Rollout[] {
  const random = generator(seed);
  return Array.from({ length: count }, () => draw(random, change));
}

function draw(random: Random, change: Change): Rollout {
  const isImage = random() < 0.2;
  const deploying: DeployingTimes = {
    usualMs: logBetween(random, DEPLOYING.fromMs, DEPLOYING.toMs),
    spread: between(random, DEPLOYING.minSpread, DEPLOYING.maxSpread),
    slow: DEPLOYING.slow,
  };
  const cachedMs = logBetween(random, 60_000, 300_000);
  const build = {
    cachedMs,
    coldMs: cachedMs * between(random, 2.5, 5),
    shareOfCold: between(random, 0.1, 0.4),
    spread: between(random, 0.05, 0.2),
    shareOfQueued: between(random, 0, 0.4),
  };
  const deployingMs = () =>
    random() < deploying.slow
      ? deploying.usualMs * Math.exp(SLOW.factor) * scatter(random, SLOW.spread)
      : deploying.usualMs * scatter(random, deploying.spread);
  const buildingMs = () => {
    // A Pareto distribution, whose long tail is limited to five times the usual duration.
    const tail = random() < 0.03 ? Math.min(5, (1 - random()) ** (-1 / 1.5)) : 1;
    return (
      (random() < build.shareOfCold ? build.coldMs : build.cachedMs) * scatter(random, build.spread) * tail
    );
  };
  const rollout = (by: Change) => {
    const steps: [status: string, ms: number][] = [['CREATING', between(random, 1000, 4000)]];
    if (!isImage) {
      if (random() < build.shareOfQueued) steps.push(['QUEUED', random() * (buildingMs() + deployingMs())]);
      steps.push(['AWAITING_BUILD', between(random, 2000, 20_000)], ['BUILDING', buildingMs() * by.build]);
    }
    steps.push(['AWAITING_DEPLOY', between(random, 2000, 10_000)]);
    const lastMs = deployingMs() * by.deploying;
    steps.push(['DEPLOYING', lastMs]);
    let totalMs = 0;
    const phases = steps.map(([status, ms]) => {
      totalMs += ms;
      return { status, untilMs: totalMs };
    });
    return { phases, totalMs, deployingMs: lastMs };
  };
  const history = Array.from({ length: 1 + Math.floor(random() * 10) }, () =>
    rollout({ build: 1, deploying: 1 }),
  );
  return { ...rollout(change), isImage, history, deploying };
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
