// Several replicas of a control plane behind one address, on the cluster and the database of this tier.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type ClusterApi, openClusterApi } from '../../harness/cluster/api.ts';
import { nodeImage, playImages } from '../../harness/cluster/pods/images.ts';
import { type Replicas, startReplicas } from '../../harness/cluster/replicas.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import { until } from '../../harness/until.ts';
import { createImage, settled } from './support/planes.ts';

const IMAGE = 'registry.test/echo:1';
const PROGRAM = `
import { createServer } from 'node:http';
createServer((request, response) => response.end(JSON.stringify({ path: request.url, name: process.env.NAME })))
  .listen(Number(process.env.PORT));
process.on('SIGTERM', () => process.exit(0));
`;

let api: ClusterApi;
let folder = '';
let replicas: Replicas;
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  folder = await mkdtemp(path.join(tmpdir(), 'echo-'));
  const file = path.join(folder, 'echo.mjs');
  await writeFile(file, PROGRAM);
  const namespace = await freshNamespace(api, 'replicas');
  await playImages(api, namespace, { [IMAGE]: nodeImage(file) });
  replicas = await startReplicas(2, { access: api.access, namespace });
});
afterAll(async () => {
  await replicas.close();
  await api.close();
  await rm(folder, { recursive: true });
});

test('each replica answers for an image that one of them deployed, also while they are killed at random', async () => {
  const secrets = [{ name: 'NAME', value: 'from the author' }];
  const { id, latest_revision_id: revision } = await createImage(replicas, IMAGE, {}, { secrets });
  expect(await settled(replicas, id, revision)).toMatchObject({ status: 'DEPLOYED', status_message: null });
  for (const replica of replicas.running) {
    const { status, body } = await replica.api('GET', `/d/${id}/threads?limit=1`);
    expect([status, body]).toEqual([200, { path: '/threads?limit=1', name: 'from the author' }]);
  }
  const churn = replicas.churn({ seed: 7, withinMs: 300, times: 4 });
  const over = churn.ended.then(() => true);
  const answered = z.object({ path: z.string() });
  for (let count = 0; !(await Promise.race([over, delay(5, false)])); count += 1) {
    // A connection to a replica ends with it; another one is answered.
    const answer = await until(() => replicas.api('GET', `/d/${id}/${count}`).catch(() => undefined));
    expect([answer.status, answered.parse(answer.body).path]).toEqual([200, `/${count}`]);
  }
  expect(await churn.ended).toBe(4);
  const { body } = await replicas.api('GET', `/v2/deployments/${id}`);
  expect(body).toMatchObject({ active_revision_id: revision });
});
