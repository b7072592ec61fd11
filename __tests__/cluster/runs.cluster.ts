// Tests of runs in an agent pod that one replica of a control plane executes and another replica shows.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
import { revisionName } from '../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';
import { asked, type Deployment, readDeployed, settled } from './support/planes.ts';

/** A graph whose run ends once the file in its input exists. */
const AGENT = `
import { existsSync } from 'node:fs';
export const graph = {
  async invoke({ file }: { file: string }) {
    while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
    return { done: true };
  },
};
`;

let api: ClusterApi;
let replicas: Replicas;
let folder = '';
let namespace = '';
/** A deployment of the type `prod`. */
let made: Deployment;
/** A deployment of the type `dev`. */
let idle: Deployment;
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'runs');
  folder = await mkdtemp(path.join(tmpdir(), 'runs-'));
  replicas = await startReplicas(2, {
    access: api.access,
    namespace,
    healthTimeout: WAIT_LIMIT_MS / 1_000,
    // The deployment of the type `prod` is never idle.
    flags: ['--idle-timeout', '5'],
  });
  const files = { ...plainAgent(), 'src/agent.ts': AGENT };
  const { url } = await createRepository(files, 'main', folder);
  const deploy = async (name: string, type: string) => {
    const created = await asked<Deployment>(replicas, 'POST', '/v2/deployments', {
      name,
      source: 'git_host',
      source_config: { integration_id: null, repo_url: url, deployment_type: type },
      source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
      secrets: [],
    });
    const end = await settled(replicas, created.id, created.latest_revision_id);
    expect(end).toMatchObject({ status: 'DEPLOYED' });
    return created;
  };
  [made, idle] = await Promise.all([deploy('waiting', 'prod'), deploy('idle', 'dev')]);
});
afterAll(async () => {
  await replicas.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const Workload = z.looseObject({
  spec: z.looseObject({ replicas: z.number() }),
  status: z.looseObject({ readyReplicas: z.number().default(0) }),
});

/** Returns the requested and the ready number of pods of the deployment's active revision. */
async function podsOf({ id }: Deployment): Promise<{ requested: number; ready: number }> {
  const { active_revision_id: revisionId } = await readDeployed(replicas, id);
  const name = revisionName({ deploymentId: id, revisionId: revisionId ?? '' });
  const found = await api.request('GET', `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`);
  const { spec, status } = Workload.parse(accepted(found));
  return { requested: spec.replicas, ready: status.readyReplicas };
}

// docs/kubernetes/pods.md#scale-by-runs
test('a deployment of the type prod gets a pod for each ten runs', async () => {
  expect(await podsOf(made)).toEqual({ requested: 1, ready: 1 });
  const file = path.join(folder, 'many');
  const body = { assistant_id: 'agent', input: { file }, on_completion: 'keep' };
  const created = Array.from({ length: 12 }, () =>
    asked<{ run_id: string; thread_id: string }>(replicas, 'POST', `/d/${made.id}/runs`, body),
  );
  const runs = await Promise.all(created);
  await until(async () => (await podsOf(made)).ready === 2, 'the second pod');
  await writeFile(file, '');
  for (const { thread_id: thread, run_id: id } of runs)
    await asked(replicas, 'GET', `/d/${made.id}/threads/${thread}/runs/${id}/join`);
  // The second pod stays for the cool-down.
  expect(await podsOf(made)).toEqual({ requested: 2, ready: 2 });
});

// docs/kubernetes/pods.md#served
test('an idle deployment loses its pod, serves the first requests, and can be rolled out', async () => {
  const agent = `/d/${idle.id}`;
  const isIdle = () => until(async () => (await podsOf(idle)).requested === 0, 'the end of the last pod');
  const body = { assistant_id: 'agent', input: { file: folder } };

  await isIdle();
  expect((await replicas.api('GET', `${agent}/ok`)).status).toBe(200);
  expect((await podsOf(idle)).requested).toBe(0);
  const results = Array.from({ length: 4 }, () => asked(replicas, 'POST', `${agent}/runs/wait`, body));
  expect(await Promise.all(results)).toEqual(Array.from({ length: 4 }, () => ({ done: true })));
  expect(await podsOf(idle)).toEqual({ requested: 1, ready: 1 });

  await isIdle();
  const next = await asked<Deployment>(replicas, 'PATCH', `/v2/deployments/${idle.id}`, {
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
  });
  expect(await settled(replicas, idle.id, next.latest_revision_id)).toMatchObject({ status: 'DEPLOYED' });
  expect(await asked(replicas, 'POST', `${agent}/runs/wait`, body)).toEqual({ done: true });
  // The other deployment has the type prod, so it keeps its pods.
  expect((await podsOf(made)).requested).toBeGreaterThan(0);
});

// docs/kubernetes/guarantees.md#run-outlives-replica
test('a run continues if its replica is killed, and can be joined at another replica', async () => {
  const [first, second] = replicas.running;
  if (first === undefined || second === undefined) throw new Error('there are fewer replicas');
  const agent = `/d/${made.id}`;
  const [assistant] = await asked<{ assistant_id: string }[]>(
    first,
    'POST',
    `${agent}/assistants/search`,
    {},
  );
  const start = async (replica: EmulatorHandle, name: string) => {
    const { thread_id: thread } = await asked<{ thread_id: string }>(replica, 'POST', `${agent}/threads`, {});
    const input = { file: path.join(folder, name) };
    const body = { assistant_id: assistant?.assistant_id, input };
    const runs = `${agent}/threads/${thread}/runs`;
    const { run_id: id } = await asked<{ run_id: string }>(replica, 'POST', runs, body);
    const run = `${runs}/${id}`;
    await until(async () => (await asked<{ status: string }>(second, 'GET', run)).status === 'running');
    return { run, file: input.file };
  };

  const stopped = await start(first, 'stopped');
  await asked(second, 'POST', `${stopped.run}/cancel?wait=1`);
  expect(await asked(second, 'GET', stopped.run)).toMatchObject({ status: 'interrupted' });

  const { run, file } = await start(first, 'killed');
  const joining = asked(second, 'GET', `${run}/join`);
  await replicas.kill(first);
  await writeFile(file, '');
  expect(await joining).toEqual({ done: true });
  expect(await asked(second, 'GET', run)).toMatchObject({ status: 'success' });
});
