import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  evaluateRollout,
  combineVerdicts,
  podProblems,
  type RolloutObservation,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/evaluate-rollout.ts';

/**
 * Observations recorded from Kubernetes 1.36.3: Deployments, ReplicaSets, admission and scheduling are real, while the
 * status of pods is written as by the kubelet. Fields that no evaluation reads were removed.
 */
const recorded = JSON.parse(readFileSync(path.join(import.meta.dirname, 'recorded.json'), 'utf8')) as Record<
  string,
  RolloutObservation
>;

const observation = (name: string): RolloutObservation => {
  const found = recorded[name];
  if (found === undefined) throw new Error(`nothing is recorded under ${name}`);
  return found;
};
const evaluate = (name: string, later = 0) => {
  const seen = observation(name);
  return evaluateRollout({ ...seen, now: seen.now + later });
};
const failed = (reason: RegExp) =>
  expect.objectContaining({ kind: 'failed', reason: expect.stringMatching(reason) });
const waiting = (detail: RegExp) =>
  expect.objectContaining({ kind: 'waiting', detail: expect.stringMatching(detail) });
/** Milliseconds after which a missing object is no longer expected to appear. */
const SETTLED = 10_000;

describe('a rollout in Kubernetes', () => {
  test('is complete when all its pods are available', () => {
    expect(evaluate('available')).toEqual({ kind: 'available' });
  });

  test('waits while too few pods are available', () => {
    expect(evaluate('two of three')).toEqual({ kind: 'waiting', detail: undefined });
    expect(evaluate('starting')).toEqual({ kind: 'waiting', detail: undefined });
    expect(evaluateRollout({ ...observation('available'), leastReplicas: 2 }).kind).toBe('waiting');
  });

  test('ignores a status that is older than the last change of the rollout', () => {
    const { deployment, ...rest } = observation('crash loop');
    const changed = { ...deployment, metadata: { ...deployment?.metadata, generation: 2 } };
    expect(evaluateRollout({ ...rest, deployment: changed })).toEqual({ kind: 'waiting', detail: undefined });
    const unobserved = { ...deployment, metadata: { ...deployment?.metadata, generation: 1 }, status: {} };
    expect(evaluateRollout({ ...rest, deployment: unobserved })).toEqual({
      kind: 'waiting',
      detail: undefined,
    });
  });

  test('waits for its own pods while pods of an earlier revision still exist', () => {
    const seen = observation('available');
    const status = { ...seen.deployment?.status, replicas: 2, availableReplicas: 2, updatedReplicas: 1 };
    const verdict = evaluateRollout({ ...seen, deployment: { ...seen.deployment, status } });
    expect(verdict.kind).toBe('waiting');
  });

  test('counts as gone if its Deployment is gone or being deleted', () => {
    const { deployment, ...rest } = observation('available');
    const deleted = {
      ...deployment,
      metadata: { ...deployment?.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
    };
    expect(evaluateRollout({ ...rest, deployment: undefined })).toEqual({ kind: 'gone' });
    expect(evaluateRollout({ ...rest, deployment: deleted })).toEqual({ kind: 'gone' });
  });

  test('counts as complete if it requires no pods', () => {
    const seen = observation('available');
    const none = {
      ...seen.deployment,
      spec: { replicas: 0, selector: {}, template: {} },
      status: { observedGeneration: 1 },
    };
    expect(evaluateRollout({ ...seen, deployment: none, pods: [], leastReplicas: 0 })).toEqual({
      kind: 'available',
    });
  });
});

describe('the immediate failure of a rollout', () => {
  test.each<[string, RegExp]>([
    ['invalid image name', /The container agent .* cannot start: InvalidImageName: .* must be lowercase\.$/],
    ['never pull', /ErrImageNeverPull: Container image "registry\.local\/a:1" is not present/],
    ['crash loop', /The container agent of the pod \S+ ended with exit code 1 after 3 restarts\.$/],
    ['out of memory', /more memory than its limit \(OOMKilled\) after 3 restarts\.$/],
    [
      'no such program',
      /exit code 128 after 3 restarts: StartError: .*exec: "serve": executable file not found/,
    ],
    [
      'init container fails',
      /The init container prepare of the pod \S+ ended with exit code 2 after 3 restarts/,
    ],
    ['sidecar crashes', /The container beside of the pod \S+ ended with exit code 0 after 4 restarts/],
  ])('reports the cluster’s message for this cause: %s', (name, reason) => {
    expect(evaluate(name)).toEqual(failed(reason));
  });

  test.each<[string, string]>([
    ['crash loop', 'agent'],
    ['init container fails', 'prepare'],
    ['sidecar crashes', 'beside'],
  ])('reports the last lines of the ended container for this cause: %s', (name, container) => {
    expect(evaluate(name)).toMatchObject({ logs: { container, previous: true } });
  });

  test('does not happen after the first crash of the container', () => {
    expect(evaluate('first crash')).toEqual(
      waiting(/^0 of 1 pods are available\. .* ended with exit code 1\.$/),
    );
  });
});

describe('a rollout that waits for a missing object', () => {
  test.each<[string, RegExp]>([
    [
      'service account missing',
      /refused to create the pods: FailedCreate: .*serviceaccount "runner" not found\./,
    ],
    ['quota', /is forbidden: exceeded quota: few, requested: pods=1/],
    ['pod security', /is forbidden: violates PodSecurity "restricted:latest"/],
    ['policy refuses', /ValidatingAdmissionPolicy 'signed' .* denied request: images must be signed\./],
    ['secret missing', /CreateContainerConfigError: secret "theirs" not found\.$/],
  ])("fails with the cluster's message if the cause persists: %s", (name, reason) => {
    expect(evaluate(name)).toEqual(waiting(reason));
    expect(evaluate(name, SETTLED)).toEqual(failed(reason));
  });

  test('fails once the object has been missing for too long, regardless of when the pod started', () => {
    const seen = observation('secret missing');
    const pods = seen.pods.map((pod) => {
      const conditions = pod.status?.conditions?.map((one) => ({
        ...one,
        lastTransitionTime: '2026-01-01T00:00:00Z',
      }));
      return { ...pod, status: { ...pod.status, ...(conditions && { conditions }) } };
    });
    expect(evaluateRollout({ ...seen, pods })).toEqual(waiting(/CreateContainerConfigError/));
    expect(evaluateRollout({ ...seen, pods, events: [] })).toEqual(failed(/CreateContainerConfigError/));
  });

  /** Returns a rollout whose pods were refused with this message a sufficiently long time ago. */
  const refusedWith = (message: string) => {
    const seen = observation('webhook unreachable');
    const conditions = (seen.deployment?.status?.conditions ?? [])
      .filter(({ type }) => type !== 'Progressing')
      .map((one) => (one.type === 'ReplicaFailure' ? { ...one, message } : one));
    const deployment = { ...seen.deployment, status: { ...seen.deployment?.status, conditions } };
    return evaluateRollout({ ...seen, deployment, now: seen.now + SETTLED });
  };

  test('does not fail if an admission webhook could not be called', () => {
    const absent =
      'Internal error occurred: failed calling webhook "guard.example.com": failed to call webhook: Post "https://guard.prod.svc:443/check": service "guard" not found';
    expect(refusedWith(absent)).toEqual(waiting(/failed calling webhook "guard\.example\.com"/));
  });

  test('fails if an admission webhook refuses its pods, even if the message mentions a refused connection', () => {
    const words = 'admission webhook "guard.example.com" denied the request: connection refused by policy';
    expect(refusedWith(words)).toEqual(failed(/: connection refused by policy\. A policy of the cluster/));
  });

  test("fails with an admission webhook's message as one line", () => {
    const words =
      'admission webhook "guard.example.com" denied the request: \n\nunsigned:\n\t\u001b[31magent\n';
    expect(refusedWith(words)).toEqual(failed(/denied the request: unsigned: \[31magent\. A policy/));
  });

  test.each([
    ['quota', /limited: pods=0\. Raise the quota of the namespace, free some of it, or request less\.$/],
    [
      'policy refuses',
      /images must be signed\. A policy of the cluster refused the request\. .*administrators/,
    ],
    [
      'service account missing',
      /"runner" not found\. Create the service account in the namespace, or use another service account\.$/,
    ],
  ])('fails with a hint: %s', (name, reason) => {
    expect(evaluate(name, SETTLED)).toEqual(failed(reason));
  });
});

describe('a rollout at its deadline', () => {
  test.each<[string, RegExp]>([
    [
      'unschedulable',
      /is not scheduled on a node: Unschedulable: 0\/1 nodes are available: 1 Insufficient cpu/,
    ],
    ['image missing', /ImagePullBackOff: Back-off pulling image "registry\.local\/a:1": .*not found\.$/],
    ['not ready', /is running but not ready: Startup probe failed: .*connection refused\.$/],
    [
      'volume missing',
      /FailedMount: MountVolume\.SetUp failed for volume "files" : secret "files" not found\.$/,
    ],
    ['webhook unreachable', /failed calling webhook "guard\.example\.com"/],
  ])('fails with the cause of the delay: %s', (name, reason) => {
    expect(evaluate(name)).toEqual(failed(/^The pods did not become available within \d+ s: 0 of 1 pods/));
    expect(evaluate(name)).toEqual(failed(reason));
  });

  test('fails even if it was complete before an autoscaler requested more pods', () => {
    const seen = { ...observation('available'), leastReplicas: 3 };
    expect(evaluateRollout(seen).kind).toBe('waiting');
    expect(evaluateRollout({ ...seen, now: seen.now + 600_000 })).toEqual(
      failed(/^The pods did not become available within 600 s: 1 of 3 pods are available\./),
    );
  });

  test('does not fail earlier for a missing image, because the image might still be pushed', () => {
    expect(evaluate('image missing, waiting', 60_000)).toEqual(waiting(/ErrImagePull: .*not found\.$/));
  });

  test('fails with the last lines of an agent that runs but does not respond', () => {
    expect(evaluate('not ready')).toMatchObject({ logs: { container: 'agent', previous: false } });
  });
});

describe('the rollout of a revision with several Deployments', () => {
  const available = evaluate('available');
  const starting = evaluate('starting');
  const pulling = evaluate('image missing, waiting');
  const crashed = evaluate('crash loop');

  test('is complete when all Deployments are available', () => {
    expect(combineVerdicts([available, available])).toEqual(available);
    expect(combineVerdicts([available, starting])).toEqual(starting);
    expect(combineVerdicts([starting, pulling])).toEqual(pulling);
  });

  test('fails with the first failed Deployment, unless a Deployment is gone', () => {
    expect(combineVerdicts([starting, crashed, available])).toEqual(crashed);
    expect(combineVerdicts([crashed, { kind: 'gone' }])).toEqual({ kind: 'gone' });
  });
});

describe('the reported problems of pods', () => {
  test('come from the current ReplicaSet, without pods that are being deleted', () => {
    const seen = observation('crash loop');
    const [set] = seen.replicaSets;
    const newer = {
      ...set,
      metadata: { ...set?.metadata, uid: 'newer', annotations: { 'deployment.kubernetes.io/revision': '2' } },
    };
    expect(podProblems(seen)).toHaveLength(1);
    expect(podProblems({ ...seen, replicaSets: [...seen.replicaSets, newer] })).toEqual([]);
    const ending = seen.pods.map((pod) => ({
      ...pod,
      metadata: { ...pod.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
    }));
    expect(podProblems({ ...seen, pods: ending })).toEqual([]);
  });

  test('do not include problems of other Deployments', () => {
    const others = Object.values(recorded).flatMap(({ pods }) => pods);
    const sets = Object.values(recorded).flatMap(({ replicaSets }) => replicaSets);
    const seen = observation('available');
    expect(evaluateRollout({ ...seen, pods: others, replicaSets: sets })).toEqual({ kind: 'available' });
    const crashed = observation('crash loop');
    expect(podProblems({ ...crashed, pods: others, replicaSets: sets })).toHaveLength(1);
  });

  test('include a failed init container, but not a successful one', () => {
    const seen = observation('init container fails');
    const after = (exitCode: number) =>
      podProblems({
        ...seen,
        pods: seen.pods.map((pod) => ({
          ...pod,
          status: {
            ...pod.status,
            initContainerStatuses: [
              {
                name: 'prepare',
                image: '',
                imageID: '',
                ready: false,
                restartCount: 0,
                state: { terminated: { exitCode } },
              },
            ],
          },
        })),
      });
    expect(after(0)).toEqual([]);
    expect(after(2)).toEqual([
      expect.objectContaining({
        reason: expect.stringMatching(/prepare .* exit code 2\.$/),
        severity: 'pending',
      }),
    ]);
  });

  test('never include events of other pods', () => {
    const events = Object.values(recorded).flatMap((other) => other.events);
    expect(podProblems({ ...observation('starting'), events })).toEqual(podProblems(observation('starting')));
  });

  test('are empty if every pod works', () => {
    expect(podProblems(observation('available'))).toEqual([]);
  });
});
