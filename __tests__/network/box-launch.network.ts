// Tests of the start of a sandbox, whose shell must not use any file of the user who runs it.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const ROOT = path.resolve(import.meta.dirname, '../..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-launch-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a box does not run the startup files of the user's shell, because the files can contain keys", async () => {
  const rc = path.join(folder, 'bashrc');
  await writeFile(rc, 'export KEY_OF_THE_USER=value-in-bashrc-9\n');
  const program = path.join(folder, 'launch.mjs');
  await writeFile(
    program,
    `import { launch } from ${JSON.stringify(path.join(ROOT, 'src/box/launch.ts'))};
    const launched = launch('echo $$; read word; env; echo KEY is "$KEY_OF_THE_USER"; echo done', { group: null, elevate: [], statusFile: null });
    launched.listen((chunk) => process.stdout.write(chunk));
    launched.go();
    await launched.ended;`,
  );
  const home = userInfo().homedir;
  const { stdout } = await promisify(execFile)(
    'bwrap',
    [
      ['--bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
      // A separate home covers the real home; the checkout and the folder may be below the home.
      ['--tmpfs', home, '--ro-bind', rc, path.join(home, '.bashrc')],
      ['--ro-bind', ROOT, ROOT, '--ro-bind', folder, folder],
      ['--chdir', ROOT, process.execPath, 'scripts/run.mjs', program],
    ].flat(),
  );
  expect(stdout).toMatch(/^done$/m);
  expect(stdout).toMatch(/^PATH=/m);
  expect(stdout).not.toContain('value-in-bashrc-9');
});
