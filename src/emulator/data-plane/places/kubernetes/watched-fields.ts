import type {
  Deployment,
  Event,
  Job,
  ObjectRead,
  Pod,
  ReplicaSet,
  Resource,
  Service,
} from './api/resources.ts';
import { isReady } from './plan/evaluate-pods.ts';
import { QUEUE_LABEL } from './plan/build-job.ts';
import { LABELS, READ_ANNOTATIONS } from './plan/objects.ts';

const OURS: ReadonlySet<string> = new Set([...Object.values(LABELS), QUEUE_LABEL]);
/** Annotation with the number of a ReplicaSet, which shows the newest ReplicaSet of a Deployment. */
const NUMBER = 'deployment.kubernetes.io/revision';
const KEPT: ReadonlySet<string> = new Set([NUMBER, ...READ_ANNOTATIONS]);
/** Maximum number of characters of a warning that are kept. */
const MAX_MESSAGE = 2_000;

const pick = (
  texts: Readonly<Record<string, string>> | null | undefined,
  isKept: (name: string) => boolean,
): Record<string, string> => Object.fromEntries(Object.entries(texts ?? {}).filter(([name]) => isKept(name)));

function metadataOf({ metadata }: ObjectRead): ObjectRead['metadata'] {
  const { name, namespace, uid, resourceVersion, generation, creationTimestamp, deletionTimestamp } =
    metadata;
  const { labels, annotations, ownerReferences } = metadata;
  return {
    name,
    namespace,
    uid,
    resourceVersion,
    generation,
    creationTimestamp,
    deletionTimestamp,
    labels: pick(labels, (label) => OURS.has(label)),
    ...(annotations && { annotations: pick(annotations, (name) => KEPT.has(name)) }),
    ownerReferences,
  };
}

/** Removes the details of a ready pod, whose state needs no explanation. */
function podOf(pod: Pod): Pod {
  const metadata = metadataOf(pod);
  if (!isReady(pod)) return { ...pod, metadata };
  const { podIP, phase, containerStatuses, initContainerStatuses } = pod.status ?? {};
  const briefly = (statuses: NonNullable<Pod['status']>['containerStatuses']) =>
    statuses?.map(({ name, imageID, ready, restartCount, containerID, state, lastState }) => ({
      name,
      imageID,
      ready,
      restartCount,
      containerID,
      ...(state?.running && { state: { running: state.running } }),
      ...(state?.terminated && { state: { terminated: state.terminated } }),
      ...(lastState?.terminated && { lastState: { terminated: lastState.terminated } }),
    }));
  return {
    metadata,
    spec: { nodeName: undefined, containers: pod.spec.containers, initContainers: pod.spec.initContainers },
    status: {
      phase,
      podIP,
      conditions: pod.status?.conditions?.filter(({ type }) => type === 'Ready'),
      initContainerStatuses: briefly(initContainerStatuses),
      containerStatuses: briefly(containerStatuses),
    },
  };
}

const deploymentOf = ({ spec, status, ...object }: Deployment): Deployment => ({
  metadata: metadataOf(object),
  spec,
  status: status && {
    ...status,
    // The message of a condition is needed only to explain a failure.
    conditions: status.conditions
      ?.filter(({ type }) => type !== 'Available')
      .map(({ message, ...condition }) =>
        condition.type === 'Progressing' && condition.status === 'True'
          ? condition
          : { ...condition, message },
      ),
  },
});

const replicaSetOf = (object: ReplicaSet): ReplicaSet => ({
  metadata: metadataOf(object),
  spec: { replicas: object.spec.replicas },
});

const serviceOf = (object: Service): Service => ({
  metadata: metadataOf(object),
  spec: { selector: pick(object.spec.selector, (label) => OURS.has(label)) },
});

const jobOf = (object: Job): Job => ({ ...object, metadata: metadataOf(object) });

const eventOf = (event: Event): Event => ({
  ...event,
  metadata: metadataOf(event),
  message: event.message?.slice(0, MAX_MESSAGE),
});

const reading =
  <T extends ObjectRead>(convert: (object: T) => T) =>
  (resource: Resource<T>): Resource<T> => ({ ...resource, schema: resource.schema.transform(convert) });

/**
 * Reduces the objects of a watch to the fields on which decisions depend, so the memory of a replica stays small with
 * ten thousand deployments.
 */
export const WATCHED = {
  services: reading(serviceOf),
  deployments: reading(deploymentOf),
  replicaSets: reading(replicaSetOf),
  pods: reading(podOf),
  jobs: reading(jobOf),
  events: reading(eventOf),
};
