import type { Secret } from 'kubernetes-types/core/v1.js';
import type { ObjectMeta, OwnerReference } from 'kubernetes-types/meta/v1.js';
import { DNS_LABEL } from '../../../../../contract/patterns.ts';
import type { Deployment, ObjectRead } from '../api/resources.ts';
import type { RunScale } from './run-scale.ts';

/** Deployment to which objects belong. */
export interface DeploymentIdentity {
  /** ID of this control plane: a valid label value that is unique in the cluster. */
  plane: string;
  namespace: string;
  deploymentId: string;
  /** Name of the deployment, which can change, so it must not be in a field whose change would replace pods. */
  name: string;
}

export interface RevisionIdentity extends DeploymentIdentity {
  revisionId: string;
}

/** Service that owns all other objects of a deployment, which are therefore deleted with the Service. */
export interface Owner {
  name: string;
  uid: string;
}

/** Object to send, with its kind, name and namespace. */
export type Manifest<T> = T & {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta & { name: string; namespace: string; labels: Record<string, string> };
};

/** Returns an immutable Secret with these strings by key. */
export const immutableSecret = (
  metadata: Manifest<Secret>['metadata'],
  texts: Readonly<Record<string, string>>,
): Manifest<Secret> => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata,
  type: 'Opaque',
  immutable: true,
  stringData: { ...texts },
});

/**
 * Purpose of an object, as the value of the label that distinguishes, for example, the agent's pods from queue pods.
 */
export type Component = 'agent' | 'queue' | 'database' | 'redis' | 'build';

export const LABELS = {
  managedBy: 'app.kubernetes.io/managed-by',
  component: 'app.kubernetes.io/component',
  name: 'app.kubernetes.io/name',
  plane: 'agent-deploy/plane',
  deployment: 'agent-deploy/deployment',
  revision: 'agent-deploy/revision',
  /** Label of build pods with the revision, in addition to a label with the attempt. */
  build: 'agent-deploy/build',
  attempt: 'agent-deploy/attempt',
  /** Label of pods that accept only the connections that the network policy of their deployment permits. */
  network: 'agent-deploy/network',
} as const;
export const MANAGER = 'agent-deploy';
/** Annotation with the version of the link protocol, on pods that accept links. */
const LINK_ANNOTATION = 'agent-deploy/link';
/** Annotation of pods whose server has a certificate of the control plane's CA. */
const TLS_ANNOTATION = 'agent-deploy/tls';
/** Annotations of a Deployment with the limits between which the control plane sets the number of its pods. */
const SCALE_ANNOTATIONS = { min: 'agent-deploy/min-pods', max: 'agent-deploy/max-pods' } as const;
/** Annotations with the times at which an agent lost its pods because it was idle, and last got a pod again. */
const IDLE_ANNOTATIONS = { idle: 'agent-deploy/idle-since', woken: 'agent-deploy/woken-at' } as const;
/** Annotation of pods that push the output of their agent to the control plane. */
const LOGS_ANNOTATION = 'agent-deploy/logs';
const PUSHED = 'pushed';
/** Annotations on which the control plane's decisions depend. */
export const READ_ANNOTATIONS: ReadonlySet<string> = new Set<string>([
  ...Object.values(SCALE_ANNOTATIONS),
  TLS_ANNOTATION,
  IDLE_ANNOTATIONS.woken,
  LOGS_ANNOTATION,
]);
/** Annotation with a deployment's name, for names that are not valid label values. */
const NAME_ANNOTATION = 'agent-deploy/name';

/** Returns an ID in lower case, because names and labels require lower case. IDs that differ only in case are equal. */
const canonical = (id: string): string => id.toLowerCase();
/** Returns the complete ID without dashes, because the beginnings of some UUIDs are equal. */
const compact = (id: string): string => canonical(id).replaceAll('-', '');

/** Returns the name of a deployment's Service (35 characters). */
export const serviceName = (deploymentId: string): string => `ad-${compact(deploymentId)}`;

