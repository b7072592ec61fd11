import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type ClusterApi, accepted, openClusterApi } from '../../harness/cluster/api.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import { type ContainerRegistry, startContainerRegistry } from '../../harness/container-registry.ts';
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

let api: ClusterApi;
let namespace = '';
let home: PlaneHome;
let plane: EmulatorHandle;
let registry: ContainerRegistry;
let folder = '';
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'images');
  home = await openPlaneHome(api.access, namespace);
  registry = await startContainerRegistry({ authentication: 'token' });
  folder = await mkdtemp(path.join(tmpdir(), 'images-'));
  const settings = path.join(folder, 'settings.json');
  const ca = path.join(folder, 'ca.pem');
  await writeFile(ca, registry.ca);
  await writeFile(settings, JSON.stringify({ images: { networks: ['127.0.0.0/8'] } }));
  plane = await home.start({
    flags: ['--metrics-port', '0', '--cluster-settings', settings],
    env: { NODE_EXTRA_CA_CERTS: ca },
  });
});
afterAll(async () => {
  await home.close();
  await registry.close();
  await rm(folder, { recursive: true });
  await api.close();
});

const Report = z.object({
  ok: z.boolean(),
  checks: z.array(
    z.object({ check: z.string(), status: z.string(), message: z.string(), hint: z.string().optional() }),
  ),
});

/** Runs a program to its end, in the folder of the repository. */
const runProgram = (program: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  new Promise<{ code: number; stdout: string }>((resolve) => {
    execFile(program, args, { env, cwd: ROOT }, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout });
    });
  });
const ROOT = path.resolve(import.meta.dirname, '../..');

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
/** Returns the status label of a deployment's Service, and the Events on the Service. */
async function shownIn(deploymentId: string): Promise<{ status: string | undefined; events: string[] }> {
  const name = `ad-${deploymentId.replaceAll('-', '')}`;
  const core = `/api/v1/namespaces/${namespace}`;
  const service = z
    .looseObject({ metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }) })
    .parse(accepted(await api.request('GET', `${core}/services/${name}`)));
  const fields = encodeURIComponent(`involvedObject.kind=Service,involvedObject.name=${name}`);
  const events = z
    .looseObject({
      items: z.array(z.looseObject({ type: z.string(), reason: z.string(), message: z.string() })),
    })
    .parse(accepted(await api.request('GET', `${core}/events?fieldSelector=${fields}`)));
  return {
    status: service.metadata.labels['agent-deploy/status'],
    events: events.items.map(({ type, reason, message }) => `${type} ${reason} ${message}`),
  };
}

async function selected(deploymentId: string): Promise<string | undefined> {
  const name = `ad-${deploymentId.replaceAll('-', '')}`;
  const service = accepted(await api.request('GET', `/api/v1/namespaces/${namespace}/services/${name}`));
  const shape = z.looseObject({ spec: z.looseObject({ selector: z.record(z.string(), z.string()) }) });
  return shape.parse(service).spec.selector['agent-deploy/revision'];
}

/** Returns the images in the pod template of a revision. */
async function imagesOf(deploymentId: string, revisionId: string): Promise<string[]> {
  const compact = (id: string) => id.replaceAll('-', '');
  const name = `ad-${compact(deploymentId).slice(0, 8)}-${compact(revisionId)}`;
  const found = accepted(
    await api.request('GET', `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`),
  );
  const { spec } = z
    .looseObject({
      spec: z.looseObject({
        template: z.looseObject({
          spec: z.looseObject({ containers: z.array(z.looseObject({ image: z.string() })) }),
        }),
      }),
    })
    .parse(found);
  return spec.template.spec.containers.map(({ image }) => image);
}

/** Deploys a revision again, and waits until the new revision serves. */
async function redeployed(deploymentId: string, revisionId: string): Promise<string> {
  const at = `/v2/deployments/${deploymentId}/revisions/${revisionId}/redeploy`;
  const { latest_revision_id: again } = await asked<{ latest_revision_id: string }>(plane, 'POST', at);
  expect(await settled(plane, deploymentId, again)).toMatchObject({ status: 'DEPLOYED' });
  return again;
}

