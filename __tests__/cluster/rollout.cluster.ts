import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type ClusterApi, accepted, openClusterApi, pathOf } from '../../harness/cluster/api.ts';
import { kubectl } from '../../harness/cluster/kubectl.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import { until } from '../../harness/until.ts';
import { conditionOf, deployment, podsOf, readDeployment, untilRolledOut } from './support/objects.ts';

let api: ClusterApi;
let namespace = '';
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'rollout');
});
afterAll(() => api.close());

test('applying the same object twice changes the object only once', async () => {
  const manifest = deployment(namespace, 'twice');
  expect(await api.apply(manifest)).toMatchObject({ status: 201, body: { metadata: { generation: 1 } } });
  await untilRolledOut(api, namespace, 'twice');
  expect(await api.apply(manifest)).toMatchObject({ status: 200, body: { metadata: { generation: 1 } } });
});

test('a new image replaces the pods of the old image', async () => {
  accepted(await api.apply(deployment(namespace, 'replaced', { replicas: 3 })));
  await untilRolledOut(api, namespace, 'replaced');
  const image = 'registry.test/agent:2';
  accepted(await api.apply(deployment(namespace, 'replaced', { replicas: 3, image })));
  const done = await untilRolledOut(api, namespace, 'replaced');
  expect(conditionOf(done, 'Progressing')?.reason).toBe('NewReplicaSetAvailable');
  const images = await until(async () => {
    const pods = await podsOf(api, namespace, 'replaced');
    return pods.length === 3 && pods.map(({ status }) => status.containerStatuses?.[0]?.image);
  });
  expect(images).toEqual([image, image, image]);
});

test('a rollout that cannot finish fails at its deadline, and the old pods continue to serve', async () => {
  accepted(await api.apply(deployment(namespace, 'stuck', { replicas: 2 })));
  await untilRolledOut(api, namespace, 'stuck');
  const image = 'registry.test/agent:missing';
  accepted(await api.apply(deployment(namespace, 'stuck', { replicas: 2, image, deadlineSeconds: 1 })));
  const stuck = await until(async () => {
    const one = await readDeployment(api, namespace, 'stuck');
    // On a slow machine, the deadline can end before the new pod is counted.
    const isStuck = conditionOf(one, 'Progressing')?.status === 'False' && one.status?.updatedReplicas === 1;
    return isStuck && one;
  }, 'the deadline of the rollout with one new pod');
  expect(conditionOf(stuck, 'Progressing')?.reason).toBe('ProgressDeadlineExceeded');
  expect(stuck.status).toMatchObject({ availableReplicas: 2, updatedReplicas: 1 });
});

test('all objects that a Service owns are deleted before the Service', async () => {
  const owner = accepted(
    await api.apply({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'owner', namespace },
      spec: { selector: { app: 'owned' }, ports: [{ port: 8_000 }] },
    }),
  );
  const { metadata } = z.looseObject({ metadata: z.looseObject({ uid: z.string() }) }).parse(owner);
  const ownerReferences = [
    { apiVersion: 'v1', kind: 'Service', name: 'owner', uid: metadata.uid, blockOwnerDeletion: true },
  ];
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'owned', namespace, ownerReferences },
    immutable: true,
    stringData: { KEY: randomUUID() },
  };
  const owned = deployment(namespace, 'owned', { metadata: { ownerReferences } });
  accepted(await api.apply(secret));
  accepted(await api.apply(owned));
  await untilRolledOut(api, namespace, 'owned');
  const service = `/api/v1/namespaces/${namespace}/services/owner`;
  accepted(await api.request('DELETE', `${service}?propagationPolicy=Foreground`));
  await until(async () => (await api.request('GET', service)).status === 404, 'the end of the Service');
  expect((await api.request('GET', pathOf(secret))).status).toBe(404);
  expect((await api.request('GET', pathOf(owned))).status).toBe(404);
  expect(await podsOf(api, namespace, 'owned')).toEqual([]);
});

test('an autoscaler without metrics raises the number of replicas to its minimum, and later applies preserve it', async () => {
  const { spec, ...rest } = deployment(namespace, 'scaled');
  const { replicas: _, ...unscaled } = z.looseObject({ replicas: z.number() }).parse(spec);
  const manifest = { ...rest, spec: unscaled };
  accepted(await api.apply(manifest));
  accepted(
    await api.apply({
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'scaled', namespace },
      spec: {
        minReplicas: 3,
        maxReplicas: 5,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'scaled' },
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 75 } },
          },
        ],
      },
    }),
  );
  await until(async () => (await readDeployment(api, namespace, 'scaled')).spec.replicas === 3, 'the scale');
  accepted(await api.apply({ ...manifest, metadata: { ...manifest.metadata, labels: { changed: 'yes' } } }));
  expect((await untilRolledOut(api, namespace, 'scaled')).spec.replicas).toBe(3);
});

test('a watch lists the existing objects, marks the end of the list, and then reports changes', async () => {
  const settings = (name: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, labels: { watched: 'yes' } },
  });
  accepted(await api.apply(settings('before')));
  const stop = new AbortController();
  const seen: string[] = [];
  const path = `/api/v1/namespaces/${namespace}/configmaps?labelSelector=watched%3Dyes`;
  for await (const { type, object } of api.watch(path, stop.signal)) {
    const { metadata } = z
      .looseObject({
        metadata: z.looseObject({
          name: z.string().optional(),
          annotations: z.record(z.string(), z.string()).optional(),
        }),
      })
      .parse(object);
    if (type !== 'BOOKMARK') seen.push(`${type} ${metadata.name ?? ''}`);
    // Other bookmarks report only the current version.
    if (metadata.annotations?.['k8s.io/initial-events-end'] === 'true') {
      seen.push('end of the list');
      accepted(await api.apply(settings('after')));
    }
    if (metadata.name === 'after') break;
  }
  expect(seen).toEqual(['ADDED before', 'end of the list', 'ADDED after']);
});

test('kubectl reports the status of a Deployment, and reports a missing Deployment as not found', async () => {
  accepted(await api.apply(deployment(namespace, 'seen', { replicas: 2 })));
  const status = await kubectl(api.access, ['rollout', 'status', 'deployment/seen', '-n', namespace]);
  expect(status).toMatchObject({ code: 0, stdout: expect.stringContaining('successfully rolled out') });
  const absent = await kubectl(api.access, ['get', 'deployment/absent', '-n', namespace]);
  expect(absent).toMatchObject({ code: 1, stderr: expect.stringContaining('not found') });
});
