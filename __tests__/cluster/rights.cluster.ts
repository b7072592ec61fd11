import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ClusterApi, accepted, messageOf, openClusterApi } from '../../harness/cluster/api.ts';
import { kubectl } from '../../harness/cluster/kubectl.ts';
import { type Rule, accountWith, freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import { until } from '../../harness/until.ts';
import { deployment, podsOf, untilRolledOut } from './support/objects.ts';

const READ = ['get', 'list', 'watch'];
const OWN = [...READ, 'create', 'patch', 'delete'];
/** The only permissions that a control plane requires in a namespace of its agents. */
const ROLE: Rule[] = [
  { apiGroups: ['apps'], resources: ['deployments', 'statefulsets'], verbs: OWN },
  { apiGroups: ['apps'], resources: ['replicasets'], verbs: READ },
  { apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'], verbs: OWN },
  { apiGroups: [''], resources: ['services'], verbs: OWN },
  // The response to a patch contains the values, even if the patch is empty.
  { apiGroups: [''], resources: ['secrets'], verbs: ['create', 'delete'] },
  { apiGroups: ['batch'], resources: ['jobs'], verbs: [...READ, 'create', 'delete'] },
  { apiGroups: [''], resources: ['pods'], verbs: READ },
  { apiGroups: [''], resources: ['events'], verbs: [...READ, 'create'] },
  { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
];

let admin: ClusterApi;
let limited: ClusterApi;
let namespace = '';
let other = '';
beforeAll(async () => {
  admin = openClusterApi(sharedCluster());
  namespace = await freshNamespace(admin, 'rights');
  other = await freshNamespace(admin, 'other');
  limited = openClusterApi(await accountWith(admin, namespace, ROLE));
  // A role takes effect a moment after its creation.
  await until(
    async () => (await limited.request('GET', `/api/v1/namespaces/${namespace}/pods`)).status === 200,
    'the rights',
  );
  for (const place of [namespace, other]) {
    const metadata = { name: 'of-the-team', namespace: place };
    accepted(
      await admin.apply({ apiVersion: 'v1', kind: 'Secret', metadata, stringData: { PASSWORD: 'x-93b1' } }),
    );
  }
});
afterAll(async () => {
  await admin.close();
  await limited.close();
});

describe('a token with the minimal role', () => {
  test('can create an agent, read its state, and delete it', async () => {
    const core = `/api/v1/namespaces/${namespace}`;
    const service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'agent', namespace },
      spec: { selector: { app: 'agent' }, ports: [{ port: 8_000 }] },
    };
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'agent-1', namespace },
      immutable: true,
      stringData: { KEY: 'value' },
    };
    const autoscaler = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'agent', namespace },
      spec: {
        minReplicas: 1,
        maxReplicas: 2,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'agent' },
      },
    };
    accepted(await limited.apply(service));
    accepted(await limited.request('POST', `${core}/secrets`, secret));
    accepted(await limited.apply(deployment(namespace, 'agent')));
    accepted(await limited.apply(autoscaler));
    await untilRolledOut(limited, namespace, 'agent');
    const [pod] = await podsOf(limited, namespace, 'agent');
    accepted(await limited.request('GET', `${core}/pods/${pod?.metadata.name ?? ''}/log?tailLines=50`));
    accepted(await limited.request('GET', `${core}/events`));
    accepted(await limited.request('GET', `/apis/apps/v1/namespaces/${namespace}/replicasets`));
    for (const path of [
      `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers/agent`,
      `/apis/apps/v1/namespaces/${namespace}/deployments/agent`,
      `${core}/secrets/agent-1`,
      `${core}/services/agent`,
    ]) {
      accepted(await limited.request('DELETE', path));
    }
  });

  test.each([
    ['read a secret', 'GET', 'secrets/of-the-team', 'cannot get resource "secrets"'],
    ['list secrets', 'GET', 'secrets', 'cannot list resource "secrets"'],
    [
      'patch a secret, because the response would contain the secret',
      'PATCH',
      'secrets/of-the-team',
      'cannot patch',
    ],
    ['create a pod directly', 'POST', 'pods', 'cannot create resource "pods"'],
    [
      'create tokens',
      'POST',
      'serviceaccounts/default/token',
      'cannot create resource "serviceaccounts/token"',
    ],
    ['run programs in a pod', 'POST', 'pods/any/exec', 'cannot create resource "pods/exec"'],
  ] as const)('is not allowed to %s', async (_what, method, resource, words) => {
    const body = method === 'GET' ? undefined : {};
    const type = method === 'PATCH' ? 'application/merge-patch+json' : undefined;
    const path = `/api/v1/namespaces/${namespace}/${resource}`;
    const answer = await limited.request(method, path, body, type);
    expect(answer.status).toBe(403);
    expect(messageOf(answer.body)).toContain(words);
    expect(JSON.stringify(answer)).not.toContain('x-93b1');
  });

  test('has no permissions in another namespace or in the whole cluster, and the error names the missing permission', async () => {
    const elsewhere = await limited.apply(deployment(other, 'agent'));
    expect(elsewhere.status).toBe(403);
    expect(messageOf(elsewhere.body)).toContain(
      `cannot patch resource "deployments" in API group "apps" in the namespace "${other}"`,
    );
    for (const path of ['/api/v1/nodes', '/api/v1/namespaces', `/api/v1/namespaces/${other}/pods`]) {
      expect((await limited.request('GET', path)).status).toBe(403);
    }
  });

  test('can list its permissions with kubectl', async () => {
    const can = async (...what: string[]) =>
      (await kubectl(limited.access, ['auth', 'can-i', ...what, '-n', namespace])).stdout.trim();
    expect(await can('create', 'deployments.apps')).toBe('yes');
    expect(await can('get', 'secrets')).toBe('no');
  });
});
