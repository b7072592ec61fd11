import {
  attempt,
  type AttemptOptions,
  type KillPoint,
  type Testbed,
  openTestbed,
  type Scenario,
  type AttemptResult,
} from './attempt.ts';

/** Results of many attempts at one scenario. */
export interface Sweep {
  scenario: string;
  how: string;
  attempts: number;
  /** Number of attempts in which the emulator was killed before the scenario was complete. */
  killed: number;
  /** Number of kills by place in the emulator's code. */
  killPoints: Map<string, number>;
  /** Maximum milliseconds by which any process outlived its emulator. */
  orphansMs: number;
  /** Failed attempts with their violations; `attempt` describes how to repeat the attempt. */
  failures: { attempt: string; findings: string[] }[];
  tookMs: number;
}

interface SweepOptions {
  /** Number of simultaneous attempts; the default is 2. */
  testbeds?: number;
  /** Called after each attempt. */
  progress?: (sweep: Sweep) => void;
}

/** Returns the next attempt, given the result of the previous attempt, or `undefined` after the last attempt. */
type Next = (last: AttemptResult | undefined) => AttemptOptions | undefined;

/** Selection of attempts: the number of the first write, and the interval between the writes of a sample. */
type Which = SweepOptions & { from?: number; every?: number };

/** Kills the emulator before and after each write of a scenario, until an emulator ends before its kill point. */
export const killAtEveryWrite = (scenario: Scenario, options: Which = {}): Promise<Sweep> =>
  atEvery('write', scenario, options, (at) => [
    { kind: 'write', at, side: 'before' },
    { kind: 'write', at, side: 'after' },
  ]);

/**
 * Kills the emulator before and after each start of a program, because even a program that has just started must not
 * outlive the emulator.
 */
export const killAtEveryStart = (scenario: Scenario, options: Which = {}): Promise<Sweep> =>
  atEvery('start', scenario, options, (at) => [
    { kind: 'start', at, side: 'before' },
    { kind: 'start', at, side: 'after' },
  ]);

/**
 * Makes three consecutive writes fail as if the disk were full, beginning at each write of the scenario. Checks that
 * no data is lost, stuck or duplicated.
 */
export const fullAtEveryWrite = (scenario: Scenario, options: Which = {}): Promise<Sweep> =>
  atEvery('write, a full disk', scenario, options, (from) => [{ kind: 'full', from, writes: 3 }]);

/** Makes one attempt per kill point for each number, until an emulator ends before the kill points. */
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
    // The emulator of the last attempt had fewer writes than `at`, and most later emulators will have fewer too. A full
    // disk affects only writes of the store.
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
 * Kills the emulator at random times, uniformly distributed over the scenario. In every fifth attempt, also kills the
 * next emulator while it recovers. The same seed selects the same times, relative to the scenario's duration.
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

/** Returns the duration of a scenario without a kill, in milliseconds. */
async function measure(scenario: Scenario): Promise<number> {
  const testbed = await openTestbed(scenario);
  try {
    const never = { kind: 'write', at: Number.MAX_SAFE_INTEGER, side: 'before' } as const;
    const { ranMs, problems } = await attempt(testbed, { killPoints: [never], restart: 'at-once' });
    if (problems.length > 0) throw new Error(`${scenario.name} fails without a kill: ${problems.join('\n')}`);
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

/** Returns the results of sweeps as a table with one line per sweep. */
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

/** Returns the progress of a sweep in one line. */
export function renderProgress({ scenario, how, attempts, failures, tookMs }: Sweep): string {
  return `${scenario}, ${how}: ${attempts} attempts in ${Math.round(tookMs / 1_000)} s, ${failures.length} failed`;
}

/** Returns, for each failed attempt, how to repeat it and its violations. */
export function renderFailures({ failures }: Sweep): string {
  return failures
    .slice(0, 10)
    .map(({ attempt, findings }) => [attempt, ...findings.map((finding) => `  ${finding}`)].join('\n'))
    .join('\n');
}

/** Returns a generator of numbers from 0 (inclusive) to 1 (exclusive) that depend only on the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
