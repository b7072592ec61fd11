/** Log-logistic distribution of a duration in seconds, with its share of a mixture. */
interface Component {
  share: number;
  median: number;
  /** A larger shape means a narrower distribution. */
  shape: number;
}

/** Mixture of distributions, which describes how long the status DEPLOYING lasts. */
export type DurationMixture = readonly Component[];

/**
 * Distribution for deployments without history: most rollouts are in the status DEPLOYING for between 30 and 300
 * seconds, and short durations in this range are as common as long ones, by their logarithm.
 */
const UNKNOWN: DurationMixture = [40, 70, 120, 210].map((median) => ({ share: 1 / 4, median, shape: 8 }));

/** Minimum spread of durations (standard deviation of their logarithms), and the spread if only one is known. */
const MIN_SPREAD = 0.06;
const SPREAD_OF_ONE = 0.16;
/** Ratio of the shape of a log-logistic distribution to the spread of the component around one earlier duration. */
const SHAPE_PER_SPREAD = 1.7;
/** Spread of durations that no earlier duration resembles, for example because a machine must start first. */
const SPREAD_OF_NEW = 0.6;

/** Returns a quantile of sorted numbers, interpolated between its neighbors. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? 0;
  return below + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? below) - below);
}

/**
 * Returns the distribution around earlier durations in seconds, all of which are positive and finite. `shareOfNew` is
 * the share of durations that the earlier durations do not predict.
 */
export function mixtureOf(seconds: readonly number[], shareOfNew: number): DurationMixture {
  if (seconds.length === 0) return UNKNOWN;
  const logs = seconds.map((value) => Math.log(value)).toSorted((a, b) => a - b);
  const seen = (0.7 * (quantile(logs, 0.75) - quantile(logs, 0.25))) / 1.35;
  const unsure = (SPREAD_OF_ONE - MIN_SPREAD) / logs.length;
  const shape = SHAPE_PER_SPREAD / Math.max(MIN_SPREAD + unsure, seen + unsure);
  const usual = Math.exp(quantile(logs, 0.5));
  return [
    ...seconds.map((median) => ({ share: (1 - shareOfNew) / seconds.length, median, shape })),
    { share: shareOfNew, median: usual * 1.2, shape: SHAPE_PER_SPREAD / SPREAD_OF_NEW },
  ];
}

/** Returns a mixture in which the distribution for deployments without history has the given share. */
export function mixWithUnknown(mixture: DurationMixture, share: number): DurationMixture {
  return [
    ...mixture.map((component) => ({ ...component, share: component.share * (1 - share) })),
    ...UNKNOWN.map((component) => ({ ...component, share: component.share * share })),
  ];
}

/** Returns the probability that a duration is at most `seconds`. */
export function probabilityBy(mixture: DurationMixture, seconds: number): number {
  if (seconds <= 0) return 0;
  return mixture.reduce(
    (sum, { share, median, shape }) => sum + share / (1 + (seconds / median) ** -shape),
    0,
  );
}

/** Probability that an event has happened by a number of seconds from now. */
export type Forecast = (seconds: number) => number;

const STEPS = 12;
const AGES = 5;

/**
 * Returns the forecast for the end of a duration that has lasted for `age` seconds already, and for at most `doubt`
 * seconds more.
 */
export function remainingAfter(mixture: DurationMixture, age: number, doubt: number): Forecast {
  const ages = Array.from(
    { length: doubt > 0 ? AGES : 1 },
    (_, index) => age + (doubt * (index + 0.5)) / AGES,
  );
  const before = ages.map((from) => probabilityBy(mixture, from));
  const left = Math.max(
    1e-9,
    before.reduce((sum, value) => sum + 1 - value, 0),
  );
  return (seconds) => {
    const by = ages.reduce(
      (sum, from, at) => sum + probabilityBy(mixture, from + seconds) - (before[at] ?? 0),
      0,
    );
    return Math.max(0, by) / left;
  };
}

/**
 * Returns the forecast for the end of a duration that begins after an earlier phase, which ends at a constant rate after
 * `meanSeconds` on average.
 */
export function remainingAfterPhase(duration: Forecast, meanSeconds: number): Forecast {
  return (seconds) => {
    let sum = 0;
    const step = seconds / STEPS;
    for (let index = 0; index < STEPS; index += 1) {
      // Exact share of phases that end in this step, so the result never exceeds 1.
      const share = Math.exp((-step * index) / meanSeconds) - Math.exp((-step * (index + 1)) / meanSeconds);
      sum += share * duration(seconds - step * (index + 0.5));
    }
    return sum;
  };
}

/**
 * Returns the pause in seconds, between 1 and `most`, whose expected delay is `price` seconds. The delay is the time
 * between the event and the next poll, so its expectation is the integral of the forecast over the pause. If the event
 * has a constant rate h, the pause is the square root of 2 × price / h, which is the optimum for a given number of polls.
 */
export function pauseWithDelay(forecast: Forecast, price: number, most: number): number {
  let [seconds, probability, delay] = [0, 0, 0];
  while (seconds < most) {
    const step = Math.min(Math.max(1, seconds * 0.1), most - seconds);
    const next = forecast(seconds + step);
    const added = ((probability + next) / 2) * step;
    if (delay + added >= price) return Math.max(1, seconds + (step * (price - delay)) / added);
    [seconds, probability, delay] = [seconds + step, next, delay + added];
  }
  return Math.max(1, most);
}
