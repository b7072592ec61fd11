import { parseQuantity } from '../../../../contract/quantity.ts';
import type { ResourceSpec } from '../../../../contract/resource-spec.ts';
import type { Namespace } from '../../../ports/workspace-settings.ts';
import {
  AGENT,
  type PodContainer,
  type PodMount,
  readAmounts,
  readPodSpec,
} from '../../workload/pod-spec.ts';
import {
  type PlanContext,
  type VolumePlan,
  containerEnvironment,
  expandAll,
  findMissingReferences,
  isInside,
  planVolume,
} from './cluster-values.ts';

/** Number of bytes in a mebibyte, the unit of memory in a resource spec. */
const MEGABYTE = 1024 ** 2;

interface PodSource {
  image: string;
  /** Stored resource spec of the revision, without defaults. */
  spec: ResourceSpec | null | undefined;
  namespace: Namespace;
  /** Environment of the agent's container, to which PORT is added if it is absent. */
  env: ReadonlyMap<string, string>;
}

/**
 * Plans the pod of a revision from an image, or returns all problems: objects that the cluster lacks, and settings that
 * a container engine on one machine cannot implement. Every ignored setting causes a problem or a note.
 */
export function planPod({ image, spec, namespace, env }: PodSource): PodPlanResult {
  const problems: string[] = [];
  const pod = readPodSpec({ spec, env }, problems);
  const missing = findMissingReferences(namespace, pod.resources);
  const secrets = new Set<string>();
  const notes: string[] = [];
  const volumes = new Map(
    pod.volumes.map((volume) => [volume.name, planVolume(volume, namespace, { missing, problems })] as const),
  );
  for (const volume of volumes.values()) {
    if (volume?.kind === 'files') for (const value of volume.files.values()) secrets.add(value);
  }
  const context: PlanContext = { namespace, volumes, missing, problems, notes, secrets };
  checkImage(image, 'source_revision_config.image_uri', problems);
  const agent: ContainerPlan = {
    name: AGENT,
    image,
    pull: 'present',
    entrypoint: undefined,
    args: [],
    workingDir: undefined,
    env: pod.env,
    mounts: planMounts(pod.mounts, 'resource_spec.volume_mounts', context),
    limits: agentLimits(pod.resources),
    security: [],
    restart: 'always',
  };
  const init = pod.initContainers.map((container) => planContainer(container, context));
  const sidecars = pod.sidecars.map((container) => planContainer(container, context));
  if (missing.length + problems.length > 0) return { kind: 'problems', missing, problems };
  return {
    kind: 'plan',
    plan: {
      volumes: [...volumes.values()].filter((volume) => volume !== undefined),
      init,
      agent,
      port: pod.port,
      sidecars,
      secrets: [...secrets],
      notes,
    },
  };
}

function agentLimits(resources: ResourceSpec): ContainerPlan['limits'] {
  const { cpuLimit, memoryLimit } = readAmounts(resources, '');
  return {
    ...(cpuLimit !== undefined && { cpus: cpuLimit }),
    ...(memoryLimit !== undefined && { memoryBytes: memoryLimit * MEGABYTE }),
  };
}

/** Settings of one container, whose variables in `env` may be secret. */
export interface ContainerPlan {
  /** Name of the container in the pod; the name of the agent's container is `agent`. */
  name: string;
  image: string;
  /** When the engine pulls the image: `present` pulls the image only if it does not exist on this machine. */
  pull: 'present' | 'always' | 'never';
  entrypoint: string | undefined;
  args: string[];
  workingDir: string | undefined;
  env: ReadonlyMap<string, string>;
  mounts: MountPlan[];
  limits: { cpus?: number; memoryBytes?: number };
  /** Security flags of the engine's command line. */
  security: string[];
  restart: 'always' | 'on-failure';
}

export interface MountPlan {
  volume: string;
  path: string;
  readOnly: boolean;
  /** File to mount from the volume, or `undefined` to mount the whole volume. */
  file: string | undefined;
}

