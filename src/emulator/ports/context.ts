import type { Compat } from '../../contract/deployment-rules.ts';
import type { IsolationLevel } from '../../box/box.ts';
import type { Cluster, WorkspaceSettings } from './workspace-settings.ts';
import type { LifecycleFaults } from './faults.ts';
import type { Fleet } from './fleet.ts';
import type { ObjectStore } from './objects.ts';
import type { Store } from './store.ts';
import type { ServiceClock } from './clock.ts';

/** The installation that is emulated: it decides which sources are on offer. */
export type Edition = 'any' | 'cloud' | 'self-hosted';

/** `process` builds and runs agents; `stub` only goes through the stages. */
export type Runtime = 'process' | 'stub';

/** Every setting of an emulator with its default filled in: decided once at the start, frozen, and read by all surfaces. */
export interface EmulatorConfig {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Where data is kept; absent: a temporary folder, removed at the end. */
  readonly dataDir: string | undefined;
  /** The workspace `apiKey` opens; absent: the first seeded one, the one already kept, or a new one. */
  readonly workspaceId: string | undefined;
  readonly apiKey: string;
  readonly keyringFile: string | undefined;
  /**
   * The PostgreSQL database that holds what is otherwise in the data folder's file; needs `keyringFile` or `dataDir`. It
   * holds a password, so it comes by the environment (EMULATOR_DATABASE_URL).
   */
  readonly databaseUrl: string | undefined;
  readonly runtime: Runtime;
  readonly compat: Compat;
  readonly edition: Edition;
  /** The URL by which clients reach the main port, without a slash at the end. */
  readonly publicUrl: string | undefined;
  /** Where other emulators on the same database reach this one; absent: its own address. A bare origin. */
  readonly instanceUrl: string | undefined;
  /** How long it may be away from that database before the others take over. Milliseconds. */
  readonly leaseMs: number;
  /** Revisions that are built and deployed at once. */
  readonly maxBuilds: number;
  /** How long an agent may take to become healthy. Milliseconds. */
  readonly healthTimeoutMs: number;
  /** Bytes of a tarball at most. */
  readonly maxUploadBytes: number;
  /** Makes IDs and the chances of fault rules the same at every start; absent: random IDs. */
  readonly randomSeed: number | undefined;
  /** `auto`: the strongest isolation available, but no secrets without namespaces. */
  readonly sandboxIsolation: IsolationLevel | 'auto';
  /** Private networks (CIDR) that sandboxes may reach. */
  readonly sandboxNetworks: readonly string[];
  /** A PEM file of roots that sandboxes trust besides those of the machine. */
  readonly sandboxRootsFile: string | undefined;
  /** Whether a changed workspace secret reaches its sandboxes at once; otherwise at their next push. */
  readonly pushChangedSecrets: boolean;
  /** Fails every request whose response is not what `/openapi.json` says, and then the close of the emulator: for tests. */
  readonly checkResponses: boolean;
}

/** What every surface is created with. */
export interface EmulatorContext {
  readonly config: EmulatorConfig;
  /** The folder in use, temporary or not. */
  readonly dataDir: string;
  /** Where clients reach the main port: the origin of absolute URLs that no request asked for. */
  readonly origin: string;
  readonly store: Store;
  readonly fleet: Fleet;
  readonly clock: ServiceClock;
  /** Uploaded tarballs. */
  readonly objects: ObjectStore;
  readonly lifecycle: LifecycleFaults;
  /** The cluster of images, from the seed file. */
  readonly cluster: Cluster;
  /** The settings of workspaces, from the seed file. */
  readonly settings: WorkspaceSettings;
  /** A fresh UUID. */
  readonly newId: () => string;
  /** Adds values that neither the log nor the journal may show. */
  readonly addSecrets: (values: readonly string[]) => void;
  /** Writes one line to the emulator's log. */
  readonly log: (line: string) => void;
}
