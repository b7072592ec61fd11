import type { AgentData } from '../clients/agent-data.ts';
import type { AgentServer } from '../clients/agent-server.ts';
import { type Clock, rejectOnAbort } from '../clients/clock.ts';
import type { ControlPlane } from '../clients/control-plane.ts';
import type { EvaluationApi } from '../clients/evaluation.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { Deployment } from '../contract/deployment.ts';
import type { Secret } from '../contract/source.ts';
import type { ProbeStatus } from './connect.ts';
import type { RunEvent } from './event.ts';
import type { ResolveRef } from './git/resolve-ref.ts';
import type { GitHubConnection } from './github/client.ts';
import type { Host, Progress } from './host/host.ts';
import type { CommonSettings, DeploySettings, DesiredDeployment } from './inputs/settings.ts';
import type { Outcome } from './outcome.ts';
import type { ExactCommit } from './pack/commit-files.ts';
import type { PackedSource, PackSource } from './pack/pack.ts';
import type { CurrentDeployment } from './plan/current.ts';
import type { RunRecord } from './run-record.ts';
import type { Machine } from './sandbox/context.ts';
import type { SecretMasker } from './secret-masker.ts';

export interface Log {
  line(text: string): void;
  /**
   * Adds a warning to the run's page. GitHub shows at most ten warnings per step, so callers warn only about problems
   * that the user must fix.
   */
  warn(about: string, text: string): void;
  group<T>(title: string, work: () => Promise<T> | T): Promise<T>;
}

/**
 * Finds the variables that an agent's code reads and the agent's configuration does not set. The paths of the agent
 * have the same form as paths in the inputs.
 */
export type FindNeededVariables = (agent: {
  source: 'git_host' | 'internal_source';
  sourcePath: string;
  graphConfigPath: string;
}) => Promise<readonly { name: string; foundIn: string }[]>;

/** Loads the functions that run a command from the checkout in a box. */
export type LoadMachine = () => Promise<Machine>;

export interface VerbContext<S extends CommonSettings = DeploySettings> {
  settings: S;
  event: RunEvent;
  controlPlane: ControlPlane;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  record: RunRecord;
  resolveRef: ResolveRef;
  packSource: PackSource;
  loadMachine: LoadMachine;
  /** Finds the variables that the code in the checkout reads; absent if the host has no access to the code. */
  findNeededVariables?: FindNeededVariables | undefined;
  source?: PackedSource;
  /** The only commit whose files may be packed; absent if any file may be packed. */
  exactCommit?: ExactCommit;
  /** Returns the GitHub client, which is created on first use, or resolves to `undefined` without a token. */
  github(): Promise<GitHubConnection | undefined>;
  probeStatus: ProbeStatus;
  /** Returns a client of the agent server at a URL to which the key may be sent. */
  agentServer(baseUrl: string): Promise<AgentServer>;
  /** Returns a client of an agent server's stored data at a URL to which the key may be sent. */
  agentData(baseUrl: string): Promise<AgentData>;
  /**
   * Returns a client of the API for datasets and experiments at a URL to which the key may be sent. The client redacts
   * the URLs of attachments.
   */
  evaluationApi(baseUrl: string): Promise<EvaluationApi>;
  masker: Pick<SecretMasker, 'maskSecret'>;
  redactor: Pick<Redactor, 'redact'>;
  env: Readonly<Record<string, string | undefined>>;
  /** Display of waits in progress, or `undefined` if the host cannot display waits. */
  progress?: Progress | undefined;
  /**
   * Registers work that stops a remote operation if the step is cancelled. Registered work must end within a few
   * seconds. Returns a function that removes the hook.
   */
  addCancelHook(work: (stop: AbortSignal) => Promise<void>): () => void;
  /** Called immediately before each change of a deployment. Rejects with ActionError if the change is not allowed. */
  beforeChange?: (() => Promise<void>) | undefined;
  /** Called immediately before a deployment is created or changed. Throws ActionError if the write is not allowed. */
  writeGuard?: { create(desired: DesiredDeployment): void; update(found: Deployment): void };
  /** Called after a rollout and before the checks of the agent. Returns the outcome, changed if the work failed. */
  afterRollout?: ((end: Outcome) => Promise<Outcome>) | undefined;
  /**
   * Sets the time until which failed reads are retried, in milliseconds of the injected clock. If no deadline is set,
   * the HTTP client's own limit applies.
   */
  setReadDeadline(at: number | undefined): void;
  checkpoint(): Promise<void>;
}

/** Fields of the context that requests to the control plane need. */
export type ServiceContext = Pick<VerbContext, 'controlPlane' | 'clock' | 'signal'>;

export interface RolloutTarget {
  deployment: Deployment;
  revisionId: string;
  desired: DesiredDeployment;
  /** State of the deployment on which the plan is based, or `undefined` if the deployment did not exist. */
  current: CurrentDeployment | undefined;
  /** All secrets that were sent for the deployment, or `undefined` if no secrets were sent. */
  secrets?: readonly Secret[] | undefined;
  /** IDs of the revisions that existed before our revision. */
  before: ReadonlySet<string>;
  /** True if another client started the revision for which the run waits. */
  adopted: boolean;
  /** True if the revision must never be interrupted, because the revision restores a working revision. */
  neverInterrupt?: true;
}

/** Creates the log of a verb. `close` ends a log group that a cancelled verb did not end. */
export function createLog(host: Host): Log & { close(): void } {
  let open = false;
  const close = () => {
    if (open) host.endGroup();
    open = false;
  };
  return {
    line: (text) => host.log(text),
    warn: (about, text) =>
      host.annotate({ level: 'warning', title: `Agent Deploy: ${about}`, message: text }),
    group: async (title, work) => {
      // Closes the open group before opening a group, because the runner cannot nest groups.
      close();
      host.startGroup(title);
      open = true;
      try {
        return await work();
      } finally {
        close();
      }
    },
    close,
  };
}

/**
 * Time limit in milliseconds of wall-clock time for all cancel hooks of a run. The limit is shorter than the grace
 * period that the runner grants a cancelled step.
 */
const HOOKS_LIMIT_MS = 2500;

type Work = (stop: AbortSignal) => Promise<void>;

interface CancelHooks {
  add: (work: Work) => () => void;
  /** Runs all hooks in parallel within the time limit, and never rejects. */
  run(): Promise<void>;
}

export function createCancelHooks(limitMs = HOOKS_LIMIT_MS): CancelHooks {
  const works = new Set<Work>();
  return {
    add: (work) => {
      works.add(work);
      return () => works.delete(work);
    },
    async run() {
      if (works.size === 0) return;
      const stop = AbortSignal.timeout(limitMs);
      const all = () => Promise.allSettled(Array.from(works, (work) => work(stop)));
      await rejectOnAbort(stop, all).catch(() => undefined);
    },
  };
}
