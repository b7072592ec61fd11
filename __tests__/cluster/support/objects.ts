import * as z from 'zod';
import { type ClusterApi, type Manifest, accepted } from '../../../harness/cluster/api.ts';
import { until } from '../../../harness/until.ts';

const Condition = z.looseObject({
  type: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  message: z.string().optional(),
});
const Deployment = z.looseObject({
  metadata: z.looseObject({ name: z.string(), uid: z.string(), generation: z.number() }),
  spec: z.looseObject({ replicas: z.number() }),
  status: z
    .looseObject({
      observedGeneration: z.number().optional(),
      replicas: z.number().optional(),
      updatedReplicas: z.number().optional(),
      availableReplicas: z.number().optional(),
      conditions: z.array(Condition).optional(),
    })
    .optional(),
});
export type Deployment = z.infer<typeof Deployment>;

const ContainerStatus = z.looseObject({
  name: z.string(),
  image: z.string(),
  state: z.looseObject({ waiting: z.looseObject({ reason: z.string() }).optional() }),
});
const Pod = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  status: z.looseObject({
    phase: z.string(),
    conditions: z.array(Condition).optional(),
    containerStatuses: z.array(ContainerStatus).optional(),
    initContainerStatuses: z.array(ContainerStatus).optional(),
  }),
});
export type Pod = z.infer<typeof Pod>;

/** Fields of a Deployment with one container, in addition to its name. */
export interface DeploymentOptions {
  image?: string;
  replicas?: number;
  /** Additional fields of the pods' spec. */
  pod?: Record<string, unknown>;
  container?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  deadlineSeconds?: number;
}

/** Returns a Deployment that never has fewer pods than requested. */
export function deployment(namespace: string, name: string, options: DeploymentOptions = {}): Manifest {
  const labels = { app: name };
  const container = { name: 'agent', image: options.image ?? 'registry.test/agent:1', ...options.container };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, ...options.metadata },
    spec: {
      replicas: options.replicas ?? 1,
      progressDeadlineSeconds: options.deadlineSeconds ?? 600,
      strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container], ...options.pod } },
    },
  };
}

const deploymentsOf = (namespace: string) => `/apis/apps/v1/namespaces/${namespace}/deployments`;

export async function readDeployment(api: ClusterApi, namespace: string, name: string): Promise<Deployment> {
  return Deployment.parse(accepted(await api.request('GET', `${deploymentsOf(namespace)}/${name}`)));
}

export async function podsOf(api: ClusterApi, namespace: string, name: string): Promise<Pod[]> {
  const list = await api.request('GET', `/api/v1/namespaces/${namespace}/pods?labelSelector=app%3D${name}`);
  return z.looseObject({ items: z.array(Pod) }).parse(accepted(list)).items;
}

/** Returns the object's condition of this type, if it exists. */
export function conditionOf(
  { status }: { status?: { conditions?: z.infer<typeof Condition>[] | undefined } | undefined },
  type: string,
): z.infer<typeof Condition> | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

/** Waits until the Deployment has replaced every pod of an older form. */
export async function untilRolledOut(api: ClusterApi, namespace: string, name: string): Promise<Deployment> {
  return until(async () => {
    const one = await readDeployment(api, namespace, name);
    const { observedGeneration = 0, replicas, updatedReplicas, availableReplicas } = one.status ?? {};
    const all = [replicas, updatedReplicas, availableReplicas].every((count) => count === one.spec.replicas);
    return observedGeneration >= one.metadata.generation && all && one;
  }, `the rollout of ${name}`);
}
