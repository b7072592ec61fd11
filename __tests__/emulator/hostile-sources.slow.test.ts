import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { plainAgent } from '../../harness/agents/fixtures.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { until } from '../../harness/until.ts';

/** Names that git, a build or the start of an agent opens in a checkout. */
const NAMES = [
  '.gitattributes',
  '.gitignore',
  '.gitmodules',
  '.dockerignore',
  'package.json',
  'uv.toml',
  '.env',
];
/** Git does not commit a link with the name `.gitmodules`. */
const LINKED = NAMES.filter((name) => name !== '.gitmodules');
/** Program of an agent that replaces these files with pipes, which a commit cannot contain. */
const PIPES = `rm -f ${NAMES.join(' ')} && mkfifo ${NAMES.join(' ')}`;
const isFinal = (status: string): boolean => status === 'DEPLOYED' || status.includes('FAILED');

// docs/security/checkouts.md#hostile-sources
(process.platform === 'linux' ? describe : describe.skip)(
  'repositories with devices and pipes in place of files',
  () => {
    let emulator: EmulatorHandle;
    const repositories: FixtureRepository[] = [];
    beforeAll(async () => {
      emulator = await startEmulator({ runtime: 'process' });
    });
    afterAll(async () => {
      await emulator.kill();
      for (const repository of repositories) await repository.remove();
    });

    /** Creates the repository of an agent, whose links lead to a device that never returns data. */
    async function aRepository(links: readonly string[]): Promise<FixtureRepository> {
      const repository = await createRepository(plainAgent());
      repositories.push(repository);
      for (const name of links) await symlink('/dev/ptmx', path.join(repository.dir, name));
      if (links.length > 0) await repository.commit({});
      return repository;
    }

    /**
     * Begins a deployment. @returns a function that reads the status and the build log of the deployment's revision.
     */
    async function deploy(name: string, { links = [], build }: { links?: string[]; build?: string } = {}) {
      const { url: repo_url } = await aRepository(links);
      const { status, body } = await emulator.api('POST', '/v2/deployments', {
        name,
        source: 'git_host',
        source_config: { repo_url, ...(build !== undefined && { build_command: build }) },
        source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
        secrets: [],
      });
      expect([name, status, body]).toEqual([name, 201, expect.anything()]);
      const { id, latest_revision_id } = body as { id: string; latest_revision_id: string };
      const at = `/v2/deployments/${id}/revisions/${latest_revision_id}`;
      return {
        status: async () => ((await emulator.api('GET', at)).body as { status: string }).status,
        log: async () => JSON.stringify((await emulator.api('GET', `${at}/logs?type=build`)).body),
      };
    }

    test('many builds of hostile repositories end, and do not delay other builds', async () => {
      const hostile = await Promise.all([
        ...LINKED.map((name, at) => deploy(`device-${at}`, { links: [name] })),
        ...[1, 2, 3].map((at) => deploy(`pipes-${at}`, { build: PIPES })),
      ]);
      const plain = await deploy('plain');
      await until(async () => (await plain.status()) === 'DEPLOYED');
      for (const { status } of hostile) await until(async () => isFinal(await status()));
    });

    test('SIGTERM ends the emulator during builds that hostile files block', async () => {
      const held = await Promise.all(
        [1, 2, 3, 4, 5].map((at) =>
          deploy(`held-${at}`, {
            links: ['.gitattributes'],
            build: `${PIPES}; rm src/agent.ts; mkfifo src/agent.ts`,
          }),
        ),
      );
      // The bundler waits for the pipe.
      await until(async () =>
        (await Promise.all(held.map(({ log }) => log()))).some((log) =>
          log.includes('Installed the packages'),
        ),
      );
      await emulator.stop();
      expect(await emulator.ended).toEqual({ code: 0, signal: null });
    });
  },
);
