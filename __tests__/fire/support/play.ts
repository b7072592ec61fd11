import { isFinal } from '../../../src/contract/statuses.ts';
import type { FaultPlanInput } from '../../../src/emulator/local/fault-plan.ts';
import type { JournalEntry } from '../../../src/emulator/local/journal.ts';
import { CROWD, type Arena } from './arena.ts';
import { createOthers, type Others, type Words, wordsFor } from './others.ts';
import { playRun, type RunReport } from './run.ts';
import { type Blow, type Moment, type Schedule, STAGES, TARGETS, type Which } from './schedule.ts';
import { type Actor, createSharedTime, type SharedTime } from './time.ts';
import { createLedger, type Ledger, type Truth } from './truth.ts';

/** One run, and what was true around it; time stood still while it was read. */
export interface PlayedRun extends RunReport {
  index: number;
  /** When it began. */
  before: Truth;
  /** Since its last question was answered, up to its end: once, unless somebody acted in between. */
  truths: Truth[];
}

/** Everything that is known of a schedule once it was played. */
export interface Played {
  schedule: Schedule;
  words: Words;
  runs: PlayedRun[];
  /** When everything had come to rest, with no trouble any more. */
  settled: Truth;
  ledger: Ledger;
  journal: JournalEntry[];
  /** Everything the emulator would show of it: journal and events. */
  shown: string;
}

/** Time for whatever still goes on, in steps, until nothing does. */
const SETTLE_STEP_MS = 30 * 60 * 1000;
const SETTLE_STEPS = 10;
/** Nothing takes that long in real time: a run that does hangs. */
const HANG_MS = 60_000;

/** Plays a schedule on the arena and leaves nothing of it there. Throws when it does not end. */
export async function play(arena: Arena, schedule: Schedule, tag: string): Promise<Played> {
  const words = wordsFor(schedule, tag);
  const others = createOthers(arena, schedule, words);
  const ledger = createLedger(arena, words);
  const record = createRecord(arena);

  await prepare(arena, others, schedule, words);
  await ledger.note('before');
  const time = createSharedTime(arena.driven.now());
  time.drive(arena.driven);
  arena.emulator.faults.set(faultPlan(schedule, words));
  await startLate(others, schedule);
  await ledger.note('before');

  const stage = createStage(arena, schedule, words, others, ledger, time, record);
  const runs = await withinReason(stage.perform(), schedule);

  arena.emulator.faults.clear();
  arena.emulator.clock.skew(0);
  const settled = await settle(arena, ledger);
  record.take();
  await cleanUp(arena, others, words);
  return { schedule, words, runs, settled, ledger, journal: record.journal, shown: record.shown() };
}

async function settle(arena: Arena, ledger: Ledger): Promise<Truth> {
  for (let step = 1; ; step += 1) {
    await arena.driven.advance(SETTLE_STEP_MS);
    const truth = await ledger.truth(arena.driven.now());
    const moving = truth.deployments.some(
      ({ row, revisions }) => row.status !== 'READY' || revisions.some(({ status }) => !isFinal(status)),
    );
    if (!moving || step === SETTLE_STEPS) return truth;
  }
}

/** What the emulator shows of a schedule, over all its lives. */
interface ShownRecord {
  readonly journal: JournalEntry[];
  /** Takes down what was shown since the last time; before the emulator ends. */
  take(): void;
  /** Another emulator shows from the start. */
  anew(): void;
  shown(): string;
}

function createRecord(arena: Arena): ShownRecord {
  let marks = {
    journal: arena.emulator.journal.after(0).next,
    events: arena.emulator.events.after(0).next,
  };
  const journal: JournalEntry[] = [];
  const texts: string[] = [];
  return {
    journal,
    take() {
      const entries = arena.emulator.journal.after(marks.journal);
      const events = arena.emulator.events.after(marks.events);
      marks = { journal: entries.next, events: events.next };
      journal.push(...entries.entries);
      texts.push(JSON.stringify([entries.entries, events.events]));
    },
    anew() {
      marks = { journal: 0, events: 0 };
    },
    shown: () => texts.join('\n'),
  };
}

