import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { until } from '../../../../../harness/until.ts';
import type { ResourceSpec } from '../../../../../src/contract/resource-spec.ts';
import { Seed } from '../../../../../src/emulator/admin/seed.ts';
import { clusterFromSeed } from '../../../../../src/emulator/admin/seeding.ts';
import {
  openDataPlaneFixture,
  type DataPlaneFixture,
  type DataPlaneFixtureOptions,
  WORKSPACE,
} from '../../reconcile/fixture.ts';
import { type FakeEngine, makeEngine } from './fake-engine.ts';

let engine: FakeEngine;
let plant: DataPlaneFixture;
afterEach(async () => {
  await plant.close();
  await engine.close();
});

const SECRET = 'a-cluster-password';
const cluster = clusterFromSeed(
  Seed.parse({
    workspaces: [
      { id: WORKSPACE, cluster_secrets: { prod: { db: { password: SECRET, host: 'db.local' } } } },
    ],
  }),
);

async function open(options: DataPlaneFixtureOptions = {}, program?: 'podman' | 'docker'): Promise<void> {
  engine = await makeEngine(program);
  plant = await openDataPlaneFixture({ env: engine.env, cluster, ...options });
}

/** Deploys an image of the engine into the namespace `prod`. */
async function deploy(
  image: string,
  spec: ResourceSpec = {},
  secrets: { name: string; value: string }[] = [],
) {
  if (!image.includes('/')) await engine.set(`image-${image}`);
  return plant.deploy({
    source: 'external_docker',
    sourceConfig: { resource_spec: spec, listener_config: { k8s_namespace: 'prod' } },
    config: { image_uri: image },
    secrets,
  });
}
const address = (deploymentId: string): string => {
  const held = plant.plane.live.acquireServer(deploymentId);
  held?.release();
  if (!held) throw new Error('nothing serves');
  return held.worker.address;
};

describe('a revision from an image', () => {
  // docs/departures/graphs.md#resourcespec-resources-image-runtime
  test('runs in a container with resource limits and a local port, and leaves nothing behind after its deletion', async () => {
    await open();
    const { deploymentId, revisionId } = await deploy('agent', { cpu: 4, memory_mb: 64 });
    expect(await plant.final(revisionId)).toMatchObject({ status: 'DEPLOYED', statusMessage: null });
    const answer = await fetch(`${address(deploymentId)}/threads?limit=1`);
    expect(await answer.json()).toEqual({ url: '/threads?limit=1', method: 'GET' });
    const [run] = await engine.runs('agent');
    // The fake machine has two cores.
    expect(run?.join(' ')).toContain('--publish 127.0.0.1::8000 --cpus 2 --memory 134217728b');
    expect(await plant.log(revisionId, 'deploy')).toContain('listening');

    await plant.store.deployments.update(deploymentId, { status: 'AWAITING_DELETE' });
    plant.plane.wake();
    await until(async () => (await plant.store.deployments.findById(deploymentId)) === undefined);
    expect(await engine.held()).toEqual([]);
    expect(await readdir(join(plant.folder, 'containers'))).toEqual([]);
  });

  test('gets its secrets unchanged and never on a command line, but no variables of the emulator', async () => {
    await open();
    const secrets = [
      { name: 'TOKEN', value: 'a "quoted" $token' },
      { name: 'PATH', value: '/opt/agent/bin' },
    ];
    const { revisionId } = await deploy('agent', {}, secrets);
    await plant.final(revisionId);
    const given = await engine.variables('agent');
    expect(given).toMatchObject({
      TOKEN: 'a "quoted" $token',
      PATH: '/opt/agent/bin',
      PORT: '8000',
      LANGSMITH_HOST_REVISION_ID: revisionId,
    });
    expect(Object.keys(given)).not.toContain('EMULATOR_API_KEY');
    const reported = JSON.stringify(await engine.calls());
    expect(reported).not.toContain('$token');
    expect(reported).not.toContain('/opt/agent/bin');
  });

  test('is restarted when its container ends, and is stopped only after the next revision took over', async () => {
    await open();
    const { deploymentId, revisionId } = await deploy('agent');
    await plant.final(revisionId);
    const first = address(deploymentId);
    await fetch(`${first}/die`).catch(() => undefined);
    await until(() => {
      const held = plant.plane.live.acquireServer(deploymentId);
      held?.release();
      return held !== undefined && held.worker.address !== first;
    });
    expect(await plant.log(revisionId, 'deploy')).toContain('ended with exit code 7');

    await engine.set('image-agent2');
    const next = await plant.revise(deploymentId, { image_uri: 'agent2' });
    expect((await plant.final(next)).status).toBe('DEPLOYED');
    await until(async () => (await engine.held()).length === 1);
    expect((await engine.held())[0]).toContain(next.slice(0, 8));
  });

  // docs/departures/graphs.md#sourcerevisionconfig-image-uri-runtime
  test('fails with the engine’s reason if its image cannot be pulled, while the active revision continues', async () => {
    await open();
    const { deploymentId, revisionId } = await deploy('agent');
    await plant.final(revisionId);
    const next = await plant.revise(deploymentId, { image_uri: 'registry.local/private:1' });
    expect(await plant.final(next)).toMatchObject({
      status: 'DEPLOY_FAILED',
      statusMessage: expect.stringMatching(
        /podman could not pull the image registry\.local\/private:1: unauthorized.*podman login/,
      ),
    });
    expect((await fetch(`${address(deploymentId)}/ok`)).status).toBe(200);
  });

  test('fails with its last output if its container ends immediately', async () => {
    await open();
    const { revisionId } = await deploy('bad');
    expect(await plant.final(revisionId)).toMatchObject({
      status: 'DEPLOY_FAILED',
      statusMessage: expect.stringMatching(/(it|its container) ended with exit code 3.*no such table/),
    });
    expect(await engine.held()).toEqual([]);
  });

  test('uses the machine’s network, and logs this, if the container engine cannot publish ports', async () => {
    await open();
    await engine.set('no-network');
    const { deploymentId, revisionId } = await deploy('agent');
    expect((await plant.final(revisionId)).status).toBe('DEPLOYED');
    expect(await plant.log(revisionId, 'deploy')).toContain(
      'Containers use the network of this machine instead.',
    );
    expect((await fetch(`${address(deploymentId)}/ok`)).status).toBe(200);
    expect((await engine.runs('agent')).at(-1)?.join(' ')).toContain('--network host');
  });
});

