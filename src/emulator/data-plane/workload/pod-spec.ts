import type * as z from 'zod';
import { isSet } from '../../../contract/findings.ts';
import {
  type Container,
  type EnvVar,
  podProblems,
  type Volume,
  type VolumeMount,
} from '../../../contract/pod.ts';
import { deriveResourceSpec, type ResourceSpec } from '../../../contract/resource-spec.ts';

/** Name of the agent's container in all pods. No other container may have this name. */
export const AGENT = 'agent';

/** Default port of an agent whose environment does not set PORT. */
const DEFAULT_PORT = 8000;

/**
 * Pod of a revision according to the revision's `resource_spec`, for the container runtime and the Kubernetes runtime.
 */
export interface PodSpec {
  /** Resources of the revision, with defaults for absent fields. */
  resources: ResourceSpec;
  /** Port on which the agent listens in its container. */
  port: number;
  /** Environment of the agent's container, including PORT, with possibly secret values. */
  env: ReadonlyMap<string, string>;
  volumes: PodVolume[];
  mounts: PodMount[];
  /** Init containers, which run one after the other before the agent. */
  initContainers: PodContainer[];
  sidecars: PodContainer[];
}

/** Volume and its source, a Kubernetes object of any form. A volume without a source is an empty folder. */
export interface PodVolume {
  name: string;
  /** Kubernetes' key for the volume's source, such as `emptyDir`. */
  kind: string;
  source: Record<string, unknown>;
}

export type PodMount = WithoutNull<z.infer<typeof VolumeMount>>;

/** An init container or a sidecar. */
export interface PodContainer
  extends Pick<
    WithoutNull<z.infer<typeof Container>>,
    'name' | 'image' | 'imagePullPolicy' | 'workingDir' | 'securityContext' | 'restartPolicy'
  > {
  /** Position of this container in the specification, with which messages about the container begin. */
  where: string;
  command: readonly string[];
  args: readonly string[];
  /** Environment variables with unique names. If the specification repeats a name, the last value applies. */
  env: z.infer<typeof EnvVar>[];
  envFrom: readonly Record<string, unknown>[];
  resources: WithoutNull<NonNullable<z.infer<typeof Container>['resources']>>;
  mounts: PodMount[];
}

/**
 * Reads the pod of a revision. `spec` is the stored specification without defaults, and `env` is the environment of the
 * agent's container. Adds a problem with the field's name to `problems` for each contradiction.
 */
export function readPodSpec(
  { spec, env }: { spec: ResourceSpec | null | undefined; env: ReadonlyMap<string, string> },
  problems: string[],
): PodSpec {
  const resources = deriveResourceSpec(spec ?? {});
  for (const { path, message } of podProblems(resources)) {
    problems.push(`resource_spec.${path.join('.')}: ${message}`);
  }
  const containers = (list: 'init_containers' | 'sidecars') =>
    (resources[list] ?? []).map((container) => readContainer(container, list, problems));
  const port = readPort(env.get('PORT'), problems);
  return {
    resources,
    port,
    env: new Map([...env, ['PORT', String(port)]]),
    volumes: (resources.volumes ?? []).map(readVolume),
    mounts: readMounts(resources.volume_mounts, 'resource_spec.volume_mounts', problems),
    initContainers: containers('init_containers'),
    sidecars: containers('sidecars'),
  };
}

function readPort(text: string | undefined, problems: string[]): number {
  if (text === undefined) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) problems.push('secrets: PORT must be a number between 1 and 65535');
  return port;
}

function readVolume({ name, ...sources }: z.infer<typeof Volume>): PodVolume {
  const given = Object.entries(withoutNull(sources));
  const [kind, source] = given[0] ?? ['emptyDir', {}];
  return { name, kind, source };
}

function readMounts(
  mounts: readonly z.infer<typeof VolumeMount>[] | null | undefined,
  where: string,
  problems: string[],
): PodMount[] {
  const paths = (mounts ?? []).map(({ mountPath }) => mountPath);
  for (const path of new Set(paths.filter((one, index) => paths.indexOf(one) !== index))) {
    problems.push(`${where}: several volumes are mounted at ${path}. Keep only one of them`);
  }
  return (mounts ?? []).map(withoutNull);
}

function readContainer(
  container: z.infer<typeof Container>,
  list: 'init_containers' | 'sidecars',
  problems: string[],
): PodContainer {
  const where = `resource_spec.${list}, ${container.name}`;
  const { command, args, env, envFrom, resources, volumeMounts, ...rest } = withoutNull(container);
  if (container.name === AGENT) {
    problems.push(
      `resource_spec.${list}: the container name ${AGENT} is reserved for the agent. Choose another name`,
    );
  }
  return {
    ...rest,
    where,
    command: command ?? [],
    args: args ?? [],
    env: keepLastByName(env ?? []),
    envFrom: envFrom ?? [],
    resources: withoutNull(resources ?? {}),
    mounts: readMounts(volumeMounts, where, problems),
  };
}

/**
 * Removes all but the last value of each name. A container uses only the last value, and Kubernetes refuses repeated
 * names.
 */
export function keepLastByName<T extends { name: string }>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [value.name, value])).values()];
}

interface Amounts {
  /** Number of cores, or `undefined` if not set. */
  cpu: number | undefined;
  cpuLimit: number | undefined;
  /** Memory in mebibytes (2^20 bytes). */
  memory: number | undefined;
  memoryLimit: number | undefined;
}

/** Reads the amounts in the fields with this prefix, where zero means that an amount is not set. */
export function readAmounts(resources: ResourceSpec, prefix: '' | 'queue_' | 'db_' | 'redis_'): Amounts {
  const amount = (field: 'cpu' | 'cpu_limit' | 'memory_mb' | 'memory_limit_mb') =>
    resources[`${prefix}${field}`] || undefined;
  return {
    cpu: amount('cpu'),
    cpuLimit: amount('cpu_limit'),
    memory: amount('memory_mb'),
    memoryLimit: amount('memory_limit_mb'),
  };
}

type WithoutNull<T> = { [K in keyof T]: Exclude<T[K], null | undefined> };

function withoutNull<T extends object>(value: T): WithoutNull<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => isSet(field))) as WithoutNull<T>;
}
