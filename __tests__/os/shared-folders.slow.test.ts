import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  describeUntrustedFile,
  findUntrustedAbove,
  sharedFoldersAbove,
} from '../../src/os/shared-folders.ts';
import { refuseUntrustedAbove } from '../../src/emulator/data-plane/build/build.ts';
import { StepFailure } from '../../src/emulator/data-plane/build/step.ts';
import { openDataFolder } from '../../src/emulator/storage.ts';
import { UsageError } from '../../src/emulator/ports/usage-error.ts';
import { Cleanup, createFixture } from '../emulator/agent-server/fixture.ts';
import { PLAIN_GRAPHS } from '../emulator/agent-server/plain-graphs.ts';

/** Path of a folder like `/tmp`, where every user may create files but remove only their own files. */
let shared = '';
/** Path of a folder of this user in the shared folder. */
let own = '';
const cleanup = new Cleanup();
beforeEach(() => {
  shared = realpathSync(mkdtempSync(path.join(tmpdir(), 'shared-')));
  chmodSync(shared, 0o1777);
  own = path.join(shared, 'own', 'data');
  mkdirSync(own, { recursive: true, mode: 0o700 });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await cleanup.run();
  rmSync(shared, { recursive: true, force: true });
});

const STRANGER = 54_321;
/** Makes this process and the owner of the file two different users, neither of which is root. */
function makeForeign(file: string): void {
  if (process.getuid?.() === 0) chownSync(file, STRANGER, STRANGER);
  else jest.replaceProperty(process, 'geteuid', () => STRANGER);
}

// docs/security/checkouts.md#shared-folders
(process.platform === 'win32' ? describe.skip : describe)(
  'in a shared folder that every user can write to',
  () => {
    test('the search for shared folders above a folder finds exactly the folders that other users can write to', () => {
      expect(sharedFoldersAbove(own)).toEqual([shared, ...sharedFoldersAbove(shared)]);
      chmodSync(shared, 0o755);
      expect(sharedFoldersAbove(own)).toEqual(sharedFoldersAbove(shared));
      expect(sharedFoldersAbove(path.join(own, 'missing'))).toEqual([]);
    });

    test.each(['node_modules', 'package.json', 'tsconfig.json', '.yarnrc.yml', '.npmrc'])(
      'a folder is rejected if another user has %s in the shared folder above it',
      async (name) => {
        const [uid, file] = [process.getuid?.() ?? 0, path.join(shared, name)];
        const [us, others] = [new Set([uid]), new Set([uid + 1])];
        writeFileSync(path.join(own, '..', name), '');
        expect(await findUntrustedAbove(own, others)).toBeUndefined();
        writeFileSync(file, '');
        expect(await findUntrustedAbove(own, us)).toBeUndefined();
        expect(await findUntrustedAbove(own, undefined)).toBeUndefined();
        expect(await findUntrustedAbove(own, others)).toEqual({ file, owner: uid });
        chmodSync(shared, 0o755);
        expect(await findUntrustedAbove(own, others)).toBeUndefined();
      },
    );

    test('an emulator stores nothing in a folder if another user has modules in the shared folder above it', async () => {
      await (await openDataFolder(own))[Symbol.asyncDispose]();
      await refuseUntrustedAbove(own);
      const file = path.join(shared, 'node_modules');
      mkdirSync(file);
      makeForeign(file);
      const message = new RegExp(`^${file} belongs to user \\d+ .* set --data-dir to .*\\.$`);
      await expect(openDataFolder(own)).rejects.toThrow(message);
      await expect(openDataFolder(own)).rejects.toBeInstanceOf(UsageError);
      await expect(refuseUntrustedAbove(own)).rejects.toThrow(message);
      await expect(refuseUntrustedAbove(own)).rejects.toBeInstanceOf(StepFailure);
      expect(describeUntrustedFile({ file, owner: 7 })).toContain('user 7');
    });

    test.each([
      ['a static import', "import 'stranger';"],
      ['a dynamic import', "await import('stranger/index.js');"],
      ['require', "import { createRequire } from 'node:module'; createRequire(import.meta.url)('stranger');"],
      ['a scoped package', "import '@a/stranger';"],
      ['import.meta.resolve', "import.meta.resolve('stranger');"],
    ])("an agent's code loads no packages from a shared folder: %s", async (_how, line) => {
      const fixture = await createFixture(cleanup);
      for (const name of ['stranger', '@a/stranger', 'node:fs', 'fs']) {
        const folder = path.join(shared, 'node_modules', name);
        mkdirSync(folder, { recursive: true });
        writeFileSync(path.join(folder, 'package.json'), '{"main":"index.js"}');
        writeFileSync(path.join(folder, 'index.js'), '');
      }
      const files = {
        'plain.mjs': `import 'fs';\n${PLAIN_GRAPHS}`,
        'graphs.mjs': `${line}\nexport { echo } from './plain.mjs';`,
      };
      for (const [name, text] of Object.entries(files)) writeFileSync(path.join(own, name), text);
      await expect(fixture.launch(own, { agent: 'graphs.mjs:echo' })).rejects.toThrow(
        /stranger' imported from .*node_modules is not used, because every user of this machine can write to it/,
      );
      const worker = await fixture.launch(own, { agent: 'plain.mjs:echo' });
      await worker.stop(0);
      // Packages of the folder itself are still found.
      const dep = path.join(own, '..', 'node_modules', 'stranger');
      mkdirSync(dep, { recursive: true });
      writeFileSync(path.join(dep, 'index.js'), '');
      if (line.includes('@a')) return;
      await (await fixture.launch(own, { agent: 'graphs.mjs:echo' })).stop(0);
    });
  },
);
