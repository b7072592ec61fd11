import type * as z from 'zod';
import type { Container, EnvVar } from '../../../contract/pod.ts';
import type { PlanContext } from './container-plan.ts';
import { lookUpSecretKey } from './cluster-needs.ts';
import { expand } from './expand.ts';

/** A container's variables, and which of them carry something of a cluster secret. */
export interface ContainerVariables {
  values: Map<string, string>;
  secretNames: Set<string>;
}

/**
 * The variables of an init container or sidecar: those of `envFrom`, then those of `env`, of which the later ones win
 * (spec §2.8). From the cluster they may take secrets; anything else is told in the context's problems.
 */
export function containerEnvironment(
  container: Pick<z.infer<typeof Container>, 'env' | 'envFrom'>,
  where: string,
  context: PlanContext,
): ContainerVariables {
  const variables: ContainerVariables = { values: new Map(), secretNames: new Set() };
  for (const source of container.envFrom ?? []) addSecret(source, variables, where, context);
  for (const variable of container.env ?? []) addVariable(variable, variables, where, context);
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
    problems.push(`${where}: envFrom knows secretRef alone here, not ${kinds}`);
    return;
  }
  const keys = namespace.secrets.get(reference.name);
  if (keys === undefined && !reference.optional) {
    missing.push(
      `${where}: envFrom refers to the cluster secret "${reference.name}", which is not in the namespace "${namespace.name}"`,
    );
  }
  for (const [key, value] of keys ?? []) {
    values.set(prefix + key, value);
    secretNames.add(prefix + key);
    secrets.add(value);
  }
}

function addVariable(
  { name, value, valueFrom }: z.infer<typeof EnvVar>,
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
      `${where}: the variable ${name} can be filled from a secretKeyRef with name and key here, not from ${kinds}`,
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
