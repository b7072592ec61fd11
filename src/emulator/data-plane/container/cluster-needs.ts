import type { ResourceSpec } from '../../../contract/resource-spec.ts';
import type { SecretReference } from '../../../contract/secret.ts';
import type { SourceConfig } from '../../../contract/source.ts';
import type { Namespace } from '../../ports/cluster.ts';

/** The namespace a deployment without one runs in. */
const DEFAULT_NAMESPACE = 'default';
/** Every namespace of a cluster has this one. */
const DEFAULT_ACCOUNT = 'default';

/** Where a deployment runs in its cluster (spec §2.7). */
export function namespaceOf(config: SourceConfig): string {
  return config.listener_config?.k8s_namespace ?? DEFAULT_NAMESPACE;
}

/** A value of the cluster, or why there is none; the reason names what is missing and never shows a value. */
export type LookupResult = { kind: 'value'; value: string } | { kind: 'problem'; problem: string };

/** Reads one key of a cluster secret. `what`: what it is for, as the reason begins. */
export function lookUpSecretKey(
  namespace: Namespace,
  secret: string,
  key: string,
  what: string,
): LookupResult {
  const keys = namespace.secrets.get(secret);
  if (keys === undefined) {
    const problem = `${what} refers to the cluster secret "${secret}", which is not in the namespace "${namespace.name}"`;
    return { kind: 'problem', problem };
  }
  const value = keys.get(key);
  if (value !== undefined) return { kind: 'value', value };
  const problem = `${what} refers to the key "${key}" of the cluster secret "${secret}" in the namespace "${namespace.name}", which has no such key`;
  return { kind: 'problem', problem };
}

/** The variables that secret references fill (spec §2.5), and what is missing for them. */
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
 * What a resource spec names that is not in the namespace: its service account and pull secrets (spec §2.6). Of what the
 * seed says nothing about, any name is taken at its word.
 */
export function findMissingReferences(namespace: Namespace, spec: ResourceSpec | null | undefined): string[] {
  const { serviceAccounts, registrySecrets, name } = namespace;
  const problems: string[] = [];
  const account = spec?.service_account_name ?? DEFAULT_ACCOUNT;
  if (serviceAccounts && account !== DEFAULT_ACCOUNT && !serviceAccounts.has(account)) {
    problems.push(
      `resource_spec.service_account_name: the namespace "${name}" has no service account "${account}" (there ${listed(serviceAccounts)})`,
    );
  }
  for (const { name: wanted } of spec?.image_pull_secrets ?? []) {
    if (registrySecrets === undefined || registrySecrets.has(wanted)) continue;
    problems.push(
      `resource_spec.image_pull_secrets: the namespace "${name}" has no registry secret "${wanted}" (there ${listed(registrySecrets)})`,
    );
  }
  return problems;
}

function listed(names: ReadonlySet<string>): string {
  if (names.size === 0) return 'is none';
  return `${names.size === 1 ? 'is' : 'are'} ${[...names].sort().join(', ')}`;
}
