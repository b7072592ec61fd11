import type { ResourceSpec } from '../../../../contract/resource-spec.ts';
import type { SecretReference, SourceConfig } from '../../../../contract/source.ts';
import type { Namespace } from '../../../ports/workspace-settings.ts';
import type { PodContainer, PodVolume } from '../../workload/pod-spec.ts';

/** Temporary volume of a pod. */
export type VolumePlan =
  | { name: string; kind: 'empty' }
  /** Volume whose files are in `files`: the secret content of each file by relative path. */
  | { name: string; kind: 'files'; files: ReadonlyMap<string, string>; mode: number };

/** Data for planning a pod, and the problems found so far. */
export interface PlanContext {
  namespace: Namespace;
  /** Volumes by name, with `undefined` for a volume that cannot be created. */
  volumes: ReadonlyMap<string, VolumePlan | undefined>;
  /** Objects that the pod needs but the cluster lacks. */
  missing: string[];
  /** Settings that a container engine on this machine cannot implement. */
  problems: string[];
  notes: string[];
  /** Values that logs must not show. */
  secrets: Set<string>;
}

/** Namespace of a deployment whose settings contain no namespace. */
const DEFAULT_NAMESPACE = 'default';
/** Service account that exists in every namespace. */
const DEFAULT_ACCOUNT = 'default';

/** Returns the namespace of a deployment's objects. */
export function namespaceOf(config: SourceConfig): string {
  return config.listener_config?.k8s_namespace ?? DEFAULT_NAMESPACE;
}

/**
 * Value from the cluster, or the reason why the value is missing. The reason contains the name of the missing object,
 * but no value.
 */
type LookupResult = { kind: 'value'; value: string } | { kind: 'problem'; problem: string };

/**
 * Reads one key of a cluster secret. `what` describes the purpose of the value, and begins the message of a failure.
 */
function lookUpSecretKey(namespace: Namespace, secret: string, key: string, what: string): LookupResult {
  const keys = namespace.secrets.get(secret);
  if (keys === undefined) {
    const problem = `${what} refers to the cluster secret "${secret}", which does not exist in the namespace "${namespace.name}"`;
    return { kind: 'problem', problem };
  }
  const value = keys.get(key);
  if (value !== undefined) return { kind: 'value', value };
  const problem = `${what} refers to the key "${key}", which does not exist in the cluster secret "${secret}" of the namespace "${namespace.name}"`;
  return { kind: 'problem', problem };
}

/**
 * Returns the variables of secret references, and the referenced objects that the cluster lacks. See
 * docs/api/revisions.md#secret-references.
 */
export function resolveSecretReferences(
  namespace: Namespace,
  references: readonly SecretReference[] | null,
): { values: Map<string, string>; problems: string[] } {
  const values = new Map<string, string>();
  const problems: string[] = [];
  for (const { name, secret_name: secret, secret_key: key } of references ?? []) {
    const found = lookUpSecretKey(namespace, secret, key, `secret_references: the variable ${name}`);
    if (found.kind === 'value') values.set(name, found.value);
    else problems.push(found.problem);
  }
  return { values, problems };
}

/**
 * Returns the names of the resource spec's service account and pull secrets that do not exist in the namespace. If the
 * seed file does not list any names, no name is missing.
 */
export function findMissingReferences(namespace: Namespace, spec: ResourceSpec | null | undefined): string[] {
  const { serviceAccounts, registrySecrets, name } = namespace;
  const problems: string[] = [];
  const account = spec?.service_account_name ?? DEFAULT_ACCOUNT;
  if (serviceAccounts && account !== DEFAULT_ACCOUNT && !serviceAccounts.has(account)) {
    problems.push(
      `resource_spec.service_account_name: the namespace "${name}" has no service account "${account}" (available: ${listed(serviceAccounts)})`,
    );
  }
  for (const { name: secretName } of spec?.image_pull_secrets ?? []) {
    if (registrySecrets === undefined || registrySecrets.has(secretName)) continue;
    problems.push(
      `resource_spec.image_pull_secrets: the namespace "${name}" has no registry secret "${secretName}" (available: ${listed(registrySecrets)})`,
    );
  }
  return problems;
}

