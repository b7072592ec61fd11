import { WAIT_LIMIT_MS } from '../../../harness/hang-limit.ts';
import { isFinal } from '../../../src/contract/statuses.ts';
import { SIMULATOR_KEY, type Simulator, startSimulator } from './simulator.ts';
import { createOtherClient, type OtherClient, type TestValues, testValuesFor } from './other-client.ts';
import { type RunReport, simulateRun } from './run.ts';
import { type Change, faultPlan, lifecycle, type Moment, type RunPlan, type Schedule } from './schedule.ts';
import { type Actor, createSharedTime, type SharedTime } from './time.ts';
import { createLedger, type Ledger, type Makers, type Truth } from './truth.ts';

/** Milliseconds by which time is repeatedly advanced until no revision is in progress. */
const SETTLE_STEP_MS = 30 * 60 * 1000;
const SETTLE_STEPS = 10;

/** Runs a schedule on the simulator, and removes all data of the schedule; throws if the schedule does not end. */
async function simulate(arena: Simulator, schedule: Schedule, tag: string): Promise<SimulationResult> {
  const workspaceId = arena.workspace(schedule.hides);
  const words = testValuesFor(schedule, tag);
  const others = createOtherClient(arena, workspaceId, schedule, words);
  const ledger = createLedger(arena, workspaceId, words);
  const record = createRecord(arena);

  await setUp(arena, others, schedule, words);
  await ledger.note('before');
  const time = createSharedTime(arena.driven.now());
  time.drive(arena.driven);
  arena.emulator.faults.set(faultPlan(schedule, words.name));
  await startUnderway(others, schedule);
  await ledger.note('before');

  const performing = executeRuns({ arena, schedule, words, workspaceId, others, ledger, time, record });
  const runs = await withinReason(performing, schedule);

  arena.emulator.faults.clear();
  arena.emulator.clock.skew(0);
  const settled = await settle(arena, ledger);
  record.take();
  await cleanUp(arena, workspaceId, others, words);
  return { schedule, words, runs, settled, makers: ledger, shown: record.shown() };
}

async function settle(arena: Simulator, ledger: Ledger): Promise<Truth> {
  for (let step = 1; ; step += 1) {
    await arena.driven.advance(SETTLE_STEP_MS);
    const truth = await ledger.truth(arena.driven.now());
    const moving = truth.deployments.some(
      ({ status, revisions }) =>
        status !== 'READY' || revisions.some((revision) => !isFinal(revision.status)),
    );
    if (!moving || step === SETTLE_STEPS) return truth;
  }
}