export interface PodPlan {
  volumes: VolumePlan[];
  /** Init containers, which run one after the other before the agent. */
  init: ContainerPlan[];
  agent: ContainerPlan;
  /** Port of the agent inside its container. */
  port: number;
  sidecars: ContainerPlan[];
  /** Values that logs must not show. */
  secrets: string[];
  /** Sentences for the log about settings that have no effect on this machine. */
  notes: string[];
}

/** Plan of a pod, or all problems that prevent the plan. */
export type PodPlanResult =
  | { kind: 'plan'; plan: PodPlan }
  | {
      kind: 'problems';
      /** Objects that the cluster lacks. */
      missing: string[];
      /** Settings that an engine on one machine cannot implement. */
      problems: string[];
    };

const PULL = { Always: 'always', Never: 'never', IfNotPresent: 'present' } as const;

/** Plans an init container or a sidecar. */
function planContainer(container: PodContainer, context: PlanContext): ContainerPlan {
  const { where, workingDir } = container;
  const { problems } = context;
  checkImage(container.image, where, problems);
  if (workingDir !== undefined && !workingDir.startsWith('/')) {
    problems.push(`${where}: workingDir must be an absolute path`);
  }
  const { values, secretNames } = containerEnvironment(container, context);
  const command = expandAll(container.command, values, secretNames, `${where}.command`, problems);
  const args = expandAll(container.args, values, secretNames, `${where}.args`, problems);
  const [entrypoint, ...rest] = command;
  return {
    name: container.name,
    image: container.image,
    pull: PULL[container.imagePullPolicy ?? 'IfNotPresent'],
    entrypoint,
    args: [...rest, ...args],
    workingDir,
    env: values,
    mounts: planMounts(container.mounts, where, context),
    limits: limitsOf(container.resources.limits, where, context),
    security: securityFlags(container.securityContext, where, problems),
    restart: container.restartPolicy === 'OnFailure' ? 'on-failure' : 'always',
  };
}

/** Adds a problem if the image name is invalid. */
function checkImage(image: string, where: string, problems: string[]): void {
  if (isImageReference(image)) return;
  problems.push(`${where}: "${image}" is not a valid image name ([host[:port]/]path[:tag][@digest])`);
}

/** Plans the volume mounts of a container. */
function planMounts(
  mounts: readonly PodMount[],
  where: string,
  { volumes, problems }: PlanContext,
): MountPlan[] {
  return mounts.map((mount) => {
    const { name, mountPath: path, subPath } = mount;
    const at = `${where}, mount of ${name}`;
    if (!/^\/[^:,\0]+$/.test(path)) {
      problems.push(`${at}: mountPath must be an absolute path below /, without colons and commas`);
    }
    if (mount.subPathExpr)
      problems.push(
        `${at}: subPathExpr is not supported outside a Kubernetes cluster. Use subPath, or omit the field`,
      );
    if (mount.mountPropagation && mount.mountPropagation !== 'None') {
      problems.push(`${at}: mountPropagation is not supported outside a Kubernetes cluster. Remove it`);
    }
    const volume = volumes.get(name);
    if (subPath && volume !== undefined && !isFileOf(volume, subPath)) {
      problems.push(
        `${at}: outside a Kubernetes cluster, subPath must be the path of a file of a secret, and "${subPath}" is not`,
      );
    }
    const readOnly = mount.readOnly === true || volume?.kind === 'files';
    return { volume: name, path, readOnly, file: subPath || undefined };
  });
}

function isFileOf(volume: VolumePlan, subPath: string): boolean {
  return volume.kind === 'files' && isInside(subPath) && volume.files.has(subPath);
}

/** Forms of a Kubernetes quantity that can limit a container on one machine. */
const MACHINE_QUANTITY = /^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3}|m|[kMGT]|[KMGT]i)?$/;

