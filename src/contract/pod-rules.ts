import type * as z from 'zod';
import { isSet } from './findings.ts';
import type { Container, VolumeMount } from './pod.ts';

type Mount = z.infer<typeof VolumeMount>;
type Nullish<T> = T | null | undefined;

/** The parts of a resource spec that make up its pod. */
export interface Pod {
  volumes?: Nullish<{ name: string }[]>;
  volume_mounts?: Nullish<Mount[]>;
  init_containers?: Nullish<z.infer<typeof Container>[]>;
  sidecars?: Nullish<z.infer<typeof Container>[]>;
}

/** What is wrong at a place below the resource spec. */
export interface PodProblem {
  path: (string | number)[];
  message: string;
}

/** What is wrong between the parts of a pod (spec §2.8): volumes and their mounts, containers and their names. */
export function podProblems(pod: Pod): PodProblem[] {
  return [...volumeProblems(pod), ...containerProblems(pod)];
}

/** Volume names are unique within the pod, and every mount names one of them. */
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

/** Container names are unique within the pod; a restart policy is for sidecars. */
function containerProblems(pod: Pod): PodProblem[] {
  const names = CONTAINER_LISTS.flatMap((list) =>
    (pod[list] ?? []).map(({ name }, index): [string, (string | number)[]] => [name, [list, index, 'name']]),
  );
  const restarted = (pod.init_containers ?? []).flatMap(({ restartPolicy }, index) =>
    isSet(restartPolicy)
      ? [
          {
            path: ['init_containers', index, 'restartPolicy'],
            message: 'applies to sidecars only: an init container runs to completion',
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
