import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type ClusterApi, accepted, openClusterApi } from '../../harness/cluster/api.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import { until } from '../../harness/until.ts';
import {
  asked,
  changeImage,
  createImage,
  deployLog,
  openPlaneHome,
  type PlaneHome,
  readDeployed,
  settled,
} from './support/planes.ts';

const PATIENCE_MS = 60_000;
let api: ClusterApi;
let namespace = '';
let home: PlaneHome;
let plane: EmulatorHandle;
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'images');
  home = await openPlaneHome(api.access, namespace);
  plane = await home.start();
}, PATIENCE_MS);
afterAll(async () => {
  await home.close();
  await api.close();
});

const List = z.looseObject({
  items: z.array(
    z.looseObject({
      metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()) }),
    }),
  ),
});
async function namesOf(kind: string, deploymentId: string): Promise<string[]> {
  const group = kind === 'deployments' ? '/apis/apps/v1' : '/api/v1';
  const labels = encodeURIComponent(`agent-deploy/deployment=${deploymentId}`);
  const list = await api.request('GET', `${group}/namespaces/${namespace}/${kind}?labelSelector=${labels}`);
  return List.parse(accepted(list)).items.map(({ metadata }) => metadata.name);
}
async function selected(deploymentId: string): Promise<string | undefined> {
  const name = `ad-${deploymentId.replaceAll('-', '')}`;
  const service = accepted(await api.request('GET', `/api/v1/namespaces/${namespace}/services/${name}`));
  const shape = z.looseObject({ spec: z.looseObject({ selector: z.record(z.string(), z.string()) }) });
  return shape.parse(service).spec.selector['agent-deploy/revision'];
}

test(
  'an image becomes pods behind a Service, and all of it goes with its deployment',
  async () => {
    const { id, latest_revision_id: revision } = await createImage(plane, 'registry.test/agent:1');
    expect(await settled(plane, id, revision)).toMatchObject({ status: 'DEPLOYED', status_message: null });
    expect(await readDeployed(plane, id)).toMatchObject({
      active_revision_id: revision,
      url: `${plane.urls.controlPlane}/d/${id}`,
    });
    expect(await selected(id)).toBe(revision);
    expect(await namesOf('deployments', id)).toHaveLength(1);
    expect(await deployLog(plane, id, revision)).toContain('Its pods are available');
    await asked(plane, 'DELETE', `/v2/deployments/${id}`);
    await until(async () => (await plane.api('GET', `/v2/deployments/${id}`)).status === 404, 'its end');
    for (const kind of ['services', 'deployments', 'secrets', 'pods']) {
      expect([kind, await namesOf(kind, id)]).toEqual([kind, []]);
    }
  },
  PATIENCE_MS,
);

test(
  'an image that fails leaves the one before serving, and nothing of itself',
  async () => {
    const { id, latest_revision_id: first } = await createImage(plane, 'registry.test/agent:1');
    await settled(plane, id, first);
    const second = await changeImage(plane, id, 'registry.test/agent:crashing');
    const failed = await settled(plane, id, second);
    expect(failed.status).toBe('DEPLOY_FAILED');
    expect(failed.status_message).toMatch(
      /^The container agent of the pod \S+ ended with exit code 1 after 3 restarts/,
    );
    expect(await readDeployed(plane, id)).toMatchObject({ active_revision_id: first });
    expect(await selected(id)).toBe(first);
    await until(async () => (await namesOf('deployments', id)).length === 1, 'the end of what failed');
    const third = await changeImage(plane, id, 'registry.test/agent:2');
    expect(await settled(plane, id, third)).toMatchObject({ status: 'DEPLOYED' });
    expect(await selected(id)).toBe(third);
  },
  PATIENCE_MS,
);
