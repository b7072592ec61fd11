import type { ClusterSettings } from '../../contract/cluster-settings.ts';
import type { Compat } from '../../contract/deployment-rules.ts';
import type { IsolationLevel } from '../../box/box.ts';
import type { Cluster, WorkspaceSettings } from './workspace-settings.ts';
import type { LifecycleFaults } from './faults.ts';
import type { Metrics } from './metrics.ts';
import type { ObjectStore } from './objects.ts';
import type { Replica } from './replica.ts';
import type { StoreChange } from './store-changes.ts';
import type { LogLine, Store } from './store.ts';
import type { ServiceClock } from './clock.ts';

/** Editions of the service that can be emulated. The edition determines the sources that deployments may use. */
export const EDITIONS = ['any', 'cloud', 'self-hosted'] as const;
export type Edition = (typeof EDITIONS)[number];

/**
 * `process` builds and runs agents on this machine. `kubernetes` runs agents as pods of a cluster, for several replicas
 * of the control plane on one database. `stub` only simulates the stages of a revision.
 */
export const RUNTIMES = ['process', 'kubernetes', 'stub'] as const;
export type Runtime = (typeof RUNTIMES)[number];

export const CLUSTER_TRAFFIC = ['direct', 'proxy'] as const;
export const POD_SECURITY = ['required', 'any'] as const;

/** Settings of the runtime `kubernetes`. */
export interface KubernetesConfig {
  /** Path of the kubeconfig file, by default KUBECONFIG, `~/.kube/config`, or the cluster of this process. */
  readonly kubeconfig?: string | undefined;
  /** Name of the context in the kubeconfig, by default the kubeconfig's current context. */
  readonly context?: string | undefined;
  /** Namespace of agents that do not specify a namespace, by default the namespace of the context. */
  readonly namespace?: string | undefined;
  /** The only namespaces that agents can run in, by default any namespace of a listener. */
  readonly agentNamespaces?: readonly string[] | undefined;
  /** Image of the emulator. Pods run agents that are built from code in this image. */
  readonly agentImage?: string | undefined;
  /** URL of this control plane for agent pods, without a trailing slash. */
  readonly planeUrl?: string | undefined;
  /**
   * Label that distinguishes the objects of this control plane from the objects of other control planes in the cluster.
   * The default is a generated ID from the store.
   */
  readonly planeId?: string | undefined;
  /** Connection to pods: `direct` (default inside the cluster) or `proxy` (through the cluster's API server). */
  readonly traffic?: (typeof CLUSTER_TRAFFIC)[number] | undefined;
  /** Memory limit of a build pod, in MiB. */
  readonly buildMemory?: number | undefined;
  /** Size limit of each folder of a build pod, in MiB. */
  readonly buildDisk?: number | undefined;
  /** Kueue queue that admits builds, as the name of a LocalQueue in each namespace of agents. */
  readonly buildQueue?: string | undefined;
  /** Settings of the cluster's administrators for pods. */
  readonly settings?: ClusterSettings | undefined;
  /** Path of a PEM file with certificates that builds trust in addition to the image's certificates. */
  readonly caFile?: string | undefined;
  /** True if replicas do not migrate the database, but wait until the command `migrate` has migrated it. */
  readonly waitForMigrations?: boolean | undefined;
  /** `required` (default): agents run only in namespaces that refuse privileged pods; `any`: in every namespace. */
  readonly podSecurity?: (typeof POD_SECURITY)[number] | undefined;
  /** Path of a file with credentials for registries, in the format of `docker login`. */
  readonly registryCredentialsFile?: string | undefined;
  /**
   * Time in milliseconds without use after which an agent from code loses its pods, unless its type is `prod`. By default,
   * agents keep their pods.
   */
  readonly idleMs?: number | undefined;
  /** Private networks that webhooks may reach, in CIDR notation. */
  readonly webhookNetworks?: readonly string[] | undefined;
}

export const IMAGE_ENGINES = ['auto', 'podman', 'docker', 'none'] as const;
export type ImageEngine = (typeof IMAGE_ENGINES)[number];

