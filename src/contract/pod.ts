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

type Mount = z.infer<typeof VolumeMount>;
interface Pod {
  volumes?: { name: string }[] | null | undefined;
  volume_mounts?: Mount[] | null | undefined;
  init_containers?: z.infer<typeof Container>[] | null | undefined;
  sidecars?: z.infer<typeof Container>[] | null | undefined;
}

/** What is wrong between a pod's volumes and its mounts (spec §2.8): doubled volume names, mounts of no volume. */
export function volumeProblems(pod: Pod): { path: (string | number)[]; message: string }[] {
  const problems: { path: (string | number)[]; message: string }[] = [];
  const names = new Set<string>();
  for (const [index, { name }] of (pod.volumes ?? []).entries()) {
    if (names.has(name)) {
      problems.push({ path: ['volumes', index, 'name'], message: 'must be unique within the pod' });
    }
    names.add(name);
  }
  const check = (mounts: Mount[] | null | undefined, path: (string | number)[]) => {
    for (const [index, mount] of (mounts ?? []).entries()) {
      if (!names.has(mount.name)) {
        problems.push({ path: [...path, index, 'name'], message: 'must match the name of a volume' });
      }
    }
  };
  check(pod.volume_mounts, ['volume_mounts']);
  for (const list of ['init_containers', 'sidecars'] as const) {
    for (const [index, container] of (pod[list] ?? []).entries()) {
      check(container.volumeMounts, [list, index, 'volumeMounts']);
    }
  }
  return problems;
}