// docs/kubernetes.md#rollout
test('an image is deployed as pods behind a Service, and all objects are deleted with the deployment', async () => {
  const { id, latest_revision_id: revision } = await createImage(plane, 'registry.test/agent:1');
  expect(await settled(plane, id, revision)).toMatchObject({ status: 'DEPLOYED', status_message: null });
  expect(await readDeployed(plane, id)).toMatchObject({
    active_revision_id: revision,
    url: `${plane.urls.controlPlane}/d/${id}`,
  });
  expect(await selected(id)).toBe(revision);
  expect(await namesOf('deployments', id)).toHaveLength(1);
  expect(await deployLog(plane, id, revision)).toContain('The pods of the revision are available');
  await asked(plane, 'DELETE', `/v2/deployments/${id}`);
  await until(async () => (await plane.api('GET', `/v2/deployments/${id}`)).status === 404, 'its end');
  for (const kind of ['services', 'deployments', 'secrets', 'pods']) {
    expect([kind, await namesOf(kind, id)]).toEqual([kind, []]);
  }
});

// docs/kubernetes/images.md#digests
// docs/kubernetes/images.md#observed
test('pods run images by digest, and a rollback after the tag has moved runs the earlier digest', async () => {
  const image = `${registry.host}/team/agent:1`;
  const first = registry.push('team/agent', '1', 'first');
  const sidecars = [{ name: 'proxy', image }];
  const created = await createImage(plane, image, { sidecars });
  const { id } = created;
  await settled(plane, id, created.latest_revision_id);
  const byDigest = (digest: string) => Array(2).fill(`${registry.host}/team/agent@${digest}`);
  expect(await imagesOf(id, created.latest_revision_id)).toEqual(byDigest(first));
  const second = registry.push('team/agent', '1', 'second');
  const changed = await changeImage(plane, id, image);
  await settled(plane, id, changed);
  expect(await imagesOf(id, changed)).toEqual(byDigest(second));
  const again = await redeployed(id, created.latest_revision_id);
  expect(await imagesOf(id, again)).toEqual(byDigest(first));
  const at = `/v2/deployments/${id}/revisions/${again}`;
  expect(await asked(plane, 'GET', at)).toMatchObject({
    source_revision_config: { image_uri: image, image_digests: { [image]: first } },
  });

  // The control plane cannot reach this registry, so it records the digest that the node reports.
  const pulled = `sha256:${'5'.repeat(64)}`;
  const annotations = { 'node-double/image-id': `registry.test/agent@${pulled}` };
  const other = await createImage(plane, 'registry.test/agent:1', { annotations });
  await settled(plane, other.id, other.latest_revision_id);
  expect(await imagesOf(other.id, other.latest_revision_id)).toEqual(['registry.test/agent:1']);
  const restored = await redeployed(other.id, other.latest_revision_id);
  expect(await imagesOf(other.id, restored)).toEqual([`registry.test/agent@${pulled}`]);
});

// docs/kubernetes/monitoring.md#replica
test('the metrics and the health of a replica contain its lease, its database, its cluster and its rollouts', async () => {
  const { id, latest_revision_id: revision } = await createImage(plane, 'registry.test/agent:1');
  await settled(plane, id, revision);
  const text = await (await fetch(plane.urls.metrics ?? '')).text();
  for (const series of [
    'lease_renewals_total{result="kept"}',
    'rollout_duration_seconds_count{outcome="succeeded"}',
    'database_query_duration_seconds_count{kind="read"}',
    'database_query_duration_seconds_count{kind="transaction"}',
    'database_wait_seconds_count{pool="writers"}',
    'cluster_requests_total{verb="patch",outcome="succeeded"}',
    'replicas',
  ]) {
    const line = text.split('\n').find((one) => one.startsWith(`agent_deploy_${series} `));
    expect([series, Number(line?.split(' ').at(-1)) > 0]).toEqual([series, true]);
  }
  expect(text.match(/^agent_deploy_check_failing\{check="\w+"\} 0$/gm)).toHaveLength(5);
  expect(text).not.toContain(id);
  const { status, checks } = await asked<{ status: string; checks: { name: string; status: string }[] }>(
    plane,
    'GET',
    '/_local/health',
  );
  expect([status, checks.map((check) => `${check.name} ${check.status}`)]).toEqual([
    'ok',
    ['database ok', 'schema ok', 'keyring ok', 'lease ok', 'cluster ok'],
  ]);
});

