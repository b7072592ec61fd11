import * as z from 'zod';
import { cIdentifier, dnsLabel, freeForm, optional } from './primitives.ts';

/** Names another object of the same namespace (spec §2.8). */
export const LocalObjectReference = z.object({ name: z.string().min(1) });

/** A pod volume: a name and at most one free-form source (spec §2.8). */
export const Volume = z.object({
  name: dnsLabel,
  configMap: optional(freeForm),
  secret: optional(freeForm),
  emptyDir: optional(freeForm),
  persistentVolumeClaim: optional(freeForm),
  nfs: optional(freeForm),
  projected: optional(freeForm),
  downwardAPI: optional(freeForm),
  csi: optional(freeForm),
});

/** Where a Volume appears in a container (spec §2.8). */
export const VolumeMount = z.object({
  name: z.string().min(1),
  mountPath: z.string().min(1),
  subPath: optional(z.string()),
  mountPropagation: optional(z.string()),
  readOnly: optional(z.boolean()),
  subPathExpr: optional(z.string()),
});

/** One environment variable of a container (spec §2.8): `valueFrom` is unusable beside a non-empty `value`. */
export const EnvVar = z
  .object({
    name: cIdentifier,
    value: optional(z.string()).default(''),
    valueFrom: optional(freeForm),
  })
  .refine((env) => !(env.value && env.valueFrom), {
    path: ['valueFrom'],
    message: 'cannot be used when value is non-empty',
  });

/** Requests and limits by resource name (spec §2.8). */
export const ResourceRequirements = z.object({
  limits: optional(z.record(z.string(), z.string())),
  requests: optional(z.record(z.string(), z.string())),
});

/** An init container or sidecar (spec §2.8). */
export const Container = z.object({
  name: dnsLabel,
  image: z.string().min(1),
  imagePullPolicy: optional(z.enum(['Always', 'Never', 'IfNotPresent'])),
  command: optional(z.array(z.string())),
  args: optional(z.array(z.string())),
  workingDir: optional(z.string()),
  env: optional(z.array(EnvVar)),
  envFrom: optional(z.array(freeForm)),
  resources: optional(ResourceRequirements),
  volumeMounts: optional(z.array(VolumeMount)),
  securityContext: optional(freeForm),
  restartPolicy: optional(z.enum(['Always', 'OnFailure'])),
});
