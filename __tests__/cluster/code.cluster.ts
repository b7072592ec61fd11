import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import { accepted, type ClusterApi, openClusterApi } from '../../harness/cluster/api.ts';
import { type Replicas, startReplicas } from '../../harness/cluster/replicas.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';
import { asked, deployLog, type Deployment, settled } from './support/planes.ts';

const Pods = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string(), annotations: z.record(z.string(), z.string()).optional() }),
      status: z.object({ podIP: z.string().optional() }),
    }),
  ),
});
let api: ClusterApi;
let replicas: Replicas;
let folder = '';
let namespace = '';
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'code');
  folder = await mkdtemp(path.join(tmpdir(), 'code-'));
  replicas = await startReplicas(2, { access: api.access, namespace, healthTimeout: WAIT_LIMIT_MS / 1_000 });
});
afterAll(async () => {
  await replicas.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const one = (index: number): EmulatorHandle => {
  const replica = replicas.running[index];
  if (replica === undefined) throw new Error('there are fewer replicas');
  return replica;
};

/** Deploys an agent from git. */
async function deployCode(name: string): Promise<Deployment> {
  const { url } = await createRepository(plainAgent(), 'main', folder);
  const made = await asked<Deployment>(one(0), 'POST', '/v2/deployments', {
    name,
    source: 'git_host',
    source_config: { integration_id: null, repo_url: url },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    secrets: [],
  });
  const end = await settled(one(1), made.id, made.latest_revision_id);
  const log = await deployLog(one(1), made.id, made.latest_revision_id);
  expect([end.status, end.status_message, log]).toEqual(['DEPLOYED', null, expect.any(String)]);
  return made;
}

/** Returns the pods of a deployment's latest revision. */
async function podsOf(made: Deployment) {
  const labels = encodeURIComponent(`agent-deploy/revision=${made.latest_revision_id}`);
  const listed = await api.request('GET', `/api/v1/namespaces/${namespace}/pods?labelSelector=${labels}`);
  return Pods.parse(accepted(listed)).items;
}

/** Returns the names in the certificate with which the pod at this address serves TLS. */
const certificateNames = (host: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    // The test only reads the certificate. Replicas check it.
    const socket = connect({ host, port: 8000, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subjectaltname);
      socket.destroy();
    });
    socket.on('error', reject);
  });

// docs/kubernetes.md#from-code
// docs/kubernetes/tls.md#pods-over-tls
test('an agent from git is built by a pod, runs as a pod, and responds through each replica', async () => {
  const made = await deployCode('coded');
  // This replica reaches pods at their addresses, as inside the cluster.
  const direct = await replicas.start({ flags: ['--cluster-traffic', 'direct'] });
  for (const replica of [one(0), one(1), direct]) {
    const assistant = await asked<{ assistant_id: string }[]>(
      replica,
      'POST',
      `/d/${made.id}/assistants/search`,
      {},
    );
    const body = { assistant_id: assistant[0]?.assistant_id, input: { messages: [] } };
    expect(await asked(replica, 'POST', `/d/${made.id}/runs/wait`, body)).toBeDefined();
  }
  // Because of this annotation, all these replicas linked to the pod over TLS.
  const [pod] = await podsOf(made);
  expect(pod?.metadata.annotations).toMatchObject({ 'agent-deploy/tls': 'true' });
  expect(await certificateNames(pod?.status.podIP ?? '')).toBe(
    `DNS:${made.latest_revision_id}.${made.id}.agents.internal`,
  );
});

// docs/kubernetes/guarantees.md#built-once
test("an agent's pods can restart from the stored build after all replicas that ran during the build are gone", async () => {
  const made = await deployCode('restarted');
  const before = [...replicas.running];
  await Promise.all([replicas.start(), replicas.start()]);
  for (const replica of before) await replicas.kill(replica);
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const podNames = async () => (await podsOf(made)).map(({ metadata }) => metadata.name);
  const old = await podNames();
  expect(old).not.toEqual([]);
  for (const name of old) accepted(await api.request('DELETE', `${pods}/${name}`));
  await until(async () => {
    const names = await podNames();
    return names.length > 0 && names.every((name) => !old.includes(name));
  }, 'other pods');
  const [assistant] = await until(async () => {
    const { status, body } = await replicas.api('POST', `/d/${made.id}/assistants/search`, {});
    return status === 200 && (body as { assistant_id: string }[]);
  }, 'an answer');
  const run = { assistant_id: assistant?.assistant_id, input: { messages: [] } };
  const answer = await until(async () => {
    const { status, body } = await replicas.api('POST', `/d/${made.id}/runs/wait`, run);
    return status === 200 && { body };
  }, 'the result of a run');
  expect(answer.body).toBeDefined();
});
