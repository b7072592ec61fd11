// Tests the emulator action as in a release, where npm installs the package's dependencies from the registry.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { unpackTar } from 'modern-tar/fs';
import { hostNetworkEnvironment } from '../../harness/emulator.ts';
import { pushEvent } from '../../harness/events.ts';
import { createRepository } from '../../harness/git.ts';
import { runAction } from '../../harness/runner/run-action.ts';
import {
  packed,
  type ReleasedAction,
  releaseEmulatorAction,
  runWithEmulator,
} from '../acceptance/support/emulator-action.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
let action: ReleasedAction;
beforeEach(async () => {
  action = await releaseEmulatorAction();
});
afterEach(() => action.remove());

async function exampleAgent(): Promise<Record<string, string>> {
  const folder = path.join(ROOT, 'examples/echo-agent');
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => /\.(json|ts)$/.test(name) && !name.includes('node_modules'),
  );
  const read = async (name: string) => [name, await readFile(path.join(folder, name), 'utf8')] as const;
  return Object.fromEntries(await Promise.all(names.map(read)));
}

describe('the emulator action of a release', () => {
  test('is installed from the package registry, and runs an agent that this action deploys and verifies', async () => {
    const repository = await createRepository(await exampleAgent());
    const file = path.join(action.folder, 'workflow.yml');
    await writeFile(
      file,
      `on: push
jobs:
  a:
    runs-on: ubuntu-24.04
    steps:
      - uses: OWNER/agent-deploy/emulator@v0
        id: emulator
      - uses: OWNER/agent-deploy@v0
        id: deploy
        with:
          action: deploy
          api-key: \${{ steps.emulator.outputs.api-key }}
          control-plane-url: \${{ steps.emulator.outputs.control-plane-url }}
          deployment-name: echo-agent
          repo-url: ${repository.url}
          ref: main
          commit: ${await repository.head()}
          poll-interval: 1s
          verify: '{ input: { messages: [{ role: user, content: hello }] } }'
`,
    );
    try {
      const run = await runWithEmulator(action, {
        file,
        event: pushEvent({ branch: 'main', after: await repository.head() }),
        actions: (uses) => (uses === 'OWNER/agent-deploy@v0' ? { folder: ROOT } : null),
      });
      const { annotations = [], log = '', steps = [] } = run.jobs['a'] ?? {};
      expect(annotations.filter(({ level }) => level === 'error')).toEqual([]);
      expect(run.conclusion).toBe('success');
      expect(steps[1]?.outputs).toMatchObject({ outcome: 'deployed', verified: 'true' });
      expect(log).toMatch(/ 1 {2}201 {2}POST \/v2\/deployments \(control-plane\)/);
    } finally {
      await repository.remove();
    }
  });

  // docs/security/checkouts.md#emulator-action-checksums
  test("is not installed if a dependency differs from the package's lock file", async () => {
    const unpacked = path.join(action.folder, 'unpacked');
    await pipeline(Readable.from([await readFile(action.tarball)]), createGunzip(), unpackTar(unpacked));
    const lockFile = path.join(unpacked, 'package/npm-shrinkwrap.json');
    const lock = await readFile(lockFile, 'utf8');
    await writeFile(lockFile, lock.replaceAll(/sha512-[A-Za-z0-9+/=]+/g, `sha512-${'A'.repeat(86)}==`));
    await writeFile(action.tarball, await packed(unpacked));
    await rm(unpacked, { recursive: true });
    const run = await runAction({
      actionYml: path.join(action.folder, 'action.yml'),
      event: pushEvent({ branch: 'main', after: 'd'.repeat(40) }),
      env: hostNetworkEnvironment(),
    });
    expect(run.outputs['reason-code']).toBe('emulator-install-failed');
    expect(run.annotations[0]?.message).toContain('EINTEGRITY');
  });
});
