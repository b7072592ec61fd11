import * as z from 'zod';
import { isSet } from './findings.ts';
import { cIdentifier, dnsLabel, jsonObject, optional, text, nonEmptyText } from './primitives.ts';

/** Names another object of the same namespace (spec §2.8). */
export const LocalObjectReference = z.object({ name: nonEmptyText });

const volumeSources = {
  configMap: optional(jsonObject),
  secret: optional(jsonObject),
  emptyDir: optional(jsonObject),
  persistentVolumeClaim: optional(jsonObject),
  nfs: optional(jsonObject),
  projected: optional(jsonObject),
  downwardAPI: optional(jsonObject),
  csi: optional(jsonObject),
};

/** A pod volume: a name and one free-form source (spec §2.8); two of them are a contradiction, none is an empty folder. */
export const Volume = z
  .object({ name: dnsLabel, ...volumeSources })
  .refine(
    ({ name: _, ...sources }) => Object.values(sources).filter(isSet).length <= 1,
    'must have one source at most',
  );

/** Where a Volume appears in a container (spec §2.8). */
export const VolumeMount = z.object({
  name: nonEmptyText,
  mountPath: nonEmptyText,
  subPath: optional(text),
  mountPropagation: optional(text),
  readOnly: optional(z.boolean()),
  subPathExpr: optional(text),
});

/** One environment variable of a container (spec §2.8): `valueFrom` is unusable beside a non-empty `value`. */
export const EnvVar = z
  .object({
    name: cIdentifier,
    // "Nullable, defaults to empty string": null says nothing, as everywhere.
    value: optional(text).transform((value) => value ?? ''),
    valueFrom: optional(jsonObject),
  })
  .refine((env) => !(env.value && env.valueFrom), {
    path: ['valueFrom'],
    message: 'cannot be used when value is non-empty',
  });

/** Requests and limits by resource name (spec §2.8). */
export const ResourceRequirements = z.object({
  limits: optional(z.record(z.string(), text)),
  requests: optional(z.record(z.string(), text)),
});

/** An init container or sidecar (spec §2.8). */
export const Container = z.object({
  name: dnsLabel,
  image: nonEmptyText,
  imagePullPolicy: optional(z.enum(['Always', 'Never', 'IfNotPresent'])),
  command: optional(z.array(text)),
  args: optional(z.array(text)),
  workingDir: optional(text),
  env: optional(z.array(EnvVar)),
  envFrom: optional(z.array(jsonObject)),
  resources: optional(ResourceRequirements),
  volumeMounts: optional(z.array(VolumeMount)),
  securityContext: optional(jsonObject),
  restartPolicy: optional(z.enum(['Always', 'OnFailure'])),
});
