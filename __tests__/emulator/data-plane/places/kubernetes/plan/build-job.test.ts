import { describe, expect, test } from '@jest/globals';
import type { Job } from 'kubernetes-types/batch/v1.js';
import type { Event, Pod } from 'kubernetes-types/core/v1.js';
import {
  buildJob,
  buildName,
  buildSecret,
  readBuildLabels,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/build-job.ts';
import {
  evaluateBuild,
  type ObservedBuild,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/evaluate-build.ts';
import {
  belongsToOther,
  LABELS,
  readLabels,
  serviceName,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';

const IDENTITY = {
  plane: 'plane-1',
  namespace: 'agents',
  deploymentId: '0198c0de-0000-7000-8000-000000000001',
  revisionId: '0198C0DE-0000-7000-8000-000000000002',
  name: 'an-agent',
  attempt: 2,
};
const REQUEST = {
  identity: IDENTITY,
  owner: { name: serviceName(IDENTITY.deploymentId), uid: 'uid-of-the-service' },
  image: 'registry.test/emulator:1',
  variables: ['EMULATOR_PLANE_URL', 'EMULATOR_BUILD_TOKEN'],
  imagePullSecrets: [{ name: 'registry' }],
  resources: { limits: { memory: '4Gi' } },
  disk: '20Gi',
  deadlineMs: 90_500,
};

// docs/kubernetes/guarantees.md#build-secrets
describe('the pod of a build', () => {
  const job = buildJob(REQUEST);
  const pod = job.spec?.template;
  const [container] = pod?.spec?.containers ?? [];

  test('has no service account, no privileges on its node, and only variables from its own Secret', () => {
    expect(pod?.spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      restartPolicy: 'Never',
      imagePullSecrets: [{ name: 'registry' }],
    });
    expect(pod?.spec?.serviceAccountName).toBeUndefined();
    const name = buildName(IDENTITY);
    const variable = (key: string) => ({ name: key, valueFrom: { secretKeyRef: { name, key } } });
    const field = (key: string, fieldPath: string) => ({ name: key, valueFrom: { fieldRef: { fieldPath } } });
    expect(container?.env).toEqual([
      variable('EMULATOR_PLANE_URL'),
      variable('EMULATOR_BUILD_TOKEN'),
      field('EMULATOR_POD_NAME', 'metadata.name'),
      field('EMULATOR_POD_UID', 'metadata.uid'),
    ]);
    expect(container?.envFrom).toBeUndefined();
    expect(container).toMatchObject({
      args: ['build', '--revision', IDENTITY.revisionId],
      securityContext: { runAsNonRoot: true, readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
    });
    expect(pod?.spec?.volumes).toEqual([
      { name: 'data', emptyDir: { sizeLimit: '20Gi' } },
      { name: 'tmp', emptyDir: { sizeLimit: '20Gi' } },
    ]);
  });

  // docs/kubernetes/chart.md#certificates
  test('trusts the certificates of the control plane, which its Secret contains', () => {
    const request = { ...REQUEST, certificates: 'the PEM' };
    const secret = buildSecret(request, { EMULATOR_BUILD_TOKEN: 'token' });
    expect(secret.stringData).toEqual({ EMULATOR_BUILD_TOKEN: 'token', 'ca.crt': 'the PEM' });
    const { volumes, containers } = buildJob(request).spec?.template.spec ?? {};
    expect(volumes).toContainEqual({
      name: 'certificates',
      secret: { secretName: buildName(IDENTITY), items: [{ key: 'ca.crt', path: 'ca.crt' }] },
    });
    expect(containers?.[0]?.env).toContainEqual({
      name: 'EMULATOR_CA_FILE',
      value: '/etc/agent-deploy-ca/ca.crt',
    });
    expect(containers?.[0]?.volumeMounts).toContainEqual({
      name: 'certificates',
      mountPath: '/etc/agent-deploy-ca',
      readOnly: true,
    });
  });

  test('is named after its revision and attempt, and belongs to the Service of its deployment', () => {
    const secret = buildSecret(REQUEST, { EMULATOR_BUILD_TOKEN: 'token' });
    expect(secret.metadata).toEqual(job.metadata);
    expect(pod?.metadata).toEqual({ labels: job.metadata.labels });
    expect(secret).toMatchObject({ immutable: true, stringData: { EMULATOR_BUILD_TOKEN: 'token' } });
    expect(job.metadata.name).toBe('ad-0198c0de-0198c0de000070008000000000000002-build-2');
    // The names of pods are longer by 6 characters.
    expect(job.metadata.name.length).toBeLessThanOrEqual(63 - 6);
    expect(job.metadata.ownerReferences).toMatchObject([{ kind: 'Service', uid: 'uid-of-the-service' }]);
    expect(readBuildLabels(job.metadata.labels)).toEqual({
      revisionId: IDENTITY.revisionId.toLowerCase(),
      attempt: 2,
    });
  });

  test('is not among the pods of a revision, and agents cannot refer to its Secret', () => {
    const { labels } = job.metadata;
    expect(labels[LABELS.component]).toBe('build');
    expect(readLabels(labels, 'plane-1')).toEqual({
      deploymentId: IDENTITY.deploymentId,
      revisionId: undefined,
    });
    expect(belongsToOther(job.metadata.name, IDENTITY.deploymentId)).toBe(true);
    expect(readBuildLabels({ [LABELS.revision]: 'another' })).toBeUndefined();
  });
});

// docs/kubernetes/guarantees.md#build-watch
describe('the Job of a build', () => {
  test('runs one pod at a time within the time limit, and starts another pod only if the cluster ended the pod', () => {
    expect(buildJob(REQUEST).spec).toMatchObject({
      parallelism: 1,
      completions: 1,
      activeDeadlineSeconds: 91,
      backoffLimit: 2,
      podReplacementPolicy: 'Failed',
      podFailurePolicy: {
        rules: [
          { action: 'Count', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
          // Status 143 means that a signal stopped the build, for example because another program deleted its pod.
          { action: 'FailJob', onExitCodes: { containerName: 'build', operator: 'NotIn', values: [143] } },
        ],
      },
      ttlSecondsAfterFinished: 86_400,
    });
  });

  // docs/kubernetes/builds.md#queue
  test('waits for its queue, if the installation has a queue for builds', () => {
    const job = buildJob({ ...REQUEST, queue: 'builds' });
    expect(job.metadata.labels).toMatchObject({ 'kueue.x-k8s.io/queue-name': 'builds' });
    expect(job.spec?.suspend).toBe(true);
    // Kueue manages Jobs, and must not also manage their pods.
    expect(job.spec?.template.metadata?.labels).not.toHaveProperty(['kueue.x-k8s.io/queue-name']);
    expect(buildJob(REQUEST).spec).not.toHaveProperty('suspend');
  });
});

// docs/kubernetes/guarantees.md#build-watch
describe('a build without a reported result', () => {
  const NOW = Date.parse('2026-01-01T00:10:00Z');
  const pod = (status: NonNullable<Pod['status']>, metadata: Pod['metadata'] = {}): Pod => ({
    metadata: { name: 'the-build', uid: 'uid', ...metadata },
    spec: { containers: [] },
    status,
  });
  const container = (state: object) => [
    { name: 'build', ready: false, restartCount: 0, image: '', imageID: '', state },
  ];
  const jobWith = (status: Job['status'] = {}, spec: Partial<Job['spec']> = {}): Job => ({
    metadata: { name: 'the-job', uid: 'uid-of-the-job', labels: { 'kueue.x-k8s.io/queue-name': 'builds' } },
    spec: { activeDeadlineSeconds: 3_600, template: {}, ...spec },
    status,
  });
  const ended = (reason: string, status: Job['status'] = {}) =>
    jobWith({ ...status, conditions: [{ type: 'FailureTarget', status: 'True', reason, message: 'why' }] });
  const verdict = (observed: Partial<ObservedBuild>) =>
    evaluateBuild({ job: jobWith(), pods: [], events: [], lastLoss: undefined, now: NOW, ...observed });
  const evicted = (message: string) => pod({ phase: 'Failed', reason: 'Evicted', message });

  test('is still pending while it runs or is about to run', () => {
    const waiting = { kind: 'waiting', isSuspended: false, lost: 0, lastLoss: undefined, detail: undefined };
    expect(verdict({})).toEqual(waiting);
    expect(verdict({ pods: [pod({ phase: 'Pending' })] })).toEqual(waiting);
    expect(verdict({ pods: [pod({ phase: 'Running' })] })).toEqual(waiting);
    const state = { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image' } };
    expect(verdict({ pods: [pod({ phase: 'Pending', containerStatuses: container(state) })] })).toMatchObject(
      { kind: 'waiting', detail: expect.stringContaining('Back-off pulling image') },
    );
  });

  // docs/kubernetes/builds.md#queue
  test('waits while its Job is suspended', () => {
    expect(verdict({ job: jobWith({}, { suspend: true }) })).toMatchObject({
      kind: 'waiting',
      isSuspended: true,
      detail: 'The build waits for admission of queue builds.',
    });
  });

  test.each([
    [
      'took too much memory',
      { exitCode: 137, reason: 'OOMKilled' },
      /memory than its limit.*larger --build-memory/,
    ],
    ['ended with a failure status', { exitCode: 1, reason: 'Error' }, /exit code 1/],
    ['ended successfully without a result', { exitCode: 0, reason: 'Completed' }, /exit code 0/],
  ])('counts as failed if it %s, with its last lines as the reason', (_what, terminated, reason) => {
    const isFailed = terminated.exitCode !== 0;
    const phase = isFailed ? 'Failed' : 'Succeeded';
    const job = isFailed ? ended('PodFailurePolicy', { failed: 1 }) : jobWith({ succeeded: 1 });
    const pods = [pod({ phase, containerStatuses: container({ terminated }) })];
    expect(verdict({ job, pods })).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(reason),
      logs: { pod: 'the-build', container: 'build', previous: false },
    });
  });

  test('counts as failed if it took too long', () => {
    const reasonOf = (activeDeadlineSeconds: number) =>
      verdict({ job: { ...ended('DeadlineExceeded'), spec: { activeDeadlineSeconds, template: {} } } });
    expect(reasonOf(3_600)).toMatchObject({
      kind: 'failed',
      reason: 'The build took longer than 60 minutes and was stopped.',
    });
    expect(reasonOf(5)).toMatchObject({ reason: 'The build took longer than 5 seconds and was stopped.' });
  });

  test('continues in another pod if its node ended its pod', () => {
    for (const resource of ['memory', 'ephemeral-storage']) {
      const message = `The node was low on resource: ${resource}. Container build was using 5Gi, request is 0.`;
      expect(verdict({ job: jobWith({ failed: 1 }), pods: [evicted(message)] })).toEqual({
        kind: 'waiting',
        isSuspended: false,
        detail: undefined,
        lost: 1,
        lastLoss: `Evicted: ${message}`,
      });
    }
  });

  test('remembers why the cluster ends its pod, because the pod may soon be deleted', () => {
    const condition = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' };
    const conditions = [{ ...condition, message: 'Eviction API: evicting' }];
    const old = pod(
      { phase: 'Running', conditions },
      { creationTimestamp: '2026-01-01T00:00:00Z', deletionTimestamp: '2026-01-01T00:09:00Z' },
    );
    const lastLoss = 'EvictionByEvictionAPI: Eviction API: evicting.';
    expect(verdict({ pods: [old] })).toMatchObject({ kind: 'waiting', lost: 0, lastLoss });
    expect(verdict({ job: jobWith({ failed: 1 }), lastLoss })).toMatchObject({ lost: 1, lastLoss });
    expect(verdict({ job: ended('BackoffLimitExceeded', { failed: 3 }), lastLoss })).toMatchObject({
      kind: 'failed',
      reason: `The cluster ended the pod of the build 3 times, so the build failed. Last reason: ${lastLoss}`,
    });
  });

  test.each([
    'Usage of EmptyDir volume "data" exceeds the limit "20Gi". ',
    'Pod ephemeral local storage usage exceeds the total limit of containers 20Gi. ',
    'Container build exceeded its local ephemeral storage limit "20Gi". ',
  ])('counts as failed if it wrote more than its limit: %s', (message) => {
    expect(verdict({ pods: [evicted(message)] })).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/exceed.*20Gi.*larger --build-disk/),
    });
  });

  test('counts as failed if it cannot start', () => {
    const waiting = { reason: 'InvalidImageName', message: 'couldn\'t parse image name "NO"' };
    const pods = [pod({ phase: 'Pending', containerStatuses: container({ waiting }) })];
    expect(verdict({ pods })).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('parse image name'),
    });
  });

  const refused = (message: string): Event => ({
    metadata: {},
    reason: 'FailedCreate',
    message,
    lastTimestamp: '2026-01-01T00:09:00Z',
    involvedObject: { kind: 'Job', uid: 'uid-of-the-job' },
  });

  test.each([
    'Error creating: pods "a" is forbidden: violates PodSecurity "restricted:latest": privileged',
    'Error creating: admission webhook "policy.test" denied the request: no builds here',
  ])('fails if a policy refuses its pod: %s', (message) => {
    expect(verdict({ events: [refused(message)] })).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining(message),
    });
  });

  test.each([
    'Error creating: pods "a" is forbidden: exceeded quota: team, requested: pods=1, used: pods=2, limited: pods=2',
    'Error creating: pods "a" is forbidden: error looking up service account agents/default: serviceaccount "default" not found',
    'Error creating: Internal error occurred: failed calling webhook "policy.test"',
  ])('waits if its pod may be created later: %s', (message) => {
    expect(verdict({ events: [refused(message)] })).toMatchObject({
      kind: 'waiting',
      detail: expect.stringContaining(message),
    });
    // The warning is outdated once the pod exists.
    expect(verdict({ events: [refused(message)], pods: [pod({ phase: 'Running' })] })).toMatchObject({
      detail: undefined,
    });
  });
});
