import * as z from 'zod';
import { dnsLabel } from '../../contract/primitives.ts';
import { sandboxName, workspaceSecretName } from '../../contract/sandbox.ts';
import { KEY_SCOPES } from '../ports/key-scopes.ts';

const id = z.guid().toLowerCase();
const named = z.record(z.string(), z.string());

// docs/reference/seed.md is generated from these schemas and their descriptions.
const Repository = z.strictObject({
  url: z.string().min(1).describe('URL from which the repository is cloned'),
  owner: z.string().optional().describe('owner of the repository; by default, from the URL'),
  name: z.string().min(1).optional().describe('name of the repository; by default, from the URL'),
  default_branch: z.string().min(1).default('main').describe('branch of deployments without a ref'),
  id: z.int().min(1).optional().describe('number of the repository at the Git host'),
});
const Integration = z.strictObject({
  id: id
    .optional()
    .describe('ID of the integration, for `integration_id` in deployments; derived from the name if absent'),
  name: z.string().min(1).describe('name that lists show'),
  installation_id: z.int().min(1).default(1).describe('number of the installation at the Git host'),
  webhook_secret: z
    .string()
    .min(8, 'must be at least 8 characters')
    .optional()
    .describe('secret that signs the webhooks; without it, no webhooks are accepted'),
  repositories: z
    .array(Repository)
    .optional()
    .describe('repositories of the integration; if absent, the repositories of its deployments'),
});
const Listener = z.strictObject({
  id: id
    .optional()
    .describe('ID of the listener, for `listener_id` in deployments; derived from `compute_id` if absent'),
  compute_type: z.enum(['k8s']).default('k8s').describe('kind of cluster that the listener deploys to'),
  compute_id: z.string().min(1).describe('name of the cluster'),
  version: z.string().optional().describe('version of the listener'),
  compute_config: z
    .strictObject({ k8s_namespaces: z.array(dnsLabel) })
    .default({ k8s_namespaces: [] })
    .describe('namespaces that the listener deploys to'),
});
const ApiKey = z
  .strictObject({
    key: z
      .string()
      .min(8, 'must be at least 8 characters')
      .describe('API key that clients send; unique in the file'),
    scope: z
      .enum(['workspace', 'organization'])
      .default('workspace')
      .describe('an `organization` key opens every workspace, and its requests must specify a workspace'),
    name: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('name of the key in the audit log; by default, the log has only an ID derived from the key'),
    scopes: z
      .array(z.enum(KEY_SCOPES))
      .min(1)
      .optional()
      .describe(
        'permissions of the key: `deploy`, `read`, `run` and `admin`; if absent, all except `admin`. Only an `organization` key can have `admin`',
      ),
  })
  .refine(
    ({ scope, scopes }) => scope === 'organization' || scopes?.includes('admin') !== true,
    'must have `scope: organization` for the scope `admin`, because /_local contains the data of every workspace',
  );
const Workspace = z.strictObject({
  id: id.describe('ID of the workspace; the ready line shows the ID of the first workspace'),
  name: z.string().min(1).default('workspace').describe('name that lists show'),
  api_keys: z
    .array(ApiKey)
    .default([])
    .describe('API keys of the workspace, in addition to the key of the ready line'),
  secrets: z
    .record(workspaceSecretName, z.string())
    .default({})
    .describe('workspace secrets, for the rules of sandboxes'),
  integrations: z
    .array(Integration)
    .optional()
    .describe('integrations of Git hosts; if absent, an integration with the name `local`'),
  listeners: z.array(Listener).default([]).describe('listeners that deploy images to clusters'),
  templates: z
    .array(z.union([sandboxName, z.looseObject({ name: sandboxName })]))
    .default(['default'])
    .describe('templates of sandboxes: names, or objects with a name and settings'),
  sandbox_limit: z
    .int()
    .min(0)
    .default(100)
    .describe('maximum number of sandboxes; a further create returns a 429'),
  cluster_secrets: z
    .record(z.string(), z.record(z.string(), named))
    .default({})
    .describe('secrets of the cluster: by namespace, name and key'),
  service_accounts: z
    .union([z.array(z.string()), z.record(z.string(), z.array(z.string()))])
    .optional()
    .describe(
      'service accounts of the cluster, for all namespaces or by namespace; if absent, any name is accepted',
    ),
  registry_secrets: z
    .union([z.array(z.string()), z.record(z.string(), z.array(z.string()))])
    .optional()
    .describe(
      'registry secrets of the cluster, for all namespaces or by namespace; if absent, any name is accepted',
    ),
  redact_secret_values: z
    .boolean()
    .default(false)
    .describe('hides the values of deployment secrets in responses'),
  deployment_enabled: z
    .boolean()
    .default(true)
    .describe('if `false`, the control plane responds with a 403, Deployment is not enabled'),
  listeners_allowed: z
    .boolean()
    .default(true)
    .describe('if `false`, the plan of the workspace does not include listeners'),
});

/** Schemas of a seed file, keyed by the headings of docs/reference/seed.md. */
export const SEED_SHAPES = { Workspace, ApiKey, Integration, Repository, Listener };

/** Returns whether all specified values differ. Unspecified values are generated and therefore unique. */
const areDifferent = (values: readonly (string | undefined)[]): boolean => {
  const given = values.filter((value) => value !== undefined);
  return new Set(given).size === given.length;
};

/** Schema of a seed file, where an unknown key is an error. */
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
