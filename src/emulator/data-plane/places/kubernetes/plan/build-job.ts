import type { Job } from 'kubernetes-types/batch/v1.js';
import type { PodSpec, ResourceRequirements, Secret } from 'kubernetes-types/core/v1.js';
import { POD_FIELDS, STOPPED_STATUS } from '../../../build-pod/variables.ts';
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

/** Label with the Kueue queue (LocalQueue) of a Job. */
export const QUEUE_LABEL = 'kueue.x-k8s.io/queue-name';

/** Returns the name of an attempt's Job and Secret, which every replica can compute to find the build. */
export const buildName = (build: Pick<BuildIdentity, 'deploymentId' | 'revisionId' | 'attempt'>): string =>
  `${revisionName(build)}-${BUILD}-${build.attempt}`;

/**
 * Returns the build to which a Job or a pod belongs according to its labels, or `undefined` if the object does not belong
 * to a build of the emulator.
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
  /** Maximum duration from the start of the Job, in milliseconds, without the time in a queue. */
  deadlineMs: number;
  /** Kueue queue in the namespace that admits the Job; absent if the Job starts immediately. */
  queue?: string | undefined;
}

/** Maximum number of pods for a build. A build needs another pod if the cluster ends the first pod. */
const PODS_MAX = 3;
/** Time after which the cluster deletes a finished Job, in seconds. Usually, a replica deletes the Job earlier. */
const KEPT_S = 86_400;

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
 * Returns the Job that builds a revision. Kubernetes starts another pod if the cluster ends the pod, for example because
 * its node is drained, and never runs two pods at the same time. A build that fails is not repeated.
 */
export function buildJob(request: BuildRequest): Manifest<Job> {
  const { identity, owner, queue } = request;
  const metadata = metadataOf(identity, owner);
  const { labels } = metadata;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      ...metadata,
      labels: { ...labels, ...(queue !== undefined && { [QUEUE_LABEL]: queue }) },
    },
    spec: {
      // Kueue starts the Jobs of its queues.
      ...(queue !== undefined && { suspend: true }),
      parallelism: 1,
      completions: 1,
      activeDeadlineSeconds: Math.ceil(request.deadlineMs / 1000),
      backoffLimit: PODS_MAX - 1,
      podReplacementPolicy: 'Failed',
      podFailurePolicy: {
        rules: [
          {
            action: 'Count',
            onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }],
          },
          {
            action: 'FailJob',
            onExitCodes: { containerName: BUILD, operator: 'NotIn', values: [STOPPED_STATUS] },
          },
        ],
      },
      ttlSecondsAfterFinished: KEPT_S,
      template: { metadata: { labels }, spec: podSpec(request) },
    },
  };
}

/**
 * Returns the pod that builds a revision. The pod can access the control plane only with the token of this attempt.
 * The pod receives neither a cluster account nor the deployment's variables, and runs once.
 */
function podSpec(request: BuildRequest): PodSpec {
  const { identity, image, imagePullSecrets, placed, certificates, resources, disk } = request;
  const secretName = buildName(identity);
  return {
    restartPolicy: 'Never',
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
          ...Object.entries(POD_FIELDS).map(([name, fieldPath]) => ({
            name,
            valueFrom: { fieldRef: { fieldPath } },
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
      // Builds have a separate label, so a rollout ignores their pods.
      [LABELS.build]: identity.revisionId.toLowerCase(),
      [LABELS.attempt]: String(identity.attempt),
    },
    ownerReferences: ownerReferences(owner),
  };
}
