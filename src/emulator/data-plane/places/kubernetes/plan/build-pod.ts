import type { Pod, ResourceRequirements, Secret } from 'kubernetes-types/core/v1.js';
import {
  immutableSecret,
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
  /** Number of the attempt, starting at 1. */
  attempt: number;
}

/** Name of the build container, and value of the pod's component label. */
export const BUILD = 'build';

/** Returns the name of an attempt's pod and Secret. Every replica can compute it, and therefore find the build. */
export const buildName = (build: Pick<BuildIdentity, 'deploymentId' | 'revisionId' | 'attempt'>): string =>
  `${revisionName(build)}-${BUILD}-${build.attempt}`;

/** Returns the label selector for the builds of a control plane. */
export const buildSelector = (plane: string): string =>
  `${labelSelector({ plane })},${LABELS.component}=${BUILD}`;

/** Reads from the labels of a pod which build it belongs to; `undefined` if it is not one of our builds. */
export function readBuildLabels(
  labels: Readonly<Record<string, string>> | null | undefined,
): { revisionId: string; attempt: number } | undefined {
  const revisionId = labels?.[LABELS.build];
  const attempt = Number(labels?.[LABELS.attempt]);
  return revisionId === undefined || !Number.isInteger(attempt) ? undefined : { revisionId, attempt };
}

export interface BuildRequest {
  identity: BuildIdentity;
  /** Service of the deployment. It owns the build's objects. */
  owner: Owner;
  /** Name of the emulator's own image. */
  image: string;
  /** Secrets for pulling the emulator's image. */
  imagePullSecrets: readonly { name: string }[];
  resources: ResourceRequirements;
  /** Maximum size of each of the pod's folders, as a Kubernetes quantity. */
  disk: string;
  /** Maximum duration from the start of the pod, in milliseconds. */
  deadlineMs: number;
}

/** Returns the Secret with the variables of an attempt, including its token. It is created, never applied. */
export function buildSecret(
  { identity, owner }: Pick<BuildRequest, 'identity' | 'owner'>,
  variables: Readonly<Record<string, string>>,
): Manifest<Secret> {
  return immutableSecret(metadataOf(identity, owner), variables);
}

/**
 * Returns the pod that builds a revision. It can access the control plane only with the token of this attempt. It
 * receives neither a cluster account nor the author's variables. It runs once.
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
/** Seconds for which a stopped pod may continue. The time is short, because stopping a build loses nothing. */
const STOP_S = 5;

function metadataOf(identity: BuildIdentity, owner: Owner) {
  return {
    name: buildName(identity),
    namespace: identity.namespace,
    labels: {
      ...labelsOf(identity, BUILD),
      // Pods that serve have another label, so that a rollout neither waits for build pods nor counts them.
      [LABELS.build]: identity.revisionId.toLowerCase(),
      [LABELS.attempt]: String(identity.attempt),
    },
    ownerReferences: ownerReferences(owner),
  };
}
