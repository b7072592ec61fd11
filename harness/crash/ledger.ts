/** The outcome of a request, as its sender knows it. */
export type RequestOutcome =
  /** The emulator was killed before it responded: the request was executed or not, but never partially. */
  | 'lost'
  /** It was answered with success: what it did stays. */
  | 'kept'
  /** It was answered with a refusal: nothing of it was done. */
  | 'refused';

/** A requested revision. */
export interface RevisionIntent {
  deployment: string;
  /** Unique within the deployment and stored in the revision: its image or its ref; empty if it has neither. */
  marker: string;
  /** The expected result of the revision. `waits`: it has no source yet, so it waits in CREATING. */
  expect: 'deploys' | 'fails' | 'waits';
  answered: RequestOutcome;
  /** The ID from the response. */
  revisionId: string | undefined;
  /** Value of the only secret that was sent with it; `undefined` if none was sent. */
  secret: string | undefined;
  /** Outcome of the request to interrupt the revision, if any. */
  interrupted: RequestOutcome | undefined;
}

export interface DeploymentIntent {
  /** The scenario's name for the deployment. */
  key: string;
  name: string;
  source: string;
  answered: RequestOutcome;
  id: string | undefined;
  deleted: RequestOutcome | undefined;
}

/** Observations of a reader, which later states must not contradict. */
interface Observations {
  /** The observed final status of each revision. */
  finals: Map<string, string>;
  /** The URL of each deployment while it served. */
  urls: Map<string, string>;
}

/** All requests to an emulator's control plane and their responses: the reference for the check. */
export interface DeploymentLedger {
  deployments: DeploymentIntent[];
  revisions: RevisionIntent[];
  seen: Observations;
}

/** Creates an empty ledger. */
export function createDeploymentLedger(): DeploymentLedger {
  return { deployments: [], revisions: [], seen: { finals: new Map(), urls: new Map() } };
}

/** Returns every plain secret that was ever sent. */
export function secretsOf(ledger: DeploymentLedger): string[] {
  return ledger.revisions.flatMap(({ secret }) => (secret === undefined ? [] : [secret]));
}

export type Strategy = 'enqueue' | 'rollback' | 'interrupt';

/** A created thread. The client chooses its ID, so the ID is known even without a response. */
export interface ThreadIntent {
  key: string;
  id: string;
  answered: RequestOutcome;
  deleted: RequestOutcome | undefined;
}

/** A requested run. */
export interface RunIntent {
  thread: string;
  /** Unique text that the run adds to its thread. */
  say: string;
  /** `gate` waits until its gate is opened; `echo` responds at once. */
  graph: 'gate' | 'echo';
  strategy: Strategy;
  /** The run's part in its thread: one that interrupts, half of the response, or the rest. */
  part?: 'question' | 'half' | 'answer';
  answered: RequestOutcome;
  id: string | undefined;
  cancelled: { action: 'interrupt' | 'rollback'; answered: RequestOutcome } | undefined;
  deleted: RequestOutcome | undefined;
  /** Whether a client observed its success. */
  joined: boolean;
}

/** All requests to an agent server: the reference for the check. Runs are in the order of the requests. */
export interface RunLedger {
  threads: ThreadIntent[];
  runs: RunIntent[];
}

/** A thread and its runs, oldest first, as a client sees them. */
export interface ObservedThread {
  id: string;
  status: string;
  said: unknown;
  runs: { id: string; say: string; status: string }[];
}
