/** A repository that a git-host integration reaches, as it was seeded. */
export interface SeededRepository {
  url: string;
  owner: string;
  name: string;
  defaultBranch: string;
  id: number | undefined;
}

/**
 * What the configuration says of workspaces and is not kept, as the keys are not: what is taken out of the seed file
 * holds no longer at the next start.
 */
export interface WorkspaceSettings {
  /** How many sandboxes it may have. */
  sandboxLimit(workspaceId: string): number;
  /** Whether the organisation has Deployment at all. */
  deploymentEnabled(workspaceId: string): boolean;
  /** Whether its plan includes listeners. */
  listenersAllowed(workspaceId: string): boolean;
  /** What an integration reaches; undefined when nothing was seeded. */
  repositories(integrationId: string): readonly SeededRepository[] | undefined;
}

/**
 * The cluster that a workspace's images run in, as far as the seed file describes it. It is
 * configuration of this process: nothing of it is kept in the store.
 */
export interface Cluster {
  namespace(workspaceId: string, name: string): Namespace;
}

/** What there is in one namespace. `undefined`: nothing was said, so what is named there is taken at its word. */
export interface Namespace {
  name: string;
  /** Secret → key → value. Values are secret. */
  secrets: ReadonlyMap<string, ReadonlyMap<string, string>>;
  serviceAccounts: ReadonlySet<string> | undefined;
  /** Secrets with credentials of registries. */
  registrySecrets: ReadonlySet<string> | undefined;
}

/** A cluster of which nothing is known. */
export const emptyCluster: Cluster = {
  namespace: (_, name) => ({
    name,
    secrets: new Map(),
    serviceAccounts: undefined,
    registrySecrets: undefined,
  }),
};