function listed(names: ReadonlySet<string>): string {
  return names.size === 0 ? 'none' : [...names].sort().join(', ');
}

/** Variables of a container, and the names of variables whose values come from cluster secrets. */
interface ContainerVariables {
  values: Map<string, string>;
  secretNames: Set<string>;
}

/**
 * Returns the variables of an init container or sidecar: the variables of `envFrom`, overridden by the variables of
 * `env`. Variables can refer to secrets of the cluster. Each other kind of reference is added to `context.problems`.
 */
export function containerEnvironment(
  container: Pick<PodContainer, 'env' | 'envFrom' | 'where'>,
  context: PlanContext,
): ContainerVariables {
  const variables: ContainerVariables = { values: new Map(), secretNames: new Set() };
  for (const source of container.envFrom) addSecret(source, variables, container.where, context);
  for (const variable of container.env) addVariable(variable, variables, container.where, context);
  return variables;
}

function addSecret(
  source: Record<string, unknown>,
  { values, secretNames }: ContainerVariables,
  where: string,
  { namespace, missing, problems, secrets }: PlanContext,
): void {
  const { secretRef, prefix = '', ...others } = source;
  const unknown = Object.entries(others).filter(([, value]) => value !== null);
  const reference = named(secretRef);
  if (unknown.length > 0 || reference?.name === undefined || typeof prefix !== 'string') {
    const kinds = unknown.map(([kind]) => kind).join(', ') || 'a source without secretRef.name';
    problems.push(`${where}: outside a Kubernetes cluster, envFrom supports only secretRef, not ${kinds}`);
    return;
  }
  const keys = namespace.secrets.get(reference.name);
  if (keys === undefined && !reference.optional) {
    missing.push(
      `${where}: envFrom refers to the cluster secret "${reference.name}", which does not exist in the namespace "${namespace.name}"`,
    );
  }
  for (const [key, value] of keys ?? []) {
    values.set(prefix + key, value);
    secretNames.add(prefix + key);
    secrets.add(value);
  }
}

function addVariable(
  { name, value, valueFrom }: PodContainer['env'][number],
  { values, secretNames }: ContainerVariables,
  where: string,
  { namespace, missing, problems, secrets }: PlanContext,
): void {
  secretNames.delete(name);
  if (!valueFrom) {
    const text = expand(value ?? '', (other) => {
      if (secretNames.has(other)) secretNames.add(name);
      return values.get(other);
    });
    values.set(name, text);
    if (secretNames.has(name)) secrets.add(text);
    return;
  }
  const given = Object.entries(valueFrom).filter(([, source]) => source !== null);
  const reference = given.length === 1 && given[0]?.[0] === 'secretKeyRef' ? named(given[0][1]) : undefined;
  if (reference?.name === undefined || reference.key === undefined) {
    const kinds = given.map(([kind]) => kind).join(', ') || 'nothing';
    problems.push(
      `${where}: outside a Kubernetes cluster, the variable ${name} can be set only from a secretKeyRef with name and key, not from ${kinds}`,
    );
    return;
  }
  const found = lookUpSecretKey(namespace, reference.name, reference.key, `${where}: the variable ${name}`);
  if (found.kind === 'value') {
    values.set(name, found.value);
    secretNames.add(name);
    secrets.add(found.value);
  } else if (!reference.optional) missing.push(found.problem);
}

function named(reference: unknown): { name?: string; key?: string; optional: boolean } | undefined {
  if (typeof reference !== 'object' || reference === null) return undefined;
  const name = 'name' in reference && typeof reference.name === 'string' ? reference.name : undefined;
  const key = 'key' in reference && typeof reference.key === 'string' ? reference.key : undefined;
  const optional = 'optional' in reference && reference.optional === true;
  return { optional, ...(name === undefined ? {} : { name }), ...(key === undefined ? {} : { key }) };
}

/**
 * Replaces `$(NAME)` with the value of the variable NAME, as Kubernetes does. Unknown names stay unchanged, and `$$`
 * becomes `$`.
 */
export function expand(text: string, valueOf: (name: string) => string | undefined): string {
  return text.replaceAll(/\$\$|\$\(([^()$]+)\)/g, (whole, name: string | undefined) =>
    name === undefined ? '$' : (valueOf(name) ?? whole),
  );
}

