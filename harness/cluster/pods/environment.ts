import * as z from 'zod';
import type { ClusterApi } from '../api.ts';

const Reference = z.object({ name: z.string(), key: z.string(), optional: z.boolean().optional() });
const Source = z.object({ name: z.string(), optional: z.boolean().optional() });
const Variable = z.looseObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z
    .object({
      secretKeyRef: Reference.optional(),
      configMapKeyRef: Reference.optional(),
      fieldRef: z.looseObject({ fieldPath: z.string() }).optional(),
    })
    .optional(),
});
const EnvironmentSource = z.looseObject({
  prefix: z.string().optional(),
  secretRef: Source.optional(),
  configMapRef: Source.optional(),
});

/** Sources of a container's environment variables. */
export const ContainerEnvironment = z.object({
  env: z.array(Variable).optional(),
  envFrom: z.array(EnvironmentSource).optional(),
});

/**
 * Thrown if a container's environment cannot be built. The message is the message of a kubelet, such as `secret "x"
 * not found`.
 */
export class ConfigError extends Error {}

/** Reads the objects of a namespace from which environments are built. */
export interface Settings {
  read(kind: 'secret' | 'configmap', name: string): Promise<ReadonlyMap<string, string> | undefined>;
}

/** Creates a reader of a namespace's objects in a cluster. */
export function settingsOf(api: ClusterApi, namespace: string): Settings {
  const Data = z.looseObject({ data: z.record(z.string(), z.string()).optional() });
  return {
    async read(kind, name) {
      const { status, body } = await api.request('GET', `/api/v1/namespaces/${namespace}/${kind}s/${name}`);
      if (status !== 200) return undefined;
      const entries = Object.entries(Data.parse(body).data ?? {});
      const text = (value: string) =>
        kind === 'secret' ? Buffer.from(value, 'base64').toString('utf8') : value;
      return new Map(entries.map(([key, value]) => [key, text(value)]));
    },
  };
}

/**
 * Returns the variables of a container, where later sources override earlier sources. `fields` contains values of the
 * pod by their path.
 * @throws ConfigError with a kubelet's message if an object is missing.
 */
export async function environmentOf(
  container: z.infer<typeof ContainerEnvironment>,
  settings: Settings,
  fields: (path: string) => string | undefined,
): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  const all = async (kind: 'secret' | 'configmap', { name, optional }: z.infer<typeof Source>) => {
    const found = await settings.read(kind, name);
    if (found === undefined && optional !== true) throw new ConfigError(`${kind} "${name}" not found`);
    return found;
  };
  for (const { prefix = '', secretRef, configMapRef } of container.envFrom ?? []) {
    const found = secretRef
      ? await all('secret', secretRef)
      : configMapRef && (await all('configmap', configMapRef));
    for (const [key, value] of found ?? []) result[prefix + key] = value;
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    if (valueFrom === undefined) {
      result[name] = expand(value ?? '', result);
      continue;
    }
    const { secretKeyRef, configMapKeyRef, fieldRef } = valueFrom;
    const reference = secretKeyRef ?? configMapKeyRef;
    if (reference !== undefined) {
      const kind = secretKeyRef ? 'secret' : 'configmap';
      const found = (await all(kind, reference))?.get(reference.key);
      if (found !== undefined) result[name] = found;
      else if (reference.optional !== true) {
        throw new ConfigError(`couldn't find key ${reference.key} in ${kind} ${reference.name}`);
      }
    } else if (fieldRef !== undefined) {
      const found = fields(fieldRef.fieldPath);
      if (found === undefined)
        throw new ConfigError(`the simulated node does not support the field ${fieldRef.fieldPath}`);
      result[name] = found;
    } else {
      throw new ConfigError(`the simulated node does not support the source of the variable ${name}`);
    }
  }
  return result;
}

/**
 * Replaces `$(NAME)` with the value of the variable and `$$` with a dollar sign. Names of unknown variables stay
 * unchanged.
 */
export function expand(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\$|\$\(([^)]*)\)/g, (all: string, name: string | undefined) =>
    name === undefined ? '$' : (variables[name] ?? all),
  );
}
