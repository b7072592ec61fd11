import type { Pod, ResourceRequirements, Secret } from 'kubernetes-types/core/v1.js';
import {
  labelsOf,
  LABELS,
  labelSelector,
  type Manifest,
  type Owner,
  ownerReferences,
  type RevisionIdentity,
  revisionName,
} from './objects.ts';
import { RESTRICTED } from './pod-template.ts';

/** One attempt at building a revision. */
export interface BuildIdentity extends RevisionIdentity {
  /** Counted from 1. */
  attempt: number;
}

/** The container that builds, and the component that its pod is. */
export const BUILD = 'build';

/** The pod and the Secret of one attempt: every replica that looks for a build knows their name. */
export const buildName = (build: Pick<BuildIdentity, 'deploymentId' | 'revisionId' | 'attempt'>): string =>
  `${revisionName(build)}-${BUILD}-${build.attempt}`;

/** Selects the builds of a control plane. */
export const buildSelector = (plane: string): string =>
  `${labelSelector({ plane })},${LABELS.component}=${BUILD}`;

/** What the labels of a pod say it builds; undefined for one that builds nothing of ours. */
export function readBuildLabels(
  labels: Readonly<Record<string, string>> | null | undefined,
): { revisionId: string; attempt: number } | undefined {
  const revisionId = labels?.[LABELS.build];
  const attempt = Number(labels?.[LABELS.attempt]);
  return revisionId === undefined || !Number.isInteger(attempt) ? undefined : { revisionId, attempt };
}

export interface BuildRequest {
  identity: BuildIdentity;
  /** The applied Service of the deployment. */
  owner: Owner;
  /** The emulator's own image. */
  image: string;
  /** By which that image is pulled. */
  imagePullSecrets: readonly { name: string }[];
  resources: ResourceRequirements;
  /** What each of its folders may hold, as an amount of the cluster. */
  disk: string;
  /** How long it may take, in milliseconds from its start. */
  deadlineMs: number;
}

/** The Secret with the variables of one attempt, its token among them: created, never applied. */
export function buildSecret(
  { identity, owner }: Pick<BuildRequest, 'identity' | 'owner'>,
  variables: Readonly<Record<string, string>>,
): Manifest<Secret> {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: metadataOf(identity, owner),
    type: 'Opaque',
    immutable: true,
    stringData: { ...variables },
  };
}

/**
 * The pod that builds a revision: it has the token of this attempt and nothing else of the control plane, no account of the cluster,
 * and no variable of the author. It runs once.
 */
export function buildPod(request: BuildRequest): Manifest<Pod> {
  const { identity, owner, image, imagePullSecrets, resources, disk, deadlineMs } = request;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadataOf(identity, owner),
    spec: {
      restartPolicy: 'Never',
      activeDeadlineSeconds: Math.ceil(deadlineMs / 1000),
      terminationGracePeriodSeconds: STOP_S,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      ...(imagePullSecrets.length > 0 && { imagePullSecrets: [...imagePullSecrets] }),
      volumes: FOLDERS.map((name) => ({ name, emptyDir: { sizeLimit: disk } })),
      containers: [
        {
          name: BUILD,
          image,
          args: ['build', '--revision', identity.revisionId],
          envFrom: [{ secretRef: { name: buildName(identity) } }],
          resources,
          securityContext: RESTRICTED,
          volumeMounts: FOLDERS.map((name) => ({ name, mountPath: `/${name}` })),
        },
      ],
    },
  };
}

const FOLDERS = ['data', 'tmp'] as const;
/** Nothing of a build that is ended is missed. */
const STOP_S = 5;

function metadataOf(identity: BuildIdentity, owner: Owner) {
  return {
    name: buildName(identity),
    namespace: identity.namespace,
    labels: {
      ...labelsOf(identity, BUILD),
      // Not the label of what serves: a rollout neither waits for a build nor counts it.
      [LABELS.build]: identity.revisionId.toLowerCase(),
      [LABELS.attempt]: String(identity.attempt),
    },
    ownerReferences: ownerReferences(owner),
  };
}
