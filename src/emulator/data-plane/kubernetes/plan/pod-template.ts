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
import type * as z from 'zod';
import { isSet } from '../../../../contract/findings.ts';
import type { Container, Volume, VolumeMount } from '../../../../contract/pod.ts';
import type { ResourceSpec } from '../../../../contract/resource-spec.ts';

/** The agent's own container, in the queue's pods as well: no other one may have this name. */
export const AGENT = 'agent';
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
  port: number;
  spec: ResourceSpec;
  timing: PodTiming;
  /** Exactly these select the pods. */
  labels: Readonly<Record<string, string>>;
  /** The author's; ours win. */
  extraLabels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
}

/** The pods of a Deployment: the agent with its init containers, sidecars and volumes. */
export function podTemplate(request: PodRequest): PodTemplateSpec {
  const { spec, labels, timing, annotations } = request;
  const account = spec.service_account_name;
  const pullSecrets = spec.image_pull_secrets ?? [];
  const volumes = [
    ...(spec.volumes ?? []).map(clusterVolume),
    ...(request.isOurs ? ownFolders(spec).map(folderVolume) : []),
  ];
  const init = (spec.init_containers ?? []).map((container) => clusterContainer(container, undefined));
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
        ...(spec.sidecars ?? []).map((container) => clusterContainer(container, STOP_LATE)),
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
const ownFolders = (spec: ResourceSpec): string[] =>
  OWN_FOLDERS.filter(
    (folder) => spec.volume_mounts?.every(({ mountPath }) => mountPath !== `/${folder}`) ?? true,
  );
const folderVolume = (folder: string): ClusterVolume => ({ name: `agent-deploy-${folder}`, emptyDir: {} });
const folderMount = (folder: string): ClusterMount => ({
  name: `agent-deploy-${folder}`,
  mountPath: `/${folder}`,
});

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** By the kubelet itself: the image need not have a program for it. A sidecar still serves the agent meanwhile. */
const STOP_LATE: Lifecycle = { preStop: { sleep: { seconds: PRE_STOP_S } } };

function agentContainer(request: PodRequest): ClusterContainer {
  const { command, args, variables, resources, port, secretName, spec, timing, isOurs = false } = request;
  const mounts = [
    ...(spec.volume_mounts ?? []).map(clusterMount),
    ...(isOurs ? ownFolders(spec).map(folderMount) : []),
  ];
  const probe: Probe = { httpGet: { path: HEALTH, port: PORT_NAME }, timeoutSeconds: PROBE_TIMEOUT_S };
  return {
    name: AGENT,
    image: request.image,
    ...(command && { command: [...command] }),
    ...(args && { args: [...args] }),
    ports: [{ name: PORT_NAME, containerPort: port, protocol: 'TCP' }],
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
 * An init container, or a sidecar, which has a `lifecycle`. Null is absent. The contract's free-form objects are the cluster's own:
 * its API server judges them, in its own words.
 */
function clusterContainer(
  container: z.infer<typeof Container>,
  lifecycle: Lifecycle | undefined,
): ClusterContainer {
  const { name, image, env, resources, volumeMounts, ...rest } = container;
  // Every container of a Deployment's pod is restarted: only what differs from that is said.
  const { restartPolicy, securityContext, envFrom, ...plain } = rest;
  return {
    name,
    image,
    ...withoutNull(plain),
    ...(env && { env: lastOfEach(env.map(clusterVariable)) }),
    ...(envFrom && { envFrom: [...envFrom] }),
    ...(resources && { resources: withoutNull(resources) }),
    ...(volumeMounts && { volumeMounts: volumeMounts.map(clusterMount) }),
    ...(securityContext && { securityContext }),
    ...(restartPolicy === 'OnFailure' && { restartPolicy }),
    ...(lifecycle && { lifecycle }),
  };
}

/** What a container would see of several with one name; the cluster refuses to apply them. */
function lastOfEach<T extends { name: string }>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [value.name, value])).values()];
}

function clusterVariable({
  name,
  value,
  valueFrom,
}: NonNullable<z.infer<typeof Container>['env']>[number]): EnvVar {
  return valueFrom ? { name, valueFrom } : { name, value };
}

function clusterMount({ name, mountPath, ...rest }: z.infer<typeof VolumeMount>): ClusterMount {
  return { name, mountPath, ...withoutNull(rest) };
}

/** One without a source is an empty folder. */
function clusterVolume({ name, ...sources }: z.infer<typeof Volume>): ClusterVolume {
  const given = Object.entries(sources).filter(([, source]) => isSet(source));
  return given.length === 0 ? { name, emptyDir: {} } : { name, ...Object.fromEntries(given) };
}

type WithoutNull<T> = { [K in keyof T]: Exclude<T[K], null | undefined> };

function withoutNull<T extends object>(value: T): WithoutNull<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => isSet(field))) as WithoutNull<T>;
}

type Amounts = 'cpu' | 'cpu_limit' | 'memory_mb' | 'memory_limit_mb';

/** Requests and limits: cores and units of 2^20 bytes. Zero is no amount. */
export function podResources(
  spec: ResourceSpec,
  prefix: '' | 'queue_' | 'db_' | 'redis_',
): ResourceRequirements {
  const amount = (field: Amounts) => spec[`${prefix}${field}`] || undefined;
  const list = (cpu: number | undefined, memory: number | undefined) => ({
    ...(cpu !== undefined && { cpu: String(cpu) }),
    ...(memory !== undefined && { memory: `${memory}Mi` }),
  });
  const requests = list(amount('cpu'), amount('memory_mb'));
  const limits = list(amount('cpu_limit'), amount('memory_limit_mb'));
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