/** Brings about what is there before anybody acts; all of it at rest. */
async function prepare(arena: Arena, others: Others, schedule: Schedule, words: Words): Promise<void> {
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
  await arena.driven.advance(1000);
  if (before.kind === 'deployed' && before.then === 'failed') {
    arena.emulator.faults.set({ rules: [lifecycle(words.name, 'DEPLOYING', { fail: 'it was so before' })] });
    await others.do({ kind: 'origin', origin: before.thenOrigin, secrets: 'none' });
    await arena.driven.advance(1000);
    arena.emulator.faults.clear();
  }
  if (before.kind === 'left-over') {
    await others.do({ kind: 'delete', project: false });
    await arena.driven.advance(1000);
  }
  if (before.kind === 'dying') {
    arena.emulator.faults.set({
      rules: [lifecycle(words.name, 'AWAITING_DELETE', { duration_ms: before.forMs })],
    });
    await others.do({ kind: 'delete', project: true });
  }
  // What the branch is at when the runs begin.
  await others.do({ kind: 'push', origin: schedule.runs[0]?.origin ?? 0 });
  if (schedule.before.kind !== 'deployed' || !schedule.before.buildOnPush) await arena.driven.advance(1000);
}

/** What is on its way when the runs begin, at the schedule's own pace. */
async function startLate(others: Others, { before }: Schedule): Promise<void> {
  if (before.kind === 'deployed' && before.then === 'underway') {
    await others.do({ kind: 'origin', origin: before.thenOrigin, secrets: 'none' });
  }
}

