// Drill of docs/kubernetes/backup.md: the test runs the commands of the page on a control plane with agents.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { graphConfig } from '../../harness/agents/fixtures.ts';
import { accepted, type ClusterApi, openClusterApi } from '../../harness/cluster/api.ts';
import { findClusterProgram } from '../../harness/cluster/build.ts';
import { renderKubeconfig } from '../../harness/cluster/kubeconfig.ts';
import { type Replicas, startReplicas } from '../../harness/cluster/replicas.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import type { FileTree } from '../../harness/git.ts';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { findBackupPrograms, type PostgresServer, startPostgres } from '../../harness/postgres/server.ts';
import { until } from '../../harness/until.ts';
import { revisionName, serviceName } from '../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';
import { createUpload, runOnce } from './support/code.ts';
import { asked, createImage, type Deployment, settled } from './support/planes.ts';

/** Agent whose run writes a file for each attempt, and waits for another file if the input contains a folder. */
const AGENT: FileTree = {
  'langgraph.json': graphConfig('./agent.mjs:graph'),
  'agent.mjs': `import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
export const graph = {
  async invoke({ say, folder }, { signal }) {
    if (folder) {
      writeFileSync(folder + '/at-' + randomUUID(), '');
      while (!existsSync(folder + '/open')) {
        signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    return { say };
  },
};
`,
};
const SecretData = z.looseObject({ data: z.record(z.string(), z.string()) });
const Scaled = z.looseObject({ spec: z.looseObject({ replicas: z.int() }) });