/** Settings of an emulator, with defaults filled in. The settings do not change after the start. */
export interface EmulatorConfig {
  /** Port of the control plane. Port 0 selects any free port. */
  readonly port: number;
  readonly host: string;
  /**
   * Port that serves the metrics of this process without a key, or `undefined` for no metrics. Port 0 selects any free
   * port.
   */
  readonly metricsPort: number | undefined;
  /** Folder of the emulator's data. `undefined` selects a temporary folder, which is removed at the end. */
  readonly dataDir: string | undefined;
  /**
   * ID of the workspace to which `apiKey` belongs, by default the first workspace of the seed, or else the stored
   * workspace, or else a new workspace.
   */
  readonly workspaceId: string | undefined;
  readonly apiKey: string;
  /** Other keys of the same workspace, for example the old key during a rotation. */
  readonly additionalApiKeys: readonly string[];
  /** The only keys that open `/_local`. Without an admin key and `adminPort`, every API key of `apiKey` opens it. */
  readonly adminKeys: readonly string[];
  /** Separate port for `/_local`, which the main port then refuses. `/_local` is closed without an admin key. */
  readonly adminPort: number | undefined;
  /** Networks of proxies in CIDR notation. The audit log contains a client's address only behind these proxies. */
  readonly trustedProxies: readonly string[];
  readonly keyringFile: string | undefined;
  /**
   * URL of the PostgreSQL database that replaces the data folder's file. The database requires `keyringFile` or
   * `dataDir`. The database URL contains a password, so only the environment variable EMULATOR_DATABASE_URL sets it.
   */
  readonly databaseUrl: string | undefined;
  readonly runtime: Runtime;
  /** Cluster settings, only with the runtime `kubernetes`. */
  readonly kubernetes: KubernetesConfig | undefined;
  readonly compat: Compat;
  readonly edition: Edition;
  /** URL of the main port for clients, without a trailing slash. */
  readonly publicUrl: string | undefined;
  /** Milliseconds without a database connection after which other replicas take over a replica's work. */
  readonly leaseMs: number;
  readonly maxBuilds: number;
  /** Maximum time for an agent to become healthy, in milliseconds. */
  readonly healthTimeoutMs: number;
  /** Time in milliseconds after which a silent or blocked agent process is restarted. */
  readonly stuckTimeoutMs: number;
  /** Maximum duration of one package installation, in milliseconds. */
  readonly installTimeoutMs: number;
  /**
   * Commands of Python interpreters to try before the interpreters on PATH. Each command is a list of a program and its
   * first arguments.
   */
  readonly pythons: readonly (readonly string[])[];
  /**
   * True if a Python revision reuses the previous revision's package versions while the files that list packages are
   * unchanged. If false, each revision resolves versions again, as in the hosted service.
   */
  readonly keepResolution: boolean;
  /**
   * Time at which the worker of an agent's next revision starts: after the previous revision was deployed (`kept`),
   * when the build begins (`builds`), or when the build has ended (`none`).
   */
  readonly spareWorker: 'kept' | 'builds' | 'none';
  /**
   * Program that runs container images. `auto` selects the first program that works when an image is first deployed.
   */
  readonly imageEngine: ImageEngine;
  readonly maxUploadBytes: number;
  /** Path of a file that receives the journal, without secrets. */
  readonly journalFile: string | undefined;
  /** Seed that makes IDs and the probabilities of fault rules reproducible. With `undefined`, the IDs are random. */
  readonly randomSeed: number | undefined;
  /**
   * `auto` selects the strongest isolation that works. Without namespaces, `auto` creates sandboxes that receive no
   * secrets.
   */
  readonly sandboxIsolation: IsolationLevel | 'auto';
  /** Private networks that sandboxes can reach, in CIDR notation. */
  readonly sandboxNetworks: readonly string[];
  /** Path of a PEM file with root certificates that sandboxes trust in addition to the machine's roots. */
  readonly sandboxRootsFile: string | undefined;
  /** True if sandboxes receive a changed workspace secret immediately instead of at their next push. */
  readonly pushChangedSecrets: boolean;
  readonly dashboard: boolean;
  /** True in tests: a response that contradicts `/openapi.json` makes the request and the later `close` fail. */
  readonly checkResponses: boolean;
}

/** Access of agents on this machine to the collector of OpenTelemetry spans. */
export interface SpanExport {
  /**
   * Returns the environment variables that make the agents of a deployment send spans. The variables contain a token
   * that only allows a client to send spans of the deployment's runs.
   */
  variables(deploymentId: string): Readonly<Record<string, string>>;
  /** Returns the token in the variables, for redaction in logs. */
  token(deploymentId: string): string;
  /** Returns the ID of the deployment that a token belongs to, or `undefined` if the token is invalid. */
  deploymentOf(token: string): string | undefined;
}

/** Dependencies and settings that every surface receives. */
export interface EmulatorContext {
  readonly config: EmulatorConfig;
  /** Path of the data folder in use. The data folder can be temporary. */
  readonly dataDir: string;
  /** URL of the main port for clients. Absolute URLs that are not derived from a request begin with this URL. */
  readonly origin: string;
  readonly store: Store;
  readonly replica: Replica;
  readonly clock: ServiceClock;
  /** Contents of uploaded tarballs. */
  readonly objects: ObjectStore;
  readonly lifecycle: LifecycleFaults;
  /** Cluster for images, as described in the seed file. */
  readonly cluster: Cluster;
  readonly settings: WorkspaceSettings;
  /**
   * Access of agents to the collector of spans, or absent if no agent can reach this process or the dashboard is off.
   */
  readonly spanExport?: SpanExport | undefined;
  readonly newId: () => string;
  /** Adds secret values that the log and the journal must redact. */
  readonly addSecrets: (values: readonly string[]) => void;
  /** Removes the known secrets from a string that will be stored. */
  readonly redactText: (text: string) => string;
  readonly log: Log;
  readonly metrics: Metrics;
  /**
   * Adds a listener for the changes of deployments and revisions that this process commits. Returns a function that
   * removes the listener.
   */
  readonly onStoreChange: (listener: (change: StoreChange) => void) => () => void;
  /** Called with each line that is written to a revision's log. */
  readonly onRevisionLine: (line: RevisionLine) => void;
}

/** Writes a line to the emulator's own log. A line without details is a warning. */
export type Log = (line: string, detail?: LogDetail) => void;

/** Machine-readable details of a line in the emulator's log. */
export interface LogDetail {
  level: 'info' | 'warning' | 'error';
  /** Name of the deployment that the line refers to. */
  deployment?: string;
  deployment_id?: string;
  revision_id?: string;
  /** New status of the revision that the line refers to. */
  status?: string;
  /** Entry of the audit log. */
  audit?: Readonly<Record<string, string | number | null>>;
}

/**
 * Stores output that is not stored yet, for a caller that reads a log. Without a revision, uses the deployment's active
 * revision.
 */
export type RefreshLog = (deploymentId: string, revisionId: string | undefined) => Promise<void>;

/** Line of a revision's log, without secrets. */
export interface RevisionLine {
  deployment: string;
  revisionId: string;
  level: LogLine['level'];
  message: string;
  /** True if the agent printed the line, false if the emulator wrote it. */
  fromAgent: boolean;
}
