// Tests for agents that are built from code and run as pods: runs over links while revisions change, pods end and
// replicas are killed.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { graphConfig, rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { accepted, type ClusterApi, openClusterApi } from '../../harness/cluster/api.ts';
import { type Replicas, startReplicas } from '../../harness/cluster/replicas.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import { createRepository, type FileTree, type FixtureRepository } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';
import { asked, type Deployment, deployLog, readDeployed, settled } from './support/planes.ts';

/**
 * Returns an agent that prints its version. On request, the agent writes a file for each attempt and waits for another
 * file, or dies in its first attempt.
 */
const agentOf = (version: string): FileTree => ({
  'langgraph.json': graphConfig('./agent.mjs:graph'),
  'agent.mjs': `import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
const isThere = (folder, kind) => readdirSync(folder).some((name) => name.startsWith(kind));
export const graph = {
  async invoke({ say, folder, asks, dies }, { signal }) {
    if (folder) {
      const isFirst = !isThere(folder, 'at-');
      writeFileSync(folder + '/at-' + randomUUID(), '');
      if (dies && isFirst) process.kill(process.pid, 'SIGKILL');
      while (!existsSync(folder + '/open')) {
        signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    const api = globalThis[Symbol.for('langgraph_api:fetch')];
    const request = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    const answer = asks ? await (await api(asks, request)).json() : null;
    return { say, version: '${version}', answer };
  },
};
`,
});

interface Result {
  say: string;
  version: string;
  answer: unknown;
}