async function withinReason<T>(work: Promise<T>, schedule: Schedule): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`a run hangs in real time: ${JSON.stringify(schedule)}`)),
      WAIT_LIMIT_MS,
    );
  });
  try {
    return await Promise.race([work, hang]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Deletes all objects of the schedule, including tracing projects, because the next schedule may use the same name.
 */
async function cleanUp(
  arena: Simulator,
  workspaceId: string,
  others: OtherClient,
  words: TestValues,
): Promise<void> {
  for (const name of [words.name, `${words.name}-2`, `x-${words.name}`]) {
    const found = await others.find(name);
    if (found) await others.request('DELETE', `/v2/deployments/${found.id}?delete_tracing_project=true`);
  }
  await arena.driven.advance(10_000);
  const { projects } = arena.store;
  const project = await projects.findByName(workspaceId, words.name);
  if (project) await projects.remove(workspaceId, project.id);
  if (await others.find(words.name)) throw new Error(`${words.name} could not be deleted`);
}

/** Context of one simulation. */
interface SimulationContext {
  arena: Simulator;
  schedule: Schedule;
  words: TestValues;
  workspaceId: string;
  others: OtherClient;
  ledger: Ledger;
  time: SharedTime;
  record: ShownRecord;
}

/** Action of a client at a time after the start. */
interface Cue {
  atMs: number;
  work: (director: Actor) => Promise<void>;
}

/** Executes the runs of the schedule and the actions of other clients, until the last run has ended. */
async function executeRuns(stage: SimulationContext): Promise<SimulatedRun[]> {
  const { schedule, ledger, time } = stage;
  const service = createService(stage);
  const writing = new Set<number>();
  time.afterTurn(async () => {
    for (const run of writing) await service.note(run);
  });
  const over = new AbortController();
  const cancels = schedule.runs.map(() => new AbortController());
  const cues: Cue[] = [
    ...schedule.concurrentChanges.flatMap(({ moment, change: deed }) =>
      moment.kind === 'at' ? [{ atMs: moment.ms, work: () => service.act(deed) }] : [],
    ),
    ...schedule.skews.map(({ atMs, byMs }) => ({ atMs, work: async () => service.skew(byMs) })),
    ...schedule.restarts.map(({ atMs, downMs }) => ({
      atMs,
      work: (director: Actor) => service.restart(downMs, director),
    })),
    ...schedule.runs.flatMap(({ cancel }, index) =>
      cancel.kind === 'at'
        ? [{ atMs: cancel.ms, work: async () => cancels[index]?.abort(new Error('received SIGINT')) }]
        : [],
    ),
  ];
  const director = time.join('director');
  const startAt = time.now();
  const direct = async () => {
    for (const { atMs, work } of cues.sort((a, b) => a.atMs - b.atMs)) {
      const left = startAt + atMs - time.now();
      if (left > 0) await director.sleep(left, over.signal).catch(() => {});
      if (over.signal.aborted) break;
      await work(director);
    }
    director.leave();
  };
  const playOne = async (plan: RunPlan, index: number, actor: Actor): Promise<SimulatedRun> => {
    await actor.sleep(plan.startMs);
    const before = await service.truth();
    const truths: Truth[] = [];
    const report = await simulateRun(
      orderFor(stage, plan, before),
      actor,
      {
        around: async (side, method, nth) => {
          // The run decides before it requests logs, on the basis of earlier responses.
          if (side === 'before') {
            if (method === 'tailLog') truths.push(await service.truth());
            else truths.splice(0);
          }
          for (const { moment, change: deed } of schedule.concurrentChanges) {
            if (!isNow(moment, index, side, method, nth)) continue;
            if (side === 'after') truths.push(await service.truth());
            await service.act(deed);
          }
        },
        writing: async (now) => {
          if (now) writing.add(index);
          else if (writing.delete(index)) await service.note(index);
        },
      },
      cancels[index] ?? new AbortController(),
    );
    if (report.cancelled) await arrivals();
    await service.note(index);
    truths.push(await service.truth());
    actor.leave();
    return { ...report, index, before, truths };
  };
  const actors = schedule.runs.map((plan, index) => ({ plan, index, actor: time.join(`run ${index}`) }));
  const directing = direct();
  const runs = await Promise.all(actors.map(({ plan, index, actor }) => playOne(plan, index, actor)));
  over.abort();
  await directing;
  await ledger.note('others');
  return runs;
}

/**
 * Creates the control plane, which the schedule stops and starts. While the control plane is stopped, nothing changes
 * and no request succeeds.
 */
function createService({ arena, schedule, words, others, ledger, time, record }: SimulationContext) {
  let down: Truth | undefined;
  return {
    truth: async () => down ?? ledger.truth(time.now()),
    async note(maker: number) {
      if (down === undefined) await ledger.note(maker);
    },
    async act(deed: Change) {
      if (down !== undefined) return;
      await others.apply(deed);
      await ledger.note('others');
    },
    skew(byMs: number) {
      if (down === undefined) arena.emulator.clock.skew(byMs);
    },
    async restart(downMs: number, director: Actor) {
      down = await ledger.truth(time.now());
      record.take();
      await arena.down();
      time.drive(undefined);
      await director.sleep(downMs);
      await arena.up(time.now());
      record.restarted();
      time.drive(arena.driven);
      arena.emulator.faults.set(faultPlan(schedule, words.name));
      down = undefined;
    },
  };
}

function orderFor({ arena, schedule, words, workspaceId }: SimulationContext, plan: RunPlan, before: Truth) {
  return {
    plan,
    schedule,
    words,
    // Other clients use another path, so that faults affect only the runs.
    baseUrl: `${arena.origin}/api-host`,
    key: SIMULATOR_KEY,
    workspaceId,
    deploymentId: before.deployments.find(({ live }) => live)?.id,
  };
}

/** Waits for aborted requests, which may still reach the service. */
async function arrivals(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 15));
}

function isNow(moment: Moment, run: number, side: string, method: string, nth: number): boolean {
  return (
    moment.kind === 'call' &&
    moment.run === run &&
    moment.side === side &&
    moment.method === method &&
    moment.nth === nth
  );
}