let api: ClusterApi;
let server: PostgresServer;
let replicas: Replicas;
let folder = '';
let plane = '';
let agents = '';
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  [plane, agents] = await Promise.all([freshNamespace(api, 'plane'), freshNamespace(api, 'agents')]);
  folder = await mkdtemp(path.join(tmpdir(), 'restore-'));
  server = await startPostgres({ bin: findBackupPrograms() });
  replicas = await startReplicas(1, {
    access: api.access,
    namespace: agents,
    server,
    healthTimeout: WAIT_LIMIT_MS / 1_000,
  });
});
afterAll(async () => {
  await replicas.close();
  await server.close();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the commands of the page: for the backup, for stopping the control plane, and for the restore. */
async function commands(): Promise<[string, string, string]> {
  const page = await readFile(path.resolve(import.meta.dirname, '../../docs/kubernetes/backup.md'), 'utf8');
  const [backup = '', stop = '', restore = '', ...more] = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(
    ([, text]) => text ?? '',
  );
  expect(more).toEqual([]);
  return [backup, stop, restore];
}

/** Runs commands of the page with the namespace of the test. */
async function runPage(text: string, env: Record<string, string>): Promise<void> {
  expect(text).toContain('--namespace agent-deploy');
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, renderKubeconfig(api.access), { mode: 0o600 });
  const kubectl = path.join(folder, 'kubectl');
  await writeFile(kubectl, `#!/bin/sh\nexec '${await findClusterProgram()}' kubectl "$@"\n`);
  await chmod(kubectl, 0o755);
  const PATH = [folder, findBackupPrograms(), process.env['PATH']].join(path.delimiter);
  await promisify(execFile)(
    'bash',
    ['-euo', 'pipefail', '-c', text.replaceAll('--namespace agent-deploy', `--namespace ${plane}`)],
    { cwd: folder, env: { PATH, HOME: folder, KUBECONFIG: kubeconfig, ...env } },
  );
}

const isThere = async (id: string) =>
  (await api.request('GET', `/api/v1/namespaces/${agents}/services/${serviceName(id)}`)).status === 200;

// docs/kubernetes/backup.md#drill
// docs/kubernetes/backup.md#differences
test('agents, secrets and runs survive a restore, and the cluster matches the backup afterwards', async () => {
  const [backup, stop, restore] = await commands();
  const secrets = [{ name: 'TOKEN', value: 'the-secret-of-the-drill' }];
  const coded = await createUpload(replicas, 'coded', AGENT, folder);
  const deleted = await createImage(replicas, 'registry.test/agent:1', {}, { secrets });
  for (const { id, latest_revision_id: revision } of [coded, deleted]) {
    expect(await settled(replicas, id, revision)).toMatchObject({ status: 'DEPLOYED', status_message: null });
  }
  const thread = async () => {
    const made = await asked<{ thread_id: string }>(replicas, 'POST', `/d/${coded.id}/threads`, {});
    return `/d/${coded.id}/threads/${made.thread_id}`;
  };
  const [finished, active] = [await thread(), await thread()];
  const input = { say: 'before the backup' };
  await asked(replicas, 'POST', `${finished}/runs/wait`, { assistant_id: 'agent', input });
  const state = await asked<{ values: unknown }>(replicas, 'GET', `${finished}/state`);
  expect(state.values).toMatchObject(input);
  const body = { assistant_id: 'agent', input: { say: 'active', folder } };
  const run = await asked<{ run_id: string }>(replicas, 'POST', `${active}/runs`, body);
  const attempts = async () => (await readdir(folder)).filter((name) => name.startsWith('at-')).length;
  await until(async () => (await attempts()) > 0, 'the first attempt');

  // The Secret and the Deployment stand for the installed chart, whose pods are processes in this suite.
  const data = { 'database-url': replicas.database.url, 'api-key': replicas.apiKey };
  const keyring = await readFile(replicas.keyringFile, 'utf8');
  const metadata = { name: 'agent-deploy', namespace: plane };
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata, stringData: { ...data, keyring } };
  accepted(await api.apply(secret));
  const labels = { app: 'agent-deploy' };
  const spec = {
    replicas: 1,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'registry.test/a:1' }] } },
  };
  accepted(await api.apply({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec }));
  await runPage(backup, { DATABASE_URL: replicas.database.url });

  const created = await createImage(replicas, 'registry.test/agent:2');
  await settled(replicas, created.id, created.latest_revision_id);
  await asked(replicas, 'DELETE', `/v2/deployments/${deleted.id}`);
  await until(async () => !(await isThere(deleted.id)), 'the deletion');
  expect(await isThere(created.id)).toBe(true);

  await runPage(stop, {});
  await replicas.kill();
  const old = new URL(replicas.database.url).pathname.slice(1);
  await server.query(server.url, `drop database ${old} with (force)`);
  await rm(replicas.keyringFile);

  const databaseUrl = await server.freshDatabase();
  await runPage(restore, { NEW_DATABASE_URL: databaseUrl });
  const secretOf = async (namespace: string, name: string) =>
    SecretData.parse(accepted(await api.request('GET', `/api/v1/namespaces/${namespace}/secrets/${name}`)))
      .data;
  const restored = await secretOf(plane, 'agent-deploy');
  const decoded = (text = '') => Buffer.from(text, 'base64').toString();
  expect(decoded(restored['database-url'])).toBe(databaseUrl);
  expect(decoded(restored['api-key'])).toBe(replicas.apiKey);
  const deployment = `/apis/apps/v1/namespaces/${plane}/deployments/agent-deploy`;
  expect(Scaled.parse(accepted(await api.request('GET', deployment))).spec.replicas).toBe(2);
  const keyringFile = path.join(folder, 'restored-keyring');
  await writeFile(keyringFile, decoded(restored['keyring']), { mode: 0o600 });
  await replicas.start({ databaseUrl, keyringFile });

  expect(await asked(replicas, 'GET', `${finished}/state`)).toEqual(state);
  await writeFile(path.join(folder, 'open'), '');
  await until(async () => {
    const { status } = await asked<{ status: string }>(replicas, 'GET', `${active}/runs/${run.run_id}`);
    expect(['pending', 'running', 'success']).toContain(status);
    return status === 'success';
  }, 'the end of the active run');
  expect(await attempts()).toBeGreaterThan(1);
  expect(await runOnce(replicas, coded.id, { say: 'after the restore' })).toMatchObject({
    say: 'after the restore',
  });

  await until(async () => !(await isThere(created.id)), 'the removal of the newer deployment');
  await until(() => isThere(deleted.id), 'the rollout of the deleted deployment');
  const revision = { deploymentId: deleted.id, revisionId: deleted.latest_revision_id };
  const variables = await until(
    () => secretOf(agents, revisionName(revision)).catch(() => undefined),
    'the Secret of the deleted deployment',
  );
  expect(decoded(variables['TOKEN'])).toBe('the-secret-of-the-drill');
  const ids = (await asked<{ resources: Deployment[] }>(replicas, 'GET', '/v2/deployments')).resources;
  expect(ids.map(({ id }) => id).toSorted()).toEqual([coded.id, deleted.id].toSorted());
});
