/**
 * Measurement of one claim about two sides. Both sides are measured in the same run on the same machine, alternately
 * where possible.
 */
export interface Measurement {
  claim: string;
  sides: [Side, Side, ...Side[]];
  /** Ratio of the first side to the second side. */
  ratio: Ratio;
  /** Further ratios. */
  moreRatios?: Ratio[];
  /** Other figures from the same run. A figure with an `aim` must not exceed it. */
  figures?: { name: string; value: number; unit: string; aim?: number }[];
}
interface Ratio {
  name: string;
  value: number;
  aim?: { atMost: number } | { atLeast: number };
}
export interface Side {
  name: string;
  unit: string;
  samples: number[];
}
/** The function that each file of bench/ exports as `measure`. */
export type Bench = () => Promise<Measurement>;

/** Returns the number of rounds: `usual`, or 1 with `npm run bench -- --once`, which only tests the bench. */
export function roundsToMeasure(usual: number): number {
  return process.env['BENCH_ONCE'] === '1' ? 1 : usual;
}

/** Returns whether all figures of a measurement are numbers. The figures of a side without samples are NaN. */
export function isMeasured({ sides, ratio, moreRatios = [], figures = [] }: Measurement): boolean {
  const values = [
    ...sides.map(({ samples }) => median(samples)),
    ...[ratio, ...moreRatios, ...figures].map(({ value }) => value),
  ];
  return values.every((value) => Number.isFinite(value));
}

const sorted = (samples: readonly number[]): number[] => samples.toSorted((a, b) => a - b);

/** Returns the median of the samples, or NaN without samples. */
export function median(samples: readonly number[]): number {
  const order = sorted(samples);
  const middle = Math.floor(order.length / 2);
  const [upper, lower] = [order[middle] ?? Number.NaN, order[middle - 1] ?? Number.NaN];
  return order.length % 2 === 1 ? upper : (upper + lower) / 2;
}

/**
 * Returns the sample that the given share of all samples does not exceed (for 0.99, all but one in a hundred), or NaN
 * without samples.
 */
export function percentile(samples: readonly number[], share: number): number {
  return sorted(samples)[Math.max(Math.ceil(samples.length * share) - 1, 0)] ?? Number.NaN;
}

/** Returns the smallest sample, or NaN without samples. */
export const least = (samples: readonly number[]): number => sorted(samples)[0] ?? Number.NaN;

const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
const verdict = (met: boolean | undefined): string => (met === undefined ? '' : met ? '  met' : '  MISSED');

/** Returns the lines to print for a measurement. The last line contains the first ratio. */
export function describe({ claim, sides, ratio, moreRatios = [], figures = [] }: Measurement): string[] {
  return [
    claim,
    ...sides.map(
      ({ name, unit, samples }) =>
        `  ${name.padEnd(44)} median ${number(median(samples))} ${unit}, min ${number(least(samples))} ${unit} (${samples.length})`,
    ),
    ...figures.map(
      ({ name, value: figure, unit, aim: limit }) =>
        `  ${name.padEnd(44)} ${number(figure)} ${unit}${limit === undefined ? '' : ` (aim: ${number(limit)})${verdict(figure <= limit)}`}`,
    ),
    ...[...moreRatios, ratio].map(describeRatio),
  ];
}

function describeRatio({ name, value, aim }: Ratio): string {
  const bound =
    aim === undefined ? '' : 'atMost' in aim ? `at most ${aim.atMost}` : `at least ${aim.atLeast}`;
  const met = aim === undefined ? undefined : 'atMost' in aim ? value <= aim.atMost : value >= aim.atLeast;
  return `  ${`ratio: ${name}`.padEnd(44)} ${number(value)}${bound === '' ? '' : ` (aim: ${bound})`}${verdict(met)}`;
}
