import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRepository, type FileTree } from '../../../../harness/git.ts';
import { createRevisionFolders } from '../../../../src/emulator/data-plane/build/artifact.ts';
import { buildRevision } from '../../../../src/emulator/data-plane/build/build.ts';
import { type BuildLimits, DEFAULT_LIMITS } from '../../../../src/emulator/data-plane/build/step.ts';
import { cleanPath } from '../../../../src/emulator/data-plane/environment.ts';
import { createCheckout } from '../../../../src/emulator/data-plane/git/checkout.ts';
import { createGit } from '../../../../src/emulator/data-plane/git/git.ts';
import { createModuleCache } from '../../../../src/emulator/data-plane/install/module-cache.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import { createAgentImages } from '../../../../src/emulator/data-plane/places/container/agent-images.ts';
import { createPythonEnvironments } from '../../../../src/emulator/data-plane/python/environments.ts';
import type { SourceConfig, SourceRevisionConfig } from '../../../../src/contract/source.ts';

export type Workshop = Awaited<ReturnType<typeof openBuildFixture>>;

/** A fake npm, pnpm and yarn, which creates one package and counts its calls. */
const PACKAGE_MANAGER = `#!/bin/sh
echo "$0 $*" >> "$COUNT_FILE"
mkdir -p node_modules/dep
echo '{"name":"dep","type":"module","exports":"./index.js"}' > node_modules/dep/package.json
echo "export const dep = 'dep';" > node_modules/dep/index.js
echo installed
`;

/**
 * Creates everything that a build needs in a separate folder, with a package manager that only counts its calls.
 * `network` contains the variables that programs need for downloads.
 */
export async function openBuildFixture(files: FileTree, network: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'build-'));
  const repository = await createRepository(files);
  const processes = createProcesses();
  const counted = join(folder, 'installs');
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const name of ['npm', 'pnpm', 'yarn']) {
    await writeFile(join(bin, name), PACKAGE_MANAGER);
    await chmod(join(bin, name), 0o755);
  }
  const path = cleanPath({
    env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` },
    platform: process.platform,
    nodeFolder: dirname(process.execPath),
  });
  const env = { ...network, PATH: `${bin}:${path}`, HOME: folder, COUNT_FILE: counted };
  const git = createGit({ processes, folder: join(folder, 'git'), env, allowLocal: true });
  const parts = {
    checkout: createCheckout({ git, folder: join(folder, 'git'), allowLocal: true }),
    cache: createModuleCache(join(folder, 'modules')),
    folders: createRevisionFolders(join(folder, 'revisions')),
    environments: createPythonEnvironments({ processes, env, dataDir: folder, pythons: [] }),
    images: createAgentImages({
      processes,
      env,
      folder: join(folder, 'containers'),
      chosen: 'none',
      dataDir: folder,
    }),
    tarballs: { need: () => Promise.reject(new Error('nothing is uploaded here')) },
  };
  const lines: string[] = [];
  let count = 0;
  return {
    folder,
    repository,
    lines,
    /** Builds the branch `main` as a separate revision. */
    build: (
      options: {
        source?: SourceConfig;
        config?: SourceRevisionConfig;
        limits?: Partial<BuildLimits>;
        id?: string;
      } = {},
    ) =>
      buildRevision(
        parts,
        {
          processes,
          signal: new AbortController().signal,
          log: (line) => lines.push(line),
          env,
          limits: { ...DEFAULT_LIMITS, ...options.limits },
        },
        {
          deployment: { sourceConfig: { repo_url: repository.url, ...options.source } },
          revision: {
            id: options.id ?? `revision-${(count += 1)}`,
            deploymentId: 'deployment',
            source: 'git_host',
            config: { repo_ref: 'main', graph_config_path: 'langgraph.json', ...options.config },
          },
          onCommit: () => Promise.resolve(),
        },
      ),
    /** Returns how often the fake package managers installed. */
    installs: async () =>
      (await readFile(counted, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '').length,
    async remove() {
      await processes.close();
      await repository.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
