import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createResolveRef } from '../../../../src/action/git/resolve-ref.ts';
import { createPackSource } from '../../../../src/action/pack/pack.ts';
import { createCheckout } from '../../../../src/emulator/data-plane/git/checkout.ts';
import { createGit } from '../../../../src/emulator/data-plane/git/git.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import { createPrintedLines } from '../../../../src/emulator/dev/relevance.ts';
import { createSnapshots } from '../../../../src/emulator/dev/snapshots.ts';
import { withGit } from '../../../../src/git/program.ts';
import { findCheckout } from '../../../../src/git/repository.ts';
import { createRemoteHeads } from '../../../../src/emulator/data-plane/git/remote-heads.ts';
import type { HostileTree } from './hostile-trees.ts';

const never = new AbortController().signal;

/**
 * Every operation that starts git on a tree. The tests check only whether the trap's program ran, not the result of
 * the operation.
 */
export interface Verbs {
  /** Runs all operations and returns their results, including the number of packed files. */
  run(tree: HostileTree): Promise<{ packed: number; commit: string | undefined; built: string | undefined }>;
  close(): Promise<void>;
}

/** Opens the operations in this process, and starts a git server that requires a password. */
export async function openVerbs(): Promise<Verbs> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-verbs-'));
  const processes = createProcesses();
  const server = createServer((_request, response) => {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const url = `http://127.0.0.1:${address.port}/owner/agent`;
  let count = 0;
  return {
    async run(tree) {
      const env = {
        PATH: process.env['PATH'],
        HOME: folder,
        RUNNER_TEMP: folder,
        GITHUB_WORKSPACE: tree.workspace,
        ...tree.env,
      };
      const quiet = { note: () => undefined, warn: () => undefined };
      const source = await createPackSource(env)(
        { sourcePath: tree.sourcePath, configPath: 'langgraph.json', ...quiet },
        never,
      );
      const resolve = createResolveRef(env, () => undefined);
      const commit = await resolve(tree.hostile, 'main', never);
      await resolve(tree.hostile, 'refs/tags/v1', never);
      await resolve(url, 'main', never);
      await resolve('ssh://git.example/owner/agent', 'main', never);
      await resolve('origin', 'main', never);
      const home = path.join(folder, `${(count += 1)}`);
      const into = path.join(home, 'out');
      await mkdir(into, { recursive: true });
      const ofEmulator = { PATH: process.env['PATH'] ?? '', HOME: folder, ...tree.env };
      const git = createGit({ processes, folder: home, env: ofEmulator, allowLocal: true });
      await createRemoteHeads({ git, allowLocal: true }).read(tree.hostile, ['HEAD', 'refs/tags/v1'], never);
      const checkout = createCheckout({ git, folder: home, allowLocal: true });
      const request = { commitSha: null, into, signal: never, log: () => undefined };
      const built = await checkout
        .run({ ...request, repoUrl: tree.hostile, ref: 'main' })
        .catch(() => undefined);
      await checkout.run({ ...request, repoUrl: url, ref: 'main' }).catch(() => undefined);
      const root = await realpath(path.resolve(tree.workspace, tree.sourcePath));
      const agent = {
        root,
        repository: await findCheckout(root, root),
        configPath: 'langgraph.json',
        name: 'agent',
      };
      await withGit(env, never, async (own) => {
        const snapshots = await createSnapshots(agent, own, {
          folder: path.join(home, 'snapshots'),
          leftOut: home,
          printed: createPrintedLines(),
        });
        await snapshots.take();
        await snapshots.take();
      });
      return { packed: source.archive.files, commit, built };
    },
    async close() {
      server.close();
      await processes.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
