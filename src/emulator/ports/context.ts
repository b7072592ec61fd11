import type { Compat } from '../../contract/deployment-rules.ts';
import type { IsolationLevel } from '../../box/box.ts';
import type { Cluster, WorkspaceSettings } from './workspace-settings.ts';
import type { LifecycleFaults } from './faults.ts';
import type { ObjectStore } from './objects.ts';
import type { Replica } from './replica.ts';
import type { LogLine, Store } from './store.ts';
import type { ServiceClock } from './clock.ts';

/** The emulated installation: it decides which sources are offered. */
export type Edition = 'any' | 'cloud' | 'self-hosted';

/**
 * `process` builds agents and runs them on this machine; `kubernetes` runs them as pods of a cluster, for several replicas of the
 * control plane on one database; `stub` only passes the stages.
 */
export type Runtime = 'process' | 'stub' | 'kubernetes';

export const CLUSTER_TRAFFIC = ['direct', 'proxy'] as const;

/** The settings of the runtime `kubernetes`. */
export interface KubernetesConfig {
  /** Absent: what KUBECONFIG names, `~/.kube/config`, or the cluster around this process. */
  readonly kubeconfig?: string | undefined;
  /** The context of the kubeconfig; absent: its current one. */
  readonly context?: string | undefined;
  /** Where agents without a namespace of their own run; absent: the namespace of the context. */
  readonly namespace?: string | undefined;
  /** The only namespaces in which agents may run; absent: any that a listener names. */
  readonly agentNamespaces?: readonly string[] | undefined;
  /** The emulator's own image, which runs what is built from code. */
  readonly agentImage?: string | undefined;
  /** The URL that the pods of agents reach this control plane by, without a trailing slash. */
  readonly planeUrl?: string | undefined;
  /** Tells its objects from those of other control planes in the cluster; absent: made once, and kept in the store. */
  readonly planeId?: string | undefined;
  /**
   * How pods are reached: `direct` by addresses of the cluster, `proxy` through its API server. Absent: `direct` inside the
   * cluster.
   */
  readonly traffic?: (typeof CLUSTER_TRAFFIC)[number] | undefined;
  /** How much memory the pod of a build may take, in units of 2^20 bytes. */
  readonly buildMemory?: number | undefined;
  /** How much each folder of it may hold, in the same units. */
  readonly buildDisk?: number | undefined;
}

export const IMAGE_ENGINES = ['auto', 'podman', 'docker', 'none'] as const;
export type ImageEngine = (typeof IMAGE_ENGINES)[number];

/** Every setting of an emulator with its default filled in: decided once at the start, frozen, and read by all surfaces. */
export interface EmulatorConfig {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Where data is kept; absent: a temporary folder, removed at the end. */
  readonly dataDir: string | undefined;
  /** The workspace of `apiKey`; absent: the first seeded one, the stored one, or a new one. */
  readonly workspaceId: string | undefined;
  readonly apiKey: string;
  readonly keyringFile: string | undefined;
  /**
   * The PostgreSQL database that replaces the data folder's file; needs `keyringFile` or `dataDir`. It holds a
   * password, so it is set by the environment (EMULATOR_DATABASE_URL).
   */
  readonly databaseUrl: string | undefined;
  readonly runtime: Runtime;
  /** Present with the runtime `kubernetes` alone. */
  readonly kubernetes: KubernetesConfig | undefined;
  readonly compat: Compat;
  readonly edition: Edition;
  /** The main port's URL for clients, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** How long it may be disconnected from that database before the others take over. Milliseconds. */
  readonly leaseMs: number;
  readonly maxBuilds: number;
  /** How long an agent may take to become healthy. Milliseconds. */
  readonly healthTimeoutMs: number;
  /** How long an agent's process may be silent or blocked before it is restarted. Milliseconds. */
  readonly stuckTimeoutMs: number;
  /** How long one install of packages may take. Milliseconds. */
  readonly installTimeoutMs: number;
  /** Interpreters to try before those on PATH, each a program with its first arguments. */
  readonly pythons: readonly (readonly string[])[];
  /**
   * Whether a revision in Python takes the versions of the one before while the files that ask for packages are the same: for
   * an author's loop. Otherwise each resolves them, as at the hosted service.
   */
  readonly keepResolution: boolean;
  /** The program that runs images; `auto`: the first that works, looked for when an image is first deployed. */
  readonly imageEngine: ImageEngine;
  readonly maxUploadBytes: number;
  /** A file that the journal is also written to, without secrets. */
  readonly journalFile: string | undefined;
  /** Makes IDs and the chances of fault rules reproducible; absent: random IDs. */
  readonly randomSeed: number | undefined;
  /** `auto`: the strongest isolation available, but no secrets without namespaces. */
  readonly sandboxIsolation: IsolationLevel | 'auto';
  /** Private networks (CIDR) that sandboxes may reach. */
  readonly sandboxNetworks: readonly string[];
  /** A PEM file of roots that sandboxes trust besides those of the machine. */
  readonly sandboxRootsFile: string | undefined;
  /** Whether a changed workspace secret reaches its sandboxes at once; otherwise at their next push. */
  readonly pushChangedSecrets: boolean;
  /** Whether the page of the emulator is served. */
  readonly dashboard: boolean;
  /** Fails every request whose response contradicts `/openapi.json`, and then the close of the emulator: for tests. */
  readonly checkResponses: boolean;
}

/** What every surface is created with. */
export interface EmulatorContext {
  readonly config: EmulatorConfig;
  /** The folder in use, temporary or not. */
  readonly dataDir: string;
  /** The main port's URL for clients: the origin of absolute URLs outside of requests. */
  readonly origin: string;
  readonly store: Store;
  readonly replica: Replica;
  readonly clock: ServiceClock;
  /** Uploaded tarballs. */
  readonly objects: ObjectStore;
  readonly lifecycle: LifecycleFaults;
  /** The cluster of images, from the seed file. */
  readonly cluster: Cluster;
  /** The settings of workspaces, from the seed file. */
  readonly settings: WorkspaceSettings;
  readonly newId: () => string;
  /** Adds values that neither the log nor the journal may show. */
  readonly addSecrets: (values: readonly string[]) => void;
  readonly log: Log;
  /** Gets each line that is written to the log of a revision. */
  readonly onRevisionLine: (line: RevisionLine) => void;
}

/** Writes a line to the emulator's own log; without details it is a warning. */
export type Log = (line: string, detail?: LogDetail) => void;

/** What programs read of a line of the emulator's log. */
export interface LogDetail {
  level: 'info' | 'warning' | 'error';
  /** The name of the deployment that it is about. */
  deployment?: string;
  revision_id?: string;
  /** The new status of the revision. */
  status?: string;
}

/** A line of a revision's log, without its secrets. */
export interface RevisionLine {
  deployment: string;
  revisionId: string;
  level: LogLine['level'];
  message: string;
  /** What the agent printed, rather than what the emulator says of it. */
  fromAgent: boolean;
}
