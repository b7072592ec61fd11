import type { MultitaskStrategy } from '../../../../src/contract/run.ts';

// A state machine of the runs on threads. The state machine is pure, and independent of the agent server's
// implementation. Every command returns the next state, and the response to its caller.

/** One checkpoint of a thread, with the run that wrote it and its question. */
interface ModelCheckpoint {
  readonly by: string;
  /** Question at the checkpoint: the run that asked or answered it, and whether the question is open. */
  readonly question?: { readonly by: string; readonly open: boolean };
}
interface ModelRun {
  readonly id: string;
  readonly status: 'pending' | 'running' | 'success' | 'error' | 'interrupted';
  readonly attempt: number;
  /** Number of attempts at the run so far. */
  readonly fence: number;
  /** Earliest start time of the run. */
  readonly due: number;
  /** History of the thread when the run first started. */
  readonly before?: readonly ModelCheckpoint[];
}
interface ModelThread {
  /** Runs, oldest first. */
  readonly runs: readonly ModelRun[];
  readonly history: readonly ModelCheckpoint[];
  readonly resting: 'idle' | 'interrupted' | 'error';
  /** Runs that wrote the checkpoints on which the thread's stored values are based. */
  readonly values: readonly string[];
  /** True if the thread's row contains a question. */
  readonly asks: boolean;
}
export interface ModelState {
  readonly now: number;
  readonly threads: readonly ModelThread[];
}

export type Command =
  | { kind: 'create'; thread: number; run: string; strategy: MultitaskStrategy; after: number }
  | { kind: 'cancel'; thread: number; run: string; stop: 'interrupt' | 'rollback' }
  | { kind: 'delete'; thread: number; run: string }
  /** The worker reports the end of its run. */
  | { kind: 'end'; thread: number; run: string; how: 'success' | 'error' }
  /**
   * A worker that took the run for the `fence`-th time writes, possibly late: a new checkpoint, or a change of the
   * last question.
   */
  | { kind: 'write'; thread: number; run: string; fence: number; what: Written }
  /** The worker's process crashes at any point of its work. */
  | { kind: 'crash' }
  /** The emulator is stopped normally, and starts again. */
  | { kind: 'restart' }
  | { kind: 'wait'; ms: number };

/** Write of a run: a new checkpoint, or a question or an answer at the last checkpoint. */
type Written = 'checkpoint' | 'question' | 'answer';

/** Response to the caller. */
export type Reply = 'done' | 'refused';

const MAX_ATTEMPTS = 3;
const isOpen = ({ status }: ModelRun) => status === 'pending' || status === 'running';

export const emptyModel = (threads: number): ModelState => ({
  now: 0,
  threads: Array.from({ length: threads }, () => ({
    runs: [],
    history: [],
    resting: 'idle' as const,
    values: [],
    asks: false,
  })),
});

const authors = (history: readonly ModelCheckpoint[]) => history.map(({ by }) => by);
const isAsking = (history: readonly ModelCheckpoint[]) => history.at(-1)?.question?.open === true;
const setRun = (thread: ModelThread, id: string, change: Partial<ModelRun>): ModelThread => ({
  ...thread,
  runs: thread.runs.map((run) => (run.id === id ? { ...run, ...change } : run)),
});
/** Copies the state of the checkpoints to the thread's row. */
const reported = (thread: ModelThread): ModelThread => ({
  ...thread,
  values: authors(thread.history),
  asks: isAsking(thread.history),
});

function interrupted(thread: ModelThread, run: ModelRun): ModelThread {
  const ended = setRun(thread, run.id, { status: 'interrupted' });
  if (run.fence === 0) return ended;
  const shown = reported(ended);
  return { ...shown, resting: shown.asks ? 'interrupted' : 'idle' };
}

function undone(thread: ModelThread, run: ModelRun): ModelThread {
  return {
    ...thread,
    runs: thread.runs.filter(({ id }) => id !== run.id),
    history: run.before ?? thread.history,
  };
}

function failed(thread: ModelThread, run: ModelRun): ModelThread {
  return { ...reported(setRun(thread, run.id, { status: 'error' })), resting: 'error' };
}

