import type { Answered } from './ledger.ts';

export type Strategy = 'enqueue' | 'rollback' | 'interrupt';

/** A thread somebody made; its id is the client's own, so that it is known even without an answer. */
export interface ThreadIntent {
  key: string;
  id: string;
  answered: Answered;
  deleted: Answered | undefined;
}

/** A run somebody asked for. */
export interface RunIntent {
  thread: string;
  /** Unique to the run: what it is to say. */
  say: string;
  /** `gate` goes on only once its gate is opened; `echo` answers at once. */
  graph: 'gate' | 'echo';
  strategy: Strategy;
  /** What it is to its thread: one that stops to ask, half of the answer, or the rest. */
  part?: 'question' | 'half' | 'answer';
  answered: Answered;
  id: string | undefined;
  cancelled: { action: 'interrupt' | 'rollback'; answered: Answered } | undefined;
  deleted: Answered | undefined;
  /** Whether its end was seen to be success. */
  joined: boolean;
}

/** Everything asked of an agent server: the reference it is judged against. Runs stand in the order of asking. */
export interface RunLedger {
  threads: ThreadIntent[];
  runs: RunIntent[];
}

/** What a client sees of a thread and its runs, oldest first. */
export interface SeenThread {
  id: string;
  status: string;
  said: unknown;
  runs: { id: string; say: string; status: string }[];
}
