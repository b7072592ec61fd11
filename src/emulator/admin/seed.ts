import * as z from 'zod';
import { dnsLabel } from '../../contract/primitives.ts';
import { sandboxName, workspaceSecretName } from '../../contract/sandbox-api.ts';

const id = z.guid().toLowerCase();
const named = z.record(z.string(), z.string());

/** A repository that an integration reaches; what is left out is read from its address. */
const Repository = z.strictObject({
  url: z.string().min(1),
  owner: z.string().optional(),
  name: z.string().min(1).optional(),
  default_branch: z.string().min(1).default('main'),
  id: z.int().min(1).optional(),
});
const Integration = z.strictObject({
  id: id.optional(),
  name: z.string().min(1),
  installation_id: z.int().min(1).default(1),
  /** What its webhooks are signed with; without one it takes none. */
  webhook_secret: z.string().min(8, 'must be at least 8 characters').optional(),
  /** Absent: those that deployments with this integration are built from. */
  repositories: z.array(Repository).optional(),
});
const Listener = z.strictObject({
  id: id.optional(),
  compute_type: z.enum(['k8s']).default('k8s'),
  compute_id: z.string().min(1),
  version: z.string().optional(),
  compute_config: z.strictObject({ k8s_namespaces: z.array(dnsLabel) }).default({ k8s_namespaces: [] }),
});
const ApiKey = z.strictObject({
  key: z.string().min(8, 'must be at least 8 characters'),
  /** `organization` keys reach every workspace and must name one (DESIGN §5). */
  scope: z.enum(['workspace', 'organization']).default('workspace'),
});
const Workspace = z.strictObject({
  id,
  name: z.string().min(1).default('workspace'),
  api_keys: z.array(ApiKey).default([]),
  /** Workspace secrets, for the rules of sandboxes. */
  secrets: z.record(workspaceSecretName, z.string()).default({}),
  integrations: z.array(Integration).optional(),
  listeners: z.array(Listener).default([]),
  /** Sandbox templates. */
  templates: z.array(z.union([sandboxName, z.looseObject({ name: sandboxName })])).default(['default']),
  /** How many sandboxes it may have: one more is answered 429. */
  sandbox_limit: z.int().min(0).default(100),
  /** Cluster secrets by namespace, name and key. */
  cluster_secrets: z.record(z.string(), z.record(z.string(), named)).default({}),
  /** Names, or names by namespace. */
  service_accounts: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]).optional(),
  registry_secrets: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]).optional(),
  /** Answers hide the values of deployment secrets (DESIGN §8). */
  redact_secret_values: z.boolean().default(false),
  /** `false`: the control plane answers 403, Deployment is not enabled (facts/service §1.1). */
  deployment_enabled: z.boolean().default(true),
  /** `false`: its plan does not include listeners (facts/service §1.9). */
  listeners_allowed: z.boolean().default(true),
});

/** What is not given is made, and differs. */
const areDifferent = (values: readonly (string | undefined)[]): boolean => {
  const given = values.filter((value) => value !== undefined);
  return new Set(given).size === given.length;
};

/** What a seed file holds (DESIGN §8 "seed file"). Strict: an unknown key is an error. */
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

/** The workspace there is when nothing is seeded (DESIGN §8 "nothing seeded"). */
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
