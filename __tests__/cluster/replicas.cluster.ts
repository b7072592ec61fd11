// Tests of several replicas of a control plane behind one address, on the cluster and the database that all suites
// share.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type ClusterApi, openClusterApi } from '../../harness/cluster/api.ts';
import { nodeImage, playImages } from '../../harness/cluster/pods/images.ts';
import { type Replicas, startReplicas } from '../../harness/cluster/replicas.ts';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import { until } from '../../harness/until.ts';
import { changeImage, createImage, settled } from './support/planes.ts';

const IMAGE = 'registry.test/echo:1';
const NEXT = 'registry.test/echo:2';
/** Image of an agent that is healthy once a file exists. */
const GATED = 'registry.test/echo:gated';
const PROGRAM = `
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
const { NAME: name, GATE: gate, VERSION: version, PORT } = process.env;
createServer((request, response) => {
  if (gate !== undefined && !existsSync(gate)) response.writeHead(503);
  response.end(JSON.stringify({ path: request.url, name, version }));
}).listen(Number(PORT));
process.on('SIGTERM', () => process.exit(0));
`;

let api: ClusterApi;
let folder = '';
let gate = '';
let replicas: Replicas;
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  folder = await mkdtemp(path.join(tmpdir(), 'echo-'));
  const file = path.join(folder, 'echo.mjs');
  await writeFile(file, PROGRAM);
  const namespace = await freshNamespace(api, 'replicas');
  gate = path.join(folder, 'gate');
  await playImages(api, namespace, {
    [IMAGE]: nodeImage(file),
    [NEXT]: nodeImage(file, { VERSION: 'the next' }),
    [GATED]: nodeImage(file, { VERSION: 'gated', GATE: gate }),
  });
  replicas = await startReplicas(2, { access: api.access, namespace });
});
afterAll(async () => {
  await replicas.close();
  await api.close();
  await rm(folder, { recursive: true });
});

// docs/kubernetes.md#without-replicas
test('each replica routes to an image that another replica deployed, even while replicas are killed at random', async () => {
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
    // A connection to a replica ends with the replica, and the next connection succeeds.
    const answer = await until(() => replicas.api('GET', `/d/${id}/${count}`).catch(() => undefined));
    expect([answer.status, answered.parse(answer.body).path]).toEqual([200, `/${count}`]);
  }
  expect(await churn.ended).toBe(4);
  const { body } = await replicas.api('GET', `/v2/deployments/${id}`);
  expect(body).toMatchObject({ active_revision_id: revision });
});

const Health = z.looseObject({ replica: z.looseObject({ id: z.string(), claims: z.number() }) });
const healthOf = async (replica: EmulatorHandle) =>
  Health.parse((await replica.api('GET', `${replica.urls.admin}/health`)).body).replica;

// docs/kubernetes.md#suspended-rollout
test('a replica that was suspended during a rollout and replaced changes nothing afterwards', async () => {
  const { id, latest_revision_id: first } = await createImage(replicas, GATED);
  await until(async () => {
    const { body } = await replicas.api('GET', `/v2/deployments/${id}/revisions/${first}`);
    return z.looseObject({ status: z.string() }).parse(body).status === 'DEPLOYING';
  }, 'the rollout');
  const all = await Promise.all(
    replicas.running.map(async (replica) => ({ replica, ...(await healthOf(replica)) })),
  );
  const owner = all.find(({ claims }) => claims > 0);
  if (owner === undefined) throw new Error(`no replica works on it: ${JSON.stringify(all)}`);
  const other = all.find(({ replica }) => replica !== owner.replica)?.replica;
  if (other === undefined) throw new Error('there is one replica only');
  // The test does not use the common address, because its connection may lead to the frozen replica.
  const { thaw } = replicas.freeze(owner.replica);
  try {
    await writeFile(gate, '');
    expect(await settled(other, id, first)).toMatchObject({ status: 'DEPLOYED' });
    const second = await changeImage(other, id, NEXT);
    expect(await settled(other, id, second)).toMatchObject({ status: 'DEPLOYED' });
  } finally {
    thaw();
  }
  // The evicted replica closes its connections, and restarts under another name.
  const back = until(async () => {
    const health = await healthOf(owner.replica).catch(() => undefined);
    return health !== undefined && health.id !== owner.id;
  }, 'its return');
  do {
    const { status, body } = await other.api('GET', `/d/${id}/`);
    expect([status, body]).toEqual([200, expect.objectContaining({ version: 'the next' })]);
  } while (!(await Promise.race([back, delay(5, false)])));
  // The first attempt may use a connection that the replica has just closed.
  const { body } = await until(() => owner.replica.api('GET', `/d/${id}/`).catch(() => undefined));
  expect(body).toMatchObject({ version: 'the next' });
});
