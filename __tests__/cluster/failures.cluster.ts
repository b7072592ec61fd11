// Tests of the cluster's reports about an agent that cannot run, which contain the reason of a failed revision.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type ClusterApi, accepted, messageOf, openClusterApi, pathOf } from '../../harness/cluster/api.ts';
import { OUTCOME_ANNOTATION } from '../../harness/cluster/fake-node.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import { until } from '../../harness/until.ts';
import {
  type DeploymentOptions,
  type Pod,
  conditionOf,
  deployment,
  podsOf,
  readDeployment,
  untilRolledOut,
} from './support/objects.ts';

const Quota = z.looseObject({ status: z.looseObject({ hard: z.unknown().optional() }).optional() });

let api: ClusterApi;
let namespace = '';
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'failures');
});
afterAll(() => api.close());

const onlyPod = (name: string) =>
  until(async () => {
    const [pod] = await podsOf(api, namespace, name);
    return pod?.status.containerStatuses === undefined ? undefined : pod;
  }, `the pod of ${name}`);

test.each([
  ['an image that does not exist', 'missing', { waiting: { reason: 'ImagePullBackOff' } }, {}],
  ['a secret that does not exist', 'unconfigured', { waiting: { reason: 'CreateContainerConfigError' } }, {}],
  [
    'a program that exits',
    'crashing',
    { waiting: { reason: 'CrashLoopBackOff' } },
    { restartCount: 3, lastState: { terminated: { exitCode: 1, reason: 'Error' } } },
  ],
  [
    'a program that takes too much memory',
    'out-of-memory',
    { waiting: { reason: 'CrashLoopBackOff' } },
    { lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } } },
  ],
  ['a program that is not ready', 'unready', { running: {} }, { ready: false }],
])('the status of a container reports %s', async (_what, tag, state, more) => {
  accepted(await api.apply(deployment(namespace, tag, { image: `registry.test/agent:${tag}` })));
  const pod = await onlyPod(tag);
  expect(pod.status.containerStatuses).toMatchObject([{ name: 'agent', ...more }]);
  expect(pod.status.containerStatuses?.[0]?.state).toMatchObject(state);
  expect((await readDeployment(api, namespace, tag)).status?.availableReplicas).toBeUndefined();
});

test('the containers of a pod do not start while an init container fails', async () => {
  const initContainers = [
    { name: 'first', image: 'registry.test/setup:1' },
    { name: 'migrate', image: 'registry.test/setup:crashing' },
  ];
  accepted(await api.apply(deployment(namespace, 'init', { pod: { initContainers } })));
  const { status } = await onlyPod('init');
  expect(status.phase).toBe('Pending');
  expect(status.initContainerStatuses).toMatchObject([
    { name: 'first', state: { terminated: { exitCode: 0 } } },
    { name: 'migrate', state: { waiting: { reason: 'CrashLoopBackOff' } } },
  ]);
  expect(status.containerStatuses).toMatchObject([{ state: { waiting: { reason: 'PodInitializing' } } }]);
});

test('a running pod that starts to crash is no longer available', async () => {
  accepted(await api.apply(deployment(namespace, 'later')));
  await untilRolledOut(api, namespace, 'later');
  const [pod] = await podsOf(api, namespace, 'later');
  const path = `/api/v1/namespaces/${namespace}/pods/${pod?.metadata.name ?? ''}`;
  const metadata = { annotations: { [OUTCOME_ANNOTATION]: 'crashing' } };
  accepted(await api.request('PATCH', path, { metadata }, 'application/merge-patch+json'));
  await until(async () => {
    const { status } = await readDeployment(api, namespace, 'later');
    return status?.availableReplicas === undefined;
  }, 'the end of its availability');
});

describe('a Deployment without pods', () => {
  const refusal = (name: string) =>
    until(async () => {
      const condition = conditionOf(await readDeployment(api, namespace, name), 'ReplicaFailure');
      return condition?.status === 'True' && condition;
    }, `the failure of ${name}`);

  test('reports that its service account is missing', async () => {
    const pod = { serviceAccountName: 'absent' };
    accepted(await api.apply(deployment(namespace, 'accountless', { pod })));
    expect(await refusal('accountless')).toMatchObject({
      reason: 'FailedCreate',
      message: expect.stringContaining('serviceaccount "absent" not found'),
    });
  });

  test('reports that a quota prevents its pods', async () => {
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'none', namespace } };
    const scopeSelector = {
      matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['system-cluster-critical'] }],
    };
    // The quota applies only to pods of this class, because the other tests also create pods.
    const wanted = { ...quota, spec: { hard: { pods: '0' }, scopeSelector } };
    accepted(await api.apply(wanted));
    // The quota takes effect once its controller has processed it.
    await until(async () => {
      const { status } = Quota.parse(accepted(await api.request('GET', pathOf(wanted))));
      return status?.hard !== undefined;
    }, 'the quota to be in force');
    const pod = { priorityClassName: 'system-cluster-critical' };
    accepted(await api.apply(deployment(namespace, 'quota', { pod })));
    expect(await refusal('quota')).toMatchObject({
      reason: 'FailedCreate',
      message: expect.stringContaining('exceeded quota: none'),
    });
  });
});

