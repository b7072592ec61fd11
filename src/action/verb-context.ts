import type { AgentServer } from '../clients/agent-server.ts';
import { type Clock, rejectOnAbort } from '../clients/clock.ts';
import type { ControlPlane } from '../clients/control-plane.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { Deployment } from '../contract/deployment.ts';
import type { Secret } from '../contract/source.ts';
import type { ProbeStatus } from './connect.ts';
import type { RunEvent } from './event.ts';
import type { ResolveRef } from './git/resolve-ref.ts';
import type { GitHubConnection } from './github/client.ts';
import type { Host, Progress } from './host/host.ts';
import type { CommonSettings, DeploySettings, DesiredDeployment } from './inputs/settings.ts';
import type { PackedSource, PackSource } from './pack/pack.ts';
import type { CurrentDeployment } from './plan/current.ts';
import type { RunRecord } from './run-record.ts';
import type { SecretMasker } from './secret-masker.ts';

export interface Log {
  line(text: string): void;
  /**
   * Adds one warning to the run's page. GitHub shows ten per step, so they are for problems that the user must fix.
   */
  warn(about: string, text: string): void;
  group<T>(title: string, work: () => Promise<T> | T): Promise<T>;
}

/**
 * Finds the variables that an agent's code reads and its configuration does not set. Paths are inputs of the action.
 */
export type FindNeededVariables = (agent: {
  source: 'git_host' | 'internal_source';
  sourcePath: string;
  graphConfigPath: string;
}) => Promise<readonly { name: string; foundIn: string }[]>;

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
  /** Finds the variables that the code of the checkout reads; absent on a host without access to the code. */
  findNeededVariables?: FindNeededVariables | undefined;
  /** The packed source, for `internal_source`. */
  source?: PackedSource;
  /** Returns GitHub's client, connected on first use; `undefined` without a token or outside a repository. */
  github(): Promise<GitHubConnection | undefined>;
  probeStatus: ProbeStatus;
  /** Returns a client of the agent server at a URL that may receive the key. */
  agentServer(baseUrl: string): Promise<AgentServer>;
  masker: Pick<SecretMasker, 'maskSecret'>;
  redactor: Pick<Redactor, 'redact'>;
  env: Readonly<Record<string, string | undefined>>;
  /** Shows waits in progress; `undefined` if the host cannot show them. */
  progress?: Progress | undefined;
  /**
   * Adds remote work to stop when the step is cancelled, within the few seconds left. Returns a function that removes
   * it.
   */
  addCancelHook(work: (stop: AbortSignal) => Promise<void>): () => void;
  /** Called right before a deployment is created or changed. Throws ActionError if it must not be. */
  writeGuard?: { create(desired: DesiredDeployment): void; update(found: Deployment): void };
  /** Sets the time until which reads are retried after faults. If it is unset, the transport's own limit applies. */
  setReadDeadline(at: number | undefined): void;
  checkpoint(): Promise<void>;
}

/** The fields of the context that requests to the control plane need. */
export type ServiceContext = Pick<VerbContext, 'controlPlane' | 'clock' | 'signal'>;

export interface RolloutTarget {
  deployment: Deployment;
  revisionId: string;
  desired: DesiredDeployment;
  /** State on which the plan is based; `undefined` if no deployment exists. */
  current: CurrentDeployment | undefined;
  /** The complete set of variables that was sent; `undefined` if none was sent. */
  secrets?: readonly Secret[] | undefined;
  /** Revisions that existed before ours. */
  before: ReadonlySet<string>;
  /** Whether the revision was already in progress without us. */
  adopted: boolean;
  /** True if our revision must never be interrupted, because it restores a working revision. */
  neverInterrupt?: true;
}

/** Creates the log of a verb on a host. `close` ends a group that a cancelled verb left open. */
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
      // Groups cannot be nested, because the runner closes the group at the next end mark.
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
 * Time limit of the cancel hooks, in real milliseconds: part of the seconds that the runner leaves a cancelled step.
 */
const HOOKS_LIMIT_MS = 2500;

type Work = (stop: AbortSignal) => Promise<void>;

/** Remote work to stop on cancellation. */
interface CancelHooks {
  add: (work: Work) => () => void;
  /** Runs all cancel hooks at the same time, within the few seconds left. Never rejects. */
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
