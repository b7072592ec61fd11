/** Repository that a git-host integration can reach, from the seed file. */
export interface SeededRepository {
  url: string;
  owner: string;
  name: string;
  defaultBranch: string;
  id: number | undefined;
}

/**
 * Settings of workspaces from the seed file. The settings are not stored, as API keys are not, so a setting that is
 * removed from the file has no effect after the next start.
 */
export interface WorkspaceSettings {
  sandboxLimit(workspaceId: string): number;
  /** Returns true if the organization has Deployment enabled. */
  deploymentEnabled(workspaceId: string): boolean;
  /** Returns true if the organization's plan includes listeners. */
  listenersAllowed(workspaceId: string): boolean;
  /** Returns an integration's repositories; `undefined` if the seed file lists none. */
  repositories(integrationId: string): readonly SeededRepository[] | undefined;
}

/** Cluster in which a workspace's images run, as the seed file describes it. It is not stored. */
export interface Cluster {
  namespace(workspaceId: string, name: string): Namespace;
}

/** Content of a namespace. An `undefined` field means that every name is accepted. */
export interface Namespace {
  name: string;
  /** Keys and values of the namespace's secrets, keyed by secret name. The values are confidential. */
  secrets: ReadonlyMap<string, ReadonlyMap<string, string>>;
  serviceAccounts: ReadonlySet<string> | undefined;
  /** Names of secrets with registry credentials. */
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
