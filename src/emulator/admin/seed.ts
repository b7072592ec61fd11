import * as z from 'zod';
import { dnsLabel } from '../../contract/primitives.ts';
import { sandboxName, workspaceSecretName } from '../../contract/sandbox.ts';

const id = z.guid().toLowerCase();
const named = z.record(z.string(), z.string());

// The descriptions appear in docs/reference/seed.md, which is generated from these schemas.
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

/** Schemas of a seed file, by the headings of docs/reference/seed.md. */
export const SEED_SHAPES = { Workspace, ApiKey, Integration, Repository, Listener };

/** Generated values are unique, so only values that the seed specifies are compared. */
const areDifferent = (values: readonly (string | undefined)[]): boolean => {
  const given = values.filter((value) => value !== undefined);
  return new Set(given).size === given.length;
};

/** Content of a seed file. Strict: an unknown key is an error. */
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
