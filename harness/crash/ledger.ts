/** Outcome of a request, as its sender knows it. */
export type RequestOutcome =
  /** The emulator was killed before it responded. The request was executed completely or not at all. */
  | 'lost'
  /** The response was a success, so the change must not be lost. */
  | 'kept'
  /** The response was an error, so the request changed nothing. */
  | 'refused';

/** A revision that the scenario requested. */
export interface RevisionIntent {
  deployment: string;
  /**
   * String that identifies the request within its deployment and is stored in the revision: its image or its ref, or
   * an empty string.
   */
  marker: string;
  /** Expected result of the revision. `waits` means that the revision has no source yet, and stays in CREATING. */
  expect: 'deploys' | 'fails' | 'waits';
  answered: RequestOutcome;
  /** ID of the revision in the response, or `undefined` without a response. */
  revisionId: string | undefined;
  /** Value of the only secret in the request, or `undefined` if the request contained none. */
  secret: string | undefined;
  /** Outcome of the request that interrupts the revision, or `undefined` without such a request. */
  interrupted: RequestOutcome | undefined;
}

export interface DeploymentIntent {
  /** Key by which the scenario identifies the deployment. */
  key: string;
  name: string;
  source: string;
  answered: RequestOutcome;
  id: string | undefined;
  deleted: RequestOutcome | undefined;
}

/** Facts that a client has read, and that must not change later. */
interface Observations {
  /** Final statuses, by revision ID. */
  finals: Map<string, string>;
  /** URLs of deployments with an active revision, by the scenario's key. */
  urls: Map<string, string>;
}

/**
 * Record of all requests to an emulator's control plane and their responses, with which the checks compare the data.
 */
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

/** A thread that the scenario created, whose ID the client chose before it sent the request. */
export interface ThreadIntent {
  key: string;
  id: string;
  answered: RequestOutcome;
  deleted: RequestOutcome | undefined;
}

/** A run that the scenario requested. */
export interface RunIntent {
  thread: string;
  /** Unique message that the run adds to its thread. */
  say: string;
  /** Graph of the run. `gate` waits until its gate is opened, and `echo` responds immediately. */
  graph: 'gate' | 'echo';
  strategy: Strategy;
  /** Role of the run in a thread with questions: it asks the questions, answers half of them, or answers the rest. */
  part?: 'question' | 'half' | 'answer';
  answered: RequestOutcome;
  id: string | undefined;
  cancelled: { action: 'interrupt' | 'rollback'; answered: RequestOutcome } | undefined;
  deleted: RequestOutcome | undefined;
  /** True if a client has read that the run succeeded. */
  joined: boolean;
}

/** Record of all requests to an agent server, in the order of the requests, with which the checks compare the data. */
export interface RunLedger {
  threads: ThreadIntent[];
  runs: RunIntent[];
}

/** A thread that a client reads, with its runs, oldest first. */
export interface ObservedThread {
  id: string;
  status: string;
  said: unknown;
  runs: { id: string; say: string; status: string }[];
}
