import { createHash } from 'node:crypto';
import * as z from 'zod';
import { dnsLabel } from '../../contract/primitives.ts';
import { sandboxName, workspaceSecretName } from '../../contract/sandbox.ts';
import {
  type Cluster,
  emptyCluster,
  type SeededRepository,
  type WorkspaceSettings,
} from '../ports/workspace-settings.ts';
import { parseRepositoryName } from '../ports/git.ts';
import type { Repositories, Store } from '../ports/store.ts';

const id = z.guid().toLowerCase();
const named = z.record(z.string(), z.string());

// Descriptions are for docs/reference/seed.md, which is generated from these shapes.
const Repository = z.strictObject({
  url: z.string().min(1).describe('where it is cloned from'),
  owner: z.string().optional().describe('derived from the URL'),
  name: z.string().min(1).optional().describe('derived from the URL'),
  default_branch: z.string().min(1).default('main').describe('what deployments without a ref are built from'),
  id: z.int().min(1).optional().describe("the git host's number of it"),
});
const Integration = z.strictObject({
  id: id.optional().describe('what `integration_id` of a deployment names; derived from the name'),
  name: z.string().min(1).describe('shown in lists'),
  installation_id: z.int().min(1).default(1).describe("the git host's number of the installation"),
  webhook_secret: z
    .string()
    .min(8, 'must be at least 8 characters')
    .optional()
    .describe('signs its webhooks; without one it accepts none'),
  repositories: z
    .array(Repository)
    .optional()
    .describe('what it reaches; absent: the repositories that deployments with it are built from'),
});
const Listener = z.strictObject({
  id: id.optional().describe('what `listener_id` of a deployment names; derived from `compute_id`'),
  compute_type: z.enum(['k8s']).default('k8s').describe('what it deploys to'),
  compute_id: z.string().min(1).describe("the cluster's name"),
  version: z.string().optional().describe('its own version'),
  compute_config: z
    .strictObject({ k8s_namespaces: z.array(dnsLabel) })
    .default({ k8s_namespaces: [] })
    .describe('the namespaces that it deploys to'),
});
const ApiKey = z.strictObject({
  key: z.string().min(8, 'must be at least 8 characters').describe('what clients send, unique in the file'),
  scope: z
    .enum(['workspace', 'organization'])
    .default('workspace')
    .describe('a key of the `organization` reaches every workspace, and must name one'),
});
const Workspace = z.strictObject({
  id: id.describe('of the workspace; that of the first one is what the ready line names'),
  name: z.string().min(1).default('workspace').describe('shown in lists'),
  api_keys: z.array(ApiKey).default([]).describe('keys that open it, besides the one of the ready line'),
  secrets: z
    .record(workspaceSecretName, z.string())
    .default({})
    .describe('workspace secrets, for the rules of sandboxes'),
  integrations: z.array(Integration).optional().describe('git hosts; absent: one with the name `local`'),
  listeners: z.array(Listener).default([]).describe('what deploys images to clusters'),
  templates: z
    .array(z.union([sandboxName, z.looseObject({ name: sandboxName })]))
    .default(['default'])
    .describe('templates of sandboxes: names, or objects with a name and settings'),
  sandbox_limit: z.int().min(0).default(100).describe('how many sandboxes it may have; one more gets 429'),
  cluster_secrets: z
    .record(z.string(), z.record(z.string(), named))
    .default({})
    .describe('secrets of the cluster: by namespace, name and key'),
  service_accounts: z
    .union([z.array(z.string()), z.record(z.string(), z.array(z.string()))])
    .optional()
    .describe('those of the cluster, for every namespace or by namespace; absent: any name is accepted'),
  registry_secrets: z
    .union([z.array(z.string()), z.record(z.string(), z.array(z.string()))])
    .optional()
    .describe('likewise'),
  redact_secret_values: z.boolean().default(false).describe('answers hide the values of deployment secrets'),
  deployment_enabled: z
    .boolean()
    .default(true)
    .describe('`false`: the control plane answers 403, Deployment is not enabled'),
  listeners_allowed: z.boolean().default(true).describe('`false`: its plan does not include listeners'),
});

/** The shapes of a seed file, by the headings of docs/reference/seed.md. */
export const SEED_SHAPES = { Workspace, ApiKey, Integration, Repository, Listener };

/** Generated values are unique. */
const areDifferent = (values: readonly (string | undefined)[]): boolean => {
  const given = values.filter((value) => value !== undefined);
  return new Set(given).size === given.length;
};

/** The content of a seed file. Strict: an unknown key is an error. */
export const Seed = z.strictObject({
  workspaces: z
    .array(Workspace)
    .min(1)
    .refine((list) => areDifferent(list.map(({ id }) => id)), 'must have different ids')
    .refine(
      (list) => areDifferent(list.flatMap(({ api_keys }) => api_keys.map(({ key }) => key))),
      'must have different keys: a key opens one workspace, or all of them with the scope organization',
    )
    .refine(
      (list) => areDifferent(list.flatMap((one) => (one.integrations ?? []).map(({ id }) => id))),
      'must have integrations with different ids',
    )
    .refine(
      (list) => areDifferent(list.flatMap(({ listeners }) => listeners.map(({ id }) => id))),
      'must have listeners with different ids',
    ),
});
export type Seed = z.infer<typeof Seed>;
export type SeedWorkspace = Seed['workspaces'][number];

/** The workspace of an emulator without a seed file. */
export function defaultWorkspace(workspaceId: string): SeedWorkspace {
  return Workspace.parse({ id: workspaceId, name: 'local' });
}

/** Every secret value in a seed, for the redactor. */
export function secretsInSeed(seed: Seed): string[] {
  return seed.workspaces.flatMap((workspace) => [
    ...workspace.api_keys.map(({ key }) => key),
    ...Object.values(workspace.secrets),
    ...(workspace.integrations ?? []).flatMap(({ webhook_secret: secret }) => secret ?? []),
    ...Object.values(workspace.cluster_secrets).flatMap((secrets) =>
      Object.values(secrets).flatMap((keys) => Object.values(keys)),
    ),
  ]);
}

/** The default integration of a workspace. */
const DEFAULT_INTEGRATION: NonNullable<SeedWorkspace['integrations']>[number] = {
  name: 'local',
  installation_id: 1,
};

/** Stores the seed. Idempotent: rows without an ID get the same one each time. */
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
        // Removed from the file, it must not open anything.
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

/** The ID of a seeded integration: the same at every start. */
function integrationId(
  workspaceId: string,
  { id, name }: NonNullable<SeedWorkspace['integrations']>[number],
): string {
  return id ?? stableId(workspaceId, 'integration', name);
}

/** A UUID (version 8) derived from these texts. */
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

/** Sandboxes of a workspace by default. */
const SANDBOX_LIMIT = 100;

/** The seed's settings of workspaces that are not stored. A workspace that it does not name has all features. */
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

/** The clusters of a seed's workspaces: secrets, service accounts and registry secrets by namespace. */
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

/** A plain list counts in every namespace; by namespace, an omitted one is unrestricted. */
function namesIn(names: SeedWorkspace['service_accounts'], namespace: string): Set<string> | undefined {
  const given = Array.isArray(names) ? names : own(names ?? {}, namespace);
  return given && new Set(given);
}

function own<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
