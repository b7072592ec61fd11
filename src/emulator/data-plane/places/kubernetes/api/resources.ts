import * as z from 'zod';

/** Resource of the API, with a schema of the fields to read; other fields are dropped to save memory. */
export interface Resource<T extends ObjectRead = ObjectRead> {
  /** API group of the resource, empty for the core group. */
  group: string;
  version: string;
  /** Plural name of the resource in paths. */
  plural: string;
  kind: string;
  schema: z.ZodType<T>;
}

/** Object to send: any API object with a name. The object's namespace is always the namespace of the request. */
export interface Manifest {
  metadata: { name: string; namespace?: string };
}

const Text = z.string().optional();
const Time = z.string().nullish();
const Count = z.number().nullish();
const Labels = z.record(z.string(), z.string()).nullish();

const ObjectMeta = z.object({
  name: z.string(),
  namespace: Text,
  uid: z.string(),
  /** Version of the object, which is only compared for equality. */
  resourceVersion: z.string(),
  generation: z.number().optional(),
  creationTimestamp: Time,
  deletionTimestamp: Time,
  labels: Labels,
  annotations: Labels,
  ownerReferences: z.array(z.object({ kind: z.string(), name: z.string(), uid: z.string() })).nullish(),
});
type ObjectMeta = z.infer<typeof ObjectMeta>;

/** Fields that every object from the cluster has. */
export interface ObjectRead {
  metadata: ObjectMeta;
}

/** Objects of a resource, and the version of the list. */
export interface ObjectList<T> {
  items: T[];
  /** Version after which a watch of the list continues. */
  resourceVersion: string;
}

/** Object of which only the metadata is read, such as a Secret. */
const MetadataOnly = z.object({ metadata: ObjectMeta });
export type MetadataOnly = z.infer<typeof MetadataOnly>;

const Condition = z.object({
  type: z.string(),
  status: z.string(),
  reason: Text,
  message: Text,
  lastTransitionTime: Time,
  lastUpdateTime: Time,
});

const Deployment = z.object({
  metadata: ObjectMeta,
  spec: z.object({
    replicas: Count,
    progressDeadlineSeconds: Count,
    template: z.object({ metadata: z.object({ annotations: Labels }).nullish() }).nullish(),
  }),
  status: z
    .object({
      observedGeneration: Count,
      replicas: Count,
      updatedReplicas: Count,
      readyReplicas: Count,
      availableReplicas: Count,
      unavailableReplicas: Count,
      conditions: z.array(Condition).nullish(),
    })
    .optional(),
});
export type Deployment = z.infer<typeof Deployment>;

const StatefulSet = z.object({
  metadata: ObjectMeta,
  spec: z.object({
    replicas: Count,
    volumeClaimTemplates: z
      .array(
        z.object({
          spec: z.object({
            resources: z
              .object({ requests: z.record(z.string(), z.union([z.string(), z.number()])).nullish() })
              .nullish(),
          }),
        }),
      )
      .nullish(),
  }),
  status: z.object({ replicas: Count, readyReplicas: Count }).optional(),
});
export type StatefulSet = z.infer<typeof StatefulSet>;

const ReplicaSet = z.object({
  metadata: ObjectMeta,
  spec: z.object({ replicas: Count }),
  status: z
    .object({ replicas: Count, availableReplicas: Count, conditions: z.array(Condition).nullish() })
    .optional(),
});
export type ReplicaSet = z.infer<typeof ReplicaSet>;

const Terminated = z.object({
  exitCode: z.number(),
  signal: Count,
  reason: Text,
  message: Text,
  startedAt: Time,
  finishedAt: Time,
  containerID: Text,
});
const ContainerState = z.object({
  waiting: z.object({ reason: Text, message: Text }).optional(),
  running: z.object({ startedAt: Time }).optional(),
  terminated: Terminated.optional(),
});
const ContainerStatus = z.object({
  name: z.string(),
  image: Text,
  imageID: Text,
  ready: z.boolean(),
  restartCount: z.number(),
  containerID: Text,
  state: ContainerState.optional(),
  lastState: ContainerState.optional(),
});

