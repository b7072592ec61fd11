import fc from 'fast-check';
import { WAIT_LIMIT_MS } from '../../../../harness/hang-limit.ts';
import { MULTITASK_STRATEGIES } from '../../../../src/contract/run.ts';
import { createRig, isSame, type Seen } from './rig.ts';
import { apply, type Command, emptyModel, type ModelState, startNext, type Reply } from './run-model.ts';

/** A client's attempt, which is generated before the existing runs are known; `pick` selects a run. */
export type Attempt =
  | { kind: 'create'; thread: number; strategy: (typeof MULTITASK_STRATEGIES)[number]; after: number }
  | { kind: 'cancel'; pick: number; stop: 'interrupt' | 'rollback' }
  | { kind: 'delete'; pick: number }
  | { kind: 'end'; pick: number; how: 'success' | 'error' }
  | { kind: 'write'; pick: number; age: number; what: 'checkpoint' | 'question' | 'answer' }
  | { kind: 'crash' }
  | { kind: 'restart' }
  | { kind: 'wait'; ms: number };

const THREADS = 2;

const pick = fc.nat(30);
const MOSTLY = 22;
const attempt: fc.Arbitrary<Attempt> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      thread: fc.nat(THREADS - 1),
      strategy: fc.constantFrom(...MULTITASK_STRATEGIES),
      after: fc.constantFrom(0, 0, 0, 500),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      pick,
      stop: fc.constantFrom('interrupt' as const, 'rollback' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('end' as const),
      pick,
      how: fc.constantFrom('success' as const, 'success' as const, 'error' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      pick,
      age: fc.constantFrom(0, 0, 0, 1),
      what: fc.constantFrom('checkpoint' as const, 'question' as const, 'answer' as const),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'crash' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(100, 600) }) },
);

/** Generates steps, each with up to three simultaneous attempts. */
export const steps = (max: number) =>
  fc.array(fc.array(attempt, { minLength: 1, maxLength: 3 }), {
    minLength: Math.ceil(max / 2),
    maxLength: max,
  });

/** Converts a state of the model to the observable state of the real components. */
function shown(state: ModelState): Seen[] {
  return state.threads.map((thread) => ({
    status: thread.runs.some(({ status }) => status === 'pending' || status === 'running')
      ? 'busy'
      : thread.resting,
    resting: thread.resting,
    values: thread.values,
    asks: thread.asks,
    runs: thread.runs.map(({ id, status, attempt: tries, fence }) => ({ id, status, attempt: tries, fence })),
    history: thread.history,
    working: thread.runs.filter(({ status }) => status === 'running').map(({ id }) => id),
  }));
}

interface Outcome {
  state: ModelState;
  reported: Reply[];
}

/**
 * Returns every possible outcome of simultaneous commands, in any order, with or without runs that start in between.
 */
function outcomes(from: readonly ModelState[], commands: readonly Command[]): Outcome[] {
  const found: Outcome[] = [];
  const go = (state: ModelState, left: readonly number[], reported: Reply[]): void => {
    if (left.length === 0) {
      const next = { state: startNext(state), reported };
      if (!found.some((one) => isSame(one, next))) found.push(next);
      return;
    }
    for (const index of left) {
      const command = commands[index];
      if (!command) continue;
      const done = apply(state, command);
      const printed = reported.with(index, done.reported);
      const rest = left.filter((one) => one !== index);
      go(done.state, rest, printed);
      if (rest.length > 0) go(startNext(done.state), rest, printed);
    }
  };
  for (const state of from) {
    go(
      state,
      commands.map((_, index) => index),
      commands.map(() => 'done'),
    );
  }
  return found;
}

