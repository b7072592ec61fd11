/** Outcome of a request as its sender knows it. */
export type RequestOutcome =
  /** The emulator was killed before it responded. The request was executed or not, but never partially. */
  | 'lost'
  /** It was answered with success: what it did stays. */
  | 'kept'
  /** It was answered with a refusal: nothing of it was done. */
  | 'refused';

/** A revision that the scenario requested. */
export interface RevisionIntent {
  deployment: string;
  /**
   * Text that identifies the request within its deployment and is stored in the revision: its image or its ref; empty
   * without either.
   */
  marker: string;
  /** Expected result of the revision. `waits` means that the revision has no source yet and stays in CREATING. */
  expect: 'deploys' | 'fails' | 'waits';
  answered: RequestOutcome;
  /** ID of the revision from the response. */
  revisionId: string | undefined;
  /** Value of the only secret in the request; `undefined` if the request contained none. */
  secret: string | undefined;
  /** Outcome of the request that interrupts the revision; `undefined` without such a request. */
  interrupted: RequestOutcome | undefined;
}

export interface DeploymentIntent {
  /** The scenario's key of the deployment. */
  key: string;
  name: string;
  source: string;
  answered: RequestOutcome;
  id: string | undefined;
  deleted: RequestOutcome | undefined;
}

/** Facts that a client has read and that must not change later. */
interface Observations {
  /** Final statuses, keyed by revision ID. */
  finals: Map<string, string>;
  /** URLs of deployments that served, keyed by the scenario's key. */
  urls: Map<string, string>;
}

/** Records all requests to an emulator's control plane and their responses. The checks compare the data with it. */
export interface DeploymentLedger {
  deployments: DeploymentIntent[];
  revisions: RevisionIntent[];
  seen: Observations;
}

/** Creates an empty ledger. */
export function createDeploymentLedger(): DeploymentLedger {
  return { deployments: [], revisions: [], seen: { finals: new Map(), urls: new Map() } };
}

/** Returns all secrets that were sent in plain text. */
export function secretsOf(ledger: DeploymentLedger): string[] {
  return ledger.revisions.flatMap(({ secret }) => (secret === undefined ? [] : [secret]));
}

export type Strategy = 'enqueue' | 'rollback' | 'interrupt';

/** A thread that the scenario created. The client chooses its ID, so the ID is known without a response. */
export interface ThreadIntent {
  key: string;
  id: string;
  answered: RequestOutcome;
  deleted: RequestOutcome | undefined;
}

/** A run that the scenario requested. */
export interface RunIntent {
  thread: string;
  /** Unique text that the run adds to its thread. */
  say: string;
  /** Graph of the run. `gate` waits until its gate is opened; `echo` responds immediately. */
  graph: 'gate' | 'echo';
  strategy: Strategy;
  /** Role of the run in a thread with questions: it asks, gives half of the answer, or gives the rest. */
  part?: 'question' | 'half' | 'answer';
  answered: RequestOutcome;
  id: string | undefined;
  cancelled: { action: 'interrupt' | 'rollback'; answered: RequestOutcome } | undefined;
  deleted: RequestOutcome | undefined;
  /** True if a client has read that the run succeeded. */
  joined: boolean;
}

/**
 * Records all requests to an agent server. Runs are in the order of the requests. The checks compare the data with
 * it.
 */
export interface RunLedger {
  threads: ThreadIntent[];
  runs: RunIntent[];
}

/** A thread and its runs, oldest first, as a client reads them. */
export interface ObservedThread {
  id: string;
  status: string;
  said: unknown;
  runs: { id: string; say: string; status: string }[];
}
