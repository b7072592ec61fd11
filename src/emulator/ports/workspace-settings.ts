/** A repository that is reachable through a git-host integration, as seeded. */
export interface SeededRepository {
  url: string;
  owner: string;
  name: string;
  defaultBranch: string;
  id: number | undefined;
}

/**
 * Settings of workspaces from the seed file. Like API keys they are not stored, so removing them from the file
 * removes them at the next start.
 */
export interface WorkspaceSettings {
  sandboxLimit(workspaceId: string): number;
  /** Returns true if the organization has Deployment enabled. */
  deploymentEnabled(workspaceId: string): boolean;
  /** Returns true if the organization's plan includes listeners. */
  listenersAllowed(workspaceId: string): boolean;
  /** Returns the repositories of an integration, or `undefined` if the seed file lists none. */
  repositories(integrationId: string): readonly SeededRepository[] | undefined;
}

/**
 * The cluster of a workspace's images, as the seed file describes it. It configures this process and is not stored.
 */
export interface Cluster {
  namespace(workspaceId: string, name: string): Namespace;
}

/** Content of one namespace. `undefined` means unspecified: every name is accepted. */
export interface Namespace {
  name: string;
  /** Maps the name of a secret to its keys and values. The values are secret. */
  secrets: ReadonlyMap<string, ReadonlyMap<string, string>>;
  serviceAccounts: ReadonlySet<string> | undefined;
  /** Names of secrets with credentials of registries. */
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