test("a failing image does not replace the previous revision, and the failed revision's objects are deleted", async () => {
  const { id, latest_revision_id: first } = await createImage(plane, 'registry.test/agent:1');
  await settled(plane, id, first);
  const second = await changeImage(plane, id, 'registry.test/agent:crashing');
  const failed = await settled(plane, id, second);
  expect(failed.status).toBe('DEPLOY_FAILED');
  // docs/kubernetes/monitoring.md#events-cluster
  const shown = await until(async () => {
    const found = await shownIn(id);
    return (
      found.status === 'DEPLOY_FAILED' && found.events.some((one) => one.includes('RolloutFailed')) && found
    );
  }, 'the Event about the failure');
  expect(shown.events).toEqual(
    expect.arrayContaining([
      expect.stringMatching(`^Normal RevisionDeployed Revision ${first} `),
      expect.stringMatching(`^Warning RolloutFailed Revision ${second} .* ended with exit code 1`),
    ]),
  );
  expect(failed.status_message).toMatch(
    /^The container agent of the pod \S+ ended with exit code 1 after 3 restarts/,
  );
  expect(await readDeployed(plane, id)).toMatchObject({ active_revision_id: first });
  expect(await selected(id)).toBe(first);
  await until(async () => (await namesOf('deployments', id)).length === 1, 'the end of what failed');
  const third = await changeImage(plane, id, 'registry.test/agent:2');
  expect(await settled(plane, id, third)).toMatchObject({ status: 'DEPLOYED' });
  expect(await selected(id)).toBe(third);
});

// docs/kubernetes.md#logs
test("a revision's log contains its containers' output only once and without secrets, even after a failure", async () => {
  const lines = ['first', 'the key is s3cret-value', 'last'];
  const annotations = { 'node-double/log': lines.join('\n') };
  const more = { secrets: [{ name: 'KEY', value: 's3cret-value' }] };
  const { id, latest_revision_id: first } = await createImage(
    plane,
    'registry.test/agent:1',
    { annotations },
    more,
  );
  await settled(plane, id, first);
  const count = (text: string, line: string) => text.split('\n').filter((one) => one === line).length;
  const log = await until(async () => {
    const text = await deployLog(plane, id, first);
    return text.includes('last') && text;
  }, 'the lines');
  expect(log).toContain('the key is ***');
  expect([count(log, 'first'), count(log, 'last')]).toEqual([1, 1]);
  const second = await changeImage(plane, id, 'registry.test/agent:crashing');
  const failed = await settled(plane, id, second);
  expect(failed.status_message).toMatch(/ Last line of output: last$/);
  const ofFailed = await deployLog(plane, id, second);
  expect([count(ofFailed, 'first'), count(ofFailed, 'last')]).toEqual([1, 1]);
  expect(ofFailed).not.toContain('s3cret-value');
});

test('a deletion that was interrupted by a kill of the control plane is completed after the next start', async () => {
  const { id, latest_revision_id: revision } = await createImage(plane, 'registry.test/agent:1');
  await settled(plane, id, revision);
  await asked(plane, 'DELETE', `/v2/deployments/${id}`);
  await plane.kill();
  plane = await home.start();
  await until(async () => (await plane.api('GET', `/v2/deployments/${id}`)).status === 404, 'its end');
  for (const kind of ['services', 'deployments', 'secrets']) {
    expect([kind, await namesOf(kind, id)]).toEqual([kind, []]);
  }
});

