import path from 'node:path';
import { dispatchEvent, pushEvent } from '../../../harness/events.ts';
import type { ActionRun } from '../../../harness/runner/types.ts';
import { runAction } from '../../../harness/runner/run-action.ts';
import { isFinal } from '../../../src/contract/statuses.ts';
import type { FaultPlanInput } from '../../../src/emulator/admin/faults.ts';
import { evidenceOfJournal } from './evidence.ts';
import { createOtherClient, type OtherClient, type TestValues, testValuesFor } from './other-client.ts';
import { faultPlan, type RunPlan, type Schedule } from './schedule.ts';
import { setUp, type SimulatedRun, type SimulationResult, startUnderway } from './simulate.ts';
import { inputsOf, isSilent } from './run.ts';
import type { Maker, Truth } from './truth.ts';
import {
  createProcessLedger,
  type Observed,
  type ProcessLedger,
  type ProcessSimulator,
  runOf,
  startProcessSimulator,
} from './process-simulator.ts';
import { afterAll, beforeAll } from '@jest/globals';
import { ensureDist } from '../../../harness/dist.ts';

const ACTION_YML = path.resolve(import.meta.dirname, '../../../action.yml');
const SETTLE_STEP_MS = 30 * 60 * 1000;
const SETTLE_STEPS = 10;

/** Plays a schedule (see `tamed`) with the built action and the emulator in processes of their own. */
export async function simulateInProcesses(
  arena: ProcessSimulator,
  schedule: Schedule,
  tag: string,
  { whileAwake }: Interference = {},
): Promise<SimulationResult> {
  const words = testValuesFor(schedule, tag, arena.around.key);
  const others = createOtherClient(arena.around, schedule, words);
  const ledger = createProcessLedger(arena, words);
  const told: Observed = { journal: [], events: [] };
  const stage: BuiltStage = {
    arena,
    schedule,
    words,
    others,
    ledger,
    listen(more, otherwise) {
      told.journal.push(...more.journal);
      told.events.push(...more.events);
      ledger.read(more, otherwise);
    },
    async setFaults(plan) {
      const { status, body } = await arena.emulator.api('PUT', `${arena.emulator.urls.admin}/faults`, plan);
      if (status !== 204) throw new Error(`the fault rules were refused: ${JSON.stringify(body)}`);
    },
  };
  // What earlier schedules left to tell.
  await arena.observe();
  const { setFaults } = stage;
  await setUp({ advance: (ms) => arena.emulator.clock.advance(ms), setFaults }, others, schedule, words);
  await ledger.note('before');

  const interfering = whileAwake?.({ words, around: arena.around }).then((told) => stage.listen(told, 0));
  const [ran] = await Promise.all([perform(stage), interfering]);
  await setFaults({ rules: [] });
  await arena.emulator.clock.skew(0);
  const settled = await settle(stage);
  stage.listen(await arena.observe());
  const shown = JSON.stringify([told, await arena.emulator.snapshot()]);
  const found = await arena.around.find(words.name);
  if (found) await others.request('DELETE', `/v2/deployments/${found.id}?delete_tracing_project=true`);
  await arena.emulator.clock.advance(10_000);

  // An answer that was cut short counts as lost, though the journal has it whole.
  const cut = schedule.httpFaults.some(({ effect: blow }) => blow.kind === 'truncate');
  const runs = ran.map((run): SimulatedRun => {
    const own = told.journal.filter(
      (entry) => entry.surface === 'control-plane' && runOf(entry) === run.index,
    );
    const trail = own.map(({ method, path: asked, status }) => `${method} ${asked}: ${status}`);
    return { ...run, trail, evidence: evidenceOfJournal(own, cut) };
  });
  return { schedule, words, runs, settled, makers: ledger, shown };
}

/** What happens at a moment that is no moment of virtual time. */
interface Interference {
  /** Begins with the first run, and kills the emulator while it has not answered that run's change. */
  whileAwake?: (stage: Pick<BuiltStage, 'words'> & Pick<ProcessSimulator, 'around'>) => Promise<Observed>;
}

interface BuiltStage {
  arena: ProcessSimulator;
  schedule: Schedule;
  words: TestValues;
  others: OtherClient;
  ledger: ProcessLedger;
  listen(told: Observed, otherwise?: Maker): void;
  setFaults(plan: FaultPlanInput): Promise<void>;
}
type Ran = Omit<SimulatedRun, 'evidence' | 'trail'>;

