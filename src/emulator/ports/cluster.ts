/**
 * The cluster that a workspace's images run in, as far as the seed file tells of it (DESIGN §8 "seed file"). It is
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
