import * as z from 'zod';
import { isSet } from './findings.ts';
import { maxItems, cIdentifier, dnsLabel, jsonObject, nonEmptyText, optional, text } from './primitives.ts';
import { LIST_MAX } from './limits.ts';

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

/** A volume of a pod, which has a name and at most one source. A volume without a source is an empty folder. */
export const Volume = z
  .object({ name: dnsLabel, ...volumeSources })
  .refine(
    ({ name: _, ...sources }) => Object.values(sources).filter(isSet).length <= 1,
    'must have at most one source',
  );

export const VolumeMount = z.object({
  name: nonEmptyText,
  mountPath: nonEmptyText,
  subPath: optional(text),
  mountPropagation: optional(text),
  readOnly: optional(z.boolean()),
  subPathExpr: optional(text),
});

/** An environment variable of a container. `valueFrom` cannot be combined with a non-empty `value`. */
export const EnvVar = z
  .object({
    name: cIdentifier,
    // Value of the environment variable. Null and an absent value mean an empty string.
    value: optional(text).transform((value) => value ?? ''),
    valueFrom: optional(jsonObject),
  })
  .refine((env) => !(env.value && env.valueFrom), {
    path: ['valueFrom'],
    message: 'cannot be used when value is non-empty',
  });

export const ResourceRequirements = z.object({
  limits: optional(z.record(z.string(), text)),
  requests: optional(z.record(z.string(), text)),
});

export const Container = z.object({
  name: dnsLabel,
  image: nonEmptyText,
  imagePullPolicy: optional(z.enum(['Always', 'Never', 'IfNotPresent'])),
  command: optional(maxItems(LIST_MAX, z.array(text))),
  args: optional(maxItems(LIST_MAX, z.array(text))),
  workingDir: optional(text),
  env: optional(maxItems(LIST_MAX, z.array(EnvVar))),
  envFrom: optional(maxItems(LIST_MAX, z.array(jsonObject))),
  resources: optional(ResourceRequirements),
  volumeMounts: optional(maxItems(LIST_MAX, z.array(VolumeMount))),
  securityContext: optional(jsonObject),
  restartPolicy: optional(z.enum(['Always', 'OnFailure'])),
});

type Mount = z.infer<typeof VolumeMount>;
type Nullish<T> = T | null | undefined;

interface Pod {
  volumes?: Nullish<{ name: string }[]>;
  volume_mounts?: Nullish<Mount[]>;
  init_containers?: Nullish<z.infer<typeof Container>[]>;
  sidecars?: Nullish<z.infer<typeof Container>[]>;
}

/** A problem with the field at `path`, which is a path in the resource specification. */
interface PodProblem {
  path: (string | number)[];
  message: string;
}

/**
 * Returns contradictions between a pod's parts, such as a mount of an unknown volume or a duplicate container
 * name.
 */
export function podProblems(pod: Pod): PodProblem[] {
  return [...volumeProblems(pod), ...containerProblems(pod)];
}

/** Returns the problems with volumes: names must be unique within the pod, and every mount must refer to a volume. */
function volumeProblems(pod: Pod): PodProblem[] {
  const volumes = pod.volumes ?? [];
  const names = new Set(volumes.map(({ name }) => name));
  const mounts = (list: Nullish<Mount[]>, path: (string | number)[]): PodProblem[] =>
    (list ?? []).flatMap(({ name }, index) =>
      names.has(name) ? [] : [{ path: [...path, index, 'name'], message: 'must match the name of a volume' }],
    );
  return [
    ...repeated(volumes.map(({ name }, index) => [name, ['volumes', index, 'name']])),
    ...mounts(pod.volume_mounts, ['volume_mounts']),
    ...CONTAINER_LISTS.flatMap((list) =>
      (pod[list] ?? []).flatMap(({ volumeMounts }, index) =>
        mounts(volumeMounts, [list, index, 'volumeMounts']),
      ),
    ),
  ];
}

const CONTAINER_LISTS = ['init_containers', 'sidecars'] as const;

/** Returns the problems with containers: names must be unique within the pod, and only sidecars have a restart policy. */
function containerProblems(pod: Pod): PodProblem[] {
  const names = CONTAINER_LISTS.flatMap((list) =>
    (pod[list] ?? []).map(({ name }, index): [string, (string | number)[]] => [name, [list, index, 'name']]),
  );
  const restarted = (pod.init_containers ?? []).flatMap(({ restartPolicy }, index) =>
    isSet(restartPolicy)
      ? [
          {
            path: ['init_containers', index, 'restartPolicy'],
            message: 'applies only to sidecars: an init container runs to completion',
          },
        ]
      : [],
  );
  return [...repeated(names), ...restarted];
}

function repeated(named: [name: string, path: (string | number)[]][]): PodProblem[] {
  const seen = new Set<string>();
  return named.flatMap(([name, path]) => {
    if (seen.has(name)) return [{ path, message: 'must be unique within the pod' }];
    seen.add(name);
    return [];
  });
}