function createStage(
  arena: Arena,
  schedule: Schedule,
  words: Words,
  others: Others,
  ledger: Ledger,
  time: SharedTime,
  record: ShownRecord,
) {
  const startAt = time.now();
  const origin = arena.emulator.urls.controlPlane;
  const writing = new Set<number>();
  let down: Truth | undefined;
  time.afterTurn(async () => {
    if (down !== undefined) return;
    for (const run of writing) await ledger.note(run);
  });
  const truth = async () => down ?? ledger.truth(time.now());
  const act = async (deed: Schedule['rivals'][number]['deed']) => {
    if (down !== undefined) return;
    await others.do(deed);
    await ledger.note('others');
  };

  /** What happens at a time of its own, in order. */
  const timed = [
    ...schedule.rivals.flatMap(({ moment, deed }) =>
      moment.kind === 'at' ? [{ atMs: moment.ms, work: () => act(deed) }] : [],
    ),
    ...schedule.skews.map(({ atMs, byMs }) => ({
      atMs,
      work: async () => {
        if (down === undefined) arena.emulator.clock.skew(byMs);
      },
    })),
    ...schedule.restarts.map(({ atMs, downMs }) => ({
      atMs,
      work: async (director: Actor) => {
        down = await ledger.truth(time.now());
        record.take();
        await arena.down();
        time.drive(undefined);
        await director.sleep(downMs);
        await arena.up(time.now());
        record.anew();
        time.drive(arena.driven);
        arena.emulator.faults.set(faultPlan(schedule, words));
        down = undefined;
      },
    })),
  ].sort((a, b) => a.atMs - b.atMs);

  const perform = async (): Promise<PlayedRun[]> => {
    const over = new AbortController();
    const cancels = schedule.runs.map(() => new AbortController());
    const cancellations = schedule.runs.flatMap(({ cancel }, index) =>
      cancel.kind === 'at'
        ? [{ atMs: cancel.ms, work: async () => cancels[index]?.abort(new Error('received SIGINT')) }]
        : [],
    );
    const director = time.join('director');
    const actors = schedule.runs.map((_plan, index) => time.join(`run ${index}`));
    const direct = async () => {
      const events = [...timed, ...cancellations].sort((a, b) => a.atMs - b.atMs);
      for (const { atMs, work } of events) {
        const left = startAt + atMs - time.now();
        if (left > 0) await director.sleep(left, over.signal).catch(() => {});
        if (over.signal.aborted) break;
        await work(director);
      }
      director.leave();
    };
    const playOne = async (index: number, actor: Actor): Promise<PlayedRun[]> => {
      const plan = schedule.runs[index];
      if (plan === undefined) return [];
      await actor.sleep(plan.startMs);
      const before = await truth();
      const truths: Truth[] = [];
      const report = await playRun(
        plan,
        actor,
        {
          schedule,
          words,
          origin,
          deploymentId: before.deployments.find(({ live }) => live)?.row.id,
          around: async (side, method, nth) => {
            // What it decides by was answered before it asks for logs.
            if (side === 'before') {
              if (method === 'tailLog') truths.push(await truth());
              else truths.splice(0);
            }
            for (const { moment, deed } of schedule.rivals) {
              if (!isNow(moment, index, side, method, nth)) continue;
              if (side === 'after') truths.push(await truth());
              await act(deed);
            }
          },
          writing: async (now) => {
            if (now) writing.add(index);
            else if (writing.delete(index) && down === undefined) await ledger.note(index);
          },
        },
        cancels[index] ?? new AbortController(),
      );
      if (report.cancelled) await arrivals();
      if (down === undefined) await ledger.note(index);
      truths.push(await truth());
      actor.leave();
      return [{ ...report, index, before, truths }];
    };
    const directing = direct();
    const runs = await Promise.all(actors.map((actor, index) => playOne(index, actor)));
    over.abort();
    await directing;
    return runs.flat();
  };
  return { perform };
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
async function cleanUp(arena: Arena, others: Others, words: Words): Promise<void> {
  for (const name of [words.name, `${words.name}-2`, `x-${words.name}`]) {
    const row = await arena.store.deployments.findByName(words.workspaceId, name);
    if (row) await others.request('DELETE', `/v2/deployments/${row.id}?delete_tracing_project=true`);
  }
  await arena.driven.advance(10_000);
  const project = await arena.store.projects.findByName(words.workspaceId, words.name);
  if (project) await arena.store.projects.remove(words.workspaceId, project.id);
  const left = await arena.store.deployments.findByName(words.workspaceId, words.name);
  if (left !== undefined && words.name !== CROWD) throw new Error(`${words.name} could not be deleted`);
}

function lifecycle(deployment: string, stage: string, then: Record<string, unknown>, nth?: number) {
  return { match: { deployment, stage }, ...(nth === undefined ? {} : { when: { nth: [nth] } }), then };
}

/** The schedule's troubles as the emulator takes them. */
function faultPlan({ pace, before, troubles, seed }: Schedule, { name }: Words): FaultPlanInput {
  const { trouble } = pace;
  const special =
    trouble.kind === 'fail'
      ? [lifecycle(name, trouble.stage, { fail: 'the machine caught fire' }, trouble.nth)]
      : trouble.kind === 'stall'
        ? [lifecycle(name, trouble.stage, { stall: true }, trouble.nth)]
        : trouble.kind === 'flap'
          ? [lifecycle(name, 'DEPLOYING', { flap: trouble.times })]
          : trouble.kind === 'status'
            ? [lifecycle(name, trouble.stage, { status: trouble.status, duration_ms: trouble.forMs })]
            : [];
  const durations = STAGES.flatMap((stage, index) => {
    const ms = pace.durationsMs[index] ?? 0;
    return ms > 0 ? [lifecycle(name, stage, { duration_ms: ms })] : [];
  });
  const dying =
    before.kind === 'dying' ? [lifecycle(name, 'AWAITING_DELETE', { duration_ms: before.forMs })] : [];
  const http = troubles.map(({ target, blow, which }) => {
    const { method, path } = TARGETS[target];
    return {
      match: { ...(method && { method }), path: `/api-host${path ?? '/**'}` },
      ...whenOf(which),
      then: effectOf(blow),
    };
  });
  return { seed, rules: [...special, ...durations, ...dying, ...http] };
}

function whenOf(which: Which): object {
  switch (which.kind) {
    case 'nth':
      return { when: { nth: which.nth } };
    case 'times':
      return { when: { times: which.times } };
    case 'chance':
      return { when: { probability: which.probability } };
    case 'all':
      return {};
  }
}

function effectOf(blow: Blow): Record<string, unknown> {
  switch (blow.kind) {
    case 'status':
      return { status: blow.status, body: { detail: 'the machine caught fire' } };
    case 'later': {
      const retryAfter = blow.asDate ? { date_in_s: blow.seconds } : blow.seconds;
      return { status: blow.status, retry_after: retryAfter };
    }
    case 'html':
      return { status: blow.status, body: '<h1>Bad Gateway</h1>', content_type: 'text/html' };
    case 'reset':
      return { reset: true };
    case 'drop':
      return { drop_answer: true, ...(blow.how === 'close' ? {} : { [blow.how]: true }) };
    case 'hang':
      return { hang: true };
    case 'truncate':
      return { truncate_at: blow.at };
    case 'slow':
      return { slow: { chunks: 4, delay_ms: 2 } };
    case 'delay':
      return { delay_ms: 5 };
    case 'empty':
      return { status: 200, body: { resources: [], offset: 0 } };
  }
}
