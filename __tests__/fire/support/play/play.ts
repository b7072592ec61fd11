import { isFinal } from '../../../../src/contract/statuses.ts';
import type { Arena } from '../arena.ts';
import { createOthers, type Others, type Surroundings, type Words, wordsFor } from '../others.ts';
import type { Schedule } from '../schedule.ts';
import { createSharedTime } from '../time.ts';
import { createLedger, type Ledger, type Truth } from '../truth.ts';
import { faultPlan } from './fault-plan.ts';
import type { Played } from './played.ts';
import { prepare, startLate } from './prepare.ts';
import { createRecord } from './shown.ts';
import { perform } from './stage.ts';

/** Time for whatever still goes on, in steps, until nothing does. */
const SETTLE_STEP_MS = 30 * 60 * 1000;
const SETTLE_STEPS = 10;
/** Nothing takes that long in real time: a run that does hangs. */
const HANG_MS = 60_000;

/** Plays a schedule on the arena and leaves nothing of it there. Throws when it does not end. */
export async function play(arena: Arena, schedule: Schedule, tag: string): Promise<Played> {
  const around = arena.around(schedule.hides);
  const words = wordsFor(schedule, tag, around.key);
  const others = createOthers(around, schedule, words);
  const ledger = createLedger(arena, around.workspaceId, words);
  const record = createRecord(arena);

  await prepare(
    {
      advance: (ms) => arena.driven.advance(ms),
      setFaults: async (plan) => arena.emulator.faults.set(plan),
    },
    others,
    schedule,
    words,
  );
  await ledger.note('before');
  const time = createSharedTime(arena.driven.now());
  time.drive(arena.driven);
  arena.emulator.faults.set(faultPlan(schedule, words.name));
  await startLate(others, schedule);
  await ledger.note('before');

  const performing = perform({ arena, schedule, words, around, others, ledger, time, record });
  const runs = await withinReason(performing, schedule);

  arena.emulator.faults.clear();
  arena.emulator.clock.skew(0);
  const settled = await settle(arena, ledger);
  record.take();
  await cleanUp(arena, around, others, words);
  return { schedule, words, runs, settled, makers: ledger, shown: record.shown() };
}

async function settle(arena: Arena, ledger: Ledger): Promise<Truth> {
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
      HANG_MS,
    );
  });
  try {
    return await Promise.race([work, hang]);
  } finally {
    clearTimeout(timer);
  }
}

/** Deletes what the schedule made, tracing projects included: the next one may use the same name. */
async function cleanUp(arena: Arena, around: Surroundings, others: Others, words: Words): Promise<void> {
  for (const name of [words.name, `${words.name}-2`, `x-${words.name}`]) {
    const found = await around.find(name);
    if (found) await others.request('DELETE', `/v2/deployments/${found.id}?delete_tracing_project=true`);
  }
  await arena.driven.advance(10_000);
  const { projects } = arena.store;
  const project = await projects.findByName(around.workspaceId, words.name);
  if (project) await projects.remove(around.workspaceId, project.id);
  if (await around.find(words.name)) throw new Error(`${words.name} could not be deleted`);
}
