/** A repository that a git-host integration reaches, as it was seeded. */
export interface SeededRepository {
  url: string;
  owner: string;
  name: string;
  defaultBranch: string;
  id: number | undefined;
}

/**
 * The configuration's settings of workspaces, which are not stored, like the keys: removed from the seed file, they end
 * at the next start.
 */
export interface WorkspaceSettings {
  sandboxLimit(workspaceId: string): number;
  /** Whether the organisation has Deployment at all. */
  deploymentEnabled(workspaceId: string): boolean;
  /** Whether its plan includes listeners. */
  listenersAllowed(workspaceId: string): boolean;
  /** An integration's repositories; undefined when not seeded. */
  repositories(integrationId: string): readonly SeededRepository[] | undefined;
}

/**
 * The cluster of a workspace's images, as the seed file describes it. It is configuration of this process: nothing of
 * it is stored.
 */
export interface Cluster {
  namespace(workspaceId: string, name: string): Namespace;
}

/** The content of one namespace. `undefined`: unspecified, so every name is accepted. */
export interface Namespace {
  name: string;
  /** Secret → key → value. Values are secret. */
  secrets: ReadonlyMap<string, ReadonlyMap<string, string>>;
  serviceAccounts: ReadonlySet<string> | undefined;
  /** Secrets with credentials of registries. */
  registrySecrets: ReadonlySet<string> | undefined;
}

export const emptyCluster: Cluster = {
  namespace: (_, name) => ({
    name,
    secrets: new Map(),
    serviceAccounts: undefined,
    registrySecrets: undefined,
  }),
};