/** Starts a run on each idle thread: the interrupted run, or else the oldest run whose start time has come. */
export function startNext(state: ModelState): ModelState {
  return {
    ...state,
    threads: state.threads.map((thread) => {
      if (thread.runs.some(({ status }) => status === 'running')) return thread;
      const waiting = thread.runs.filter(({ status, due }) => status === 'pending' && due <= state.now);
      const next = waiting.find(({ fence }) => fence > 0) ?? waiting[0];
      if (!next) return thread;
      const before = next.before ?? thread.history;
      return setRun(thread, next.id, { status: 'running', fence: next.fence + 1, before });
    }),
  };
}

export function apply(state: ModelState, command: Command): { state: ModelState; reported: Reply } {
  const done = (next: ModelState, printed: Reply = 'done') => ({ state: next, reported: printed });
  const everywhere = (change: (thread: ModelThread) => ModelThread) =>
    done({ ...state, threads: state.threads.map(change) });
  switch (command.kind) {
    case 'wait':
      return done({ ...state, now: state.now + command.ms });
    case 'restart':
      return everywhere((thread) =>
        thread.runs.reduce(
          (changed, run) =>
            run.status === 'running' ? setRun(changed, run.id, { status: 'pending' }) : changed,
          thread,
        ),
      );
    case 'crash':
      return everywhere((thread) => {
        const run = thread.runs.find(({ status }) => status === 'running');
        if (!run) return thread;
        if (run.attempt >= MAX_ATTEMPTS) return failed(thread, run);
        return setRun(thread, run.id, { status: 'pending', attempt: run.attempt + 1 });
      });
    default: {
      const thread = state.threads[command.thread];
      if (!thread) throw new Error(`the model has no thread ${command.thread}`);
      const next = onThread(thread, command, state.now);
      if (next === 'refused') return done(state, 'refused');
      const threads = state.threads.map((one) => (one === thread ? next : one));
      return done({ ...state, threads });
    }
  }
}

type OfThread = Extract<Command, { thread: number }>;

function onThread(thread: ModelThread, command: OfThread, now: number): ModelThread | 'refused' {
  if (command.kind === 'create') return created(thread, command, now);
  const run = thread.runs.find(({ id }) => id === command.run);
  switch (command.kind) {
    case 'cancel':
      if (!run) return 'refused';
      if (!isOpen(run)) return 'refused';
      return command.stop === 'rollback' ? undone(thread, run) : interrupted(thread, run);
    case 'delete':
      if (!run) return 'refused';
      if (isOpen(run)) return undone(thread, run);
      return { ...thread, runs: thread.runs.filter(({ id }) => id !== run.id) };
    case 'end':
      // A worker's report about a run that it no longer owns is ignored.
      if (run?.status !== 'running') return thread;
      return ended(thread, run, command.how);
    case 'write': {
      if (run?.status !== 'running' || run.fence !== command.fence) return 'refused';
      return { ...thread, history: written(thread.history, run.id, command.what) };
    }
  }
}

function created(
  thread: ModelThread,
  { run: id, strategy, after }: Extract<Command, { kind: 'create' }>,
  now: number,
): ModelThread | 'refused' {
  const open = thread.runs.filter(isOpen);
  if (strategy === 'reject' && open.length > 0) return 'refused';
  let room = thread;
  if (strategy === 'interrupt') room = open.reduce(interrupted, room);
  if (strategy === 'rollback') room = open.reduce(undone, room);
  const run: ModelRun = { id, status: 'pending', attempt: 1, fence: 0, due: now + after };
  return { ...room, runs: [...room.runs, run] };
}

/** A graph that ends while its question is open is interrupted. */
function ended(thread: ModelThread, run: ModelRun, how: 'success' | 'error'): ModelThread {
  if (how === 'error') return failed(thread, run);
  const shown = reported(setRun(thread, run.id, { status: 'success' }));
  return { ...shown, resting: shown.asks ? 'interrupted' : 'idle' };
}

/** Returns the history after a run's write. An answer replaces the last question or answer. */
function written(history: readonly ModelCheckpoint[], by: string, what: Written): readonly ModelCheckpoint[] {
  const last = history.at(-1);
  if (what === 'checkpoint' || last === undefined) return [...history, { by }];
  return [...history.slice(0, -1), { ...last, question: { by, open: what === 'question' } }];
}
