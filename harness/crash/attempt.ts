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

/** Maximum milliseconds between the kill of an emulator and the end of all its processes (docs/crash-safety.md). */
export const EXIT_WITHIN_MS = 5_000;

export interface AttemptOptions {
  /**
   * Kill points, one for each process of the emulator. The first process executes the scenario; later processes only
   * start.
   */
  killPoints: readonly KillPoint[];
  /** Whether the next process starts immediately, or after all processes of the killed emulator have ended. */
  restart: 'at-once' | 'when-gone';
}

export interface AttemptResult {
  /** Problems that were found. */
  problems: string[];
  /**
   * Kill points that were reached. Fewer than `killPoints` if an emulator completed its work before its kill point.
   */
  killedAt: string[];
  /** Maximum milliseconds between a kill and the end of all processes of the killed emulator. */
  orphansMs: number;
  /** Duration of the first emulator process in milliseconds. */
  ranMs: number;
  /** Number of writes of the first emulator process. */
  writes: number;
}

/** Runs a scenario once with these kill points, checks the stored data, and removes all processes and files. */
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
    verdict.problems.push(...findings, ...(reported ? ['the log contains a secret in clear text'] : []));
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
 * Runs each emulator process up to its kill point. Returns the stored data after each kill, and the processes that
 * should have ended.
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
    if (refused[0]) verdict.killedAt.push(`the disk has no space left for ${refused[0].what}`);
    else if (killed) verdict.killedAt.push(`${killed.side} ${killed.place}`);
    else if (struck) verdict.killedAt.push('some instant');
    const gone = waitForExit(started, EXIT_WITHIN_MS).then(({ ms, left }) => {
      verdict.orphansMs = Math.max(verdict.orphansMs, ms);
      return left.map(
        ({ pid, command }) => `process ${pid} still runs after its emulator was killed: ${command}`,
      );
    });
    ends.push(gone);
    if (restart === 'when-gone') await gone;
    const crash = await readStoredState(start.dataDir);
    if (crash) crashes.push(crash);
    const damage = (crash?.damage ?? []).map((what) => `the data after the kill: ${what}`);
    verdict.problems.push(...findings, ...damage);
  }
  return { crashes, ends };
}

/** Starts the emulator a last time and checks its data. */
async function judge(
  start: EmulatorOptions & { dataDir: string },
  trace: string,
  play: ScenarioRun,
  crashes: readonly StoredState[],
): Promise<string[]> {
  const emulator = await startInstrumented(start, { trace });
  if (!emulator) return ['another process killed the emulator that was to be checked'];
  const findings: string[] = [];
  try {
    findings.push(...(await play.check(emulator, crashes)));
  } finally {
    await emulator.stop();
  }
  const { left } = await waitForExit((await readTrace(trace)).started, EXIT_WITHIN_MS);
  const after = await readStoredState(start.dataDir);
  if (!after) return [...findings, 'no data exists after the restart'];
  return [
    ...findings,
    ...left.map(
      ({ pid, command }) => `process ${pid} still runs after the emulator stopped in order: ${command}`,
    ),
    ...after.damage.map((what) => `the data at the end: ${what}`),
    ...after.processes.map(
      (pid) => `the data lists process ${pid} as running after the emulator stopped in order`,
    ),
    ...play.checkStored(crashes, after),
    ...(await findLeftovers(start.dataDir, neededRevisions(after))),
    ...(await findPlaintext(start.dataDir, [...play.secrets(), start.apiKey ?? 'a key'])),
  ];
}

/** Point at which an emulator process is killed. */
export type KillPoint =
  /** Immediately before or after the n-th write. */
  | { kind: 'write'; at: number; side: Side }
  /** Immediately before or after the start of the n-th program. */
  | { kind: 'start'; at: number; side: Side }
  /** `afterMs` milliseconds after the start of the process. */
  | { kind: 'instant'; afterMs: number }
  /** At the end of the scenario, during which a number of writes, beginning with the n-th, fail as on a full disk. */
  | { kind: 'full'; from: number; writes: number };

/** Result of one emulator process. */
interface RunEnd {
  /** True if the emulator was killed before the scenario was complete. */
  killed: boolean;
  problems: string[];
}

/** Maximum milliseconds until a killed process has ended. */
const DYING_MS = 10_000;
/** Maximum milliseconds of a scenario, which would otherwise never end. */
const ACTING_MS = WAIT_LIMIT_MS;

/** Starts an emulator, calls `act`, and kills the emulator at the kill point or after `act`. */
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
    // The timer is cancelled, because it could kill a later process with the same pid.
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
    return { killed: false, problems: [`the scenario did not finish within ${ACTING_MS / 1_000} s`] };
  } catch (error) {
    if (!(error instanceof EmulatorGone))
      return { killed: false, problems: [`the scenario failed: ${inspect(error)}`] };
    const alive = new Promise<'alive'>((resolve) => setTimeout(() => resolve('alive'), DYING_MS).unref());
    const ended = await Promise.race([emulator.ended, alive]);
    const findings =
      ended === 'alive' ? [`the emulator runs but did not respond to a request: ${error.message}`] : [];
    return { killed: true, problems: findings };
  } finally {
    clearTimeout(timer);
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has exited by itself, which the result records.
  }
}

const PRELOAD = path.join(import.meta.dirname, 'preload', 'main.ts');

/**
 * Starts an emulator that executes a crash plan. Returns `undefined` if the emulator killed itself, as planned, before
 * it accepted requests. Throws if the emulator ended in another way.
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
    // An emulator refuses to start on a full disk. Another test checks the message.
    if (plan.full !== undefined && String(error).includes('has no space left')) return undefined;
    throw error;
  }
}

/** Returns a free port of this machine that the system assigns to no other program while the emulator is stopped. */
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

/** Environment of all attempts at one scenario, which run one after another with the same initial data and port. */
export interface Testbed {
  readonly folder: string;
  /** Path of the data directory that is copied for each attempt, or `undefined` if attempts start without data. */
  readonly template: string | undefined;
  /** Options for the start of each emulator. */
  readonly options: EmulatorOptions;
  /** Creates the scenario run of another attempt. */
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

/** A way to use an emulator, with checks afterwards. */
export interface Scenario {
  name: string;
  /** Further options with which the scenario's emulators start. */
  options: Pick<EmulatorOptions, 'runtime' | 'compat' | 'seed'>;
  /**
   * Prepares the initial state of all attempts on a new emulator, whose data directory is copied for each attempt.
   * Returns a function that creates the scenario run of an attempt. Other files go into the folder `scratch`. Without
   * `prepare`, attempts begin with an empty data directory.
   */
  prepare(emulator: EmulatorHandle | undefined, scratch: string): Promise<() => ScenarioRun>;
  /** True if emulators begin without a data directory. */
  fromNothing?: boolean;
}

/** One run of a scenario, for one attempt. */
export interface ScenarioRun {
  /** Uses the emulator until the scenario is complete. @throws EmulatorGone if the emulator is killed before that. */
  run(emulator: EmulatorHandle): Promise<void>;
  /** Returns the values that no file or log may contain in plain text. */
  secrets(): string[];
  /**
   * Called after the emulator was killed (`crashes` has an entry for each kill) and started again. Waits until the
   * emulator is idle, tests whether it still works, and returns the problems.
   */
  check(emulator: EmulatorHandle, crashes: readonly StoredState[]): Promise<string[]>;
  /** Checks the stored data after the emulator was stopped normally. */
  checkStored(crashes: readonly StoredState[], after: StoredState): string[];
}
