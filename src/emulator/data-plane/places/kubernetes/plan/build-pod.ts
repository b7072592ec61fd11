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

/** One attempt to build a revision. */
export interface BuildIdentity extends RevisionIdentity {
  /** Attempt number, starting at 1. */
  attempt: number;
}

/** Name of the build container, and the component label of its pod. */
export const BUILD = 'build';

/**
 * Returns the name of an attempt's pod and Secret. Every replica can compute it, so every replica finds the build.
 */
export const buildName = (build: Pick<BuildIdentity, 'deploymentId' | 'revisionId' | 'attempt'>): string =>
  `${revisionName(build)}-${BUILD}-${build.attempt}`;

/** Label selector for the builds of a control plane. */
export const buildSelector = (plane: string): string =>
  `${labelSelector({ plane })},${LABELS.component}=${BUILD}`;

/** Reads which build a pod belongs to from its labels; `undefined` if the pod is not one of our builds. */
export function readBuildLabels(
  labels: Readonly<Record<string, string>> | null | undefined,
): { revisionId: string; attempt: number } | undefined {
  const revisionId = labels?.[LABELS.build];
  const attempt = Number(labels?.[LABELS.attempt]);
  return revisionId === undefined || !Number.isInteger(attempt) ? undefined : { revisionId, attempt };
}

export interface BuildRequest {
  identity: BuildIdentity;
  /** The deployment's Service, as applied. */
  owner: Owner;
  /** The emulator's own image. */
  image: string;
  /** Secrets for pulling that image. */
  imagePullSecrets: readonly { name: string }[];
  resources: ResourceRequirements;
  /** Maximum size of each folder, as a Kubernetes quantity. */
  disk: string;
  /** Maximum duration, in milliseconds from the start of the pod. */
  deadlineMs: number;
}

/** Returns the Secret with the variables of one attempt, including its token. It is created, never applied. */
export function buildSecret(
  { identity, owner }: Pick<BuildRequest, 'identity' | 'owner'>,
  variables: Readonly<Record<string, string>>,
): Manifest<Secret> {
  return immutableSecret(metadataOf(identity, owner), variables);
}

/**
 * Returns the pod that builds a revision. The pod receives the token of this attempt but no other access to the
 * control plane, no cluster account, and no variables of the author. It runs once.
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
/** The period is short, because nothing is lost when a build is stopped. */
const STOP_S = 5;

function metadataOf(identity: BuildIdentity, owner: Owner) {
  return {
    name: buildName(identity),
    namespace: identity.namespace,
    labels: {
      ...labelsOf(identity, BUILD),
      // The label differs from that of serving pods, so that a rollout neither waits for builds nor counts them.
      [LABELS.build]: identity.revisionId.toLowerCase(),
      [LABELS.attempt]: String(identity.attempt),
    },
    ownerReferences: ownerReferences(owner),
  };
}
