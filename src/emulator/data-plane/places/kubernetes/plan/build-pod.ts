import type { Pod, ResourceRequirements, Secret } from 'kubernetes-types/core/v1.js';
import {
  immutableSecret,
  labelsOf,
  LABELS,
  type Manifest,
  type Owner,
  ownerReferences,
  type RevisionIdentity,
  revisionName,
} from './objects.ts';
import { type PlacedPod, placementFields } from './placement.ts';
import { RESTRICTED } from './pod-template.ts';

export interface BuildIdentity extends RevisionIdentity {
  /** Number of the attempt, starting at 1. */
  attempt: number;
}

/** Name of the build container, and value of the component label on build pods. */
export const BUILD = 'build';

/** Returns the name of an attempt's pod and Secret, which every replica can compute to find the build. */
export const buildName = (build: Pick<BuildIdentity, 'deploymentId' | 'revisionId' | 'attempt'>): string =>
  `${revisionName(build)}-${BUILD}-${build.attempt}`;

/**
 * Returns the build to which a pod belongs according to the pod's labels, or `undefined` if the pod is not a build pod
 * of the emulator.
 */
export function readBuildLabels(
  labels: Readonly<Record<string, string>> | null | undefined,
): { revisionId: string; attempt: number } | undefined {
  const revisionId = labels?.[LABELS.build];
  const attempt = Number(labels?.[LABELS.attempt]);
  return revisionId === undefined || !Number.isInteger(attempt) ? undefined : { revisionId, attempt };
}

export interface BuildRequest {
  identity: BuildIdentity;
  /** Service of the deployment, which owns the build's objects. */
  owner: Owner;
  /** Name of the emulator's own image. */
  image: string;
  /** Names of the variables in the Secret of {@link buildSecret}. */
  variables: readonly string[];
  /** Names of the deployment's Secrets for pulling images. */
  imagePullSecrets: readonly { name: string }[];
  /** Settings of the workspace for its build pods; absent if the cluster's administrators set nothing. */
  placed?: PlacedPod | undefined;
  /** PEM certificates that programs of the build trust in addition to the image's certificates. */
  certificates?: string | undefined;
  resources: ResourceRequirements;
  /** Maximum size of each volume of the pod, as a Kubernetes quantity. */
  disk: string;
  /** Maximum duration from the start of the pod, in milliseconds. */
  deadlineMs: number;
}

/**
 * Returns the Secret with the variables of an attempt, including the attempt's token. The Secret must be created with
 * `create` instead of `apply`.
 */
export function buildSecret(
  { identity, owner, certificates }: Pick<BuildRequest, 'identity' | 'owner' | 'certificates'>,
  variables: Readonly<Record<string, string>>,
): Manifest<Secret> {
  return immutableSecret(metadataOf(identity, owner), {
    ...variables,
    ...(certificates !== undefined && { [CERTIFICATES]: certificates }),
  });
}

/**
 * Returns the pod that builds a revision. The pod can access the control plane only with the token of this attempt.
 * The pod receives neither a cluster account nor the deployment's variables, and runs once.
 */
export function buildPod(request: BuildRequest): Manifest<Pod> {
  const { identity, owner, image, imagePullSecrets, placed, certificates, resources, disk } = request;
  const secretName = buildName(identity);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadataOf(identity, owner),
    spec: {
      restartPolicy: 'Never',
      activeDeadlineSeconds: Math.ceil(request.deadlineMs / 1000),
      terminationGracePeriodSeconds: STOP_S,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      ...placementFields(placed, imagePullSecrets),
      volumes: [
        ...FOLDERS.map((name) => ({ name, emptyDir: { sizeLimit: disk } })),
        ...(certificates === undefined ? [] : [certificatesVolume(secretName)]),
      ],
      containers: [
        {
          name: BUILD,
          image,
          args: ['build', '--revision', identity.revisionId],
          // Each variable is listed, because the Secret can also contain certificates.
          env: [
            ...request.variables.map((name) => ({
              name,
              valueFrom: { secretKeyRef: { name: secretName, key: name } },
            })),
            ...(certificates === undefined
              ? []
              : [{ name: CA_FILE_VARIABLE, value: `${CERTIFICATES_FOLDER}/${CERTIFICATES}` }]),
          ],
          resources,
          securityContext: RESTRICTED,
          volumeMounts: [
            ...FOLDERS.map((name) => ({ name, mountPath: `/${name}` })),
            ...(certificates === undefined
              ? []
              : [{ name: CERTIFICATES_VOLUME, mountPath: CERTIFICATES_FOLDER, readOnly: true }]),
          ],
        },
      ],
    },
  };
}

/** Variable with the path of a PEM file, whose certificates the image's start script adds to the image's certificates. */
const CA_FILE_VARIABLE = 'EMULATOR_CA_FILE';
/**
 * Folder of the certificates. The control plane's pods mount them at the same path, because builds get the control
 * plane's variables for certificates, which contain the path.
 */
const CERTIFICATES_FOLDER = '/etc/agent-deploy-ca';
const CERTIFICATES = 'ca.crt';
const CERTIFICATES_VOLUME = 'certificates';
const certificatesVolume = (secretName: string) => ({
  name: CERTIFICATES_VOLUME,
  secret: { secretName, items: [{ key: CERTIFICATES, path: CERTIFICATES }] },
});

const FOLDERS = ['data', 'tmp'] as const;
/**
 * Seconds for which a stopped build pod can continue. A few seconds suffice, because stopping a build loses nothing.
 */
const STOP_S = 5;

function metadataOf(identity: BuildIdentity, owner: Owner) {
  return {
    name: buildName(identity),
    namespace: identity.namespace,
    labels: {
      ...labelsOf(identity, BUILD),
      // Build pods have a separate label, so a rollout ignores build pods.
      [LABELS.build]: identity.revisionId.toLowerCase(),
      [LABELS.attempt]: String(identity.attempt),
    },
    ownerReferences: ownerReferences(owner),
  };
}
