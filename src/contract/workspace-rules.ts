import * as z from 'zod';
import { isSet, validationError } from './findings.ts';
import type { ValidationError } from './error-bodies.ts';
import { globMatcher } from './glob.ts';
import { LIST_MAX } from './limits.ts';
import { dnsLabel, maxItems, nonEmptyText, optional } from './primitives.ts';
import { parseQuantity } from './quantity.ts';
import { asksForQueue, deriveResourceSpec, type ResourceSpec } from './resource-spec.ts';
import type { SecretReference } from './source.ts';

const names = () => maxItems(LIST_MAX, z.array(nonEmptyText));
const amount = () => z.number().positive();
const mebibytes = () => z.int().min(1).max(99_999_999);

/** Upper limits of a workspace, summed over all its deployments. */
const Quota = z.strictObject({
  deployments: optional(z.int().min(0)),
  /** Cores. A deployment counts with the limit of its pods, or else with their request, times its highest scale. */
  cpu: optional(amount()),
  /** MiB of memory, counted in the same way as `cpu`. */
  memory: optional(mebibytes()),
});

/** Rules for one workspace. */
export const WorkspaceRules = z.strictObject({
  /** Namespaces that only this workspace may use, and the default namespace of its deployments as the first element. */
  namespaces: optional(z.array(dnsLabel).min(1)),
  quota: optional(Quota),
  /** Names that deployments may refer to. `*` matches any characters. */
  secrets: optional(names()),
  configMaps: optional(names()),
  claims: optional(names()),
  serviceAccounts: optional(names()),
  /** Patterns of the only repositories of images that deployments may use, such as `registry.example/team/*`. */
  images: optional(names()),
});

/** Requests and limits of agents whose deployment sets none: CPU in cores, memory and disk in MiB. */
export const AgentResources = z.strictObject({
  cpu: optional(amount()),
  cpuLimit: optional(amount()),
  memory: optional(mebibytes()),
  memoryLimit: optional(mebibytes()),
  /** Maximum size of all files that a pod of an agent writes to its node. */
  disk: optional(mebibytes()),
});

export type AgentResources = z.infer<typeof AgentResources>;
export type WorkspaceRules = z.infer<typeof WorkspaceRules>;

/** The part of the settings of a cluster that contains the rules by workspace. */
export interface RulesByWorkspace {
  workspaces?: Readonly<Record<string, WorkspaceRules>> | undefined;
}

/** Default requests and limits of agents. */
export const DEFAULT_AGENT_RESOURCES = {
  cpu: 0.1,
  memory: 256,
  memoryLimit: 4096,
  disk: 20_480,
} as const satisfies AgentResources;

/** Kinds of objects to which a deployment can refer, and the rule that lists the permitted names. */
const REFERENCES = {
  secrets: 'Secret',
  configMaps: 'ConfigMap',
  claims: 'PersistentVolumeClaim',
  serviceAccounts: 'service account',
} as const;
type ReferenceKind = keyof typeof REFERENCES;

interface Reference {
  kind: ReferenceKind;
  name: string;
  /** Path in the request body. */
  path: string[];
}

/** Settings of a deployment that the rules of its workspace limit. */
export interface GovernedSettings {
  spec: ResourceSpec | null | undefined;
  secretReferences: readonly SecretReference[] | null | undefined;
}

/** Rules of a workspace in relation to the other workspaces of the control plane. */
export interface WorkspaceBinding extends WorkspaceRules {
  workspaceId: string;
  /** Returns whether the workspace may use a namespace. */
  allows(namespace: string): boolean;
  /** Returns whether another workspace may use a namespace too. */
  isShared(namespace: string): boolean;
}

/**
 * Returns the rules of a workspace. `workspaceIds` contains all workspaces of the control plane. A workspace without
 * `namespaces` may use every namespace that is not bound to another workspace.
 */
