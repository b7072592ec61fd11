import type { ObjectMeta, OwnerReference } from 'kubernetes-types/meta/v1.js';
import { DNS_LABEL } from '../../../../../contract/patterns.ts';
import type { Deployment } from '../api/resources.ts';

/** What the objects of one deployment belong to. */
export interface DeploymentIdentity {
  /** This control plane, among those that share the cluster: a valid label value. */
  plane: string;
  namespace: string;
  deploymentId: string;
  /** May change, so it is in nothing that replaces pods. */
  name: string;
}

export interface RevisionIdentity extends DeploymentIdentity {
  revisionId: string;
}

/** The applied Service of a deployment: everything else belongs to it, and is deleted with it. */
export interface Owner {
  name: string;
  uid: string;
}

/** An object that can be sent: it says what it is and where it belongs. */
export type Manifest<T> = T & {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta & { name: string; namespace: string; labels: Record<string, string> };
};

/** What an object is for; the agent's and the queue's pods differ in nothing else that a selector sees. */
export type Component = 'agent' | 'queue' | 'database' | 'redis' | 'build';

export const LABELS = {
  managedBy: 'app.kubernetes.io/managed-by',
  component: 'app.kubernetes.io/component',
  name: 'app.kubernetes.io/name',
  plane: 'agent-deploy/plane',
  deployment: 'agent-deploy/deployment',
  revision: 'agent-deploy/revision',
  /** The revision that a pod builds, and which attempt it is. */
  build: 'agent-deploy/build',
  attempt: 'agent-deploy/attempt',
} as const;
export const MANAGER = 'agent-deploy';
/** Of pods that take links: the version of the link that they speak. */
const LINK_ANNOTATION = 'agent-deploy/link';
/** Of an object whose deployment has a name that is no label value. */
const NAME_ANNOTATION = 'agent-deploy/name';

/** Ids are compared without regard to case; names and labels have lower case alone. */
const canonical = (id: string): string => id.toLowerCase();
/** All of an id: shortened ones of some versions of UUID are alike. */
const compact = (id: string): string => canonical(id).replaceAll('-', '');

/** The Service of a deployment: 35 characters. */
export const serviceName = (deploymentId: string): string => `ad-${compact(deploymentId)}`;

/**
 * A revision's Deployment, Secret and autoscaler: 44 characters, so that the names of its pods fit into 63. It is unique by the
 * revision's id alone; the beginning of the deployment's is for readers. A revision's number would not do: after the control
 * plane's database was restored, the same one means another revision.
 */
export const revisionName = ({
  deploymentId,
  revisionId,
}: Pick<RevisionIdentity, 'deploymentId' | 'revisionId'>): string =>
  `ad-${compact(deploymentId).slice(0, 8)}-${compact(revisionId)}`;

export const queueName = (revision: Pick<RevisionIdentity, 'deploymentId' | 'revisionId'>): string =>
  `${revisionName(revision)}-queue`;

/** What only we name: Services, what they own, and the storage of databases. */
const OUR_NAME = /^(?:data-)?ad-(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{32})(?:-|$)/;

/** Whether a name is that of an object of another deployment, or of one that a revision has for itself. */
export function isOthers(name: string, deploymentId: string): boolean {
  const own = serviceName(deploymentId);
  return OUR_NAME.test(name) && !`${name}-`.replace(/^data-/, '').startsWith(`${own}-`);
}

/** An object by its kind and name. */
export interface ObjectName {
  apiVersion: string;
  kind: string;
  name: string;
}

/**
 * Everything that a revision may have, in the order in which it is deleted; what was never there is a 404. The Deployments are the
 * last: as long as one is there, a list finds the revision, and a deletion that was cut short is repeated. A list of Secrets is no
 * right of ours, so the Secret is the first.
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

/** Labels of an object of a deployment, or of one revision of it. */
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

/** The label selector of a request, for everything of a control plane, or of a deployment or revision of it. */
export function labelSelector(of: { plane: string; deploymentId?: string; revisionId?: string }): string {
  return [
    `${LABELS.managedBy}=${MANAGER}`,
    `${LABELS.plane}=${of.plane}`,
    ...(of.deploymentId === undefined ? [] : [`${LABELS.deployment}=${canonical(of.deploymentId)}`]),
    ...(of.revisionId === undefined ? [] : [`${LABELS.revision}=${canonical(of.revisionId)}`]),
  ].join(',');
}

/** What labels say an object belongs to; undefined for one that is not of this control plane. */
export function readLabels(
  labels: Readonly<Record<string, string>> | undefined,
  plane: string,
): { deploymentId: string; revisionId: string | undefined } | undefined {
  const deploymentId = labels?.[LABELS.deployment];
  if (labels?.[LABELS.managedBy] !== MANAGER || labels[LABELS.plane] !== plane) return undefined;
  return deploymentId === undefined ? undefined : { deploymentId, revisionId: labels[LABELS.revision] };
}

/** Whether an object that has the name of one of a deployment's was made for it by this control plane. */
export function isOf(
  { labels }: { labels?: Readonly<Record<string, string>> | null | undefined },
  { plane, deploymentId }: Pick<DeploymentIdentity, 'plane' | 'deploymentId'>,
): boolean {
  return readLabels(labels ?? undefined, plane)?.deploymentId === canonical(deploymentId);
}

/** A deployment's name as a label where it can be one, else as an annotation. */
export function nameMetadata(name: string): {
  label: Record<string, string>;
  annotation: Record<string, string>;
} {
  return DNS_LABEL.test(name.toLowerCase())
    ? { label: { [LABELS.name]: name }, annotation: {} }
    : { label: {}, annotation: { [NAME_ANNOTATION]: name } };
}

/** What tells which version of the link pods speak. */
export const linkAnnotation = (version: number): Record<string, string> => ({
  [LINK_ANNOTATION]: String(version),
});

/** The version of the link that the pods of a Deployment speak; 0 for those that take no links, and those that do not say it. */
export function linkVersionOf({ spec: { template } }: Deployment): number {
  return Number(template?.metadata?.annotations?.[LINK_ANNOTATION] ?? 0);
}

export function ownerReferences(owner: Owner): OwnerReference[] {
  // Blocking: the Service is gone only when all of it is.
  return [{ apiVersion: 'v1', kind: 'Service', ...owner, blockOwnerDeletion: true }];
}
