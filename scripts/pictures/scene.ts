import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as z from 'zod';
import { graphConfig, missingExport, rootModulesInstall } from '../../harness/agents/fixtures.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { serveGit } from '../../harness/git-server.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';

/** An emulator in the middle of a working day: what the pictures of the dashboard show. */
export interface Scene {
  emulator: EmulatorHandle;
  /** Signs in once. */
  link(): Promise<string>;
  /** IDs of deployments by name. */
  deployments: ReadonlyMap<string, string>;
  /** Pushes a commit to the agent's repository and waits until its revision is final. */
  push(text: string): Promise<void>;
  stop(): Promise<void>;
}

const Created = z.looseObject({ id: z.string(), latest_revision_id: z.string() });
const Revision = z.looseObject({ status: z.string() });
const FINAL = /DEPLOYED|FAILED|SKIPPED|INTERRUPTED/;

const agentFiles = () => ({
  'package.json': `${JSON.stringify({ name: 'support-agent', private: true, type: 'module' })}\n`,
  'langgraph.json': graphConfig(),
  'src/agent.ts': readFileSync(path.join(import.meta.dirname, 'support-agent.ts'), 'utf8'),
});

/** Starts the emulator with its dashboard, deploys agents that are really built, and sends what clients send. */
export async function startScene(): Promise<Scene> {
  await using undo = new AsyncDisposableStack();
  const repository = await createRepository(agentFiles());
  undo.defer(() => repository.remove());
  const git = await startGitServer(repository);
  undo.defer(() => git.close());
  const emulator = await startEmulator({ flags: ['--dashboard'] });
  undo.defer(() => emulator.stop());
  const deployments = new Map<string, string>();

  const settled = (id: string, revision: string) =>
    until(async () => {
      const { body } = await emulator.api('GET', `/v2/deployments/${id}/revisions/${revision}`);
      return FINAL.test(Revision.parse(body).status);
    });
  const create = async (name: string, change: { ref?: string; secrets?: Record<string, string> } = {}) => {
    const { body } = await emulator.api('POST', '/v2/deployments', {
      name,
      source: 'github',
      source_config: {
        integration_id: null,
        repo_url: `${git.origin}/shop/${name.startsWith('support') ? 'support-agent' : name}`,
        install_command: rootModulesInstall(),
        build_on_push: name === 'support-agent',
      },
      source_revision_config: { repo_ref: change.ref ?? 'main', langgraph_config_path: 'langgraph.json' },
      secrets: Object.entries(change.secrets ?? {}).map(([key, value]) => ({ name: key, value })),
    });
    const { id, latest_revision_id: revision } = Created.parse(body);
    deployments.set(name, id);
    await settled(id, revision);
    return id;
  };
  const revise = async (id: string, change: Record<string, unknown>) => {
    const { body } = await emulator.api('PATCH', `/v2/deployments/${id}`, change);
    await settled(id, Created.parse(body).latest_revision_id);
  };

  const secrets = { OPENAI_API_KEY: 'a key that no picture may show', CRM_URL: 'https://crm.example' };
  const support = await create('support-agent', { secrets });
  await revise(support, {
    secrets: [
      { name: 'OPENAI_API_KEY', value: 'another key that no picture may show' },
      { name: 'CRM_URL', value: secrets.CRM_URL },
      { name: 'REFUND_LIMIT', value: '50' },
    ],
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
  });
  await repository.branch('tone');
  await repository.commit({ 'README.md': 'A friendlier tone.\n' }, 'Answer in a friendlier tone');
  await create('support-agent-pr-42', {
    ref: 'tone',
    secrets: { AGENT_DEPLOY_PREVIEW: 'shop/support-agent#42' },
  });
  await repository.git('switch', '--quiet', 'main');
  await repository.commit(missingExport, 'Rename the graph');
  await revise(support, {
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
  });

  const kept = undo.move();
  return {
    emulator,
    deployments,
    async link() {
      const { body } = await emulator.api('POST', '/_local/ui/api/links');
      return z.object({ url: z.url() }).parse(body).url;
    },
    async push(text) {
      await repository.commit({ ...agentFiles(), 'README.md': `${text}\n` }, text);
      await emulator.push(`${git.origin}/shop/support-agent`, 'refs/heads/main');
    },
    stop: () => kept.disposeAsync(),
  };
}

/** The repository at an address such as people have. */
async function startGitServer(
  repository: FixtureRepository,
): Promise<{ origin: string; close(): Promise<void> }> {
  const name = path.basename(repository.origin);
  const server = createServer((request, response) => {
    request.url = (request.url ?? '').replace(/^\/shop\/[\w-]+/, `/${name}`);
    serveGit(request, response, { repositories: path.dirname(repository.origin), below: '' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
