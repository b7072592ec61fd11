import type { Secret } from 'kubernetes-types/core/v1.js';
import type { ObjectMeta, OwnerReference } from 'kubernetes-types/meta/v1.js';
import { DNS_LABEL } from '../../../../../contract/patterns.ts';
import type { Deployment } from '../api/resources.ts';

/** The deployment to which objects belong. */
export interface DeploymentIdentity {
  /** ID of this control plane among those that share the cluster; a valid label value. */
  plane: string;
  namespace: string;
  deploymentId: string;
  /** Name of the deployment. It is mutable, so it is excluded from anything that triggers pod replacement. */
  name: string;
}

export interface RevisionIdentity extends DeploymentIdentity {
  revisionId: string;
}

/** The applied Service of a deployment. It owns all other objects, which are deleted with it. */
export interface Owner {
  name: string;
  uid: string;
}

/** An object that can be sent: it contains its kind, name and namespace. */
export type Manifest<T> = T & {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta & { name: string; namespace: string; labels: Record<string, string> };
};

/** Returns a Secret with these texts, by key. It can be created and removed, and never changed. */
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

/** Purpose of an object. Selectors distinguish the agent's pods and the queue's pods only by this label. */
export type Component = 'agent' | 'queue' | 'database' | 'redis' | 'build';

export const LABELS = {
  managedBy: 'app.kubernetes.io/managed-by',
  component: 'app.kubernetes.io/component',
  name: 'app.kubernetes.io/name',
  plane: 'agent-deploy/plane',
  deployment: 'agent-deploy/deployment',
  revision: 'agent-deploy/revision',
  /** Label with the revision that a pod builds; another label contains the attempt. */
  build: 'agent-deploy/build',
  attempt: 'agent-deploy/attempt',
} as const;
export const MANAGER = 'agent-deploy';
/** Annotation with the link version of pods that accept links. */
const LINK_ANNOTATION = 'agent-deploy/link';
/** Annotation with the deployment's name, if it is not a valid label value. */
const NAME_ANNOTATION = 'agent-deploy/name';

/** IDs are compared regardless of case, but names and labels must be in lower case. */
const canonical = (id: string): string => id.toLowerCase();
/** Returns the complete ID without dashes, because shortened UUIDs of some versions are equal. */
const compact = (id: string): string => canonical(id).replaceAll('-', '');

/** Returns the name of a deployment's Service (35 characters). */
export const serviceName = (deploymentId: string): string => `ad-${compact(deploymentId)}`;

/**
 * Returns the name of a revision's Deployment, Secret and autoscaler (44 characters, so that the names of its pods
 * fit into 63). The revision's ID alone makes it unique; the beginning of the deployment's ID helps readers. A
 * revision's number would not be unique: after the control plane's database was restored, the same number means
 * another revision.
 */
export const revisionName = ({
  deploymentId,
  revisionId,
}: Pick<RevisionIdentity, 'deploymentId' | 'revisionId'>): string =>
  `ad-${compact(deploymentId).slice(0, 8)}-${compact(revisionId)}`;

export const queueName = (revision: Pick<RevisionIdentity, 'deploymentId' | 'revisionId'>): string =>
  `${revisionName(revision)}-queue`;

/** Matches names that only we choose: Services, objects that they own, and the storage of databases. */
const OUR_NAME = /^(?:data-)?ad-(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{32})(?:-|$)/;

/** Returns whether a name belongs to an object of another deployment, or of a single revision. */
export function belongsToOther(name: string, deploymentId: string): boolean {
  const own = serviceName(deploymentId);
  return OUR_NAME.test(name) && !`${name}-`.replace(/^data-/, '').startsWith(`${own}-`);
}

/** Kind and name of an object. */
export interface ObjectName {
  apiVersion: string;
  kind: string;
  name: string;
}

/**
 * Returns all objects that a revision may have, in the order of deletion. Deleting an object that never existed
 * returns
 * 404. The Deployments come last: while one exists, a list finds the revision, and an interrupted deletion is
 * repeated. We have no right to list Secrets, so the Secret comes first.
 */
export function revisionObjects(
  revision: Pick<RevisionIdentity, 'deploymentId' | 'revisionId'>,
  { hasKeda }: { hasKeda: boolean },
): ObjectName[] {
  const names = [queueName(revision), revisionName(revision)];
  const each = (apiVersion: string, kind: string) => names.map((name) => ({ apiVersion, kind, name }));
  return [
    { apiVersion: 'v1', kind: 'Secret', name: revisionName(revision) },
    ...(hasKeda
      ? [
          ...each('keda.sh/v1alpha1', 'ScaledObject'),
          { apiVersion: 'keda.sh/v1alpha1', kind: 'TriggerAuthentication', name: revisionName(revision) },
        ]
      : []),
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
 * Returns the deployment or revision to which an object belongs according to its labels; `undefined` if it does not
 * belong to this control plane.
 */
export function readLabels(
  labels: Readonly<Record<string, string>> | undefined,
  plane: string,
): { deploymentId: string; revisionId: string | undefined } | undefined {
  const deploymentId = labels?.[LABELS.deployment];
  if (labels?.[LABELS.managedBy] !== MANAGER || labels[LABELS.plane] !== plane) return undefined;
  return deploymentId === undefined ? undefined : { deploymentId, revisionId: labels[LABELS.revision] };
}

/** Returns whether this control plane created the object for the deployment whose object name it has. */
export function belongsToDeployment(
  { labels }: { labels?: Readonly<Record<string, string>> | null | undefined },
  { plane, deploymentId }: Pick<DeploymentIdentity, 'plane' | 'deploymentId'>,
): boolean {
  return readLabels(labels ?? undefined, plane)?.deploymentId === canonical(deploymentId);
}

/** Returns the deployment's name as a label if it is a valid one, or else as an annotation. */
export function nameMetadata(name: string): {
  label: Record<string, string>;
  annotation: Record<string, string>;
} {
  return DNS_LABEL.test(name.toLowerCase())
    ? { label: { [LABELS.name]: name }, annotation: {} }
    : { label: {}, annotation: { [NAME_ANNOTATION]: name } };
}

/** Returns the annotation with the link version of pods. */
export const linkAnnotation = (version: number): Record<string, string> => ({
  [LINK_ANNOTATION]: String(version),
});

/** Returns the link version of a Deployment's pods; 0 if they accept no links or have no such annotation. */
export function linkVersionOf({ spec: { template } }: Deployment): number {
  return Number(template?.metadata?.annotations?.[LINK_ANNOTATION] ?? 0);
}

export function ownerReferences(owner: Owner): OwnerReference[] {
  // The deletion is blocking: the Service is deleted only after all objects that it owns.
  return [{ apiVersion: 'v1', kind: 'Service', ...owner, blockOwnerDeletion: true }];
}
