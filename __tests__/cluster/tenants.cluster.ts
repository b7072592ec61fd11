// Tests of several workspaces' deployments in one namespace, and the volumes of their pods.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { accepted, type ClusterApi, openClusterApi } from '../../harness/cluster/api.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import type { ApiAnswer, EmulatorHandle } from '../../harness/emulator.ts';
import { until } from '../../harness/until.ts';
import { revisionName, serviceName } from '../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';
import { createImage, openPlaneHome, type PlaneHome, settled } from './support/planes.ts';

const IMAGE = 'registry.test/agent:1';
const WORKSPACES = [
  { id: '11111111-1111-4111-8111-111111111111', name: 'one', key: 'a-key-of-workspace-one' },
  { id: '22222222-2222-4222-8222-222222222222', name: 'two', key: 'a-key-of-workspace-two' },
];
let api: ClusterApi;
let namespace = '';
let folder = '';
let home: PlaneHome;
let plane: EmulatorHandle;
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'tenants');
  home = await openPlaneHome(api.access, namespace);
  folder = await mkdtemp(path.join(tmpdir(), 'tenants-'));
  const seed = path.join(folder, 'seed.json');
  const workspaces = WORKSPACES.map(({ id, name, key }) => ({ id, name, api_keys: [{ key }] }));
  await writeFile(seed, JSON.stringify({ workspaces }));
  const settings = path.join(folder, 'settings.yaml');
  const [one, two] = WORKSPACES.map(({ id }) => id);
  if (one === undefined || two === undefined) throw new Error('there are two workspaces');
  await writeFile(
    settings,
    JSON.stringify({
      resources: { cpu: 0.2, memory: 64, memoryLimit: 128, disk: 100 },
      workspaces: {
        [one]: {
          namespaces: [namespace, 'team-one'],
          secrets: ['team', 'ad-*'],
          configMaps: ['settings'],
          claims: ['kept'],
        },
        [two]: { namespaces: [namespace], quota: { deployments: 3, cpu: 2, memory: 4_000 } },
      },
    }),
  );
  plane = await home.start({ seed, flags: ['--cluster-settings', settings] });
});
afterAll(async () => {
  await home.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns a client of the control plane with the key of one workspace. */
const as = (key: string): Pick<EmulatorHandle, 'api'> => ({
  async api(method, target, body): Promise<ApiAnswer> {
    const answer = await fetch(new URL(target, plane.urls.controlPlane), {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  },
});

// docs/kubernetes.md#workspaces
test('workspaces can use the same deployment name, and each sees and deletes only its own deployment', async () => {
  const [one, two] = WORKSPACES.map(({ key }) => as(key));
  if (one === undefined || two === undefined) throw new Error('there are two workspaces');
  const mine = await createImage(one, IMAGE, {}, { name: 'agent' });
  const theirs = await createImage(two, IMAGE, {}, { name: 'agent' });
  expect(await settled(one, mine.id, mine.latest_revision_id)).toMatchObject({ status: 'DEPLOYED' });
  expect(await settled(two, theirs.id, theirs.latest_revision_id)).toMatchObject({ status: 'DEPLOYED' });
  for (const method of ['GET', 'DELETE'])
    expect((await one.api(method, `/v2/deployments/${theirs.id}`)).status).toBe(404);
  expect((await one.api('DELETE', `/v2/deployments/${mine.id}`)).status).toBeLessThan(300);
  await until(async () => (await one.api('GET', `/v2/deployments/${mine.id}`)).status === 404, 'its end');
  const service = (id: string) =>
    api.request('GET', `/api/v1/namespaces/${namespace}/services/ad-${id.replaceAll('-', '')}`);
  expect([(await service(mine.id)).status, (await service(theirs.id)).status]).toEqual([404, 200]);
});

// docs/security/emulator.md#cluster-others-objects
test("a workspace cannot use cluster objects that belong to another workspace's deployment", async () => {
  const [one, two] = WORKSPACES.map(({ key }) => as(key));
  if (one === undefined || two === undefined) throw new Error('there are two workspaces');
  const theirs = await createImage(two, IMAGE, { redis_cpu: 0.1, redis_memory_mb: 64 });
  expect(await settled(two, theirs.id, theirs.latest_revision_id)).toMatchObject({ status: 'DEPLOYED' });
  const revision = revisionName({ deploymentId: theirs.id, revisionId: theirs.latest_revision_id });
  const redis = `${serviceName(theirs.id)}-redis`;
  for (const name of [revision, redis]) {
    const found = await api.request('GET', `/api/v1/namespaces/${namespace}/secrets/${name}`);
    expect([name, found.status]).toEqual([name, 200]);
  }
  const container = { name: 'beside', image: IMAGE };
  const attempts: [string, string, object, object?][] = [
    [
      'secret_references',
      redis,
      {},
      { secret_references: [{ name: 'A', secret_name: redis, secret_key: 'uri' }] },
    ],
    ['resource_spec.volumes', revision, { volumes: [{ name: 'a', secret: { secretName: revision } }] }],
    [
      'resource_spec.sidecars',
      revision,
      { sidecars: [{ ...container, envFrom: [{ secretRef: { name: revision } }] }] },
    ],
  ];
  for (const [field, name, spec, more] of attempts) {
    const made = await createImage(one, IMAGE, spec, more);
    const end = await settled(one, made.id, made.latest_revision_id);
    expect(end.status).toBe('DEPLOY_FAILED');
    expect(end.status_message).toContain(
      `${field}: ${name} was created by the platform for another deployment`,
    );
    const own = `/apis/apps/v1/namespaces/${namespace}/deployments/${revisionName({ deploymentId: made.id, revisionId: made.latest_revision_id })}`;
    expect((await api.request('GET', own)).status).toBe(404);
  }
  // The workspace cannot reach the other workspace's agent through the control plane either.
  expect(await one.api('GET', `/d/${theirs.id}/info`)).toMatchObject({
    status: 403,
    body: { detail: 'This API key has no access to the workspace of this deployment.' },
  });
});

// docs/kubernetes/tenants.md#attacks
test('each attack of a workspace with its API key is refused before anything is created', async () => {
  const [one, two] = WORKSPACES.map(({ key }) => as(key));
  if (one === undefined || two === undefined) throw new Error('there are two workspaces');
  const container = { name: 'beside', image: IMAGE };
  const listener = await one.api('POST', '/v2/listeners', {
    compute_type: 'k8s',
    compute_id: 'attack',
    compute_config: { k8s_namespaces: ['kube-system'] },
  });
  expect(listener).toMatchObject({ status: 422 });
  expect(JSON.stringify(listener.body)).toContain('may use only the namespaces');
  const refused: [status: number, message: string, spec: object, more?: object][] = [
    [422, 'the Secret foreign may not be used', { image_pull_secrets: [{ name: 'foreign' }] }],
    [
      422,
      'the Secret foreign may not be used',
      {},
      { secret_references: [{ name: 'A', secret_name: 'foreign', secret_key: 'a' }] },
    ],
    [
      422,
      'the Secret foreign may not be used',
      { volumes: [{ name: 'a', secret: { secretName: 'foreign' } }] },
    ],
    [
      422,
      'the Secret foreign may not be used',
      { init_containers: [{ ...container, envFrom: [{ secretRef: { name: 'foreign' } }] }] },
    ],
    [
      422,
      'the ConfigMap foreign may not be used',
      { volumes: [{ name: 'a', configMap: { name: 'foreign' } }] },
    ],
    [
      422,
      'the PersistentVolumeClaim foreign may not be used',
      { volumes: [{ name: 'a', persistentVolumeClaim: { claimName: 'foreign' } }] },
    ],
    [422, 'the service account default may not be used', { service_account_name: 'default' }],
    [
      422,
      'the service account default may not be used',
      {
        volumes: [{ name: 'a', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }],
      },
    ],
    [422, 'because the workspace has a quota of memory', { sidecars: [container] }],
    [403, ' cores of 2 cores', { cpu_limit: 4, max_scale: 2 }],
    [403, ' MiB of 4000 MiB', { memory_limit_mb: 8000 }],
  ];
  for (const [status, message, spec, more] of refused) {
    const answer = await two.api('POST', '/v2/deployments', {
      name: 'attack',
      source: 'external_docker',
      source_config: { resource_spec: spec },
      source_revision_config: { image_uri: IMAGE },
      secrets: [],
      ...more,
    });
    expect([message, answer.status]).toEqual([message, status]);
    expect(JSON.stringify(answer.body)).toContain(message);
  }
  const listed = await two.api('GET', '/v2/deployments?name=attack');
  expect(listed.body).toMatchObject({ resources: [] });
});

// docs/kubernetes/tenants.md#attacks
test('privileged settings of a workspace are refused by its namespace, and a new pod has limits and no token', async () => {
  const [one] = WORKSPACES.map(({ key }) => as(key));
  if (one === undefined) throw new Error('there is a workspace');
  const container = { name: 'beside', image: IMAGE };
  const made = await createImage(one, IMAGE, {
    sidecars: [{ ...container, securityContext: { privileged: true } }],
  });
  const end = await settled(one, made.id, made.latest_revision_id);
  expect(end.status).toBe('DEPLOY_FAILED');
  expect(end.status_message).toContain('violates PodSecurity "baseline');
  const plain = await createImage(one, IMAGE, { volumes: [{ name: 'a', emptyDir: {} }] });
  expect(await settled(one, plain.id, plain.latest_revision_id)).toMatchObject({ status: 'DEPLOYED' });
  const labels = encodeURIComponent(`agent-deploy/deployment=${plain.id}`);
  const listed = await api.request('GET', `/api/v1/namespaces/${namespace}/pods?labelSelector=${labels}`);
  expect(accepted(listed)).toMatchObject({
    items: [
      {
        spec: {
          automountServiceAccountToken: false,
          volumes: [{ name: 'a', emptyDir: { sizeLimit: '100Mi' } }],
          containers: [
            {
              resources: {
                requests: { cpu: '200m', memory: '64Mi', 'ephemeral-storage': '0' },
                limits: { memory: '128Mi', 'ephemeral-storage': '100Mi' },
              },
            },
          ],
        },
      },
    ],
  });
});

// docs/kubernetes.md#volumes
test('each kind of volume is passed to the pods, and only an empty folder gets a size limit', async () => {
  const at = (name: string) => ({ name, namespace });
  accepted(
    await api.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: at('settings'), data: { a: 'b' } }),
  );
  accepted(
    await api.apply({ apiVersion: 'v1', kind: 'Secret', metadata: at('team'), stringData: { c: 'd' } }),
  );
  const storage = `tenants-${namespace}`;
  accepted(
    await api.request('POST', '/api/v1/persistentvolumes', {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: storage },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        persistentVolumeReclaimPolicy: 'Retain',
        hostPath: { path: '/nowhere' },
      },
    }),
  );
  try {
    const claim = {
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      volumeName: storage,
      resources: { requests: { storage: '1Gi' } },
    };
    accepted(
      await api.apply({
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: at('kept'),
        spec: claim,
      }),
    );
    const volumes = [
      { name: 'config-map', configMap: { name: 'settings' } },
      { name: 'secret', secret: { secretName: 'team' } },
      { name: 'empty', emptyDir: { sizeLimit: '1Mi' } },
      { name: 'claim', persistentVolumeClaim: { claimName: 'kept' } },
      { name: 'nfs', nfs: { server: 'files.test', path: '/exports' } },
      { name: 'projected', projected: { sources: [{ configMap: { name: 'settings' } }] } },
      {
        name: 'downward',
        downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] },
      },
      { name: 'csi', csi: { driver: 'inline.csi.test' } },
    ];
    const one = as(WORKSPACES[0]?.key ?? '');
    const mounts = volumes.map(({ name }) => ({ name, mountPath: `/volumes/${name}`, readOnly: true }));
    const parts = [
      { name: 'empty', mountPath: '/part', subPath: 'a/b', mountPropagation: 'HostToContainer' },
      { name: 'empty', mountPath: '/own', subPathExpr: '$(PORT)' },
    ];
    const [first] = mounts;
    const beside = { image: IMAGE, volumeMounts: [first] };
    const made = await createImage(one, IMAGE, {
      volumes: [...volumes, { name: 'unsaid' }],
      volume_mounts: [...mounts, ...parts],
      init_containers: [{ name: 'before', ...beside }],
      sidecars: [{ name: 'beside', ...beside }],
    });
    expect(await settled(one, made.id, made.latest_revision_id)).toMatchObject({ status: 'DEPLOYED' });
    const labels = encodeURIComponent(`agent-deploy/deployment=${made.id}`);
    const Mounting = z.looseObject({ name: z.string(), volumeMounts: z.array(z.unknown()) });
    const Spec = z.looseObject({
      volumes: z.array(z.unknown()),
      containers: z.array(Mounting),
      initContainers: z.array(Mounting),
    });
    const Pods = z.looseObject({ items: z.array(z.looseObject({ spec: Spec })) });
    const listed = await api.request('GET', `/api/v1/namespaces/${namespace}/pods?labelSelector=${labels}`);
    const [pod] = Pods.parse(accepted(listed)).items;
    expect(pod?.spec).toMatchObject({
      volumes: [...volumes, { name: 'unsaid', emptyDir: { sizeLimit: '100Mi' } }],
    });
    const mountedIn = Object.fromEntries(
      [...(pod?.spec.containers ?? []), ...(pod?.spec.initContainers ?? [])].map(({ name, volumeMounts }) => [
        name,
        volumeMounts,
      ]),
    );
    expect(mountedIn).toMatchObject({
      agent: expect.arrayContaining([...mounts, ...parts]),
      before: [first],
      beside: [first],
    });
  } finally {
    await api.request('DELETE', `/api/v1/persistentvolumes/${storage}`);
  }
});
