import {
  attempt,
  type AttemptOptions,
  type KillPoint,
  type Testbed,
  openTestbed,
  type Scenario,
  type AttemptResult,
} from './attempt.ts';

/** Result of a series of attempts at one scenario. */
export interface Sweep {
  scenario: string;
  how: string;
  attempts: number;
  /** Attempts in which the kill happened before the scenario was complete. */
  killed: number;
  /** Distinct places of the program at which it was killed, with their counts. */
  killPoints: Map<string, number>;
  /** The longest time that any process outlived its emulator, in milliseconds. */
  orphansMs: number;
  /** The failed attempts: how to repeat each, and its violations. */
  failures: { attempt: string; findings: string[] }[];
  tookMs: number;
}

interface SweepOptions {
  /** Number of simultaneous attempts, 2 by default. */
  testbeds?: number;
  /** Called after each attempt. */
  progress?: (sweep: Sweep) => void;
}

/** Returns the next attempt, given the result of the previous one; `undefined` if there is none. */
type Next = (last: AttemptResult | undefined) => AttemptOptions | undefined;

/** Selects attempts: the first number, and the interval of a sample. */
type Which = SweepOptions & { from?: number; every?: number };

/** Kills before and after every write of a scenario, from the first one until a life completes before its kill. */
export const killAtEveryWrite = (scenario: Scenario, options: Which = {}): Promise<Sweep> =>
  atEvery('write', scenario, options, (at) => [
    { kind: 'write', at, side: 'before' },
    { kind: 'write', at, side: 'after' },
  ]);

/**
 * Kills before and after every start of a program, because a newly started program must not outlive the emulator
 * either.
 */
export const killAtEveryStart = (scenario: Scenario, options: Which = {}): Promise<Sweep> =>
  atEvery('start', scenario, options, (at) => [
    { kind: 'start', at, side: 'before' },
    { kind: 'start', at, side: 'after' },
  ]);

/**
 * Makes three consecutive writes fail as on a full disk, starting at every write: nothing may be lost, stuck or done
 * twice.
 */
export const fullAtEveryWrite = (scenario: Scenario, options: Which = {}): Promise<Sweep> =>
  atEvery('write, a full disk', scenario, options, (from) => [{ kind: 'full', from, writes: 3 }]);

/** Makes one attempt for each kill point of each number, until a life completes before them. */
function atEvery(
  what: string,
  scenario: Scenario,
  options: Which,
  pointsAt: (at: number) => KillPoint[],
): Promise<Sweep> {
  let at = (options.from ?? 1) - (options.every ?? 1);
  let points: KillPoint[] = [];
  let over = false;
  const next: Next = (last) => {
    // The life had fewer writes than this, and so will most of the next ones. A full disk only affects writes of the
    // store.
    if (last?.killedAt.length === 0) over ||= points[0]?.kind !== 'full' || last.writes < at;
    if (over) return undefined;
    points.shift();
    if (points.length === 0) points = pointsAt((at += options.every ?? 1));
    const [point] = points;
    return point && { killPoints: [point], restart: 'at-once' };
  };
  return sweep(scenario, `every ${what}`, next, options);
}

/**
 * Kills at random times of a scenario, uniformly distributed over its length. Every fifth time, the next life is
 * killed as well while it recovers. The same seed selects the same times, relative to the scenario's length.
 */
export async function killAtRandomTimes(
  scenario: Scenario,
  options: SweepOptions & { count: number; seed: number },
): Promise<Sweep> {
  const random = seededRandom(options.seed);
  const lengthMs = await measure(scenario);
  let left = options.count;
  const next: Next = () => {
    if (left === 0) return undefined;
    left -= 1;
    const [first, second] = [random(), random()];
    const blows: KillPoint[] = [{ kind: 'instant', afterMs: first * lengthMs }];
    if (left % 5 === 0) blows.push({ kind: 'instant', afterMs: second * Math.min(lengthMs, 1_000) });
    return { killPoints: blows, restart: random() < 0.5 ? 'at-once' : 'when-gone' };
  };
  return sweep(scenario, `instants of ${Math.round(lengthMs)} ms`, next, options);
}

/** Returns the duration of a life that completes. */
async function measure(scenario: Scenario): Promise<number> {
  const testbed = await openTestbed(scenario);
  try {
    const never = { kind: 'write', at: Number.MAX_SAFE_INTEGER, side: 'before' } as const;
    const { ranMs, problems } = await attempt(testbed, { killPoints: [never], restart: 'at-once' });
    if (problems.length > 0) throw new Error(`${scenario.name} goes wrong by itself: ${problems.join('\n')}`);
    return ranMs;
  } finally {
    await testbed.remove();
  }
}

async function sweep(scenario: Scenario, how: string, next: Next, options: SweepOptions): Promise<Sweep> {
  const since = performance.now();
  const result: Sweep = {
    scenario: scenario.name,
    how,
    attempts: 0,
    killed: 0,
    killPoints: new Map(),
    orphansMs: 0,
    failures: [],
    tookMs: 0,
  };
  const work = async (lane: Testbed) => {
    let last: AttemptResult | undefined;
    for (let wanted = next(last); wanted !== undefined; wanted = next(last)) {
      last = await attempt(lane, wanted);
      result.attempts += 1;
      if (last.killedAt.length > 0) result.killed += 1;
      for (const place of last.killedAt)
        result.killPoints.set(place, (result.killPoints.get(place) ?? 0) + 1);
      result.orphansMs = Math.max(result.orphansMs, last.orphansMs);
      if (last.problems.length > 0) {
        const created = `${JSON.stringify(wanted)}, struck ${last.killedAt.join(', then ') || 'nowhere'}`;
        result.failures.push({ attempt: created, findings: last.problems });
      }
      result.tookMs = performance.now() - since;
      options.progress?.(result);
    }
  };
  const lanes = await Promise.all(Array.from({ length: options.testbeds ?? 2 }, () => openTestbed(scenario)));
  try {
    await Promise.all(lanes.map(work));
  } finally {
    await Promise.all(lanes.map((lane) => lane.remove()));
  }
  return result;
}

const COLUMNS = ['scenario', 'struck at', 'attempts', 'struck', 'places', 'gone within', 'took', 'wrong'];
const WIDTHS = [16, 24, 8, 6, 6, 11, 7, 5];

/** Renders the results of sweeps, one line each, below a header. */
export function renderTable(sweeps: readonly Sweep[]): string {
  const rows = sweeps.map(({ scenario, how, attempts, killed, killPoints, orphansMs, tookMs, failures }) => [
    scenario,
    how,
    attempts,
    killed,
    killPoints.size,
    `${Math.round(orphansMs)} ms`,
    `${Math.round(tookMs / 1_000)} s`,
    failures.length,
  ]);
  return [COLUMNS, ...rows]
    .map((row) => row.map((cell, column) => String(cell).padEnd(WIDTHS[column] ?? 0)).join('  '))
    .join('\n');
}

/** Renders the progress of a sweep in one line. */
export function renderProgress({ scenario, how, attempts, failures, tookMs }: Sweep): string {
  return `${scenario}, ${how}: ${attempts} attempts in ${Math.round(tookMs / 1_000)} s, ${failures.length} with something wrong`;
}

/** Renders how to repeat each failed attempt, and its violations. */
export function renderFailures({ failures }: Sweep): string {
  return failures
    .slice(0, 10)
    .map(({ attempt, findings }) => [attempt, ...findings.map((finding) => `  ${finding}`)].join('\n'))
    .join('\n');
}

/** Returns a function that returns deterministic numbers from 0 to below 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
