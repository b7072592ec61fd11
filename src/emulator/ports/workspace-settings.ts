/** Repository that a git-host integration can reach, from the seed file. */
export interface SeededRepository {
  url: string;
  owner: string;
  name: string;
  defaultBranch: string;
  id: number | undefined;
}

/**
 * Settings of workspaces from the seed file. The store does not contain settings from the seed file, so a setting that
 * is removed from the file has no effect after the next start.
 */
export interface WorkspaceSettings {
  sandboxLimit(workspaceId: string): number;
  /** Returns true if the organization has Deployment enabled. */
  deploymentEnabled(workspaceId: string): boolean;
  /** Returns true if the organization's plan includes listeners. */
  listenersAllowed(workspaceId: string): boolean;
  /** Returns an integration's repositories, or `undefined` if the seed file lists no repositories. */
  repositories(integrationId: string): readonly SeededRepository[] | undefined;
}

/**
 * Description of the Kubernetes cluster that deployments from images refer to, read from the seed file. The store does
 * not contain the description.
 */
export interface Cluster {
  namespace(workspaceId: string, name: string): Namespace;
}

/** Content of a Kubernetes namespace. If a field is `undefined`, every name is accepted. */
export interface Namespace {
  name: string;
  /** Keys and values of the namespace's secrets, keyed by secret name. The secrets' values are confidential. */
  secrets: ReadonlyMap<string, ReadonlyMap<string, string>>;
  serviceAccounts: ReadonlySet<string> | undefined;
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
