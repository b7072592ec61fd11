import type {
  Container as ClusterContainer,
  EnvVar,
  Lifecycle,
  PodTemplateSpec,
  Probe,
  ResourceRequirements,
  SecurityContext,
  Volume as ClusterVolume,
  VolumeMount as ClusterMount,
} from 'kubernetes-types/core/v1.js';
import type { AgentResources } from '../../../../../contract/workspace-rules.ts';
import { isSet } from '../../../../../contract/findings.ts';
import type { ResourceSpec } from '../../../../../contract/resource-spec.ts';
import { type PlacedPod, placementFields } from './placement.ts';
import {
  AGENT,
  keepLastByName,
  type PodContainer,
  type PodSpec,
  type PodVolume,
  readAmounts,
} from '../../../workload/pod-spec.ts';

/** Name of the agent container's port. */
export const PORT_NAME = 'http';
/** Path of all health probes. */
const HEALTH = '/ok';
/**
 * Seconds for which a terminating pod still serves requests, because nodes stop sending requests only after some time.
 */
const PRE_STOP_S = 5;
const STARTUP_PERIOD_S = 2;
const PERIOD_S = 15;
const PROBE_TIMEOUT_S = 5;

/** Time limits of a pod, in milliseconds. */
export interface PodTiming {
  /** Time from the start of the container within which the agent must respond. */
  startMs: number;
  /** Time within which a terminating pod must finish its work. */
  drainMs: number;
  /** Time within which a pod must exit after it has finished its work. */
  stopGraceMs: number;
}

export interface PodRequest {
  image: string;
  /** Command of the container; absent to use the image's own command. */
  command?: readonly string[];
  args?: readonly string[];
  /** True if the image is the emulator's own image, whose pods write only below `/data` and `/tmp`. */
  isOurs?: boolean;
  /** Name of the Secret with environment variables, over which `variables` takes precedence. */
  secretName: string;
  variables: readonly EnvVar[];
  resources: ResourceRequirements;
  /** Maximum size of all files that the pod writes to its node, in MiB. */
  disk: number;
  pod: PodSpec;
  /** Settings of the workspace for its pods; absent if the cluster's administrators set nothing. */
  placed?: PlacedPod | undefined;
  timing: PodTiming;
  /** All labels with which a selector finds the pods. */
  labels: Readonly<Record<string, string>>;
  /** Labels from the deployment's settings, over which `labels` takes precedence. */
  extraLabels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
}

/** Returns the pod template of a Deployment: the agent with its init containers, sidecars and volumes. */
export function podTemplate(request: PodRequest): PodTemplateSpec {
  const { pod, labels, timing, annotations } = request;
  const account = pod.resources.service_account_name;
  const pullSecrets = pod.resources.image_pull_secrets ?? [];
  const volumes = [
    ...pod.volumes.map((volume) => clusterVolume(volume, request.disk)),
    ...(request.isOurs ? ownFolders(pod).map((folder) => folderVolume(folder, request.disk)) : []),
  ];
  const init = pod.initContainers.map((container) => clusterContainer(container, undefined));
  return {
    metadata: {
      labels: { ...request.extraLabels, ...labels },
      ...(Object.keys(annotations).length > 0 && { annotations: { ...annotations } }),
    },
    spec: {
      ...(isSet(account) && { serviceAccountName: account }),
      automountServiceAccountToken: isSet(account),
      enableServiceLinks: false,
      terminationGracePeriodSeconds: PRE_STOP_S + seconds(timing.drainMs + timing.stopGraceMs),
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'kubernetes.io/hostname',
          whenUnsatisfiable: 'ScheduleAnyway',
          labelSelector: { matchLabels: { ...labels } },
        },
      ],
      ...placementFields(request.placed, pullSecrets),
      ...(volumes.length > 0 && { volumes }),
      ...(init.length > 0 && { initContainers: init }),
      containers: [
        agentContainer(request),
        ...pod.sidecars.map((container) => clusterContainer(container, STOP_LATE)),
      ],
    },
  };
}

/** Settings that the Pod Security Standard `restricted` requires. */
export const RESTRICTED: SecurityContext = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  readOnlyRootFilesystem: true,
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};
/** Folders where programs of the emulator's image write files. */
const OWN_FOLDERS = ['data', 'tmp'] as const;
/** Returns the folders of {@link OWN_FOLDERS} where the deployment's settings mount no volume. */
const ownFolders = ({ mounts }: PodSpec): string[] =>
  OWN_FOLDERS.filter((folder) => mounts.every(({ mountPath }) => mountPath !== `/${folder}`));
const folderVolume = (folder: string, disk: number): ClusterVolume => ({
  name: `agent-deploy-${folder}`,
  emptyDir: { sizeLimit: `${disk}Mi` },
});
const folderMount = (folder: string): ClusterMount => ({
  name: `agent-deploy-${folder}`,
  mountPath: `/${folder}`,
});

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/**
 * Makes the kubelet sleep before it stops a container. The sleep needs no program of the image, and sidecars still
 * serve the agent during the sleep.
 */
const STOP_LATE: Lifecycle = { preStop: { sleep: { seconds: PRE_STOP_S } } };