export function bindWorkspace(
  settings: RulesByWorkspace | undefined,
  workspaceId: string,
  workspaceIds: Iterable<string>,
): WorkspaceBinding {
  const id = workspaceId.toLowerCase();
  const rules = (of: string): WorkspaceRules => settings?.workspaces?.[of] ?? {};
  const bound = Object.entries(settings?.workspaces ?? {}).flatMap(([of, { namespaces }]) =>
    (namespaces ?? []).map((namespace) => ({ of, namespace })),
  );
  const others = new Set(
    [...workspaceIds, ...Object.keys(settings?.workspaces ?? {})].map((one) => one.toLowerCase()),
  );
  others.delete(id);
  const allowedFor = (of: string, namespace: string): boolean => {
    const own = rules(of).namespaces;
    return own ? own.includes(namespace) : !bound.some((one) => one.namespace === namespace);
  };
  return {
    ...rules(id),
    workspaceId: id,
    allows: (namespace) => allowedFor(id, namespace),
    isShared: (namespace) => [...others].some((other) => allowedFor(other, namespace)),
  };
}

/** Returns the namespace of a workspace's deployments that specify none, or `undefined` for the control plane's default. */
export const defaultNamespace = (
  settings: RulesByWorkspace | undefined,
  workspaceId: string,
): string | undefined => settings?.workspaces?.[workspaceId.toLowerCase()]?.namespaces?.[0];

/** Returns all namespaces that are bound to a workspace. */
export const boundNamespaces = (settings: RulesByWorkspace | undefined): string[] =>
  Object.values(settings?.workspaces ?? {}).flatMap(({ namespaces }) => namespaces ?? []);

/** Returns the sentence that explains that a workspace may not use a namespace. */
export function namespaceProblem(binding: WorkspaceBinding, namespace: string): string {
  const own = binding.namespaces?.join(', ');
  return own === undefined
    ? `the namespace ${namespace} belongs to another workspace. Use another namespace, or ask the administrators to bind a namespace to the workspace ${binding.workspaceId} (agents.workspaces of the chart, --cluster-settings)`
    : `the workspace ${binding.workspaceId} may use only the namespaces ${own}. Use one of these, or ask the administrators to add ${namespace} to namespaces of the workspace (agents.workspaces of the chart, --cluster-settings)`;
}

/**
 * Returns all references of a deployment to objects of its namespace that the rules of its workspace do not permit.
 * Without a list for the kind of an object, all names are permitted in a namespace that only this workspace may use,
 * and no names in a namespace that several workspaces may use.
 */
export function referenceProblems(
  settings: GovernedSettings,
  binding: WorkspaceBinding,
  namespace: string,
): ValidationError[] {
  const isShared = binding.isShared(namespace);
  return referencesOf(settings).flatMap(({ kind, name, path }) => {
    const permitted = binding[kind];
    if (permitted ? permitted.some((pattern) => globMatcher(pattern)(name)) : !isShared) return [];
    const why = permitted
      ? `${kind} of this workspace does not contain it`
      : `several workspaces may use the namespace ${namespace}, and no ${kind} are listed for this workspace`;
    return [
      validationError(
        path,
        `the ${REFERENCES[kind]} ${name} may not be used: ${why}. Ask the administrators to add it to ${kind} of the workspace ${binding.workspaceId} (agents.workspaces of the chart, --cluster-settings)`,
      ),
    ];
  });
}

/** Returns all objects of the namespace to which the settings refer. */
function referencesOf({ spec, secretReferences }: GovernedSettings): Reference[] {
  const found: Reference[] = (secretReferences ?? []).map(({ secret_name: name }) => ({
    kind: 'secrets',
    name,
    path: ['secret_references'],
  }));
  const {
    service_account_name: account,
    image_pull_secrets,
    volumes,
    init_containers,
    sidecars,
  } = spec ?? {};
  const at = (field: string) => ['source_config', 'resource_spec', field];
  if (account) found.push({ kind: 'serviceAccounts', name: account, path: at('service_account_name') });
  for (const { name } of image_pull_secrets ?? []) {
    found.push({ kind: 'secrets', name, path: at('image_pull_secrets') });
  }
  for (const [field, value] of Object.entries({ volumes, init_containers, sidecars })) {
    collect(value, '', at(field), found);
    // Only a listed service account may have a token: a volume can mount the token of the pod's account.
    if (hasToken(value)) {
      found.push({ kind: 'serviceAccounts', name: account || 'default', path: at(field) });
    }
  }
  return found;
}

