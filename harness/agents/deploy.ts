import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { EmulatorHandle } from '../emulator.ts';
import type { FixtureRepository } from '../git.ts';

const Created = z.object({ id: z.string(), latest_revision_id: z.string() });
const Revision = z.object({ id: z.string(), status: z.string(), status_message: z.string().nullish() });
const Revisions = z.object({ resources: z.array(Revision) });
const Deployment = z.object({ source_config: z.looseObject({ custom_url: z.string() }) });

export interface DeployedAgent {
  deploymentId: string;
  /** URL of the agent's server. */
  url: string;
  /** Deploys the current commit of the branch again, and waits until its revision is active. */
  again(): Promise<void>;
}

/**
 * Deploys the head of a repository's branch `main` through the API, and waits until the revision is active. Throws if
 * the deployment fails.
 */
export async function deployAgent(
  emulator: EmulatorHandle,
  repository: FixtureRepository,
  options: {
    installCommand?: string;
    name?: string;
    secrets?: { name: string; value: string }[];
    /** Path of the graph configuration; the default is `langgraph.json`. */
    configPath?: string;
  } = {},
): Promise<DeployedAgent> {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await emulator.api(method, path, body);
    if (answer.status >= 300) {
      throw new Error(`${method} ${path} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  };
  const serves = async (id: string, revisionId: string): Promise<void> => {
    for (;;) {
      const revision = Revision.parse(await ask('GET', `/v2/deployments/${id}/revisions/${revisionId}`));
      if (revision.status === 'DEPLOYED') return;
      if (/FAILED|SKIPPED|INTERRUPTED/.test(revision.status)) {
        throw new Error(`the agent is ${revision.status}: ${revision.status_message ?? 'no reason given'}`);
      }
      await sleep(50);
    }
  };
  const source = { repo_ref: 'main', graph_config_path: options.configPath ?? 'langgraph.json' };
  const created = Created.parse(
    await ask('POST', '/v2/deployments', {
      // The default name is unique, because a deployment that an earlier failure left behind would cause a 409.
      name: options.name ?? `conformance-${randomUUID().slice(0, 8)}`,
      source: 'git_host',
      source_config: {
        repo_url: repository.url,
        ...(options.installCommand !== undefined && { install_command: options.installCommand }),
      },
      source_revision_config: source,
      secrets: options.secrets ?? [],
    }),
  );
  await serves(created.id, created.latest_revision_id);
  const { source_config } = Deployment.parse(await ask('GET', `/v2/deployments/${created.id}`));
  return {
    deploymentId: created.id,
    url: source_config.custom_url,
    async again() {
      await ask('PATCH', `/v2/deployments/${created.id}`, { source_revision_config: source });
      const { resources } = Revisions.parse(await ask('GET', `/v2/deployments/${created.id}/revisions`));
      await serves(created.id, resources[0]?.id ?? '');
    },
  };
}

/**
 * Pushes and deploys revisions one after another until `work` is done, and returns the result of `work` with the
 * number of revisions that became active.
 */
export async function whileDeploying<T>(
  repository: FixtureRepository,
  agent: DeployedAgent,
  work: () => Promise<T>,
): Promise<{ result: T; switches: number }> {
  const over = new AbortController();
  let switches = 0;
  const deploy = async () => {
    for (; !over.signal.aborted; switches += 1) {
      await repository.commit({ 'revision.txt': String(switches) });
      await agent.again();
    }
  };
  const deploying = deploy();
  deploying.catch(() => undefined);
  try {
    const result = await work();
    over.abort();
    await deploying;
    return { result, switches };
  } finally {
    over.abort();
  }
}
