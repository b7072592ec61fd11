import { describe, expect, test } from '@jest/globals';
import type { ResourceSpec } from '../../../../src/contract/resource-spec.ts';
import { clusterFromSeed } from '../../../../src/emulator/admin/seeding.ts';
import { planPod } from '../../../../src/emulator/data-plane/places/container/pod-plan.ts';
import { planRevision } from '../../../../src/emulator/data-plane/places/kubernetes/plan/manifests.ts';
import { readAmounts, readPodSpec } from '../../../../src/emulator/data-plane/workload/pod-spec.ts';

const read = (spec: ResourceSpec, env: Record<string, string> = {}) => {
  const problems: string[] = [];
  return { pod: readPodSpec({ spec, env: new Map(Object.entries(env)) }, problems), problems };
};

/** Returns the problems that both runtimes find in a specification. */
const problemsOfBoth = (spec: ResourceSpec, env: Record<string, string>) => {
  const variables = new Map(Object.entries(env));
  const namespace = clusterFromSeed(undefined).namespace('11111111-1111-4111-8111-111111111111', 'prod');
  return [
    planPod({ image: 'agent:1', spec, env: variables, namespace }),
    planRevision({
      identity: { plane: 'plane', namespace: 'prod', deploymentId: 'd', name: 'n', revisionId: 'r' },
      owner: { name: 'n', uid: 'u' },
      program: { image: 'agent:1' },
      spec,
      env: variables,
      secretReferences: null,
      serving: 0,
      timing: { startMs: 1, drainMs: 1, stopGraceMs: 1, progressMs: 1 },
    }),
  ].map((result) => (result.kind === 'problems' ? result.problems : []));
};

describe('the resource spec of a pod', () => {
  const volumes = [{ name: 'v', emptyDir: {} }];
  const mounts = [
    { name: 'v', mountPath: '/data' },
    { name: 'v', mountPath: '/data' },
  ];

  // docs/departures/graphs.md#resourcespec-pods-init-containers
  test.each<[string, ResourceSpec, Record<string, string>, string]>([
    ['a port that is not a number', {}, { PORT: 'x' }, 'secrets: PORT must be a number between 1 and 65535'],
    [
      'a sidecar with the name of the agent’s container',
      { sidecars: [{ name: 'agent', image: 'a' }] },
      {},
      'resource_spec.sidecars: the container name agent is reserved for the agent. Choose another name',
    ],
    [
      'an init container with a restart policy',
      { init_containers: [{ name: 'i', image: 'a', restartPolicy: 'Always' }] },
      {},
      'resource_spec.init_containers.0.restartPolicy: applies only to sidecars: an init container runs to completion',
    ],
    [
      'two volumes at one path of the agent',
      { volumes, volume_mounts: mounts },
      {},
      'resource_spec.volume_mounts: several volumes are mounted at /data. Keep only one of them',
    ],
    [
      'two volumes at one path of a sidecar',
      { volumes, sidecars: [{ name: 's', image: 'a', volumeMounts: mounts }] },
      {},
      'resource_spec.sidecars, s: several volumes are mounted at /data. Keep only one of them',
    ],
    [
      'a mount of a volume that does not exist',
      { volume_mounts: [{ name: 'other', mountPath: '/data' }] },
      {},
      'resource_spec.volume_mounts.0.name: must match the name of a volume',
    ],
  ])('is rejected by both runtimes with the same message for %s', (_, spec, env, message) => {
    expect(problemsOfBoth(spec, env)).toEqual([[message], [message]]);
  });

  test('treats a null field as absent, and an absent list as empty', () => {
    const { pod, problems } = read({
      volumes: [{ name: 'v', nfs: null }],
      volume_mounts: [{ name: 'v', mountPath: '/v', subPath: null }],
      sidecars: [{ name: 's', image: 'a', args: null, workingDir: null, resources: { limits: null } }],
    });
    expect(problems).toEqual([]);
    expect(pod).toMatchObject({
      volumes: [{ name: 'v', kind: 'emptyDir', source: {} }],
      mounts: [{ name: 'v', mountPath: '/v' }],
      initContainers: [],
      sidecars: [
        {
          name: 's',
          image: 'a',
          where: 'resource_spec.sidecars, s',
          command: [],
          args: [],
          env: [],
          envFrom: [],
          resources: {},
          mounts: [],
        },
      ],
    });
  });

  test("uses the last value of a container's repeated variable", () => {
    const { pod } = read({
      sidecars: [
        {
          name: 's',
          image: 'a',
          env: [
            { name: 'A', value: '1' },
            { name: 'B', value: '2' },
            { name: 'A', value: '3' },
          ],
        },
      ],
    });
    expect(pod.sidecars[0]?.env).toEqual([
      { name: 'A', value: '3' },
      { name: 'B', value: '2' },
    ]);
  });

  test("adds the agent's port to the environment", () => {
    expect([...read({}, { A: 'b' }).pod.env]).toEqual([
      ['A', 'b'],
      ['PORT', '8000'],
    ]);
    expect(read({}, { PORT: '9000' }).pod).toMatchObject({ port: 9000, env: new Map([['PORT', '9000']]) });
  });

  test('treats a zero amount as unset, and derives a missing limit from the request', () => {
    expect(readAmounts(read({ cpu: 1, memory_mb: 0 }).pod.resources, '')).toMatchObject({
      cpu: 1,
      cpuLimit: 2,
      memory: undefined,
    });
  });
});