/**
 * Adds the references in a part of a pod. `key` is the key of the value in its parent. Every object below a key with
 * the word "secret" counts as a reference to a Secret, because volumes of all kinds name their Secrets in this way.
 */
function collect(value: unknown, key: string, path: string[], found: Reference[]): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, key, path, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [inner, content] of Object.entries(value)) {
    const kind = typeof content === 'string' ? kindOf(key, inner) : undefined;
    if (kind !== undefined) found.push({ kind, name: String(content), path });
    collect(content, inner, path, found);
  }
}

function kindOf(parent: string, key: string): ReferenceKind | undefined {
  if (SECRET_KEYS.has(key.toLowerCase())) return 'secrets';
  if (key === 'claimName') return 'claims';
  if (key !== 'name') return undefined;
  if (/secret/i.test(parent)) return 'secrets';
  if (/configMap/i.test(parent)) return 'configMaps';
  return undefined;
}

/** Lower-case keys, because some CSI drivers ignore the case. The Secrets Store driver reads Secrets of a vault. */
const SECRET_KEYS: ReadonlySet<string> = new Set(['secretname', 'secretproviderclass']);

const hasToken = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasToken)
    : typeof value === 'object' &&
      value !== null &&
      Object.entries(value).some(([key, inner]) => key === 'serviceAccountToken' || hasToken(inner));

/** Resources that a deployment uses at its highest scale: CPU in cores, memory in MiB. */
export interface Usage {
  cpu: number;
  memory: number;
}

/**
 * Returns the resources of a deployment at its highest scale, with the defaults for agents that set none. An amount
 * counts with its limit, or else with its request. `maxScaleOfType` is the highest scale if the deployment sets none.
 */
export function usageOf(
  given: ResourceSpec | null | undefined,
  defaults: AgentResources,
  maxScaleOfType = 1,
): Usage {
  const set = given ?? {};
  const spec = deriveResourceSpec(set);
  const part = (prefix: '' | 'queue_' | 'db_' | 'redis_', pods: number): Usage => ({
    cpu: pods * (spec[`${prefix}cpu_limit`] || spec[`${prefix}cpu`] || 0),
    memory: pods * (spec[`${prefix}memory_limit_mb`] || spec[`${prefix}memory_mb`] || 0),
  });
  const scale = (prefix: '' | 'queue_') =>
    Math.max(spec[`${prefix}max_scale`] ?? maxScaleOfType, spec[`${prefix}min_scale`] ?? 0, 1);
  const podOf = (prefix: '' | 'queue_'): Usage => {
    const { cpu, memory } = part(prefix, 1);
    return {
      cpu: cpu || (defaults.cpuLimit ?? defaults.cpu ?? 0),
      memory: memory || (defaults.memoryLimit ?? defaults.memory ?? 0),
    };
  };
  const sidecars = [...(set.sidecars ?? []), ...(set.init_containers ?? [])].map(({ resources }) => {
    const limits = { ...resources?.requests, ...resources?.limits };
    return { cpu: cores(limits['cpu']), memory: mebibytesOf(limits['memory']) };
  });
  const times = (usage: Usage, factor: number) => ({
    cpu: usage.cpu * factor,
    memory: usage.memory * factor,
  });
  return sum([
    times(sum([podOf(''), ...sidecars]), scale('')),
    ...(asksForQueue(set) ? [times(sum([podOf('queue_'), ...sidecars]), scale('queue_'))] : []),
    part('db_', 1),
    part('redis_', 1),
  ]);
}

