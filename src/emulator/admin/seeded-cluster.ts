import { type Cluster, emptyCluster } from '../ports/cluster.ts';
import type { Seed, SeedWorkspace } from './seed.ts';

/** What a seed says of its workspaces' clusters: secrets, service accounts and registry secrets by namespace. */
export function clusterFromSeed(seed: Seed | undefined): Cluster {
  const workspaces = new Map(seed?.workspaces.map((workspace) => [workspace.id, workspace]));
  return {
    namespace(workspaceId, name) {
      const workspace = workspaces.get(workspaceId);
      if (workspace === undefined) return emptyCluster.namespace(workspaceId, name);
      return {
        name,
        secrets: new Map(
          Object.entries(own(workspace.cluster_secrets, name) ?? {}).map(([secret, keys]) => [
            secret,
            new Map(Object.entries(keys)),
          ]),
        ),
        serviceAccounts: namesIn(workspace.service_accounts, name),
        registrySecrets: namesIn(workspace.registry_secrets, name),
      };
    },
  };
}

/** A plain list counts in every namespace; by namespace, one that is left out has nothing said of it. */
function namesIn(names: SeedWorkspace['service_accounts'], namespace: string): Set<string> | undefined {
  const given = Array.isArray(names) ? names : own(names ?? {}, namespace);
  return given && new Set(given);
}

function own<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
