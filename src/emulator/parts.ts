import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Cluster } from './ports/cluster.ts';
import type { LifecycleFaults } from './ports/faults.ts';
import type { ObjectStore } from './ports/objects.ts';
import type { Fleet } from './ports/fleet.ts';
import type { RemoteRefs } from './ports/remote-heads.ts';
import type { Store } from './ports/store.ts';
import type { ServiceClock } from './ports/time.ts';
import type { Upstreams } from './server/reverse-proxy.ts';
import type { Route } from './server/route.ts';

/** What does the work behind the API: the data plane and the agent server. */
export interface Parts {
  /** The agent server's rows; their paths start at a deployment's root. */
  agentRoutes: readonly Route[];
  /** The servers that deployments bring, which answer in place of `agentRoutes`; absent: none does. */
  upstreams?: Upstreams;
  /** Where the refs of local repositories lead. */
  heads: RemoteRefs;
  /** Something in the store wants doing. */
  wake(): void;
  health(): unknown;
  /** Ends every worker and everything that waits. */
  close(): Promise<void>;
}

/** What the parts are started with. */
export interface PartsDeps {
  store: Store;
  /** Who we are among the emulators on the store, and what of it is ours. */
  fleet: Fleet;
  clock: ServiceClock;
  dataDir: string;
  /** The address deployments' own ports are opened on. */
  host: string;
  runtime: 'process' | 'stub';
  /** How long an agent may take to become healthy; absent: the data plane's own default. */
  healthTimeoutMs: number | undefined;
  /** How many revisions are at work at once; absent: as many as there are. */
  maxAtWork: number | undefined;
  lifecycle: LifecycleFaults;
  /** Uploaded tarballs. */
  objects: ObjectStore;
  /** What images find in their cluster. */
  cluster: Cluster;
  /** A fresh UUID. */
  newId: () => string;
  /** The feedback URLs of a run by key; never rejects. */
  feedback: (runId: string, keys: readonly string[]) => Promise<Record<string, string>>;
  /** Answers a request that came in on a deployment's own port. */
  serve: (deploymentId: string, request: IncomingMessage, response: ServerResponse) => void;
  log: (line: string) => void;
}

/** Starts them; also picks up what an earlier emulator on this data left behind. */
export type StartParts = (deps: PartsDeps) => Promise<Parts>;