/** Converts attempts to commands for the existing runs. A restart is always the only command in its step. */
function resolve(
  attempts: readonly Attempt[],
  known: ReadonlyMap<string, { thread: number; fence: number }>,
  isWorking: (run: string) => boolean,
  nextRun: () => string,
): Command[] {
  const runs = [...known];
  const working = runs.filter(([id]) => isWorking(id));
  const alone = attempts.find(({ kind }) => kind === 'restart' || kind === 'wait');
  const commands: Command[] = [];
  const ending = new Set<string>();
  for (const one of alone ? [alone] : attempts) {
    if (one.kind === 'create') {
      commands.push({ ...one, run: nextRun() });
      continue;
    }
    if (one.kind === 'crash' || one.kind === 'restart' || one.kind === 'wait') {
      commands.push(one);
      continue;
    }
    // Most attempts select an active run, and otherwise the newest run.
    const pool = one.pick < MOSTLY && working.length > 0 ? working : runs;
    const chosen = pool.at(-1 - (one.pick % Math.max(pool.length, 1)));
    if (!chosen) continue;
    const [run, { thread, fence }] = chosen;
    // A worker does not write while it reports its end.
    if (one.kind === 'end' || one.kind === 'write') {
      if (ending.has(run)) continue;
      ending.add(run);
    }
    if (one.kind === 'write')
      commands.push({ kind: 'write', thread, run, fence: Math.max(fence - one.age, 0), what: one.what });
    else if (one.kind === 'end') commands.push({ kind: 'end', thread, run, how: one.how });
    else if (one.kind === 'cancel') commands.push({ kind: 'cancel', thread, run, stop: one.stop });
    else commands.push({ kind: 'delete', thread, run });
  }
  // A worker's crash affects all its runs, so only one other simultaneous command is allowed.
  return commands.some(({ kind }) => kind === 'crash') ? commands.slice(0, 2) : commands;
}

/**
 * Time limit in milliseconds, shorter than other limits, because each smaller example that fast-check tries waits for
 * it.
 */
const PATIENCE_MS = WAIT_LIMIT_MS / 10;

/** Executes the steps on the real components, and rejects when they reach a state that the model does not allow. */
export async function play(plan: readonly (readonly Attempt[])[], location = ':memory:'): Promise<void> {
  const rig = await createRig(THREADS, location);
  try {
    let possible: ModelState[] = [emptyModel(THREADS)];
    const known = new Map<string, { thread: number; fence: number }>();
    let count = 0;
    const nextRun = () => {
      count += 1;
      return `run-${count}`;
    };
    const isWorking = (run: string) =>
      possible[0]?.threads.some(({ runs }) =>
        runs.some(({ id, status }) => id === run && status === 'running'),
      ) === true;
    const log: string[] = [];
    for (const attempts of plan) {
      const commands = resolve(attempts, known, isWorking, nextRun);
      log.push(commands.map((command) => JSON.stringify(command)).join(' and '));
      const printed = await Promise.all(commands.map((command) => rig.does(command)));
      const may = outcomes(possible, commands).filter(({ reported }) => isSame(reported, printed));
      possible = await settled(rig, may, () => `${log.join('\n')}\nsaid ${JSON.stringify(printed)}`);
      for (const [thread, { runs }] of (possible[0]?.threads ?? []).entries()) {
        for (const { id, fence } of runs) known.set(id, { thread, fence });
      }
    }
  } finally {
    await rig.close();
  }
}

/** Waits until the real components show one of these states, and returns the states that are still possible. */
async function settled(
  rig: { sees(): Promise<Seen[]> },
  may: readonly Outcome[],
  story: () => string,
): Promise<ModelState[]> {
  const since = performance.now();
  for (;;) {
    const seen = await rig.sees();
    const fits = may.filter(({ state }) => isSame(shown(state), seen)).map(({ state }) => state);
    if (fits.length > 0) return fits;
    if (performance.now() - since > PATIENCE_MS) {
      const expected =
        may.map(({ state }) => JSON.stringify(shown(state))).join('\nor ') || 'nothing that was said so';
      throw new Error(`${story()}\nshows ${JSON.stringify(seen)}\nand may show ${expected}`);
    }
    await new Promise((done) => setImmediate(done));
  }
}