let api: ClusterApi;
let replicas: Replicas;
let namespace = '';
let folder = '';
let repository: FixtureRepository;
let deployment: Deployment;
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'agent-pods');
  folder = await mkdtemp(path.join(tmpdir(), 'agent-pods-'));
  replicas = await startReplicas(2, { access: api.access, namespace, healthTimeout: WAIT_LIMIT_MS / 1_000 });
  repository = await createRepository(agentOf('v0'));
  deployment = await asked<Deployment>(replicas, 'POST', '/v2/deployments', {
    name: 'linked',
    source: 'git_host',
    source_config: { repo_url: repository.url },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    secrets: [],
  });
  const end = await settled(replicas, deployment.id, deployment.latest_revision_id);
  expect([end.status, end.status_message]).toEqual(['DEPLOYED', null]);
});
afterAll(async () => {
  await replicas.close();
  await repository.remove();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const of = (target: string): string => `/d/${deployment.id}${target}`;
const run = (input: object, plane: Pick<EmulatorHandle, 'api'> = replicas) =>
  asked<Result>(plane, 'POST', of('/runs/wait'), { assistant_id: 'agent', input });
const attemptsIn = async (name: string) =>
  (await readdir(name)).filter((file) => file.startsWith('at-')).length;
const newFolder = () => mkdtemp(path.join(folder, 'run-'));

// docs/kubernetes.md#code-switch
test('no run fails while one revision replaces another', async () => {
  const seen = new Set<string>();
  const over = new AbortController();
  const clients = Array.from({ length: 4 }, async (_, client) => {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const say = `${client} ${count}`;
      const result = await run({ say });
      expect(result.say).toBe(say);
      seen.add(result.version);
    }
  });
  for (const version of ['v1', 'v2']) {
    await repository.commit(agentOf(version));
    const changed = await asked<Deployment>(replicas, 'PATCH', `/v2/deployments/${deployment.id}`, {
      source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    });
    const end = await settled(replicas, deployment.id, changed.latest_revision_id);
    expect([end.status, end.status_message]).toEqual(['DEPLOYED', null]);
    await until(() => seen.has(version), version);
  }
  over.abort();
  await Promise.all(clients);
  expect([...seen].toSorted()).toEqual(['v0', 'v1', 'v2']);
});

// docs/kubernetes.md#code-worker
test('a run whose worker was killed is repeated by the next worker', async () => {
  const at = await newFolder();
  const result = run({ say: 'again', folder: at, dies: true });
  await until(async () => (await attemptsIn(at)) === 2, 'the second attempt');
  await writeFile(path.join(at, 'open'), '');
  expect((await result).say).toBe('again');
});

// docs/kubernetes.md#code-replica
test('a run whose replica was killed is repeated by another replica, which has its own links to the workers', async () => {
  const at = await newFolder();
  const [victim, other] = replicas.running;
  if (victim === undefined || other === undefined) throw new Error('there are fewer replicas');
  const { thread_id: thread } = await asked<{ thread_id: string }>(victim, 'POST', of('/threads'), {});
  const { run_id: id } = await asked<{ run_id: string }>(victim, 'POST', of(`/threads/${thread}/runs`), {
    assistant_id: 'agent',
    input: { say: 'kept', folder: at },
  });
  await until(async () => (await attemptsIn(at)) > 0, 'the first attempt');
  const writes = async () =>
    (await asked<{ status: string }>(other, 'GET', of(`/threads/${thread}/runs/${id}`))).status;
  expect(await writes()).toBe('running');
  await victim.kill();
  await writeFile(path.join(at, 'open'), '');
  await until(async () => (await writes()) === 'success', 'the end of the run');
  const result = await asked<Result>(other, 'GET', of(`/threads/${thread}/runs/${id}/join`));
  expect(result.say).toBe('kept');
  await replicas.start();
});

// docs/kubernetes.md#older-pods
test('pods of an earlier build are replaced, and runs continue in the new pods', async () => {
  const { active_revision_id: revision } = await asked<Deployment>(
    replicas,
    'GET',
    `/v2/deployments/${deployment.id}`,
  );
  const compact = (id: string | null) => String(id).replaceAll('-', '');
  const name = `ad-${compact(deployment.id).slice(0, 8)}-${compact(revision)}`;
  const at = `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`;
  const shape = z.looseObject({
    spec: z.looseObject({
      template: z.looseObject({ metadata: z.looseObject({ annotations: z.record(z.string(), z.string()) }) }),
    }),
  });
  const annotations = async () =>
    shape.parse(accepted(await api.request('GET', at))).spec.template.metadata.annotations;
  const change = async (annotation: Record<string, string | null>) => {
    const changed = { spec: { template: { metadata: { annotations: annotation } } } };
    accepted(await api.request('PATCH', at, changed, 'application/merge-patch+json'));
  };
  const present = await annotations();
  expect(present).toMatchObject({ 'agent-deploy/tls': 'true' });
  await change({ 'agent-deploy/link': '1', 'agent-deploy/tls': null });
  expect(await annotations()).not.toEqual(present);
  await until(async () => isDeepStrictEqual(await annotations(), present), 'another rollout');
  expect((await run({ say: 'after' })).say).toBe('after');
});

// docs/kubernetes.md#code-own-api
test("an agent's code calls its own deployment's API through the replica that runs the code", async () => {
  const { answer } = await run({ say: 'x', asks: '/threads' });
  expect(answer).toMatchObject({ thread_id: expect.any(String), status: 'idle' });
});

const ENDLESS: FileTree = {
  'package.json': '{"name": "endless", "private": true, "type": "module"}',
  'langgraph.json': graphConfig('./agent.mjs:graph'),
  'agent.mjs': `import { Annotation, START, StateGraph } from '@langchain/langgraph';
const State = Annotation.Root({ count: Annotation() });
export const graph = new StateGraph(State)
  .addNode('turn', ({ count }) => ({ count: count + 1 }))
  .addEdge(START, 'turn')
  .addEdge('turn', 'turn')
  .compile();
`,
};

// docs/agent-server.md#agent-log
test('the deploy log of an agent pod contains a warning about a graph that repeats its steps', async () => {
  const [replica] = replicas.running;
  if (replica === undefined) throw new Error('no replica runs');
  const endless = await createRepository(ENDLESS);
  const { deploymentId } = await deployAgent(replica, endless, { installCommand: rootModulesInstall() });
  await endless.remove();
  const { active_revision_id: revisionId } = await readDeployed(replicas, deploymentId);
  for (const durability of ['async', 'exit']) {
    const thread = await asked<{ thread_id: string }>(replicas, 'POST', `/d/${deploymentId}/threads`, {});
    const target = `/d/${deploymentId}/threads/${thread.thread_id}/runs`;
    const config = { recursion_limit: 210 };
    const body = { assistant_id: 'agent', input: { count: 0 }, config, durability };
    const { run_id: id } = await asked<{ run_id: string }>(replicas, 'POST', target, body);
    const warned = async (count: number) =>
      (await deployLog(replicas, deploymentId, revisionId ?? '')).includes(
        `Run ${id} of graph 'agent' has taken ${count} steps.`,
      );
    await until(() => warned(200), `the second warning of a run with durability ${durability}`);
    expect(await warned(100)).toBe(true);
  }
});
