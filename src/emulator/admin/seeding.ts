import { createHash } from 'node:crypto';
import {
  type Cluster,
  emptyCluster,
  type SeededRepository,
  type WorkspaceSettings,
} from '../ports/workspace-settings.ts';
import { parseRepositoryName } from '../ports/git.ts';
import type { Repositories, Store } from '../ports/store.ts';
import type { Seed, SeedWorkspace } from './seed.ts';

/** Default maximum number of sandboxes per workspace. */
const SANDBOX_LIMIT = 100;

/** Returns the workspace of an emulator without a seed file. */
export function defaultWorkspace(workspaceId: string): SeedWorkspace {
  // Repeats the defaults of the seed schema, so that the schema need not be loaded.
  return {
    id: workspaceId.toLowerCase(),
    name: 'local',
    api_keys: [],
    secrets: {},
    listeners: [],
    templates: ['default'],
    sandbox_limit: SANDBOX_LIMIT,
    cluster_secrets: {},
    redact_secret_values: false,
    deployment_enabled: true,
    listeners_allowed: true,
  };
}

/** Returns every secret value of a seed, for the redactor. */
export function collectSeedSecrets(seed: Seed): string[] {
  return seed.workspaces.flatMap((workspace) => [
    ...workspace.api_keys.map(({ key }) => key),
    ...Object.values(workspace.secrets),
    ...(workspace.integrations ?? []).flatMap(({ webhook_secret: secret }) => secret ?? []),
    ...Object.values(workspace.cluster_secrets).flatMap((secrets) =>
      Object.values(secrets).flatMap((keys) => Object.values(keys)),
    ),
  ]);
}

/** Integration that a workspace gets if its seed lists no integrations. */
const DEFAULT_INTEGRATION: NonNullable<SeedWorkspace['integrations']>[number] = {
  name: 'local',
  installation_id: 1,
};

/** Stores the seed. A row without an ID gets the same ID in each call. */
export async function applySeed(
  store: Store,
  workspaces: readonly SeedWorkspace[],
  now: number,
): Promise<void> {
  await store.transaction(async (tx) => {
    for (const workspace of workspaces) {
      const workspaceId = workspace.id;
      await tx.workspaces.upsert({
        id: workspaceId,
        name: workspace.name,
        redactSecretValues: workspace.redact_secret_values,
      });
      for (const given of workspace.integrations ?? [DEFAULT_INTEGRATION]) {
        const id = integrationId(workspaceId, given);
        const installationId = given.installation_id;
        await tx.integrations.upsert({ id, workspaceId, name: given.name, installationId });
        // A webhook secret that was removed from the file must no longer be accepted.
        await tx.integrations.putWebhookSecret(id, given.webhook_secret ?? null);
      }
      for (const [name, value] of Object.entries(workspace.secrets)) {
        await tx.workspaceSecrets.put(workspaceId, name, value, now);
      }
      await applyTemplates(tx, workspace, now);
      const kept = new Map((await tx.listeners.list(workspaceId)).map((row) => [row.id, row.createdAt]));
      for (const given of workspace.listeners) {
        const id = given.id ?? stableId(workspaceId, 'listener', given.compute_id);
        await tx.listeners.upsert({
          id,
          workspaceId,
          computeType: given.compute_type,
          computeId: given.compute_id,
          namespaces: given.compute_config.k8s_namespaces,
          version: given.version ?? null,
          createdAt: kept.get(id) ?? now,
          updatedAt: now,
        });
      }
    }
  });
}

async function applyTemplates(
  { sandboxTemplates }: Pick<Repositories, 'sandboxTemplates'>,
  { id: workspaceId, templates }: SeedWorkspace,
  now: number,
): Promise<void> {
  for (const given of templates) {
    const { name, ...settings } = typeof given === 'string' ? { name: given } : given;
    const known = await sandboxTemplates.get(workspaceId, name);
    await sandboxTemplates.put({
      workspaceId,
      name,
      settings,
      createdAt: known?.createdAt ?? now,
      updatedAt: now,
    });
  }
}

/** Returns the ID of a seeded integration, which stays the same across restarts. */
function integrationId(
  workspaceId: string,
  { id, name }: NonNullable<SeedWorkspace['integrations']>[number],
): string {
  return id ?? stableId(workspaceId, 'integration', name);
}

/** Returns a UUID (version 8) derived from `parts`. */
function stableId(...parts: string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Returns the settings that the seed specifies. A workspace that is not in the seed has all features. */
export function seedSettings(workspaces: readonly SeedWorkspace[]): WorkspaceSettings {
  const byId = new Map(workspaces.map((workspace) => [workspace.id, workspace]));
  const repositories = new Map(
    workspaces.flatMap(({ id, integrations }) =>
      (integrations ?? []).map(
        (given) => [integrationId(id, given), given.repositories?.map(seeded)] as const,
      ),
    ),
  );
  return {
    deploymentEnabled: (id) => byId.get(id)?.deployment_enabled ?? true,
    sandboxLimit: (id) => byId.get(id)?.sandbox_limit ?? SANDBOX_LIMIT,
    listenersAllowed: (id) => byId.get(id)?.listeners_allowed ?? true,
    repositories: (id) => repositories.get(id),
  };
}

type SeedRepository = NonNullable<NonNullable<SeedWorkspace['integrations']>[number]['repositories']>[number];

function seeded({ url, owner, name, default_branch, id }: SeedRepository): SeededRepository {
  const read = parseRepositoryName(url);
  return { url, owner: owner ?? read.owner, name: name ?? read.name, defaultBranch: default_branch, id };
}

/**
 * Returns the clusters of the seed's workspaces. Each namespace contains secrets, service accounts and registry
 * secrets.
 */
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

/**
 * Returns the allowed names in a namespace, or `undefined` to allow all names. A plain list of names applies to every
 * namespace.
 */
function namesIn(names: SeedWorkspace['service_accounts'], namespace: string): Set<string> | undefined {
  const given = Array.isArray(names) ? names : own(names ?? {}, namespace);
  return given && new Set(given);
}

function own<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
