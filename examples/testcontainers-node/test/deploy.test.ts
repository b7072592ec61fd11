import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import {
  AgentDeployEmulatorContainer,
  type StartedAgentDeployEmulatorContainer,
} from 'agent-deploy-emulator-testcontainers';

let emulator: StartedAgentDeployEmulatorContainer;

before(async () => {
  emulator = await new AgentDeployEmulatorContainer(process.env.EMULATOR_IMAGE).start();
});
after(() => emulator?.stop());

/** Sends a request of the API, and returns the JSON of the response. */
async function call(method: string, target: string, body?: unknown): Promise<any> {
  const response = await fetch(new URL(target, emulator.getControlPlaneUrl()), {
    method,
    headers: { 'x-api-key': emulator.getApiKey(), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${target}: ${response.status}`);
  return response.json();
}

test('the agent responds', async () => {
  const deployment = await call('POST', '/v2/deployments', {
    name: 'echo',
    source: 'internal_source',
    source_config: {},
    source_revision_config: { graph_config_path: 'langgraph.json' },
    secrets: [],
  });
  const path = `/v2/deployments/${deployment.id}`;

  const tar = ['-cz', '-C', `${import.meta.dirname}/agent`, '.'];
  const { stdout: archive } = await promisify(execFile)('tar', tar, { encoding: 'buffer' });
  const upload = await call('POST', `${path}/upload-url`);
  assert.ok((await fetch(upload.upload_url, { method: 'PUT', body: archive })).ok);
  const { latest_revision_id } = await call('PATCH', path, {
    source_revision_config: { source_tarball_path: upload.object_path },
  });

  let revision: { status: string; status_message: string | null };
  do {
    await new Promise((resolve) => setTimeout(resolve, 100));
    revision = await call('GET', `${path}/revisions/${latest_revision_id}`);
    assert.doesNotMatch(revision.status, /FAILED/, revision.status_message ?? '');
  } while (revision.status !== 'DEPLOYED');

  const { source_config } = await call('GET', path);
  const state = await call('POST', `${source_config.custom_url}/runs/wait`, {
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content: 'hello' }] },
  });
  assert.equal(state.messages.at(-1).content, 'echo: hello');
});