/**
 * Returns the name of a revision's Deployment, Secret and autoscaler. The name has 44 characters, so the names of the
 * Deployment's pods have at most 63 characters. The revision's ID makes the name unique, and the beginning of the
 * deployment's ID helps readers. The revision's number would not be unique, because a restored database can assign the
 * number to another revision.
 */
export const revisionName = ({
  deploymentId,
  revisionId,
}: Pick<RevisionIdentity, 'deploymentId' | 'revisionId'>): string =>
  `ad-${compact(deploymentId).slice(0, 8)}-${compact(revisionId)}`;

export const queueName = (revision: Pick<RevisionIdentity, 'deploymentId' | 'revisionId'>): string =>
  `${revisionName(revision)}-queue`;

/** Matches names of the emulator's objects: Services, objects that Services own, and storage of databases. */
const OUR_NAME = /^(?:data-)?ad-(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{32})(?:-|$)/;

/** Returns whether a name belongs to an object of another deployment, or to an object of a single revision. */
export function belongsToOther(name: string, deploymentId: string): boolean {
  const own = serviceName(deploymentId);
  return OUR_NAME.test(name) && !`${name}-`.replace(/^data-/, '').startsWith(`${own}-`);
}

export interface ObjectName {
  apiVersion: string;
  kind: string;
  name: string;
}

/**
 * Returns all objects that a revision may have, in deletion order. Some of these objects may not exist. Deployments are
 * last, because an interrupted deletion is repeated as long as a list contains the Deployment. The Secret is first,
 * because the emulator has no permission to list Secrets.
 */
export function revisionObjects(
  revision: Pick<RevisionIdentity, 'deploymentId' | 'revisionId'>,
): ObjectName[] {
  const names = [queueName(revision), revisionName(revision)];
  const each = (apiVersion: string, kind: string) => names.map((name) => ({ apiVersion, kind, name }));
  return [
    { apiVersion: 'v1', kind: 'Secret', name: revisionName(revision) },
    ...each('autoscaling/v2', 'HorizontalPodAutoscaler'),
    ...each('apps/v1', 'Deployment'),
  ];
}

/** Returns the labels of an object of a deployment or of one of its revisions. */
export function labelsOf(
  { plane, deploymentId }: Pick<DeploymentIdentity, 'plane' | 'deploymentId'>,
  component: Component,
  revisionId?: string,
): Record<string, string> {
  return {
    [LABELS.managedBy]: MANAGER,
    [LABELS.component]: component,
    [LABELS.plane]: plane,
    [LABELS.deployment]: canonical(deploymentId),
    ...(revisionId === undefined ? {} : { [LABELS.revision]: canonical(revisionId) }),
  };
}

/** Returns the label selector for all objects of a control plane, deployment or revision. */
export function labelSelector(of: { plane: string; deploymentId?: string; revisionId?: string }): string {
  return [
    `${LABELS.managedBy}=${MANAGER}`,
    `${LABELS.plane}=${of.plane}`,
    ...(of.deploymentId === undefined ? [] : [`${LABELS.deployment}=${canonical(of.deploymentId)}`]),
    ...(of.revisionId === undefined ? [] : [`${LABELS.revision}=${canonical(of.revisionId)}`]),
  ].join(',');
}

/**
 * Returns the deployment and revision to which an object belongs according to its labels, or `undefined` if the object
 * does not belong to this control plane.
 */
export function readLabels(
  labels: Readonly<Record<string, string>> | undefined,
  plane: string,
): { deploymentId: string; revisionId: string | undefined } | undefined {
  const deploymentId = labels?.[LABELS.deployment];
  if (labels?.[LABELS.managedBy] !== MANAGER || labels[LABELS.plane] !== plane) return undefined;
  return deploymentId === undefined ? undefined : { deploymentId, revisionId: labels[LABELS.revision] };
}

