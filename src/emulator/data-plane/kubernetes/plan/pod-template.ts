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
import { isSet } from '../../../../contract/findings.ts';
import type { ResourceSpec } from '../../../../contract/resource-spec.ts';
import {
  AGENT,
  lastOfEach,
  type PodContainer,
  type PodSpec,
  type PodVolume,
  readAmounts,
} from '../../workload/pod-spec.ts';

/** The name of its port. */
export const PORT_NAME = 'http';
/** The path of all probes. */
const HEALTH = '/ok';
/** A pod that ends still gets requests until all nodes know of it. */
const PRE_STOP_S = 5;
const STARTUP_PERIOD_S = 2;
const PERIOD_S = 15;
const PROBE_TIMEOUT_S = 5;

/** Deadlines of a pod, in milliseconds. */
export interface PodTiming {
  /** Until the agent answers, from its container's start. */
  startMs: number;
  /** How long work of a pod that ends may take. */
  drainMs: number;
  /** How long it may take to exit after that. */
  stopGraceMs: number;
}

export interface PodRequest {
  image: string;
  /** The image's own where absent. */
  command?: readonly string[];
  args?: readonly string[];
  /** The image is ours: it needs no right in its pod but to write below `/data` and `/tmp`. */
  isOurs?: boolean;
  /** The Secret with the variables; those of `variables` win. */
  secretName: string;
  variables: readonly EnvVar[];
  resources: ResourceRequirements;
  pod: PodSpec;
  timing: PodTiming;
  /** Exactly these select the pods. */
  labels: Readonly<Record<string, string>>;
  /** The author's; ours win. */
  extraLabels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
}

/** The pods of a Deployment: the agent with its init containers, sidecars and volumes. */
export function podTemplate(request: PodRequest): PodTemplateSpec {
  const { pod, labels, timing, annotations } = request;
  const account = pod.resources.service_account_name;
  const pullSecrets = pod.resources.image_pull_secrets ?? [];
  const volumes = [
    ...pod.volumes.map(clusterVolume),
    ...(request.isOurs ? ownFolders(pod).map(folderVolume) : []),
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
      ...(pullSecrets.length > 0 && { imagePullSecrets: lastOfEach(pullSecrets) }),
      ...(volumes.length > 0 && { volumes }),
      ...(init.length > 0 && { initContainers: init }),
      containers: [
        agentContainer(request),
        ...pod.sidecars.map((container) => clusterContainer(container, STOP_LATE)),
      ],
    },
  };
}

/** What the strictest of the cluster's standards asks for. */
export const RESTRICTED: SecurityContext = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  readOnlyRootFilesystem: true,
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};
/** Where our own program writes. */
const OWN_FOLDERS = ['data', 'tmp'] as const;
/** Those that the author mounts nothing at. */
const ownFolders = ({ mounts }: PodSpec): string[] =>
  OWN_FOLDERS.filter((folder) => mounts.every(({ mountPath }) => mountPath !== `/${folder}`));
const folderVolume = (folder: string): ClusterVolume => ({ name: `agent-deploy-${folder}`, emptyDir: {} });
const folderMount = (folder: string): ClusterMount => ({
  name: `agent-deploy-${folder}`,
  mountPath: `/${folder}`,
});

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** By the kubelet itself: the image need not have a program for it. A sidecar still serves the agent meanwhile. */
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
    ...(variables.length > 0 && { env: lastOfEach(variables) }),
    ...(Object.keys(resources).length > 0 && { resources }),
    ...(mounts.length > 0 && { volumeMounts: mounts }),
    ...(isOurs && { securityContext: RESTRICTED }),
    // The others begin when this one has succeeded: a slow start is no failure, and a quick one is seen at once.
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
 * An init container, or a sidecar, which has a `lifecycle`. The API server of the cluster validates the free-form objects of the
 * contract.
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
    // Every container of a Deployment's pod is restarted: only a different policy is set.
    ...(restartPolicy === 'OnFailure' && { restartPolicy }),
    ...(lifecycle && { lifecycle }),
  };
}

function clusterVariable({ name, value, valueFrom }: PodContainer['env'][number]): EnvVar {
  return valueFrom ? { name, valueFrom } : { name, value };
}

const clusterVolume = ({ name, kind, source }: PodVolume): ClusterVolume => ({ name, [kind]: source });

/** Requests and limits: cores and units of 2^20 bytes. */
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

/** Whether a share of what pods ask for can be measured; a limit alone is also the request. */
export function measuredBy({ requests, limits }: ResourceRequirements): { cpu: boolean; memory: boolean } {
  const has = (name: string) => requests?.[name] !== undefined || limits?.[name] !== undefined;
  return { cpu: has('cpu'), memory: has('memory') };
}