function agentContainer(request: PodRequest): ClusterContainer {
  const { command, args, variables, resources, pod, secretName, timing, isOurs = false } = request;
  const mounts = [...pod.mounts, ...(isOurs ? ownFolders(pod).map(folderMount) : [])];
  const probe: Probe = { httpGet: { path: HEALTH, port: PORT_NAME }, timeoutSeconds: PROBE_TIMEOUT_S };
  return {
    name: AGENT,
    image: request.image,
    ...(command && { command: [...command] }),
    ...(args && { args: [...args] }),
    ports: [{ name: PORT_NAME, containerPort: pod.port, protocol: 'TCP' }],
    envFrom: [{ secretRef: { name: secretName } }],
    ...(variables.length > 0 && { env: keepLastByName(variables) }),
    ...(Object.keys(resources).length > 0 && { resources }),
    ...(mounts.length > 0 && { volumeMounts: mounts }),
    ...(isOurs && { securityContext: RESTRICTED }),
    // The other probes start once this probe has succeeded, so a slow start is not a failure, and a fast start is
    // noticed immediately.
    startupProbe: {
      ...probe,
      periodSeconds: STARTUP_PERIOD_S,
      failureThreshold: Math.max(1, Math.ceil(timing.startMs / 1000 / STARTUP_PERIOD_S)),
    },
    readinessProbe: { ...probe, periodSeconds: PERIOD_S },
    livenessProbe: { ...probe, periodSeconds: PERIOD_S },
    lifecycle: STOP_LATE,
  };
}

/**
 * Converts an init container or, with a `lifecycle`, a sidecar to a Kubernetes container. The API server validates
 * objects of free form.
 */
function clusterContainer(container: PodContainer, lifecycle: Lifecycle | undefined): ClusterContainer {
  const { where: _, command, args, env, envFrom, resources, mounts, restartPolicy, ...rest } = container;
  return {
    ...rest,
    ...(command.length > 0 && { command: [...command] }),
    ...(args.length > 0 && { args: [...args] }),
    ...(env.length > 0 && { env: env.map(clusterVariable) }),
    ...(envFrom.length > 0 && { envFrom: [...envFrom] }),
    ...(Object.keys(resources).length > 0 && { resources }),
    ...(mounts.length > 0 && { volumeMounts: mounts }),
    // `restartPolicy` is set only if it differs from the default, which restarts all containers in a Deployment's pod.
    ...(restartPolicy === 'OnFailure' && { restartPolicy }),
    ...(lifecycle && { lifecycle }),
  };
}

function clusterVariable({ name, value, valueFrom }: PodContainer['env'][number]): EnvVar {
  return valueFrom ? { name, valueFrom } : { name, value };
}

/** Converts a volume to a Kubernetes volume. An empty folder without a size limit gets the limit of the pod. */
const clusterVolume = ({ name, kind, source }: PodVolume, disk: number): ClusterVolume => ({
  name,
  [kind]: kind === 'emptyDir' && !isSet(source['sizeLimit']) ? { ...source, sizeLimit: `${disk}Mi` } : source,
});

/** Returns the requests and limits for CPU (cores) and memory (mebibytes). */
export function podResources(
  spec: ResourceSpec,
  prefix: '' | 'queue_' | 'db_' | 'redis_',
): ResourceRequirements {
  const { cpu, memory, cpuLimit, memoryLimit } = readAmounts(spec, prefix);
  const list = (cores: number | undefined, mebibytes: number | undefined) => ({
    ...(cores !== undefined && { cpu: String(cores) }),
    ...(mebibytes !== undefined && { memory: `${mebibytes}Mi` }),
  });
  const requests = list(cpu, memory);
  const limits = list(cpuLimit, memoryLimit);
  return {
    ...(Object.keys(requests).length > 0 && { requests }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}

/**
 * Adds the defaults of the control plane to the requests and limits of an agent. A default request is never above the
 * limit of the deployment, and a default limit is never below its request.
 */
export function withDefaults(
  given: ResourceRequirements,
  spec: ResourceSpec,
  prefix: '' | 'queue_',
  defaults: AgentResources,
): ResourceRequirements {
  const { cpu, memory, cpuLimit, memoryLimit } = readAmounts(spec, prefix);
  const cores = resolveAmounts({ request: cpu, limit: cpuLimit }, defaults.cpu, defaults.cpuLimit);
  const mebibytes = resolveAmounts(
    { request: memory, limit: memoryLimit },
    defaults.memory,
    defaults.memoryLimit,
  );
  const list = (
    own: ResourceRequirements['limits'],
    kind: 'request' | 'limit',
    disk: number | null | undefined,
  ) => ({
    ...(cores[kind] !== undefined && { cpu: String(cores[kind]) }),
    ...(mebibytes[kind] !== undefined && { memory: `${mebibytes[kind]}Mi` }),
    ...(isSet(disk) && { 'ephemeral-storage': `${disk}Mi` }),
    ...own,
  });
  const { disk } = defaults;
  return {
    // Without this request, Kubernetes would reserve the whole limit on the node.
    requests: { ...list(given.requests, 'request', undefined), 'ephemeral-storage': '0' },
    limits: list(given.limits, 'limit', disk),
  };
}

function resolveAmounts(
  { request, limit }: { request: number | undefined; limit: number | undefined },
  defaultRequest: number | null | undefined,
  defaultLimit: number | null | undefined,
): { request: number | undefined; limit: number | undefined } {
  const most = limit ?? (isSet(defaultLimit) ? Math.max(defaultLimit, request ?? 0) : undefined);
  const least =
    request ?? (isSet(defaultRequest) ? Math.min(defaultRequest, most ?? defaultRequest) : undefined);
  return { request: least, limit: most };
}

/**
 * Returns which usages can be measured as a percentage of the request. A limit without a request also sets the request.
 */
export function measurableMetrics({ requests, limits }: ResourceRequirements): {
  cpu: boolean;
  memory: boolean;
} {
  const has = (name: string) => requests?.[name] !== undefined || limits?.[name] !== undefined;
  return { cpu: has('cpu'), memory: has('memory') };
}