// docs/kubernetes/monitoring.md#doctor-cluster
test('the doctor finds no problem with a running control plane, and reports a missing namespace', async () => {
  const examine = async (place: string) => {
    const flags = ['--kubeconfig', home.kubeconfig, '--agent-namespaces', place, '--json'];
    const args = ['scripts/run.mjs', 'src/emulator/cli/main.ts', 'doctor', '--kubernetes', ...flags];
    const { code, stdout } = await runProgram(process.execPath, args, { ...process.env, ...home.env });
    return { code, ...Report.parse(JSON.parse(stdout)) };
  };
  const good = await examine(namespace);
  // The namespace of this suite has no network policies; the plane is an administrator here.
  // The latency depends on the load of the machine.
  const judged = good.checks.filter(({ check }) => check !== 'latency of the database');
  expect(judged.filter(({ status }) => status === 'problem').map(({ check }) => check)).toEqual([
    `network policies of ${namespace}`,
  ]);
  const fineChecks = good.checks.filter(({ status }) => status === 'ok').map(({ check }) => check);
  expect(fineChecks).toEqual(
    expect.arrayContaining([
      'API server',
      'clock of the API server',
      `permissions in ${namespace}`,
      `admission in ${namespace}`,
      `pod security of ${namespace}`,
      'database',
      'clock of the database',
      'schema',
      'keyring',
    ]),
  );
  const bad = await examine('no-such-namespace');
  expect(bad).toMatchObject({ code: 1, ok: false });
  expect(bad.checks.find(({ check }) => check === 'admission in no-such-namespace')).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('no-such-namespace'),
  });
});

// docs/kubernetes.md#relaunch
test('an active revision whose objects were deleted in the cluster is rolled out again', async () => {
  const { id, latest_revision_id: revision } = await createImage(plane, 'registry.test/agent:1');
  await settled(plane, id, revision);
  await plane.kill();
  const path = `/api/v1/namespaces/${namespace}/services/ad-${id.replaceAll('-', '')}`;
  accepted(await api.request('DELETE', `${path}?propagationPolicy=Foreground`));
  await until(async () => (await api.request('GET', path)).status === 404, 'the end of the Service');
  plane = await home.start();
  await until(async () => (await api.request('GET', path)).status === 200, 'another Service');
  await until(async () => (await selected(id)) === revision, 'the selector');
  expect(await namesOf('deployments', id)).toHaveLength(1);
});

// docs/kubernetes.md#sweep
test("only objects with the control plane's name but without a database entry are removed", async () => {
  const { id, latest_revision_id: revision } = await createImage(plane, 'registry.test/agent:1');
  await settled(plane, id, revision);
  const name = `ad-${id.replaceAll('-', '')}`;
  const path = `/api/v1/namespaces/${namespace}/services/${name}`;
  const shape = z.looseObject({
    metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
    spec: z.looseObject({ selector: z.record(z.string(), z.string()) }),
  });
  const { metadata, spec } = shape.parse(accepted(await api.request('GET', path)));
  const service = (deployment: string, owner: string) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: `ad-${deployment.replaceAll('-', '')}`,
      namespace,
      labels: { ...metadata.labels, 'agent-deploy/deployment': deployment, 'agent-deploy/plane': owner },
    },
    spec: { selector: spec.selector, ports: [{ port: 8000 }] },
  });
  const plane1 = metadata.labels['agent-deploy/plane'] ?? '';
  const [gone, others] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  accepted(await api.apply(service(gone, plane1)));
  accepted(await api.apply(service(others, 'another-plane')));
  // Changes by other programs are repaired, too.
  accepted(
    await api.request(
      'PATCH',
      path,
      { spec: { selector: { 'agent-deploy/revision': 'none' } } },
      'application/merge-patch+json',
    ),
  );
  await plane.kill();
  plane = await home.start();
  await until(async () => (await namesOf('services', gone)).length === 0, 'the removal');
  await until(async () => (await selected(id)) === revision, 'the repair');
  expect(await namesOf('services', others)).toHaveLength(1);
});
