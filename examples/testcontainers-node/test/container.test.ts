import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  AgentDeployEmulatorContainer,
  StartedAgentDeployEmulatorContainer,
} from 'agent-deploy-emulator-testcontainers';
import { AbstractStartedContainer, getContainerRuntimeClient } from 'testcontainers';

const IMAGE = process.env.EMULATOR_IMAGE;
const KEY_OF_SEED = 'key-of-the-seed-file';
const WORKSPACE_OF_SEED = '11111111-1111-4111-8111-111111111111';
const SEED = `workspaces: [{ id: ${WORKSPACE_OF_SEED}, name: staging, api_keys: [{ key: ${KEY_OF_SEED} }] }]\n`;
const FAULTS =
  'rules: [{ match: { method: GET, path: /v2/deployments }, when: { nth: [1] }, then: { status: 503 } }]\n';

/** Returns the status of the list of deployments. */
async function statusOfList(
  emulator: StartedAgentDeployEmulatorContainer,
  apiKey: string,
  url: string = emulator.getControlPlaneUrl(),
): Promise<number> {
  return (await fetch(`${url}/v2/deployments`, { headers: { 'x-api-key': apiKey } })).status;
}

/** Returns what other programs of the machine see: the container's configuration, command lines and log. */
async function visibleTo(emulator: StartedAgentDeployEmulatorContainer): Promise<string> {
  const client = await getContainerRuntimeClient();
  const container = client.container.getById(emulator.getId());
  const configuration = await client.container.inspect(container);
  const log = await container.logs({ stdout: true, stderr: true });
  const { output } = await emulator.exec(['/bin/sh', '-c', 'cat /proc/[0-9]*/cmdline']);
  return `${JSON.stringify(configuration)}\n${output}\n${log}`;
}

describe('a container with the defaults', () => {
  let emulator: StartedAgentDeployEmulatorContainer;
  before(async () => {
    emulator = await new AgentDeployEmulatorContainer(IMAGE).withFlags('--runtime', 'stub').start();
  });
  after(() => emulator?.stop());

  test('has URLs with the host and the mapped port, also after a restart', async () => {
    const origin = `http://${emulator.getHost()}:${emulator.getPort()}`;
    assert.equal(emulator.getControlPlaneUrl(), origin);
    assert.equal(emulator.getSandboxesUrl(), origin);
    assert.equal(emulator.getTracingUrl(), origin);
    assert.equal(emulator.getAdminUrl(), `${origin}/_local`);
    assert.match(emulator.getWorkspaceId(), /^[0-9a-f-]{36}$/);
    await emulator.restart();
    assert.equal(await statusOfList(emulator, emulator.getApiKey()), 200);
  });

  test('has a random key, and refuses other keys', async () => {
    assert.match(emulator.getApiKey(), /^[0-9a-f]{48}$/);
    assert.equal(await statusOfList(emulator, emulator.getApiKey()), 200);
    assert.equal(await statusOfList(emulator, 'another-key'), 401);
  });

  test('keeps the key out of its configuration, its command lines and its log', async () => {
    const visible = await visibleTo(emulator);
    for (const part of ['EMULATOR_API_KEY_FILE', '--data-dir', '"ready":true'])
      assert.ok(visible.includes(part), part);
    assert.ok(!visible.includes(emulator.getApiKey()));
  });
});

test('a container has the given key, seed and fault rules again after a reset, and the given public URL', async () => {
  await using emulator = await new AgentDeployEmulatorContainer(IMAGE)
    .withApiKey('a-key-of-mine')
    .withFlags('--runtime', 'stub')
    .withSeed(SEED)
    .withFaults(FAULTS)
    .withPublicUrl('http://emulator.test:4400')
    .start();
  assert.equal(emulator.getControlPlaneUrl(), 'http://emulator.test:4400');
  assert.equal(emulator.getApiKey(), 'a-key-of-mine');
  assert.equal(emulator.getWorkspaceId(), WORKSPACE_OF_SEED);
  const mapped = `http://${emulator.getHost()}:${emulator.getPort()}`;
  for (let round = 0; round < 2; round += 1) {
    assert.equal(await statusOfList(emulator, KEY_OF_SEED, mapped), 503);
    assert.equal(await statusOfList(emulator, KEY_OF_SEED, mapped), 200);
    assert.equal(await statusOfList(emulator, 'a-key-of-mine', mapped), 200);
    await emulator.reset();
  }
  const visible = await visibleTo(emulator);
  for (const key of ['a-key-of-mine', KEY_OF_SEED]) assert.ok(!visible.includes(key), key);
});

test('a container that does not become ready is removed, and the error contains its output', async () => {
  const name = `agent-deploy-emulator-${process.pid}`;
  const starting = new AgentDeployEmulatorContainer(IMAGE).withName(name).withFlags('--unknown').start();
  await assert.rejects(starting, /Last output of the container: .*--unknown/s);
  const { container } = await getContainerRuntimeClient();
  const containers = await container.dockerode.listContainers({ all: true });
  assert.ok(!containers.some(({ Names }) => Names.includes(`/${name}`)));
});

test('a restart that maps another port is an error, unless the public URL is fixed', async () => {
  /** Container of an engine that maps another port at each restart. */
  class Moving extends AbstractStartedContainer {
    private port = 30_000;
    public override getMappedPort = (): number => this.port;
    public override async restart(): Promise<void> {
      this.port += 1;
    }
  }
  const origin = 'http://localhost:30000';
  const urls = { controlPlane: origin, sandboxes: origin, tracing: origin, admin: `${origin}/_local` };
  const started = (hasFixedUrl: boolean) => {
    const ready = { urls, workspaceId: WORKSPACE_OF_SEED };
    const container = new Moving({} as AbstractStartedContainer);
    return new StartedAgentDeployEmulatorContainer(container, 'a-key-of-mine', ready, hasFixedUrl);
  };
  await assert.rejects(started(false).restart(), /mapped port 30001 instead of 30000/);
  await started(true).restart();
});

test('invalid keys, URLs and combinations are refused before a container starts', async () => {
  for (const key of ['', 'short', 'with a blank', 'with-a-break\n', 'ключ-ключ'])
    assert.throws(() => new AgentDeployEmulatorContainer().withApiKey(key), /withApiKey: the key is invalid/);
  for (const url of ['', 'emulator:4400', '/path', 'ftp://emulator'])
    assert.throws(
      () => new AgentDeployEmulatorContainer().withPublicUrl(url),
      /withPublicUrl: the URL is invalid/,
    );
  const reused = new AgentDeployEmulatorContainer().withReuse();
  await assert.rejects(reused.start(), /withReuse: .* call withApiKey/);
});
