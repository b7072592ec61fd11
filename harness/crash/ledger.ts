/** How far a request got, as its sender knows. */
export type RequestOutcome =
  /** It was sent, and the emulator was gone before it answered: done or not, but never by half. */
  | 'lost'
  /** It was answered with success: what it did stays. */
  | 'kept'
  /** It was answered with a refusal: nothing of it was done. */
  | 'refused';

/** A revision that was requested. */
export interface RevisionIntent {
  deployment: string;
  /** Unique within the deployment, and part of the revision: its image, or its ref; empty when it names neither. */
  marker: string;
  /** What becomes of it when its turn comes. `waits`: it has no source yet, so it waits in CREATING. */
  expect: 'deploys' | 'fails' | 'waits';
  answered: RequestOutcome;
  /** As answered. */
  revisionId: string | undefined;
  /** The value of the one secret that came with it; undefined: none was sent. */
  secret: string | undefined;
  /** Whether its interruption was asked for. */
  interrupted: RequestOutcome | undefined;
}

export interface DeploymentIntent {
  /** What the scenario calls it. */
  key: string;
  name: string;
  source: string;
  answered: RequestOutcome;
  id: string | undefined;
  deleted: RequestOutcome | undefined;
}

/** What a reader saw, which must never be taken back. */
interface Observations {
  /** Revision → the final status it was seen in. */
  finals: Map<string, string>;
  /** Deployment → its URL, while it served. */
  urls: Map<string, string>;
}

/** Everything asked of an emulator's control plane and what it answered: the reference it is judged against. */
export interface DeploymentLedger {
  deployments: DeploymentIntent[];
  revisions: RevisionIntent[];
  seen: Observations;
}

/** A ledger with nothing in it yet. */
export function createDeploymentLedger(): DeploymentLedger {
  return { deployments: [], revisions: [], seen: { finals: new Map(), urls: new Map() } };
}

/** Every clear secret that was ever sent. */
export function secretsOf(ledger: DeploymentLedger): string[] {
  return ledger.revisions.flatMap(({ secret }) => (secret === undefined ? [] : [secret]));
}

export type Strategy = 'enqueue' | 'rollback' | 'interrupt';

/** A thread that was created; its id is the client's own, so that it is known even without an answer. */
export interface ThreadIntent {
  key: string;
  id: string;
  answered: RequestOutcome;
  deleted: RequestOutcome | undefined;
}

/** A run that was requested. */
export interface RunIntent {
  thread: string;
  /** Unique to the run: what it is to say. */
  say: string;
  /** `gate` continues only once its gate is opened; `echo` answers at once. */
  graph: 'gate' | 'echo';
  strategy: Strategy;
  /** What it is to its thread: one that stops to ask, half of the answer, or the rest. */
  part?: 'question' | 'half' | 'answer';
  answered: RequestOutcome;
  id: string | undefined;
  cancelled: { action: 'interrupt' | 'rollback'; answered: RequestOutcome } | undefined;
  deleted: RequestOutcome | undefined;
  /** Whether its end was seen to be success. */
  joined: boolean;
}

/** Everything asked of an agent server: the reference it is judged against. Runs stand in the order of asking. */
export interface RunLedger {
  threads: ThreadIntent[];
  runs: RunIntent[];
}

/** What a client sees of a thread and its runs, oldest first. */
export interface ObservedThread {
  id: string;
  status: string;
  said: unknown;
  runs: { id: string; say: string; status: string }[];
}
