import { randomInt } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { inspect } from 'node:util';
import { type EmulatorHandle, type EmulatorOptions, startEmulator } from '../emulator.ts';
import { findPlaintext, findLeftovers, type StoredState, readStoredState } from './data-dir.ts';
import { EmulatorGone } from './observe.ts';
import { neededRevisions } from './invariants.ts';
import { type CrashPlan, PLAN_VARIABLE, readTrace, type Side } from './plan.ts';
import { waitForExit } from './processes.ts';
import { WAIT_LIMIT_MS } from '../hang-limit.ts';

/**
 * Everything that an emulator started has ended this long after the emulator was killed (docs/crash-safety.md), in
 * milliseconds.
 */
export const EXIT_WITHIN_MS = 5_000;

export interface AttemptOptions {
  /** One entry for each life that is cut short. The scenario runs in the first life; later lives only start. */
  killPoints: readonly KillPoint[];
  /** Decides whether the next life begins at once or after all processes of the previous one have ended. */
  restart: 'at-once' | 'when-gone';
}

export interface AttemptResult {
  /** The problems that were found. Empty if there are none. */
  problems: string[];
  /** The points at which lives were cut short. Shorter than `blows` if a life was complete before its blow. */
  killedAt: string[];
  /** The longest time from a blow until all processes of that life had ended, in milliseconds. */
  orphansMs: number;
  /** Duration of the first life, in milliseconds. */
  ranMs: number;
  /** Number of writes of the first life. */
  writes: number;
}