function limitsOf(
  limits: Record<string, string> | undefined,
  where: string,
  { problems, notes }: PlanContext,
): ContainerPlan['limits'] {
  const found: ContainerPlan['limits'] = {};
  for (const [name, text] of Object.entries(limits ?? {})) {
    const amount = MACHINE_QUANTITY.test(text.trim()) ? parseQuantity(text) : undefined;
    if (amount === undefined)
      problems.push(
        `${where}: resources.limits.${name}: "${text}" is not a Kubernetes quantity, such as 500m or 64Mi`,
      );
    else if (name === 'cpu') found.cpus = amount;
    else if (name === 'memory') found.memoryBytes = Math.ceil(amount);
    else notes.push(`${where}: resources.limits.${name} has no effect outside a Kubernetes cluster`);
  }
  return found;
}

/**
 * Converts a container's securityContext to flags of podman and docker. A setting becomes a problem that begins with
 * `where` if the engines do not support it, or if it would grant access to this machine.
 */
function securityFlags(
  context: Record<string, unknown> | undefined,
  where: string,
  problems: string[],
): string[] {
  const flags: string[] = [];
  let user: string | undefined;
  let group: string | undefined;
  const wrong = (key: string, why: string) => void problems.push(`${where}.securityContext.${key}: ${why}`);
  for (const [key, value] of Object.entries(context ?? {})) {
    if (value === null || value === undefined) continue;
    switch (key) {
      case 'runAsUser':
      case 'runAsGroup':
        if (typeof value !== 'number' || !isId(value)) wrong(key, 'must be a whole number, 0 or more');
        else if (key === 'runAsUser') user = String(value);
        else group = String(value);
        break;
      case 'readOnlyRootFilesystem':
        if (value === true) flags.push('--read-only');
        break;
      case 'allowPrivilegeEscalation':
        if (value === false) flags.push('--security-opt', 'no-new-privileges');
        break;
      case 'privileged':
        if (value === true)
          wrong(key, 'a privileged container could access the whole machine. Remove privileged');
        break;
      case 'runAsNonRoot':
        if (value === true && !isPositive(context?.['runAsUser']))
          wrong(key, 'requires a runAsUser above 0. Add runAsUser');
        break;
      case 'capabilities':
        flags.push(...capabilityFlags(value, (why) => wrong(key, why)));
        break;
      default:
        wrong(key, 'is not supported by podman or docker. Remove it');
    }
  }
  if (user !== undefined) flags.push('--user', group === undefined ? user : `${user}:${group}`);
  else if (group !== undefined) flags.push('--user', `0:${group}`);
  return flags;
}

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isPositive = (value: unknown): boolean => isId(value) && Number(value) > 0;

function capabilityFlags(value: unknown, wrong: (why: string) => void): string[] {
  if (typeof value !== 'object' || value === null) {
    wrong('must be an object with the list drop');
    return [];
  }
  return Object.entries(value).flatMap(([key, names]: [string, unknown]) => {
    if (names === null) return [];
    if (key !== 'drop') {
      wrong(`${key} would give the container more privileges than containers have by default. Remove it`);
      return [];
    }
    if (!Array.isArray(names) || !names.every((name) => typeof name === 'string' && /^[A-Z_]+$/.test(name))) {
      wrong('drop must be a list of capability names in capital letters');
      return [];
    }
    return names.flatMap((name: string) => ['--cap-drop', name]);
  });
}

const HOST = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:]+\])(?::\d{1,5})?`;
const PART = String.raw`[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*`;
const REFERENCE = new RegExp(
  String.raw`^(?:${HOST}/)?${PART}(?:/${PART})*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*:[0-9a-fA-F]{32,})?$`,
);

/**
 * Returns whether a string is an image name of the form `[host[:port]/]path[:tag][@digest]`. An engine might interpret
 * another string as a flag or as a file of this machine.
 */
export function isImageReference(text: string): boolean {
  return text.length <= 1_000 && REFERENCE.test(text);
}
