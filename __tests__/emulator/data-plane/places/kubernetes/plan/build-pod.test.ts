import { describe, expect, test } from '@jest/globals';
import type { Pod } from 'kubernetes-types/core/v1.js';
import {
  buildName,
  buildPod,
  buildSecret,
  readBuildLabels,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/build-pod.ts';
import { evaluateBuild } from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/evaluate-build.ts';
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
  const pod = buildPod(REQUEST);
  const [container] = pod.spec?.containers ?? [];

  test('has no service account, no privileges on its node, and only variables from its own Secret', () => {
    expect(pod.spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      restartPolicy: 'Never',
      activeDeadlineSeconds: 91,
      imagePullSecrets: [{ name: 'registry' }],
    });
    expect(pod.spec?.serviceAccountName).toBeUndefined();
    const name = buildName(IDENTITY);
    const variable = (key: string) => ({ name: key, valueFrom: { secretKeyRef: { name, key } } });
    expect(container?.env).toEqual([variable('EMULATOR_PLANE_URL'), variable('EMULATOR_BUILD_TOKEN')]);
    expect(container?.envFrom).toBeUndefined();
    expect(container).toMatchObject({
      args: ['build', '--revision', IDENTITY.revisionId],
      securityContext: { runAsNonRoot: true, readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
    });
    expect(pod.spec?.volumes).toEqual([
      { name: 'data', emptyDir: { sizeLimit: '20Gi' } },
      { name: 'tmp', emptyDir: { sizeLimit: '20Gi' } },
    ]);
  });

  // docs/kubernetes/chart.md#certificates
  test('trusts the certificates of the control plane, which its Secret contains', () => {
    const request = { ...REQUEST, certificates: 'the PEM' };
    const secret = buildSecret(request, { EMULATOR_BUILD_TOKEN: 'token' });
    expect(secret.stringData).toEqual({ EMULATOR_BUILD_TOKEN: 'token', 'ca.crt': 'the PEM' });
    const { volumes, containers } = buildPod(request).spec ?? {};
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
    expect(secret.metadata).toEqual(pod.metadata);
    expect(secret).toMatchObject({ immutable: true, stringData: { EMULATOR_BUILD_TOKEN: 'token' } });
    expect(pod.metadata.name).toBe('ad-0198c0de-0198c0de000070008000000000000002-build-2');
    expect(pod.metadata.name.length).toBeLessThanOrEqual(63);
    expect(pod.metadata.ownerReferences).toMatchObject([{ kind: 'Service', uid: 'uid-of-the-service' }]);
    expect(readBuildLabels(pod.metadata.labels)).toEqual({
      revisionId: IDENTITY.revisionId.toLowerCase(),
      attempt: 2,
    });
  });

  test('is not among the pods of a revision, and agents cannot refer to its Secret', () => {
    const { labels } = pod.metadata;
    expect(labels[LABELS.component]).toBe('build');
    expect(readLabels(labels, 'plane-1')).toEqual({
      deploymentId: IDENTITY.deploymentId,
      revisionId: undefined,
    });
    expect(belongsToOther(pod.metadata.name, IDENTITY.deploymentId)).toBe(true);
    expect(readBuildLabels({ [LABELS.revision]: 'another' })).toBeUndefined();
  });
});

// docs/kubernetes/guarantees.md#build-watch
describe('a build pod without a reported result', () => {
  const NOW = Date.parse('2026-01-01T00:10:00Z');
  const pod = (status: NonNullable<Pod['status']>): Pod => ({
    metadata: { name: 'the-build', uid: 'uid' },
    spec: { activeDeadlineSeconds: 3_600, containers: [] },
    status,
  });
  const container = (state: object) => [
    { name: 'build', ready: false, restartCount: 0, image: '', imageID: '', state },
  ];
  const verdict = (status: NonNullable<Pod['status']>) => evaluateBuild(pod(status), [], NOW);

  test('is still pending while it runs or is about to run', () => {
    expect(verdict({ phase: 'Pending' })).toEqual({ kind: 'waiting', detail: undefined });
    expect(verdict({ phase: 'Running' })).toEqual({ kind: 'waiting', detail: undefined });
    const waiting = { reason: 'ImagePullBackOff', message: 'Back-off pulling image' };
    expect(verdict({ phase: 'Pending', containerStatuses: container({ waiting }) })).toMatchObject({
      kind: 'waiting',
      detail: expect.stringContaining('Back-off pulling image'),
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
    const phase = terminated.exitCode === 0 ? 'Succeeded' : 'Failed';
    expect(verdict({ phase, containerStatuses: container({ terminated }) })).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(reason),
      logs: { pod: 'the-build', container: 'build', previous: false },
    });
  });

  test('counts as failed if it took too long', () => {
    expect(verdict({ phase: 'Failed', reason: 'DeadlineExceeded' })).toMatchObject({
      kind: 'failed',
      reason: 'The build took longer than 60 minutes and was stopped.',
    });
  });

  test('counts as lost if its node removed it, so another node can build the revision', () => {
    for (const resource of ['memory', 'ephemeral-storage']) {
      const message = `The node was low on resource: ${resource}. Container build was using 5Gi, request is 0.`;
      expect(verdict({ phase: 'Failed', reason: 'Evicted', message })).toEqual({
        kind: 'lost',
        reason: `Evicted: ${message}`,
      });
    }
  });

  test.each([
    'Usage of EmptyDir volume "data" exceeds the limit "20Gi". ',
    'Pod ephemeral local storage usage exceeds the total limit of containers 20Gi. ',
    'Container build exceeded its local ephemeral storage limit "20Gi". ',
  ])('counts as failed if it wrote more than its limit: %s', (message) => {
    expect(verdict({ phase: 'Failed', reason: 'Evicted', message })).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/exceed.*20Gi.*larger --build-disk/),
    });
  });

  test('counts as failed if it cannot start', () => {
    const waiting = { reason: 'InvalidImageName', message: 'couldn\'t parse image name "NO"' };
    expect(verdict({ phase: 'Pending', containerStatuses: container({ waiting }) })).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('parse image name'),
    });
  });
});
