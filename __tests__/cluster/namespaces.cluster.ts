// Tests of the namespaces where a control plane runs agents, and of objects of other programs, which it does not
// change.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type ClusterApi, openClusterApi } from '../../harness/cluster/api.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import {
  asked,
  changeImage,
  createImage,
  type Deployment,
  openPlaneHome,
  type PlaneHome,
  readDeployed,
  settled,
} from './support/planes.ts';

const IMAGE = 'registry.test/agent:1';
let api: ClusterApi;
let namespace = '';
let home: PlaneHome;
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'bounded');
});
afterAll(() => api.close());
beforeEach(async () => {
  home = await openPlaneHome(api.access, namespace);
});
afterEach(() => home.close());

const serviceOf = ({ id }: Pick<Deployment, 'id'>, where = namespace) =>
  `/api/v1/namespaces/${where}/services/ad-${id.replaceAll('-', '')}`;

// docs/kubernetes.md#bounds
// docs/security/emulator.md#cluster-bounds
test('a deployment in a namespace that is not for agents fails with one sentence, and can be deleted', async () => {
  const other = await freshNamespace(api, 'outside');
  const plane = await home.start({ flags: ['--agent-namespaces', namespace] });
  const listener = await asked<{ id: string }>(plane, 'POST', '/v2/listeners', {
    compute_type: 'k8s',
    compute_id: 'cluster',
    compute_config: { k8s_namespaces: [other, namespace] },
  });
  const into = (name: string) =>
    createImage(
      plane,
      IMAGE,
      {},
      { source_config: { listener_id: listener.id, listener_config: { k8s_namespace: name } } },
    );
  const outside = await into(other);
  const end = await settled(plane, outside.id, outside.latest_revision_id);
  expect(end.status).toMatch(/_FAILED$/);
  expect(end.status_message).toContain(
    `The revision cannot run in the namespace ${other} of listener_config: agents of this control plane may run only in ${namespace} (--agent-namespaces).`,
  );
  expect((await api.request('GET', serviceOf(outside, other))).status).toBe(404);
  const inside = await into(namespace);
  expect(await settled(plane, inside.id, inside.latest_revision_id)).toMatchObject({ status: 'DEPLOYED' });
  await asked(plane, 'DELETE', `/v2/deployments/${outside.id}`);
  await plane.stop();
});

test('a control plane does not start if --agent-namespaces omits the default namespace of agents', async () => {
  await expect(home.start({ flags: ['--agent-namespaces', 'elsewhere'] })).rejects.toThrow(
    `--agent-namespaces elsewhere does not contain ${namespace}`,
  );
});

// docs/kubernetes.md#names-of-others
test('objects created under a different --plane-id belong to a different control plane until that ID is used again', async () => {
  const first = await home.start({ flags: ['--plane-id', 'first'] });
  const made = await createImage(first, IMAGE);
  await settled(first, made.id, made.latest_revision_id);
  await first.stop();

  const second = await home.start({ flags: ['--plane-id', 'second'] });
  const end = await settled(second, made.id, await changeImage(second, made.id, 'registry.test/agent:2'));
  expect(end).toMatchObject({ status: 'DEPLOY_FAILED' });
  expect(end.status_message).toContain(
    'belongs to the control plane first, so this control plane (second) does not change it',
  );
  expect(end.status_message).toContain('--plane-id first');
  await second.stop();

  const again = await home.start({ flags: ['--plane-id', 'first'] });
  const taken = await changeImage(again, made.id, 'registry.test/agent:3');
  expect(await settled(again, made.id, taken)).toMatchObject({ status: 'DEPLOYED' });
  expect(await readDeployed(again, made.id)).toMatchObject({ active_revision_id: taken });
  await again.stop();
});