const Pod = z.object({
  metadata: ObjectMeta,
  spec: z.object({
    nodeName: Text,
    containers: z.array(z.object({ name: z.string() })),
    initContainers: z.array(z.object({ name: z.string() })).nullish(),
  }),
  status: z
    .object({
      phase: Text,
      reason: Text,
      message: Text,
      podIP: Text,
      conditions: z.array(Condition).nullish(),
      initContainerStatuses: z.array(ContainerStatus).nullish(),
      containerStatuses: z.array(ContainerStatus).nullish(),
    })
    .optional(),
});
export type Pod = z.infer<typeof Pod>;

const Job = z.object({
  metadata: ObjectMeta,
  spec: z.object({ suspend: z.boolean().nullish(), activeDeadlineSeconds: Count }),
  status: z.object({ failed: Count, conditions: z.array(Condition).nullish() }).optional(),
});
export type Job = z.infer<typeof Job>;

const Event = z.object({
  metadata: ObjectMeta,
  type: Text,
  reason: Text,
  message: Text,
  count: Count,
  firstTimestamp: Time,
  lastTimestamp: Time,
  eventTime: Time,
  series: z.object({ count: Count, lastObservedTime: Time }).nullish(),
  involvedObject: z.object({ kind: Text, name: Text, uid: Text }),
});
export type Event = z.infer<typeof Event>;

const Service = z.object({
  metadata: ObjectMeta,
  spec: z.object({ selector: Labels, clusterIP: Text }),
});
export type Service = z.infer<typeof Service>;

const Namespace = z.object({ metadata: ObjectMeta });
export type Namespace = z.infer<typeof Namespace>;

const NetworkPolicy = z.object({
  metadata: ObjectMeta,
  spec: z.object({
    podSelector: z.object({
      matchLabels: Labels,
      matchExpressions: z
        .array(z.object({ key: z.string(), operator: z.string(), values: z.array(z.string()).nullish() }))
        .nullish(),
    }),
    policyTypes: z.array(z.string()).nullish(),
    ingress: z
      .array(z.object({ from: z.array(z.unknown()).nullish(), ports: z.array(z.unknown()).nullish() }))
      .nullish(),
    egress: z
      .array(z.object({ to: z.array(z.unknown()).nullish(), ports: z.array(z.unknown()).nullish() }))
      .nullish(),
  }),
});
export type NetworkPolicy = z.infer<typeof NetworkPolicy>;

const core = { group: '', version: 'v1' };
const apps = { group: 'apps', version: 'v1' };

export const DEPLOYMENTS: Resource<Deployment> = {
  ...apps,
  plural: 'deployments',
  kind: 'Deployment',
  schema: Deployment,
};
export const REPLICA_SETS: Resource<ReplicaSet> = {
  ...apps,
  plural: 'replicasets',
  kind: 'ReplicaSet',
  schema: ReplicaSet,
};
export const STATEFUL_SETS: Resource<StatefulSet> = {
  ...apps,
  plural: 'statefulsets',
  kind: 'StatefulSet',
  schema: StatefulSet,
};
export const JOBS: Resource<Job> = {
  group: 'batch',
  version: 'v1',
  plural: 'jobs',
  kind: 'Job',
  schema: Job,
};
export const PODS: Resource<Pod> = { ...core, plural: 'pods', kind: 'Pod', schema: Pod };
export const EVENTS: Resource<Event> = { ...core, plural: 'events', kind: 'Event', schema: Event };
export const SERVICES: Resource<Service> = { ...core, plural: 'services', kind: 'Service', schema: Service };
/** Namespaces belong to no namespace, so their requests have the namespace `''`. */
export const NAMESPACES: Resource<Namespace> = {
  ...core,
  plural: 'namespaces',
  kind: 'Namespace',
  schema: Namespace,
};
export const NETWORK_POLICIES: Resource<NetworkPolicy> = {
  group: 'networking.k8s.io',
  version: 'v1',
  plural: 'networkpolicies',
  kind: 'NetworkPolicy',
  schema: NetworkPolicy,
};
/** Secrets are only created and deleted, and their data is never read. */
export const SECRETS: Resource<MetadataOnly> = {
  ...core,
  plural: 'secrets',
  kind: 'Secret',
  schema: MetadataOnly,
};
export const POD_AUTOSCALERS: Resource<MetadataOnly> = {
  group: 'autoscaling',
  version: 'v2',
  plural: 'horizontalpodautoscalers',
  kind: 'HorizontalPodAutoscaler',
  schema: MetadataOnly,
};
