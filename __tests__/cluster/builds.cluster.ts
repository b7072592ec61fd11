import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { type FileTree, createRepository } from '../../harness/git.ts';
import { missingExport, plainAgent } from '../../harness/agents/fixtures.ts';
import { accepted, type ClusterApi, openClusterApi } from '../../harness/cluster/api.ts';
import { SIGNAL_ANNOTATION } from '../../harness/cluster/pods/process-pod.ts';
import { type Replicas, startReplicas } from '../../harness/cluster/replicas.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import { until } from '../../harness/until.ts';
import { asked, type Deployment, settled } from './support/planes.ts';

const QUEUE = 'builds';
const Names = z.object({ items: z.array(z.object({ metadata: z.object({ name: z.string() }) })) });
const Jobs = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string(), labels: z.record(z.string(), z.string()) }),
      spec: z.object({ suspend: z.boolean() }),
      status: z.object({ startTime: z.string().optional() }),
    }),
  ),
});
let api: ClusterApi;
let queue: ReturnType<typeof playKueue>;
let replicas: Replicas;
let folder = '';
let namespace = '';
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'builds');
  folder = await mkdtemp(path.join(tmpdir(), 'builds-'));
  accepted(
    await api.request(
      'PATCH',
      '/api/v1/nodes/node-double',
      { metadata: { labels: { pool: QUEUE } } },
      'application/merge-patch+json',
    ),
  );
  queue = playKueue();
  const flags = ['--build-queue', QUEUE];
  const healthTimeout = WAIT_LIMIT_MS / 1_000;
  replicas = await startReplicas(2, { access: api.access, namespace, healthTimeout, flags });
});
afterAll(async () => {
  await queue.close();
  await replicas.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the Jobs of the namespace. */
const jobs = async () =>
  Jobs.parse(accepted(await api.request('GET', `/apis/batch/v1/namespaces/${namespace}/jobs`))).items;
const patchJob = async (name: string, spec: object) =>
  accepted(
    await api.request(
      'PATCH',
      `/apis/batch/v1/namespaces/${namespace}/jobs/${name}`,
      { spec },
      'application/merge-patch+json',
    ),
  );

/** Admits the suspended Jobs of the queue as Kueue does: selects their nodes, and resumes them. */
function playKueue() {
  const stop = new AbortController();
  const state = { isOpen: true };
  const admit = async () => {
    while (!stop.signal.aborted) {
      for (const { metadata, spec } of state.isOpen ? await jobs() : []) {
        if (!spec.suspend || metadata.labels['kueue.x-k8s.io/queue-name'] !== QUEUE) continue;
        const template = { spec: { nodeSelector: { pool: QUEUE } } };
        await patchJob(metadata.name, { suspend: false, template });
      }
      await delay(100, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const admitting = admit();
  return Object.assign(state, {
    async close() {
      stop.abort();
      await admitting;
    },
  });
}

const anyReplica = () => {
  const [replica] = replicas.running;
  if (replica === undefined) throw new Error('no replica runs');
  return replica;
};

async function create(name: string, files: FileTree, source: object = {}): Promise<Deployment> {
  const { url } = await createRepository(files, 'main', folder);
  return asked<Deployment>(anyReplica(), 'POST', '/v2/deployments', {
    name,
    source: 'git_host',
    source_config: { integration_id: null, repo_url: url, ...source },
    source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
    secrets: [{ name: 'OF_THE_AGENT', value: 'a-secret-of-the-agent' }],
  });
}

async function buildLog({ id, latest_revision_id: revision }: Deployment): Promise<string[]> {
  const answer = await asked<{ logs: { message: string }[] }>(
    anyReplica(),
    'POST',
    `/v1/projects/${id}/revisions/${revision}/build_logs`,
    { limit: 500 },
  );
  return answer.logs.map(({ message }) => message);
}

/** Returns the objects of builds in the namespace. */
async function leftOf(kind: 'pods' | 'secrets' | 'jobs'): Promise<string[]> {
  const group = kind === 'jobs' ? 'apis/batch/v1' : 'api/v1';
  const answer = await api.request('GET', `/${group}/namespaces/${namespace}/${kind}`);
  return Names.parse(accepted(answer))
    .items.map(({ metadata }) => metadata.name)
    .filter((name) => name.includes('-build-'));
}
const untilGone = () =>
  until(async () => {
    const left = await Promise.all((['jobs', 'pods', 'secrets'] as const).map(leftOf));
    return left.flat().length === 0;
  }, 'no builds');

/** Files with which a test follows and ends a build. */
async function gateOf(name: string) {
  const [began, gate, script] = ['began', 'gate', 'build.mjs'].map((file) =>
    path.join(folder, `${name}-${file}`),
  ) as [string, string, string];
  await writeFile(
    script,
    `import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
appendFileSync(${JSON.stringify(began)}, '.');
while (!existsSync(${JSON.stringify(gate)})) await setTimeout(20);
`,
  );
  const starts = async () => (await readFile(began, 'utf8').catch(() => '')).length;
  return {
    command: { build_command: `node ${script}` },
    /** Number of times that the build command has started. */
    starts,
    started: (times = 1) => until(async () => (await starts()) === times, `start ${times} of the build`),
    open: () => writeFile(gate, ''),
  };
}

/** Returns the path of the only build pod that exists. */
async function buildPod(): Promise<string> {
  const [pod, ...others] = await leftOf('pods');
  if (pod === undefined || others.length > 0) throw new Error('there is not exactly one build pod');
  return `/api/v1/namespaces/${namespace}/pods/${pod}`;
}

/**
 * A build command that prints which of these words it can read, in its own variables, and in the variables and
 * arguments of all processes of its pod. Each word is split in two, because the command itself is an argument.
 */
const LOOK_AROUND = `node -e "
const { readFileSync, readdirSync } = require('node:fs');
const read = (file) => { try { return readFileSync(file, 'utf8'); } catch { return ''; } };
const processes = readdirSync('/proc').filter((name) => Number(name) > 0);
const seen = [JSON.stringify(process.env), ...processes.flatMap((pid) => [read('/proc/' + pid + '/environ'), read('/proc/' + pid + '/cmdline')])].join(' ');
const words = [['postgres', '://'], ['postgresql', '://'], ['EMULATOR_', 'KEYRING'], ['EMULATOR_', 'DATABASE'], ['EMULATOR_BUILD_', 'TOKEN'], ['EMULATOR_POD_', 'UID'], ['a-secret-of', '-the-agent'], ['--', 'revision']];
console.log('LOOKED', JSON.stringify(words.map((halves) => halves.join('')).filter((word) => seen.includes(word))));
"`.replaceAll('\n', ' ');

// docs/kubernetes/guarantees.md#build-secrets
// docs/security/emulator.md#cluster-builds
test("a deployment's build commands find no data of the control plane in their pod", async () => {
  const made = await create('looks-around', plainAgent(), { build_command: LOOK_AROUND });
  const end = await settled(anyReplica(), made.id, made.latest_revision_id);
  const log = await buildLog(made);
  expect([end.status, end.status_message, log]).toEqual(['DEPLOYED', null, expect.any(Array)]);
  // The build can see the arguments of its pod.
  expect(log).toContain('LOOKED ["--revision"]');
  await untilGone();
});

// docs/kubernetes/guarantees.md#build-watch
test('a build continues after the replicas that wait for it were killed, and runs only once', async () => {
  const gate = await gateOf('outlives');
  const made = await create('outlives', plainAgent(), gate.command);
  await gate.started();
  // The build is lost more often than a replica retries its own work.
  for (let round = 0; round < 3; round += 1) {
    while (replicas.running.length > 0) await replicas.kill();
    for (let count = 0; count < 2; count += 1) await replicas.start();
  }
  await gate.open();
  const end = await settled(anyReplica(), made.id, made.latest_revision_id);
  expect([end.status, end.status_message]).toEqual(['DEPLOYED', null]);
  expect(await gate.starts()).toBe(1);
  await untilGone();
});

test("a failed build ends as BUILD_FAILED with the build's reason, and no object remains in the cluster", async () => {
  const made = await create('fails', { ...plainAgent(), ...missingExport });
  expect(await settled(anyReplica(), made.id, made.latest_revision_id)).toMatchObject({
    status: 'BUILD_FAILED',
    status_message: expect.stringContaining('grpah'),
  });
  await untilGone();
});

// docs/kubernetes/builds.md#evicted
test('a build whose pod is evicted continues in another pod, which publishes the result', async () => {
  const gate = await gateOf('evicted');
  const made = await create('evicted', plainAgent(), gate.command);
  await gate.started();
  const pod = await buildPod();
  const metadata = { name: pod.split('/').at(-1), namespace };
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata };
  accepted(await api.request('POST', `${pod}/eviction`, eviction));
  await gate.started(2);
  await gate.open();
  const end = await settled(anyReplica(), made.id, made.latest_revision_id);
  expect([end.status, end.status_message]).toEqual(['DEPLOYED', null]);
  expect(await gate.starts()).toBe(2);
  expect(await buildLog(made)).toContainEqual(expect.stringMatching(/starts again.*Eviction/));
  await untilGone();
});

// docs/kubernetes/builds.md#failed
test('a build whose program fails without a result is not repeated', async () => {
  const gate = await gateOf('crashes');
  const made = await create('crashes', plainAgent(), gate.command);
  await gate.started();
  const annotations = { [SIGNAL_ANNOTATION]: '1 SIGKILL' };
  const patch = { metadata: { annotations } };
  accepted(await api.request('PATCH', await buildPod(), patch, 'application/merge-patch+json'));
  const end = await settled(anyReplica(), made.id, made.latest_revision_id);
  expect(end).toMatchObject({
    status: 'BUILD_FAILED',
    status_message: expect.stringContaining('The build ended without a result'),
  });
  expect(await gate.starts()).toBe(1);
  await untilGone();
});

// docs/kubernetes/builds.md#deadline
test('Kubernetes ends a build at its time limit, and the reason contains the limit', async () => {
  const gate = await gateOf('endless');
  const made = await create('endless', plainAgent(), gate.command);
  await gate.started();
  const [job] = await leftOf('jobs');
  // The limit of a build is an hour, which the test shortens.
  await patchJob(job ?? '', { activeDeadlineSeconds: 1 });
  expect(await settled(anyReplica(), made.id, made.latest_revision_id)).toMatchObject({
    status: 'BUILD_FAILED',
    status_message: expect.stringContaining('The build took longer than 1 second and was stopped.'),
  });
  await untilGone();
});

// docs/kubernetes/builds.md#queue
test('a build waits for its queue before its time limit begins, and the build of a deleted deployment leaves the queue', async () => {
  queue.isOpen = false;
  const [made, other] = [await create('queued', plainAgent()), await create('leaves', plainAgent())];
  for (const one of [made, other]) {
    const line = 'The build waits for admission of queue builds.';
    await until(async () => (await buildLog(one)).includes(line), 'a build that waits');
  }
  const waiting = await jobs();
  expect(waiting.map(({ spec, status }) => [spec.suspend, status.startTime])).toEqual([
    [true, undefined],
    [true, undefined],
  ]);
  expect(await leftOf('pods')).toEqual([]);
  await asked(anyReplica(), 'DELETE', `/v2/deployments/${other.id}`);
  await until(async () => (await leftOf('jobs')).length === 1, 'the removal of the Job');
  queue.isOpen = true;
  const end = await settled(anyReplica(), made.id, made.latest_revision_id);
  expect([end.status, end.status_message]).toEqual(['DEPLOYED', null]);
  expect(await buildLog(made)).toContain('The build was admitted.');
  await untilGone();
});
