// Tests of reasons that delay the pods of a revision without failing the revision, and that the log reports in the
// cluster's words.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { accepted, type ClusterApi, openClusterApi } from '../../harness/cluster/api.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import { until } from '../../harness/until.ts';
import {
  asked,
  createImage,
  type Deployment,
  deployLog,
  openPlaneHome,
  type PlaneHome,
  readDeployed,
  settled,
} from './support/planes.ts';

const IMAGE = 'registry.test/agent:1';
const ADMISSION = { apiVersion: 'admissionregistration.k8s.io/v1' };
let api: ClusterApi;
let namespace = '';
let home: PlaneHome;
let plane: EmulatorHandle;
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'waiting');
  home = await openPlaneHome(api.access, namespace);
  plane = await home.start();
});
afterAll(async () => {
  await home.close();
  await api.close();
});

const logHas = ({ id, latest_revision_id: revision }: Deployment, words: RegExp) =>
  until(async () => words.test(await deployLog(plane, id, revision)), `${String(words)} in its log`);

/** Deletes a deployment that does not start. */
async function remove({ id }: Deployment): Promise<void> {
  await asked(plane, 'DELETE', `/v2/deployments/${id}`);
  await until(async () => (await plane.api('GET', `/v2/deployments/${id}`)).status === 404, 'its end');
}

const List = z.looseObject({
  items: z.array(z.looseObject({ metadata: z.looseObject({ name: z.string() }) })),
});
/** Makes the cluster report after a second that a revision makes no progress, instead of after 10 minutes. */
async function hasten(revisionId: string): Promise<void> {
  const place = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  const labels = encodeURIComponent(`agent-deploy/revision=${revisionId}`);
  const list = List.parse(accepted(await api.request('GET', `${place}?labelSelector=${labels}`)));
  const [one] = list.items;
  const patch = { spec: { progressDeadlineSeconds: 1 } };
  const target = `${place}/${one?.metadata.name ?? ''}`;
  accepted(await api.request('PATCH', target, patch, 'application/merge-patch+json'));
}

// docs/kubernetes.md#waiting
test.each<[string, string, object, RegExp]>([
  [
    'an image that cannot be pulled',
    'registry.test/agent:missing',
    {},
    /ImagePullBackOff: Back-off pulling image .*agent:missing.*not found/,
  ],
  [
    'pods for which no node has room',
    IMAGE,
    {
      init_containers: [
        { name: 'large', image: IMAGE, resources: { requests: { cpu: '1000' }, limits: { cpu: '1000' } } },
      ],
    },
    /is not scheduled on a node: Unschedulable: 0\/1 nodes are available: .*Insufficient cpu/,
  ],
])(
  'a revision that waits for %s shows the cause in the log, and fails without replacing the previous revision',
  async (_, image, spec, words) => {
    const made = await createImage(plane, IMAGE);
    expect(await settled(plane, made.id, made.latest_revision_id)).toMatchObject({ status: 'DEPLOYED' });
    const changed = await asked<Deployment>(plane, 'PATCH', `/v2/deployments/${made.id}`, {
      source_config: { resource_spec: spec },
      source_revision_config: { image_uri: image },
    });
    await logHas(changed, words);
    await hasten(changed.latest_revision_id);
    const end = await settled(plane, made.id, changed.latest_revision_id);
    expect(end).toMatchObject({ status: 'DEPLOY_FAILED', status_message: expect.stringMatching(words) });
    expect(end.status_message).toMatch(/^The pods did not become available within \d+ s: 0 of 1 pods/);
    expect(await readDeployed(plane, made.id)).toMatchObject({ active_revision_id: made.latest_revision_id });
  },
);

test('a deployment that waits for its image can be deleted', async () => {
  const made = await createImage(plane, 'registry.test/agent:missing');
  await logHas(made, /ImagePullBackOff/);
  await remove(made);
});

test('pods that cannot be scheduled are reported, and start after a node has room', async () => {
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'awaited', namespace },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      volumeName: `awaited-${namespace}`,
      resources: { requests: { storage: '1Gi' } },
    },
  };
  const volume = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `awaited-${namespace}` },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: '/nowhere' },
    },
  };
  const made = await createImage(plane, IMAGE, {
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'awaited' } }],
    volume_mounts: [{ name: 'data', mountPath: '/data' }],
  });
  await logHas(made, /persistentvolumeclaim "awaited" not found/);
  try {
    accepted(await api.request('POST', '/api/v1/persistentvolumes', volume));
    accepted(await api.apply(claim));
    expect(await settled(plane, made.id, made.latest_revision_id)).toMatchObject({ status: 'DEPLOYED' });
    await remove(made);
  } finally {
    await api.request('DELETE', `/api/v1/persistentvolumes/${volume.metadata.name}`);
  }
});

test('the rollout waits for an admission webhook that cannot be reached', async () => {
  const metadata = { name: namespace };
  const webhook = {
    name: 'absent.example.com',
    clientConfig: { url: 'https://127.0.0.1:1/' },
    failurePolicy: 'Fail',
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    rules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] }],
  };
  const kind = 'ValidatingWebhookConfiguration';
  accepted(await api.apply({ ...ADMISSION, kind, metadata, webhooks: [webhook] }));
  const place = `/apis/${ADMISSION.apiVersion}/validatingwebhookconfigurations/${namespace}`;
  try {
    // The object takes effect a moment after its creation.
    const made = await until(async () => {
      const one = await createImage(plane, IMAGE);
      const words = /failed calling webhook "absent\.example\.com"/;
      const isHeld = await until(async () => {
        if (words.test(await deployLog(plane, one.id, one.latest_revision_id))) return 'held';
        const { active_revision_id: active } = await asked<Deployment>(
          plane,
          'GET',
          `/v2/deployments/${one.id}`,
        );
        return active !== null && 'deployed';
      }, 'the webhook, or its absence');
      return isHeld === 'held' && one;
    }, 'the webhook to be in force');
    accepted(await api.request('DELETE', place));
    expect(await settled(plane, made.id, made.latest_revision_id)).toMatchObject({ status: 'DEPLOYED' });
  } finally {
    await api.request('DELETE', place);
  }
});
