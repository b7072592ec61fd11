import type { Arena } from '../arena.ts';
import type { Others, Surroundings, Words } from '../others.ts';
import { playRun } from '../run.ts';
import type { Deed, Moment, RunPlan, Schedule } from '../schedule.ts';
import type { Actor, SharedTime } from '../time.ts';
import type { Ledger, Truth } from '../truth.ts';
import { faultPlan } from './fault-plan.ts';
import type { PlayedRun } from './played.ts';
import type { ShownRecord } from './shown.ts';

/** Everything a performance takes place in. */
export interface Stage {
  arena: Arena;
  schedule: Schedule;
  words: Words;
  around: Surroundings;
  others: Others;
  ledger: Ledger;
  time: SharedTime;
  record: ShownRecord;
}

/** What somebody does at a time of its own, so long after the start. */
interface Cue {
  atMs: number;
  work: (director: Actor) => Promise<void>;
}

/** Lets the runs of the schedule run, and everybody else act at their times, until the last run has ended. */
export async function perform(stage: Stage): Promise<PlayedRun[]> {
  const { schedule, ledger, time } = stage;
  const service = createService(stage);
  const writing = new Set<number>();
  time.afterTurn(async () => {
    for (const run of writing) await service.note(run);
  });
  const over = new AbortController();
  const cancels = schedule.runs.map(() => new AbortController());
  const cues: Cue[] = [
    ...schedule.rivals.flatMap(({ moment, deed }) =>
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
  const playOne = async (plan: RunPlan, index: number, actor: Actor): Promise<PlayedRun> => {
    await actor.sleep(plan.startMs);
    const before = await service.truth();
    const truths: Truth[] = [];
    const report = await playRun(
      orderFor(stage, plan, before),
      actor,
      {
        around: async (side, method, nth) => {
          // What it decides by was answered before it asks for logs.
          if (side === 'before') {
            if (method === 'tailLog') truths.push(await service.truth());
            else truths.splice(0);
          }
          for (const { moment, deed } of schedule.rivals) {
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

/** The control plane as it comes and goes; while it is gone nothing changes, and nothing can be asked. */
function createService({ arena, schedule, words, others, ledger, time, record }: Stage) {
  let down: Truth | undefined;
  return {
    truth: async () => down ?? ledger.truth(time.now()),
    async note(maker: number) {
      if (down === undefined) await ledger.note(maker);
    },
    async act(deed: Deed) {
      if (down !== undefined) return;
      await others.do(deed);
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
      record.anew();
      time.drive(arena.driven);
      arena.emulator.faults.set(faultPlan(schedule, words.name));
      down = undefined;
    },
  };
}

function orderFor({ schedule, words, around }: Stage, plan: RunPlan, before: Truth) {
  return {
    plan,
    schedule,
    words,
    // Others use the plain path, so that what goes wrong goes wrong for runs alone.
    baseUrl: `${around.origin}/api-host`,
    key: around.key,
    workspaceId: around.workspaceId,
    deploymentId: before.deployments.find(({ live }) => live)?.id,
  };
}

/** A request that was cut off may still be on its way into the service. */
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