/** Lets the runs run, each in its process, and the others act at their times, until the last run has ended. */
async function perform(stage: BuiltStage): Promise<Ran[]> {
  const { arena, schedule, words, others, ledger, listen } = stage;
  // Awake from here on: no time passes before all are there.
  const director = await arena.emulator.clock.join();
  const startAt = await arena.now();
  await stage.setFaults(faultPlan(schedule, words.name));
  await startUnderway(others, schedule);
  await ledger.note('before');
  const over = new AbortController();
  const players = await Promise.all(
    schedule.runs.map(async (plan, index) => {
      const starter = await arena.emulator.clock.join();
      return { plan, index, starter, cancel: new AbortController(), started: false, ended: false };
    }),
  );
  const playing = players.map(async (player): Promise<Ran> => {
    await player.starter.sleep(player.plan.startMs);
    return arena.emulator.clock.during(async ({ nodeArguments, env }) => {
      await player.starter.leave();
      const before = await ledger.truth(await arena.now());
      player.started = true;
      const run = await runAction({
        actionYml: ACTION_YML,
        inputs: inputsFor(stage, player.plan, player.index, before),
        event: eventOf(player.plan, words),
        nodeArguments,
        env,
        signal: player.cancel.signal,
      });
      player.ended = true;
      listen(await arena.observe());
      const after = await ledger.truth(await arena.now());
      const cancelled = player.cancel.signal.aborted;
      return {
        ...reportOf(run),
        plan: player.plan,
        index: player.index,
        cancelled,
        ...spanOf(before, after),
      };
    });
  });
  const cues = [
    ...schedule.concurrentChanges.flatMap(({ moment, change: deed }) => ({
      atMs: moment.kind === 'at' ? moment.ms : 0,
      work: async () => {
        listen(await arena.observe());
        await others.apply(deed);
        await ledger.note('others');
      },
    })),
    ...schedule.skews.map(({ atMs, byMs }) => ({ atMs, work: () => arena.emulator.clock.skew(byMs) })),
    ...schedule.restarts.map(({ atMs }) => ({
      atMs,
      work: async () => {
        listen(await arena.kill());
        await stage.setFaults(faultPlan(schedule, words.name));
      },
    })),
    ...players.flatMap((player, index) => {
      const { cancel } = player.plan;
      if (cancel.kind !== 'at') return [];
      const work = async () => {
        if (!player.started || player.ended) return;
        player.cancel.abort();
        // No time passes until it has ended.
        await playing[index];
      };
      return [{ atMs: cancel.ms, work }];
    }),
  ].sort((a, b) => a.atMs - b.atMs);
  const direct = async () => {
    for (const { atMs, work } of cues) {
      const left = startAt + atMs - (await arena.now());
      if (left > 0) await director.sleep(left, over.signal).catch(() => {});
      if (over.signal.aborted) break;
      await work();
    }
    await director.leave();
  };
  const directing = direct();
  const runs = await Promise.all(playing);
  over.abort();
  await directing;
  return runs;
}

function inputsFor({ arena, schedule, words }: BuiltStage, plan: RunPlan, index: number, before: Truth) {
  const { around } = arena;
  const order = {
    plan,
    schedule,
    words,
    // A path of its own tells the first run's requests from the second one's, and from those of others.
    baseUrl: index === 0 ? `${around.origin}/api-host` : around.origin,
    key: around.key,
    workspaceId: around.workspaceId,
    deploymentId: before.deployments.find(({ live }) => live)?.id,
  };
  return { ...inputsOf(order), 'request-timeout': isSilent(schedule) ? '1s' : '30s' };
}

function eventOf({ event, origin }: RunPlan, words: TestValues) {
  const commit = words.commit(origin);
  const fullName = new URL(words.repoUrl).pathname.slice(1);
  return event === 'push'
    ? pushEvent({ branch: 'main', before: 'f'.repeat(40), after: commit, repository: { fullName } })
    : dispatchEvent({ ref: 'refs/heads/main', sha: commit, repository: { fullName } });
}

function reportOf(run: ActionRun) {
  const [first] = run.annotations.filter(({ from }) => from === 'action');
  const said = run.lines.filter(({ command }) => command !== 'add-mask').map(({ raw }) => raw);
  return {
    code: run.exitCode,
    outputs: run.outputs,
    message: first?.message ?? '',
    told: JSON.stringify([said, run.outputs, run.main?.rawSummary, run.annotations, run.state]),
    log: run.log,
  };
}

function spanOf(before: Truth, after: Truth) {
  return { before, truths: [after], startedAt: before.at, endedAt: after.at };
}

async function settle({ arena, ledger }: BuiltStage): Promise<Truth> {
  for (let step = 1; ; step += 1) {
    await arena.emulator.clock.advance(SETTLE_STEP_MS);
    const truth = await ledger.truth(await arena.now());
    const moving = truth.deployments.some(
      ({ status, revisions }) =>
        status !== 'READY' || revisions.some((revision) => !isFinal(revision.status)),
    );
    if (!moving || step === SETTLE_STEPS) return truth;
  }
}

/** The processes of a test file: emulators are started when they are needed and ended after the tests. */
interface ProcessSimulators {
  play(schedule: Schedule): Promise<SimulationResult>;
  /** One whose emulator can be killed. */
  keeping(): Promise<ProcessSimulator>;
}

/** To be called outside of tests. */
export function useProcessSimulators(): ProcessSimulators {
  const open = new Map<boolean, Promise<ProcessSimulator>>();
  let serial = 0;
  const arena = (keep: boolean) => {
    const opening = open.get(keep) ?? startProcessSimulator({ keep });
    open.set(keep, opening);
    return opening;
  };
  beforeAll(ensureDist, 60_000);
  afterAll(async () => {
    for (const opened of open.values()) await (await opened).close();
  }, 30_000);
  return {
    keeping: () => arena(true),
    async play(schedule) {
      serial += 1;
      return simulateInProcesses(await arena(schedule.restarts.length > 0), schedule, `b${serial}`);
    },
  };
}