test('a pod that fits on no node has a condition with the reason', async () => {
  const container = { resources: { requests: { cpu: '1000' } } };
  accepted(await api.apply(deployment(namespace, 'large', { container })));
  const isPlaced = (pod: Pod | undefined) => pod && conditionOf(pod, 'PodScheduled');
  const condition = await until(async () => isPlaced((await podsOf(api, namespace, 'large'))[0]));
  expect(condition).toMatchObject({
    status: 'False',
    reason: 'Unschedulable',
    message: expect.stringContaining('Insufficient cpu'),
  });
});

describe('a Deployment that the API server rejects', () => {
  const answer = (options: DeploymentOptions, query = '') =>
    api.apply(deployment(namespace, 'refused', options), `&dryRun=All${query}`);

  test('is reported with the field if a mount has no volume', async () => {
    const container = { volumeMounts: [{ name: 'absent', mountPath: '/data' }] };
    expect(await answer({ container })).toMatchObject({
      status: 422,
      body: {
        reason: 'Invalid',
        details: { causes: [{ field: 'spec.template.spec.containers[0].volumeMounts[0].name' }] },
      },
    });
  });

  test('is reported with a status of 500 if a field is unknown', async () => {
    const { status, body } = await answer({ container: { imag: 'x' } });
    expect(status).toBe(500);
    expect(messageOf(body)).toMatch(/field not declared in schema/);
  });

  test('is reported if its namespace does not exist', async () => {
    const { status, body } = await api.apply(deployment('absent', 'refused'));
    expect(status).toBe(404);
    expect(messageOf(body)).toBe('namespaces "absent" not found');
  });

  test("is reported with the policy's message if an admission policy forbids it", async () => {
    const closed = await freshNamespace(api, 'policy');
    const v1 = { apiVersion: 'admissionregistration.k8s.io/v1' };
    const rule = {
      apiGroups: ['apps'],
      apiVersions: ['v1'],
      operations: ['CREATE', 'UPDATE'],
      resources: ['deployments'],
    };
    const metadata = { name: closed };
    const spec = {
      matchConstraints: { resourceRules: [rule] },
      validations: [{ expression: 'false', message: 'only on Mondays' }],
    };
    accepted(await api.apply({ ...v1, kind: 'ValidatingAdmissionPolicy', metadata, spec }));
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': closed } };
    const binding = {
      policyName: closed,
      validationActions: ['Deny'],
      matchResources: { namespaceSelector },
    };
    accepted(await api.apply({ ...v1, kind: 'ValidatingAdmissionPolicyBinding', metadata, spec: binding }));
    const refused = await until(async () => {
      const { status, body } = await api.apply(deployment(closed, 'refused'), '&dryRun=All');
      return status >= 400 && { status, message: messageOf(body) };
    }, 'the policy to be in force');
    expect(refused).toEqual({ status: 422, message: expect.stringContaining('only on Mondays') });
  });

  test('is reported if a webhook cannot be reached', async () => {
    const closed = await freshNamespace(api, 'webhook');
    accepted(
      await api.apply({
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: closed },
        webhooks: [
          {
            name: 'absent.example.com',
            clientConfig: { url: 'https://127.0.0.1:1/' },
            failurePolicy: 'Fail',
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
            namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': closed } },
            rules: [
              { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['*'], resources: ['deployments'] },
            ],
          },
        ],
      }),
    );
    const refused = await until(async () => {
      const { status, body } = await api.apply(deployment(closed, 'refused'), '&dryRun=All');
      return status >= 400 && { status, message: messageOf(body) };
    }, 'the webhook to be in force');
    expect(refused).toEqual({
      status: 500,
      message: expect.stringContaining('failed calling webhook "absent.example.com"'),
    });
  });
});