describe('the additional containers of a revision', () => {
  const pod: ResourceSpec = {
    volumes: [
      { name: 'scratch', emptyDir: {} },
      { name: 'creds', secret: { secretName: 'db' } },
    ],
    volume_mounts: [{ name: 'creds', mountPath: '/creds' }],
    init_containers: [
      { name: 'migrate', image: 'good', volumeMounts: [{ name: 'scratch', mountPath: '/work' }] },
    ],
    sidecars: [
      {
        name: 'proxy',
        image: 'side',
        env: [{ name: 'DB', value: '', valueFrom: { secretKeyRef: { name: 'db', key: 'password' } } }],
      },
    ],
  };

  test("start in order: init containers first, then sidecars on the agent's network; volumes are removed last", async () => {
    await open();
    await engine.set('image-good');
    const { deploymentId, revisionId } = await deploy('agent', pod);
    expect(await plant.final(revisionId)).toMatchObject({ status: 'DEPLOYED' });
    const order = (await engine.calls()).filter(([first]) => first === 'run').map((call) => call.at(-1));
    expect(order).toEqual(['good', 'agent', 'side']);
    expect((await engine.runs('side'))[0]?.join(' ')).toMatch(/--network container:agent-deploy-\S+-agent/);
    expect((await engine.variables('side'))['DB']).toBe(SECRET);
    const log = await plant.log(revisionId, 'deploy');
    expect(log).toContain('[migrate] migrated');
    expect(log).toContain('Pulling the image side');
    expect(JSON.stringify(await engine.calls())).not.toContain(SECRET);

    await plant.store.deployments.update(deploymentId, { status: 'AWAITING_DELETE' });
    plant.plane.wake();
    await until(async () => (await plant.store.deployments.findById(deploymentId)) === undefined);
    expect(await engine.held()).toEqual([]);
  });

  // docs/departures/graphs.md#resourcespec-pods-init-containers
  test.each([
    [
      'init container',
      { init_containers: [{ name: 'migrate', image: 'bad' }] },
      /init container migrate ended with exit code 3.*no such table/,
    ],
    [
      'sidecar',
      { sidecars: [{ name: 'proxy', image: 'bad' }] },
      /sidecar proxy ended with exit code 3.*no such table/,
    ],
  ])(
    'make the revision fail if the container %s fails, and the message names the container',
    async (_, spec, reason) => {
      await open();
      // The sidecar must fail first, because after the agent is healthy, a failed sidecar is only restarted.
      const { revisionId } = await deploy('agent-unwell', spec);
      expect(await plant.final(revisionId)).toMatchObject({
        status: 'DEPLOY_FAILED',
        statusMessage: expect.stringMatching(reason),
      });
      expect(await engine.held()).toEqual([]);
    },
  );

  test('are refused before anything starts if they need features that only a cluster has', async () => {
    await open();
    const { revisionId } = await deploy('agent', { volumes: [{ name: 'shared', nfs: { server: 'x' } }] });
    expect(await plant.final(revisionId)).toMatchObject({
      status: 'DEPLOY_FAILED',
      statusMessage: expect.stringMatching(/volumes, shared: a volume of the kind nfs/),
    });
    expect(await engine.calls()).toEqual([]);
  });
});

