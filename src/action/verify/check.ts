/** What becomes of a run that is active on the thread already (facts: service §4.3). */
export const STRATEGIES = ['reject', 'enqueue', 'interrupt', 'rollback'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** A free-form JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** A regular expression that was compiled once, so that it is known to be one. */
export interface Pattern {
  source: string;
  flags: string;
}

/** What a run has to come to. What is not said is not asked, but that it ended well. */
export interface Expectation {
  /** How the run ends. */
  status: 'success' | 'error';
  /** Whether it stops to be resumed, as a graph does that asks a person. */
  interrupted: boolean;
  /** A part of the final state's values; `given` tells `null` from what was not said. */
  state: { given: boolean; value: unknown };
  /** Found in the text of the last message. */
  lastMessage: Pattern | undefined;
}

/** One check of a live agent: a run, and what has to come of it. */
export interface Check {
  name: string;
  /** Undefined: the only one there is. */
  assistant: string | undefined;
  /** Undefined with a `command`. */
  input: unknown;
  command: Json | undefined;
  expect: Expectation;
  timeLimitMs: number;
  /** Undefined: a thread of its own. */
  threadId: string | undefined;
  strategy: Strategy;
  config: Json | undefined;
  context: unknown;
  metadata: Json | undefined;
}

/** Which threads that a verification made are left behind. */
export const KEPT_THREADS = ['never', 'failed', 'always'] as const;
export type KeptThreads = (typeof KEPT_THREADS)[number];

/** The text's cases, or what is wrong with it. */
type ReadCases = (
  text: string,
) =>
  | { ok: true; value: readonly Check[] }
  | { ok: false; problems: readonly { problem: string; cure: string }[] };

/** The cases, or the file of the checkout that they stand in, with how its text is read. */
export type GivenChecks =
  | { kind: 'given'; cases: readonly Check[] }
  | { kind: 'file'; path: string; read: ReadCases };

/** What is verified, and how. */
export interface Verification {
  /** `file`: to be read from the checkout before anything is sent. */
  checks: GivenChecks;
  /** Undefined: no feedback is given. */
  feedbackKey: string | undefined;
  keepThreads: KeptThreads;
}

/** What a case takes where it says nothing itself. */
export type CheckDefaults = Partial<
  Pick<Check, 'assistant' | 'timeLimitMs' | 'threadId' | 'strategy' | 'config' | 'context' | 'metadata'>
>;
