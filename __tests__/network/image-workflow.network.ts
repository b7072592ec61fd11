// Tests the example workflow that builds an image with the official command line, which writes the Dockerfile.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ActionSource } from '../../harness/workflow/types.ts';
import { useTestEnvironment } from '../acceptance/support/environment.ts';
import { jobs, useExamples } from '../acceptance/support/examples.ts';
import { clusterVars, deploymentNamed } from '../acceptance/support/images.ts';

const EXAMPLES = path.resolve(import.meta.dirname, '../../examples');
const world = useTestEnvironment({ runtime: 'stub' });
const examples = useExamples(world);

interface Built {
  uses: string;
  inputs: Readonly<Record<string, string>>;
  dockerfile: string | undefined;
}

/** Returns the files of an example agent. */
async function agentFiles(name: string): Promise<Record<string, string>> {
  const folder = path.join(EXAMPLES, name);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const inside = path.relative(folder, file).replaceAll(path.sep, '/');
        return [inside, await readFile(file, 'utf8')] as const;
      }),
    ),
  );
}

describe('the example workflow image.yml', () => {
  const digest = `sha256:${'b'.repeat(64)}`;
  /**
   * Replaces the build action with a function that records its inputs, reads the Dockerfile, and returns the digest.
   */
  const docker =
    (built: Built[], outcome: 'success' | 'failure' = 'success') =>
    (actions: (uses: string) => ActionSource | null) =>
    (uses: string): ActionSource | null =>
      uses.startsWith('docker/')
        ? {
            play: async ({ inputs }) => {
              const { file } = inputs;
              const dockerfile = file === undefined ? undefined : await readFile(file, 'utf8');
              built.push({ uses: uses.replace(/@.*/, ''), inputs, dockerfile });
              return uses.startsWith('docker/build-push') ? { outcome, outputs: { digest } } : {};
            },
          }
        : actions(uses);

  test.each([
    ['python-agent', 'FROM langchain/langgraph-api:', '/src/echo_agent/graph.py:graph'],
    ['echo-agent', 'FROM langchain/langgraphjs-api:', './src/agent.ts:graph'],
  ])(
    'deploys the image of %s by its digest, after a build that langgraph.json defines',
    async (name, base, graph) => {
      const repository = await examples.repository(await agentFiles(name));
      const event = await repository.pushed();
      const built: Built[] = [];
      const run = await examples.run('image.yml', repository, {
        event,
        vars: await clusterVars(world),
        repository: repository.git.dir,
        wrap: docker(built),
      });
      expect(jobs(run)).toEqual({ build: 'success', deploy: 'success' });
      expect(built).toMatchObject([
        { uses: 'docker/login-action', inputs: { registry: 'ghcr.io' } },
        { uses: 'docker/build-push-action', inputs: { context: '.', push: 'true' } },
      ]);
      expect(built[1]?.dockerfile).toContain(base);
      expect(built[1]?.dockerfile).toContain(graph);
      expect(run.jobs['build']?.permissions).toEqual({ contents: 'read', packages: 'write' });
      expect(await deploymentNamed(world, 'my-agent')).toMatchObject({
        source_revision_config: { image_uri: `ghcr.io/${repository.hub.fullName}@${digest}` },
      });
    },
  );

  test('deploys nothing if the graph configuration or the build fails', async () => {
    const wrong = await examples.repository({ 'langgraph.json': '{}' });
    const unbuilt: Built[] = [];
    const first = await examples.run('image.yml', wrong, {
      event: await wrong.pushed(),
      repository: wrong.git.dir,
      wrap: docker(unbuilt),
    });
    expect([jobs(first), unbuilt]).toEqual([{ build: 'failure', deploy: 'skipped' }, []]);

    const failing = await examples.repository(await agentFiles('echo-agent'));
    const second = await examples.run('image.yml', failing, {
      event: await failing.pushed(),
      repository: failing.git.dir,
      wrap: docker([], 'failure'),
    });
    expect(jobs(second)).toEqual({ build: 'failure', deploy: 'skipped' });
    expect(await deploymentNamed(world, 'my-agent')).toBeUndefined();
  });
});