/**
 * Returns the fields that must be set because the quota of the workspace limits their resource: the limits of sidecars,
 * init containers and databases, which get no defaults. Without a limit, they could use more than the quota.
 */
export function limitProblems(
  quota: WorkspaceRules['quota'],
  given: ResourceSpec | null | undefined,
): ValidationError[] {
  const set = given ?? {};
  const spec = deriveResourceSpec(set);
  const problem = (resource: 'cpu' | 'memory', ...field: string[]) =>
    validationError(
      ['source_config', 'resource_spec', ...field],
      `is required, because the workspace has a quota of ${resource}. Set a limit above 0`,
    );
  const inContainers = (list: 'sidecars' | 'init_containers') =>
    (set[list] ?? []).flatMap(({ resources }, index) => {
      const { limits, requests } = resources ?? {};
      const at = [list, String(index), 'resources', 'limits'];
      const hasCpu = cores(limits?.['cpu'] ?? requests?.['cpu']) > 0;
      return [
        ...(isSet(quota?.cpu) && !hasCpu ? [problem('cpu', ...at, 'cpu')] : []),
        ...(isSet(quota?.memory) && !(mebibytesOf(limits?.['memory']) > 0)
          ? [problem('memory', ...at, 'memory')]
          : []),
      ];
    });
  const inDatabase = (prefix: 'db_' | 'redis_') =>
    Object.entries(set).some(([field, value]) => field.startsWith(prefix) && isSet(value))
      ? [
          ...(isSet(quota?.cpu) && !spec[`${prefix}cpu_limit`] ? [problem('cpu', `${prefix}cpu`)] : []),
          ...(isSet(quota?.memory) && !spec[`${prefix}memory_limit_mb`]
            ? [problem('memory', `${prefix}memory_mb`)]
            : []),
        ]
      : [];
  return [
    ...inContainers('sidecars'),
    ...inContainers('init_containers'),
    ...inDatabase('db_'),
    ...inDatabase('redis_'),
  ];
}

/** Returns the highest CPU and the highest memory of several settings of one deployment. */
export const highestUsage = (usages: readonly Usage[]): Usage => ({
  cpu: Math.max(0, ...usages.map(({ cpu }) => cpu)),
  memory: Math.max(0, ...usages.map(({ memory }) => memory)),
});

const sum = (parts: readonly Usage[]): Usage =>
  parts.reduce((all, { cpu, memory }) => ({ cpu: all.cpu + cpu, memory: all.memory + memory }), {
    cpu: 0,
    memory: 0,
  });

/** Returns the value of a quantity, 0 without a quantity, or `Infinity` for text that the API server refuses. */
const quantity = (text: string | undefined): number =>
  text === undefined ? 0 : (parseQuantity(text) ?? Number.POSITIVE_INFINITY);
const cores = (text: string | undefined): number => quantity(text);
const mebibytesOf = (text: string | undefined): number => quantity(text) / 1024 ** 2;

/**
 * Returns the first part of a workspace's quota that its deployments exceed, as a sentence, or `undefined`. `usages`
 * contains all deployments of the workspace, including a new one.
 */
export function quotaProblem(quota: WorkspaceRules['quota'], usages: readonly Usage[]): string | undefined {
  if (!quota) return undefined;
  const total = sum(usages);
  const checks = [
    ['deployments', usages.length, quota.deployments, ''],
    ['cpu', total.cpu, quota.cpu, ' cores'],
    ['memory', total.memory, quota.memory, ' MiB'],
  ] as const;
  for (const [name, used, limit, unit] of checks) {
    if (limit === null || limit === undefined || used <= limit + 1e-9) continue;
    return `The quota of this workspace would be exceeded: ${name} ${round(used)}${unit} of ${limit}${unit}. Delete deployments, request less in resource_spec, or ask the administrators to raise quota.${name} of the workspace.`;
  }
  return undefined;
}

const round = (value: number): number => Math.round(value * 100) / 100;