/**
 * Expands the words of a command line. Refuses words with secrets, because every program of the machine can read
 * command lines. Adds a problem with the prefix `where` for each refused word.
 */
export function expandAll(
  texts: readonly string[],
  values: ReadonlyMap<string, string>,
  secretNames: ReadonlySet<string>,
  where: string,
  problems: string[],
): string[] {
  return texts.map((text) =>
    expand(text, (name) => {
      if (!secretNames.has(name)) return values.get(name);
      problems.push(
        `${where}: $(${name}) would show a secret on the command line. Read the variable ${name} inside the container instead`,
      );
      return undefined;
    }),
  );
}

const FILE_MODE = 0o644;

type Problems = Pick<PlanContext, 'missing' | 'problems'>;

/**
 * Plans a pod's volume from its source: an `emptyDir`, or a `secret` with the files of a cluster secret. For another
 * kind of source, adds a problem and returns `undefined`. Adds objects that the cluster does not have to `missing`.
 */
export function planVolume(
  { name, kind, source }: PodVolume,
  namespace: Namespace,
  { missing, problems }: Problems,
): VolumePlan | undefined {
  const where = `resource_spec.volumes, ${name}`;
  switch (kind) {
    case 'emptyDir':
      return { name, kind: 'empty' };
    case 'secret':
      return planSecret(name, source, where, namespace, { missing, problems });
    default:
      problems.push(
        `${where}: a volume of the kind ${kind} needs a Kubernetes cluster. Use emptyDir or secret instead`,
      );
      return undefined;
  }
}

function planSecret(
  name: string,
  source: Record<string, unknown>,
  where: string,
  namespace: Namespace,
  { missing, problems }: Problems,
): VolumePlan | undefined {
  const { secretName, items, optional, defaultMode } = source;
  const before = problems.length + missing.length;
  if (typeof secretName !== 'string' || secretName === '') {
    problems.push(`${where}: secret.secretName must name a cluster secret`);
    return undefined;
  }
  const mode = typeof defaultMode === 'number' ? defaultMode : FILE_MODE;
  if (!Number.isInteger(mode) || mode < 0 || mode > 0o777) {
    problems.push(`${where}: secret.defaultMode must be between 0 and 511 (0777)`);
  }
  const keys = namespace.secrets.get(secretName);
  if (keys === undefined && optional !== true) {
    missing.push(
      `${where}: the cluster secret "${secretName}" does not exist in the namespace "${namespace.name}"`,
    );
  }
  const files = new Map<string, string>();
  for (const [key, path] of secretFiles(items, keys, where, problems)) {
    const value = keys?.get(key);
    if (!isInside(path)) problems.push(`${where}: "${path}" cannot be the path of a file in the volume`);
    else if (value !== undefined) files.set(path, value);
    else if (optional !== true && keys !== undefined) {
      missing.push(
        `${where}: the cluster secret "${secretName}" in the namespace "${namespace.name}" has no key "${key}"`,
      );
    }
  }
  return problems.length + missing.length > before ? undefined : { name, kind: 'files', files, mode };
}

/**
 * Returns the files of a secret, each as its key and path. If `items` is absent, each key becomes a file with the key's
 * name.
 */
function secretFiles(
  items: unknown,
  keys: ReadonlyMap<string, string> | undefined,
  where: string,
  problems: string[],
): [key: string, path: string][] {
  if (items === undefined || items === null) return [...(keys?.keys() ?? [])].map((key) => [key, key]);
  const pairs = Array.isArray(items) ? items.map(pairOf) : [undefined];
  if (pairs.includes(undefined)) problems.push(`${where}: secret.items must be a list of {key, path}`);
  return pairs.filter((pair) => pair !== undefined);
}

function pairOf(item: unknown): [string, string] | undefined {
  if (typeof item !== 'object' || item === null || !('key' in item) || !('path' in item)) return undefined;
  const { key, path } = item;
  return typeof key === 'string' && typeof path === 'string' ? [key, path] : undefined;
}

/** Returns whether a relative path leads to a path inside its starting folder. */
export function isInside(path: string): boolean {
  return (
    path !== '' &&
    !path.includes('\0') &&
    !path.includes('\\') &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
