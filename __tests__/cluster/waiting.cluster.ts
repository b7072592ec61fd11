// What keeps the pods of a revision from starting without being its end: the log says it, in the words of the cluster.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
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
  settled,
} from './support/planes.ts';

const PATIENCE_MS = 90_000;
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
}, PATIENCE_MS);
afterAll(async () => {
  await home.close();
  await api.close();
});

const logHas = ({ id, latest_revision_id: revision }: Deployment, words: RegExp) =>
  until(async () => words.test(await deployLog(plane, id, revision)), `${String(words)} in its log`);

/** Ends a deployment that does not start. */
async function remove({ id }: Deployment): Promise<void> {
  await asked(plane, 'DELETE', `/v2/deployments/${id}`);
  await until(async () => (await plane.api('GET', `/v2/deployments/${id}`)).status === 404, 'its end');
}

// docs/kubernetes.md#waiting
test(
  'an image that cannot be pulled is said while it is tried again, and its deployment can be deleted',
  async () => {
    const made = await createImage(plane, 'registry.test/agent:missing');
    await logHas(made, /ImagePullBackOff: Back-off pulling image .*agent:missing.*not found/);
    await remove(made);
  },
  PATIENCE_MS,
);

test(
  'pods that cannot be scheduled are said, and start when they can',
  async () => {
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
  },
  PATIENCE_MS,
);

test(
  'an admission webhook that cannot be reached is waited for',
  async () => {
    const metadata = { name: namespace };
    const webhook = {
      name: 'absent.example.com',
      clientConfig: { url: 'https://127.0.0.1:1/' },
      failurePolicy: 'Fail',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
      rules: [
        { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] },
      ],
    };
    const kind = 'ValidatingWebhookConfiguration';
    accepted(await api.apply({ ...ADMISSION, kind, metadata, webhooks: [webhook] }));
    const place = `/apis/${ADMISSION.apiVersion}/validatingwebhookconfigurations/${namespace}`;
    try {
      // It is in force a moment after it was made.
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
  },
  PATIENCE_MS,
);
