// Tests of the agent with every configuration key as pods, whose settings the replicas receive over links.
import { afterAll, beforeAll, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { everyKeyInTypeScript, WEBHOOK_SECRET } from '../../harness/agents/every-key.ts';
import { rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { openClusterApi } from '../../harness/cluster/api.ts';
import { startReplicas } from '../../harness/cluster/replicas.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import { createRepository } from '../../harness/git.ts';
import { EVERY_KEY_CASES, type EveryKeyAgent, WEBHOOK_TOKEN } from '../emulator/clients/every-key-cases.ts';

const undo: (() => Promise<unknown>)[] = [];
let agent: EveryKeyAgent;
beforeAll(async () => {
  const api = openClusterApi(sharedCluster());
  undo.push(() => api.close());
  const namespace = await freshNamespace(api, 'every-key');
  const replicas = await startReplicas(2, {
    access: api.access,
    namespace,
    healthTimeout: WAIT_LIMIT_MS / 1_000,
    // The receiver of the webhooks runs on this machine.
    flags: ['--webhook-network=127.0.0.0/8'],
  });
  undo.push(() => replicas.close());
  const repository = await createRepository(everyKeyInTypeScript());
  undo.push(() => repository.remove());
  const [replica] = replicas.running;
  if (replica === undefined) throw new Error('no replica runs');
  const { deploymentId } = await deployAgent(replica, repository, {
    installCommand: rootModulesInstall(),
    secrets: [{ name: WEBHOOK_SECRET, value: WEBHOOK_TOKEN }],
  });
  // Any replica may respond to the request.
  agent = { url: `${replicas.url}/d/${deploymentId}`, apiKey: replicas.apiKey };
});
afterAll(async () => {
  for (const work of undo.toReversed()) await work();
});

// docs/kubernetes.md#code-keys
test.each(EVERY_KEY_CASES)('agent pods support these configuration keys: $keys', async ({ run }) =>
  run(agent),
);
