import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { type FileTree, createRepository } from '../../harness/git.ts';
import { missingExport, plainAgent } from '../../harness/agents/fixtures.ts';
import { accepted, type ClusterApi, openClusterApi } from '../../harness/cluster/api.ts';
import { type Replicas, startReplicas } from '../../harness/cluster/replicas.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import { until } from '../../harness/until.ts';
import { asked, type Deployment, settled } from './support/planes.ts';

const Names = z.object({ items: z.array(z.object({ metadata: z.object({ name: z.string() }) })) });
let api: ClusterApi;
let replicas: Replicas;
let folder = '';
let namespace = '';
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'builds');
  folder = await mkdtemp(path.join(tmpdir(), 'builds-'));
  replicas = await startReplicas(2, { access: api.access, namespace, healthTimeout: WAIT_LIMIT_MS / 1_000 });
});
afterAll(async () => {
  await replicas.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

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
async function leftOf(kind: 'pods' | 'secrets'): Promise<string[]> {
  const labels = kind === 'pods' ? 'labelSelector=app.kubernetes.io/component%3Dbuild' : '';
  const answer = await api.request('GET', `/api/v1/namespaces/${namespace}/${kind}?${labels}`);
  return Names.parse(accepted(answer))
    .items.map(({ metadata }) => metadata.name)
    .filter((name) => name.includes('-build-'));
}
const untilGone = () =>
  until(async () => [...(await leftOf('pods')), ...(await leftOf('secrets'))].length === 0, 'no builds');

/**
 * A build command that prints which of these words it can read, in its own variables, and in the variables and
 * arguments of all processes of its pod. Each word is split in two, because the command itself is an argument.
 */
const LOOK_AROUND = `node -e "
const { readFileSync, readdirSync } = require('node:fs');
const read = (file) => { try { return readFileSync(file, 'utf8'); } catch { return ''; } };
const processes = readdirSync('/proc').filter((name) => Number(name) > 0);
const seen = [JSON.stringify(process.env), ...processes.flatMap((pid) => [read('/proc/' + pid + '/environ'), read('/proc/' + pid + '/cmdline')])].join(' ');
const words = [['postgres', '://'], ['postgresql', '://'], ['EMULATOR_', 'KEYRING'], ['EMULATOR_', 'DATABASE'], ['EMULATOR_BUILD_', 'TOKEN'], ['a-secret-of', '-the-agent'], ['--', 'revision']];
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
  const [began, gate, script] = ['began', 'gate', 'build.mjs'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(
    script,
    `import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
appendFileSync(${JSON.stringify(began)}, '.');
while (!existsSync(${JSON.stringify(gate)})) await setTimeout(20);
`,
  );
  const made = await create('outlives', plainAgent(), { build_command: `node ${script}` });
  const isThere = () =>
    access(began).then(
      () => true,
      () => false,
    );
  await until(isThere, 'the build');
  // The build is lost more often than a replica retries its own work.
  for (let round = 0; round < 3; round += 1) {
    while (replicas.running.length > 0) await replicas.kill();
    for (let count = 0; count < 2; count += 1) await replicas.start();
  }
  await writeFile(gate, '');
  const end = await settled(anyReplica(), made.id, made.latest_revision_id);
  expect([end.status, end.status_message]).toEqual(['DEPLOYED', null]);
  expect(await readFile(began, 'utf8')).toBe('.');
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