describe("an older revision, after a newer revision failed because of the deployment's settings", () => {
  // docs/departures.md#patch-settings-older-revision
  test('is restored with its own settings after its container crashed and the emulator restarted', async () => {
    await open();
    await engine.set('image-agent');
    const { deploymentId, revisionId } = await plant.deploy({
      source: 'external_docker',
      sourceConfig: { resource_spec: { memory_mb: 64 }, listener_config: { k8s_namespace: 'prod' } },
      config: { image_uri: 'agent' },
      secretReferences: [{ name: 'DB', secret_name: 'db', secret_key: 'host' }],
    });
    await plant.final(revisionId);
    const first = address(deploymentId);
    await plant.store.deployments.update(deploymentId, {
      sourceConfig: { resource_spec: { memory_mb: 96 } },
      secretReferences: [{ name: 'DB', secret_name: 'db', secret_key: 'gone' }],
    });
    const next = await plant.revise(deploymentId);
    expect(await plant.final(next)).toMatchObject({
      status: 'DEPLOY_FAILED',
      statusMessage: expect.stringMatching(/variable DB refers to/),
    });

    await fetch(`${first}/die`).catch(() => undefined);
    const serving = () => {
      const held = plant.plane.live.acquireServer(deploymentId);
      held?.release();
      return held?.worker.address;
    };
    await until(() => ![undefined, first].includes(serving()));
    await plant.restart();
    await until(() => serving() !== undefined);
    const runs = await engine.runs('agent');
    expect(runs).toHaveLength(3);
    for (const run of runs) expect(run.join(' ')).toContain('--memory 134217728b');
    expect((await engine.variables('agent'))['DB']).toBe('db.local');
  });
});

describe('a revision on a machine without a working container engine', () => {
  // docs/departures/graphs.md#deployment-source-external-docker
  test.each([
    [
      'the server of the engine does not respond',
      true,
      /podman: it is installed, but its server does not respond \(Cannot connect/,
    ],
    ['no engine is installed', false, /podman: not on PATH/],
  ])('fails with a hint: %s', async (_, there, reason) => {
    await open(there ? {} : { env: { PATH: '/nonexistent' } });
    await engine.set('down');
    const { revisionId } = await deploy('registry.example/x:1');
    const { status, statusMessage } = await plant.final(revisionId);
    expect(status).toBe('DEPLOY_FAILED');
    expect(statusMessage).toMatch(reason);
    expect(statusMessage).toMatch(
      /registry.example\/x:1 cannot run, because.*Install podman or start docker/,
    );
  });

  test('does not prevent the next revision from looking for a container engine again', async () => {
    await open();
    await engine.set('down');
    const { deploymentId, revisionId } = await deploy('agent');
    await plant.final(revisionId);
    await rm(join(engine.folder, 'down'));
    expect((await plant.final(await plant.revise(deploymentId))).status).toBe('DEPLOYED');
  });
});

test('containers of a killed emulator are removed at the next start, but not containers of other emulators', async () => {
  await open();
  const { revisionId } = await deploy('agent');
  await plant.final(revisionId);
  await engine.set('left', 'dead\nother\n');
  await engine.set(
    'owner-dead',
    (await engine.calls())
      .flat()
      .find((word) => word.startsWith('dev.agent-deploy.owner='))
      ?.slice('dev.agent-deploy.owner='.length),
  );
  await engine.set('owner-other', 'another-machine/1/boot:1');
  await plant.restart();
  expect(plant.lines.join('\n')).toContain('removed containers that a crashed emulator left running: 1');
  const removed = (await engine.calls()).filter(([first]) => first === 'rm').flat();
  expect(removed).toContain('dead');
  expect(removed).not.toContain('other');
});
