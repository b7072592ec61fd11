// What KEDA's own definition says of the objects that are planned where a cluster has it.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ClusterApi, messageOf, openClusterApi } from '../../harness/cluster/api.ts';
import { type Cluster, startCluster } from '../../harness/cluster/cluster.ts';
import { installKeda } from '../../harness/cluster/keda.ts';
import {
  autoscaler,
  runsAuthentication,
  runsTrigger,
} from '../../src/emulator/data-plane/kubernetes/plan/scale.ts';

let cluster: Cluster;
let api: ClusterApi;
beforeAll(async () => {
  cluster = await startCluster();
  api = openClusterApi(cluster.access);
  await installKeda(api);
});
afterAll(async () => {
  await api.close();
  await cluster.close();
});

const metadata = { name: 'agent', namespace: 'default', labels: { app: 'agent' } };
const runs = { url: 'http://plane/_pods/r/runs', tokenKey: 'TOKEN' };
const scaled = (isServing: boolean) => {
  const planned = autoscaler(
    metadata,
    { kind: 'range', min: 1, max: 4, start: 2 },
    {
      measured: { cpu: true, memory: true },
      triggers: [runsTrigger(runs, 'agent')],
      container: 'agent',
      isServing,
    },
  );
  if (planned === undefined) throw new Error('a range of pods has an autoscaler');
  return { ...planned, metadata: { ...planned.metadata } };
};

test('its API takes a ScaledObject as it is planned, strictly, at each stage of a rollout', async () => {
  for (const isServing of [false, true]) {
    const answer = await api.apply(scaled(isServing), '&fieldValidation=Strict');
    expect([answer.status < 300, messageOf(answer.body)]).toEqual([true, expect.any(String)]);
    expect(answer.body).toMatchObject({ spec: { minReplicaCount: isServing ? 1 : 2, maxReplicaCount: 4 } });
  }
});

test('its API takes what such a trigger is authenticated by, strictly', async () => {
  const answer = await api.apply(
    { ...runsAuthentication(metadata, runs, 'secret'), metadata: { ...metadata } },
    '&fieldValidation=Strict',
  );
  expect([answer.status < 300, messageOf(answer.body)]).toEqual([true, expect.any(String)]);
});

test('its API refuses one without a target, naming the field', async () => {
  const planned = scaled(true);
  const answer = await api.apply({
    ...planned,
    metadata: { ...planned.metadata, name: 'other' },
    spec: { triggers: [] },
  });
  expect([answer.status, messageOf(answer.body)]).toEqual([
    422,
    expect.stringContaining('spec.scaleTargetRef'),
  ]);
});
