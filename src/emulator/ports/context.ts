import type { Compat } from '../../contract/deployment-rules.ts';
import type { IsolationLevel } from '../../box/box.ts';
import type { Cluster, WorkspaceSettings } from './workspace-settings.ts';
import type { LifecycleFaults } from './faults.ts';
import type { ObjectStore } from './objects.ts';
import type { Replica } from './replica.ts';
import type { LogLine, Store } from './store.ts';
import type { ServiceClock } from './clock.ts';

/** The emulated installation, which decides which sources are offered. */
export const EDITIONS = ['any', 'cloud', 'self-hosted'] as const;
export type Edition = (typeof EDITIONS)[number];

/**
 * `process` builds agents and runs them on this machine. `kubernetes` runs them as pods of a cluster, for several
 * replicas of the control plane on one database. `stub` only passes through the stages.
 */
export const RUNTIMES = ['process', 'kubernetes', 'stub'] as const;
export type Runtime = (typeof RUNTIMES)[number];

export const CLUSTER_TRAFFIC = ['direct', 'proxy'] as const;

/** Settings of the runtime `kubernetes`. */
export interface KubernetesConfig {
  /** Path of the kubeconfig. Default: KUBECONFIG, `~/.kube/config`, or the cluster around this process. */
  readonly kubeconfig?: string | undefined;
  /** Context of the kubeconfig. Default: its current context. */
  readonly context?: string | undefined;
  /** Namespace of agents that specify none. Default: the namespace of the context. */
  readonly namespace?: string | undefined;
  /** The only namespaces in which agents may run. Default: any namespace that a listener names. */
  readonly agentNamespaces?: readonly string[] | undefined;
  /** Image of the emulator itself, which runs agents that are built from code. */
  readonly agentImage?: string | undefined;
  /** URL of this control plane for pods of agents, without a trailing slash. */
  readonly planeUrl?: string | undefined;
  /**
   * Label that distinguishes objects of this control plane from objects of others in the cluster. Default: a
   * generated ID, kept in the store.
   */
  readonly planeId?: string | undefined;
  /**
   * Route to pods: `direct` by addresses of the cluster, `proxy` through its API server. Default inside the cluster:
   * `direct`.
   */
  readonly traffic?: (typeof CLUSTER_TRAFFIC)[number] | undefined;
  /** Memory limit of a build's pod, in units of 2^20 bytes. */
  readonly buildMemory?: number | undefined;
  /** Size limit of each folder of a build's pod, in units of 2^20 bytes. */
  readonly buildDisk?: number | undefined;
}

export const IMAGE_ENGINES = ['auto', 'podman', 'docker', 'none'] as const;
export type ImageEngine = (typeof IMAGE_ENGINES)[number];

/**
 * All settings of an emulator with defaults filled in. They are set once at the start, frozen, and read by all
 * surfaces.
 */
export interface EmulatorConfig {
  /** Port of the control plane. 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Folder of the data. Absent: a temporary folder, which is removed at the end. */
  readonly dataDir: string | undefined;
  /** Workspace of `apiKey`. Absent: the first seeded workspace, the stored one, or a new one. */
  readonly workspaceId: string | undefined;
  readonly apiKey: string;
  readonly keyringFile: string | undefined;
  /**
   * PostgreSQL database that replaces the file of the data folder. It requires `keyringFile` or `dataDir`. The URL
   * contains a password, so only the environment sets it (EMULATOR_DATABASE_URL).
   */
  readonly databaseUrl: string | undefined;
  readonly runtime: Runtime;
  /** Present only with the runtime `kubernetes`. */
  readonly kubernetes: KubernetesConfig | undefined;
  readonly compat: Compat;
  readonly edition: Edition;
  /** URL of the main port for clients, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /**
   * Maximum time in milliseconds that this emulator may be without a connection to the database before other replicas
   * take over its work.
   */
  readonly leaseMs: number;
  readonly maxBuilds: number;
  /** Milliseconds within which an agent must become healthy. */
  readonly healthTimeoutMs: number;
  /** Milliseconds after which a silent or blocked agent process is restarted. */
  readonly stuckTimeoutMs: number;
  /** Maximum duration of one package installation, in milliseconds. */
  readonly installTimeoutMs: number;
  /** Interpreters to try before the interpreters on PATH, each a program with its first arguments. */
  readonly pythons: readonly (readonly string[])[];
  /**
   * True if a Python revision keeps the package versions of the previous revision while the files that list packages
   * are the same, for an author's edits. Otherwise each revision resolves the versions, as in the hosted service.
   */
  readonly keepResolution: boolean;
  /** Program that runs images. `auto`: the first program that works, searched when an image is first deployed. */
  readonly imageEngine: ImageEngine;
  readonly maxUploadBytes: number;
  /** File that also receives the journal, without secrets. */
  readonly journalFile: string | undefined;
  /** Makes IDs and the probabilities of fault rules reproducible. Absent: random IDs. */
  readonly randomSeed: number | undefined;
  /** `auto`: the strongest isolation that works, but no secrets without namespaces. */
  readonly sandboxIsolation: IsolationLevel | 'auto';
  /** Private networks (CIDR) that sandboxes may reach. */
  readonly sandboxNetworks: readonly string[];
  /** PEM file of roots that sandboxes trust in addition to the roots of the machine. */
  readonly sandboxRootsFile: string | undefined;
  /**
   * True if a changed workspace secret reaches its sandboxes immediately. Otherwise it reaches them at their next
   * push.
   */
  readonly pushChangedSecrets: boolean;
  /** True if the dashboard is served. */
  readonly dashboard: boolean;
  /**
   * For tests: fails every request whose response contradicts `/openapi.json`, and then the close of the emulator.
   */
  readonly checkResponses: boolean;
}

/** Dependencies and settings that every surface receives. */
export interface EmulatorContext {
  readonly config: EmulatorConfig;
  /** The data folder in use, temporary or not. */
  readonly dataDir: string;
  /** URL of the main port for clients: the origin of absolute URLs outside of requests. */
  readonly origin: string;
  readonly store: Store;
  readonly replica: Replica;
  readonly clock: ServiceClock;
  /** Uploaded tarballs. */
  readonly objects: ObjectStore;
  readonly lifecycle: LifecycleFaults;
  /** The cluster of images, from the seed file. */
  readonly cluster: Cluster;
  /** Settings of workspaces, from the seed file. */
  readonly settings: WorkspaceSettings;
  readonly newId: () => string;
  /** Adds values that the log and the journal must redact. */
  readonly addSecrets: (values: readonly string[]) => void;
  readonly log: Log;
  /** Called with each line that is written to the log of a revision. */
  readonly onRevisionLine: (line: RevisionLine) => void;
}

/** Writes a line to the emulator's own log. Without details, the line is a warning. */
export type Log = (line: string, detail?: LogDetail) => void;

/** Machine-readable details of a line in the emulator's log. */
export interface LogDetail {
  level: 'info' | 'warning' | 'error';
  /** Name of the deployment that the line concerns. */
  deployment?: string;
  revision_id?: string;
  /** New status of the revision. */
  status?: string;
}

/** A line of a revision's log, without its secrets. */
export interface RevisionLine {
  deployment: string;
  revisionId: string;
  level: LogLine['level'];
  message: string;
  /** True if the agent printed the line, false if the emulator wrote it. */
  fromAgent: boolean;
}