/** Runs a scenario once with these blows and checks the remaining data. Leaves no process or file behind. */
export async function attempt(lane: Testbed, options: AttemptOptions): Promise<AttemptResult> {
  const folder = await mkdtemp(path.join(lane.folder, 'attempt-'));
  const dataDir = path.join(folder, 'data');
  if (lane.template !== undefined) {
    await cp(lane.template, dataDir, { recursive: true, verbatimSymlinks: true });
  }
  const verdict: AttemptResult = { problems: [], killedAt: [], orphansMs: 0, ranMs: 0, writes: 0 };
  const log: string[] = [];
  const start = { ...lane.options, dataDir, onLog: (line: string) => void log.push(line) };
  try {
    const play = lane.begin();
    const { crashes, ends } = await strike(start, folder, options, play, verdict);
    const findings = await judge(start, path.join(folder, 'trace'), play, crashes);
    for (const left of await Promise.all(ends)) verdict.problems.push(...left);
    const reported = log.some((line) => play.secrets().some((secret) => line.includes(secret)));
    verdict.problems.push(...findings, ...(reported ? ['the log holds a secret in clear'] : []));
  } catch (error) {
    verdict.problems.push(
      `the attempt failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
  if (verdict.problems.length > 0) verdict.problems.push(...log.slice(-30).map((line) => `  log: ${line}`));
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  return verdict;
}

/**
 * Runs each life up to its blow. Returns what each life left, and the processes that should have ended and have not.
 */
async function strike(
  start: EmulatorOptions & { dataDir: string },
  folder: string,
  { killPoints: blows, restart }: AttemptOptions,
  play: ScenarioRun,
  verdict: AttemptResult,
): Promise<{ crashes: StoredState[]; ends: Promise<string[]>[] }> {
  const crashes: StoredState[] = [];
  const ends: Promise<string[]>[] = [];
  for (const [index, blow] of blows.entries()) {
    const trace = path.join(folder, `trace-${index}`);
    const since = performance.now();
    const act =
      index === 0 ? play.run.bind(play) : () => new Promise<void>((resolve) => setTimeout(resolve, 300));
    const { killed: struck, problems: findings } = await runUntilKilled(start, blow, trace, act);
    const { started, killed, refused, writes } = await readTrace(trace);
    if (index === 0) Object.assign(verdict, { ranMs: performance.now() - since, writes: writes.length });
    if (refused[0]) verdict.killedAt.push(`no room for ${refused[0].what}`);
    else if (killed) verdict.killedAt.push(`${killed.side} ${killed.place}`);
    else if (struck) verdict.killedAt.push('some instant');
    const gone = waitForExit(started, EXIT_WITHIN_MS).then(({ ms, left }) => {
      verdict.orphansMs = Math.max(verdict.orphansMs, ms);
      return left.map(({ pid, command }) => `process ${pid} outlived its emulator: ${command}`);
    });
    ends.push(gone);
    if (restart === 'when-gone') await gone;
    const crash = await readStoredState(start.dataDir);
    if (crash) crashes.push(crash);
    const damage = (crash?.damage ?? []).map((what) => `the data after the blow: ${what}`);
    verdict.problems.push(...findings, ...damage);
  }
  return { crashes, ends };
}

/** Starts the emulator once more and checks everything. */
async function judge(
  start: EmulatorOptions & { dataDir: string },
  trace: string,
  play: ScenarioRun,
  crashes: readonly StoredState[],
): Promise<string[]> {
  const emulator = await startInstrumented(start, { trace });
  if (!emulator) return ['the emulator to check was killed from outside'];
  const findings: string[] = [];
  try {
    findings.push(...(await play.check(emulator, crashes)));
  } finally {
    await emulator.stop();
  }
  const { left } = await waitForExit((await readTrace(trace)).started, EXIT_WITHIN_MS);
  const after = await readStoredState(start.dataDir);
  if (!after) return [...findings, 'there is no data after the restart'];
  return [
    ...findings,
    ...left.map(({ pid, command }) => `process ${pid} outlived an orderly end: ${command}`),
    ...after.damage.map((what) => `the data in the end: ${what}`),
    ...after.processes.map((pid) => `process ${pid} is written down as running, after an orderly end`),
    ...play.checkStored(crashes, after),
    ...(await findLeftovers(start.dataDir, neededRevisions(after))),
    ...(await findPlaintext(start.dataDir, [...play.secrets(), start.apiKey ?? 'a key'])),
  ];
}

/** The point at which one life of an emulator ends. */
export type KillPoint =
  /** Right before or right after its n-th write. */
  | { kind: 'write'; at: number; side: Side }
  /** Right before or after it starts its n-th program. */
  | { kind: 'start'; at: number; side: Side }
  /** So long after its process was started. */
  | { kind: 'instant'; afterMs: number }
  /** Not before all is done; but from its n-th write on, so many are refused as on a full disk. */
  | { kind: 'full'; from: number; writes: number };

/** The course of one life. */
interface RunEnd {
  /** True if the blow came before the scenario was complete. */
  killed: boolean;
  problems: string[];
}

/** A killed process ends at once. The harness waits up to this time nevertheless, in milliseconds. */
const DYING_MS = 10_000;
/** A scenario that takes longer will never end. */
const ACTING_MS = WAIT_LIMIT_MS;

/**
 * Starts an emulator, lets `act` use it, and ends it without warning: by the blow, or when the scenario is complete.
 */
async function runUntilKilled(
  options: EmulatorOptions & { dataDir: string },
  blow: KillPoint,
  trace: string,
  act: (emulator: EmulatorHandle) => Promise<void>,
): Promise<RunEnd> {
  let timer: NodeJS.Timeout | undefined;
  const strike = (pid: number) => {
    if (blow.kind === 'instant') timer = setTimeout(() => killIfThere(pid), blow.afterMs);
  };
  try {
    const emulator = await startInstrumented({ ...options, onSpawn: strike }, { trace, ...planFor(blow) });
    if (!emulator) return { killed: true, problems: [] };
    const end = await endOf(emulator, act);
    // A later process with the same number must not be killed.
    clearTimeout(timer);
    await emulator.kill();
    return end;
  } finally {
    clearTimeout(timer);
  }
}

function planFor(blow: KillPoint): Pick<CrashPlan, 'kill' | 'full'> {
  switch (blow.kind) {
    case 'write':
      return { kill: { at: blow.at, side: blow.side, of: 'writes' } };
    case 'start':
      return { kill: { at: blow.at, side: blow.side, of: 'starts' } };
    case 'full':
      return { full: { from: blow.from, writes: blow.writes } };
    case 'instant':
      return {};
  }
}

async function endOf(
  emulator: EmulatorHandle,
  act: (emulator: EmulatorHandle) => Promise<void>,
): Promise<RunEnd> {
  const over = Promise.withResolvers<'over'>();
  const timer = setTimeout(() => over.resolve('over'), ACTING_MS);
  try {
    const done = act(emulator).then(() => 'done' as const);
    if ((await Promise.race([done, over.promise])) === 'done') return { killed: false, problems: [] };
    await emulator.kill();
    await done.catch(() => undefined);
    return { killed: false, problems: [`the scenario was not over after ${ACTING_MS / 1_000} s`] };
  } catch (error) {
    if (!(error instanceof EmulatorGone))
      return { killed: false, problems: [`the scenario failed: ${inspect(error)}`] };
    const alive = new Promise<'alive'>((resolve) => setTimeout(() => resolve('alive'), DYING_MS).unref());
    const ended = await Promise.race([emulator.ended, alive]);
    const findings =
      ended === 'alive' ? [`the emulator lives, and left a request without an answer: ${error.message}`] : [];
    return { killed: true, problems: findings };
  } finally {
    clearTimeout(timer);
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended by itself. The life records how.
  }
}

const PRELOAD = path.join(import.meta.dirname, 'preload', 'main.ts');

/**
 * Starts an emulator under a plan. Returns `undefined` if it ended before it served, as the plan required. Throws if
 * it ended earlier in another way.
 */
export async function startInstrumented(
  options: EmulatorOptions & { dataDir: string },
  plan: CrashPlan,
): Promise<EmulatorHandle | undefined> {
  const env = { ...options.env, [PLAN_VARIABLE]: JSON.stringify(plan) };
  try {
    return await startEmulator({ ...options, preload: [PRELOAD], env });
  } catch (error) {
    if (String(error).includes('it was ready (SIGKILL)')) return undefined;
    // A start on a full disk is refused. Another check reads its message.
    if (plan.full !== undefined && String(error).includes('has no space left')) return undefined;
    throw error;
  }
}

/**
 * Returns a free port of this machine that the system does not assign to other programs while the emulator is down.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 20_000);
    const server = net.createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** The place of the attempts at one scenario, which run one after another: their initial data, and their port. */
export interface Testbed {
  readonly folder: string;
  /** The data directory that is copied for each attempt. `undefined` if attempts start without data. */
  readonly template: string | undefined;
  /** The options with which each emulator of the attempts starts. */
  readonly options: EmulatorOptions;
  /** Creates the play of one more attempt. */
  begin(): ScenarioRun;
  remove(): Promise<void>;
}

const WORKSPACE = '5ca1ab1e-0000-4000-8000-000000000004';

/** Prepares a scenario for any number of attempts. */
export async function openTestbed(scenario: Scenario): Promise<Testbed> {
  const folder = await mkdtemp(path.join(tmpdir(), 'crash-lane-'));
  const scratch = path.join(folder, 'scratch');
  const template = path.join(folder, 'template');
  await mkdir(scratch);
  const options: EmulatorOptions = {
    ...scenario.options,
    port: await freePort(),
    apiKey: 'a-key-that-is-in-no-file',
    workspaceId: WORKSPACE,
  };
  const prepared = async (): Promise<() => ScenarioRun> => {
    if (scenario.fromNothing === true) return scenario.prepare(undefined, scratch);
    const emulator = await startEmulator({ ...options, dataDir: template });
    try {
      return await scenario.prepare(emulator, scratch);
    } finally {
      await emulator.stop();
    }
  };
  const begin = await prepared();
  return {
    folder,
    template: scenario.fromNothing === true ? undefined : template,
    options,
    begin,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** One way to use an emulator, and the checks afterwards. */
export interface Scenario {
  name: string;
  /** More options for the start of its emulators. */
  options: Pick<EmulatorOptions, 'runtime' | 'compat' | 'seed'>;
  /**
   * Brings a new emulator into the initial state of every attempt. Its data directory is copied for each attempt.
   * Returns the function that creates an attempt's play. `scratch`: a folder for files outside the data. If absent,
   * every attempt begins with an empty data directory.
   */
  prepare(emulator: EmulatorHandle | undefined, scratch: string): Promise<() => ScenarioRun>;
  /** True if its emulators begin without any data. */
  fromNothing?: boolean;
}

/** One attempt at a scenario. */
export interface ScenarioRun {
  /** Uses the emulator until everything is done. @throws Gone when the emulator is killed before that. */
  run(emulator: EmulatorHandle): Promise<void>;
  /** Values that must not appear in clear in any file or log. */
  secrets(): string[];
  /**
   * Called after the emulator was killed (each kill left an entry in `crashes`) and started again. Waits until it is
   * idle, reports problems, and tries whether it still works.
   */
  check(emulator: EmulatorHandle, crashes: readonly StoredState[]): Promise<string[]>;
  /** Checks the data in the same way after the emulator was stopped in good order. */
  checkStored(crashes: readonly StoredState[], after: StoredState): string[];
}