/** Creates the initial state, without revisions in progress. */
async function setUp(
  { driven, emulator: { faults } }: Simulator,
  others: OtherClient,
  schedule: Schedule,
  words: TestValues,
): Promise<void> {
  const { before, neighbours } = schedule;
  if (neighbours === 'few') {
    for (const name of [`${words.name}-2`, `x-${words.name}`]) {
      await others.create(name, { origin: 0, secrets: 'none' });
    }
  }
  if (before.kind !== 'nothing') {
    const origin = before.kind === 'deployed' ? before.origin : 1;
    const given =
      before.kind === 'deployed'
        ? { secrets: before.secrets, keeps: before.keeps, buildOnPush: before.buildOnPush }
        : { secrets: 'none' as const };
    await others.create(words.name, { origin, ...given });
  }
  await driven.advance(1000);
  if (before.kind === 'deployed' && before.then === 'failed') {
    faults.set({ rules: [lifecycle(words.name, 'DEPLOYING', { fail: 'it was so before' })] });
    await others.apply({ kind: 'origin', origin: before.thenOrigin, secrets: 'none' });
    await driven.advance(1000);
    faults.set({ rules: [] });
  }
  if (before.kind === 'left-over') {
    await others.apply({ kind: 'delete', project: false });
    await driven.advance(1000);
  }
  if (before.kind === 'dying') {
    faults.set({
      rules: [lifecycle(words.name, 'AWAITING_DELETE', { duration_ms: before.forMs })],
    });
    await others.apply({ kind: 'delete', project: true });
  }
  // The branch points to the commit of the first run.
  await others.apply({ kind: 'push', origin: schedule.runs[0]?.origin ?? 0 });
  if (schedule.before.kind !== 'deployed' || !schedule.before.buildOnPush) await driven.advance(1000);
}

/** Starts the revision that is in progress when the runs start, with the schedule's own durations. */
async function startUnderway(others: OtherClient, { before }: Schedule): Promise<void> {
  if (before.kind === 'deployed' && before.then === 'underway') {
    await others.apply({ kind: 'origin', origin: before.thenOrigin, secrets: 'none' });
  }
}

/** Journal and events of the emulator during a simulation, across all its restarts. */
interface ShownRecord {
  /** Records everything since the last call; called before the emulator stops. */
  take(): void;
  /** Reads the journal of the restarted emulator from its start. */
  restarted(): void;
  shown(): string;
}

/** Creates an empty record. */
function createRecord(arena: Simulator): ShownRecord {
  let marks = {
    journal: arena.emulator.journal.after(0).next,
    events: arena.emulator.events.after(0).next,
  };
  const texts: string[] = [];
  return {
    take() {
      const entries = arena.emulator.journal.after(marks.journal);
      const events = arena.emulator.events.after(marks.events);
      marks = { journal: entries.next, events: events.next };
      texts.push(JSON.stringify([entries.entries, events.events]));
    },
    restarted() {
      marks = { journal: 0, events: 0 };
    },
    shown: () => texts.join('\n'),
  };
}

/** One run, and the true states before and after it. Time did not advance while the states were read. */
export interface SimulatedRun extends RunReport {
  index: number;
  /** True state when the run started. */
  before: Truth;
  /** True states between the run's last response and its end: one state, unless another client acted in between. */
  truths: Truth[];
}

/** All data of an executed schedule. */
export interface SimulationResult {
  schedule: Schedule;
  words: TestValues;
  runs: SimulatedRun[];
  /** Final state, after all faults have ended. */
  settled: Truth;
  makers: Makers;
  /** The emulator's journal and events during the simulation. */
  shown: string;
}

/** Simulators of a test file, which are started on demand. */
interface SimulatorPool {
  /** Executes a schedule on a suitable simulator. A simulator is not used again after one of its schedules failed. */
  play(schedule: Schedule): Promise<SimulationResult>;
  close(): Promise<void>;
}

/**
 * Creates an empty pool. Schedules with restarts use a simulator with data on disk; other schedules use a faster
 * simulator.
 */
export function createSimulatorPool(): SimulatorPool {
  const open = new Map<boolean, Promise<Simulator>>();
  let serial = 0;
  return {
    async play(schedule) {
      const keep = schedule.restarts.length > 0;
      const opening = open.get(keep) ?? startSimulator({ keep });
      open.set(keep, opening);
      serial += 1;
      try {
        return await simulate(await opening, schedule, String(serial));
      } catch (error) {
        open.delete(keep);
        await (await opening).close();
        throw error;
      }
    },
    async close() {
      for (const arena of open.values()) await (await arena).close();
      open.clear();
    },
  };
}