/** Returns whether this control plane created an object for the deployment whose ID the object's name contains. */
export function belongsToDeployment(
  { labels }: { labels?: Readonly<Record<string, string>> | null | undefined },
  { plane, deploymentId }: Pick<DeploymentIdentity, 'plane' | 'deploymentId'>,
): boolean {
  return readLabels(labels ?? undefined, plane)?.deploymentId === canonical(deploymentId);
}

/** Returns the deployment's name as a label if it is a valid label value, or else as an annotation. */
export function nameMetadata(name: string): {
  label: Record<string, string>;
  annotation: Record<string, string>;
} {
  return DNS_LABEL.test(name.toLowerCase())
    ? { label: { [LABELS.name]: name }, annotation: {} }
    : { label: {}, annotation: { [NAME_ANNOTATION]: name } };
}

/** Returns the annotations of pods that accept links with this version of the link protocol, over TLS. */
export const linkAnnotations = (version: number): Record<string, string> => ({
  [LINK_ANNOTATION]: String(version),
  [TLS_ANNOTATION]: 'true',
});

type Annotated = { annotations?: Readonly<Record<string, string>> | null | undefined } | null | undefined;

/** Returns whether pods with this metadata accept links over TLS. Pods of earlier versions have no certificate. */
export const acceptsTls = (metadata: Annotated): boolean =>
  metadata?.annotations?.[TLS_ANNOTATION] === 'true';

/** Returns whether the pods of a Deployment accept links of this version of the link protocol, over TLS. */
export function acceptsLinks({ spec: { template } }: Deployment, version: number): boolean {
  const metadata = template?.metadata;
  return Number(metadata?.annotations?.[LINK_ANNOTATION] ?? 0) >= version && acceptsTls(metadata);
}

/** Returns the annotations with the limits of a Deployment that is scaled by its runs. */
export const runScaleAnnotations = ({ min, max }: RunScale): Record<string, string> => ({
  [SCALE_ANNOTATIONS.min]: String(min),
  [SCALE_ANNOTATIONS.max]: String(max),
});

/** Returns the limits of a Deployment that is scaled by its runs, or `undefined` for other Deployments. */
export function runScaleIn({ metadata: { annotations } }: ObjectRead): RunScale | undefined {
  const [min, max] = [annotations?.[SCALE_ANNOTATIONS.min], annotations?.[SCALE_ANNOTATIONS.max]];
  const isPods = (text: string | undefined): text is string => text !== undefined && /^\d{1,4}$/.test(text);
  if (!isPods(min) || !isPods(max) || Number(max) < 1) return undefined;
  return { min: Math.min(Number(min), Number(max)), max: Number(max) };
}

/** Returns the changed annotations of an agent that loses its last pod, or gets its first pod, at the time `at`. */
export const idleAnnotations = (isIdle: boolean, at: string): Record<string, string | null> => ({
  [IDLE_ANNOTATIONS.idle]: isIdle ? at : null,
  ...(!isIdle && { [IDLE_ANNOTATIONS.woken]: at }),
});

/** Returns the time at which an idle agent last got a pod, in epoch milliseconds, or 0 without such a time. */
export const wokenAt = ({ metadata: { annotations } }: ObjectRead): number =>
  Date.parse(annotations?.[IDLE_ANNOTATIONS.woken] ?? '') || 0;

/** Annotation of pods that push the output of their agent to the control plane. */
export const pushedLogs = (): Record<string, string> => ({ [LOGS_ANNOTATION]: PUSHED });

/** Returns whether pods with these annotations push the output of their agent. */
export const pushesLogs = (annotations: Readonly<Record<string, string>> | null | undefined): boolean =>
  annotations?.[LOGS_ANNOTATION] === PUSHED;

export function ownerReferences(owner: Owner): OwnerReference[] {
  // `blockOwnerDeletion` delays the deletion of the Service until all objects that it owns are deleted.
  return [{ apiVersion: 'v1', kind: 'Service', ...owner, blockOwnerDeletion: true }];
}
