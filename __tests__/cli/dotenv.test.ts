import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dotenvProblem, writeDotenv } from '../../src/cli/dotenv.ts';

let top = '';
let checkout = '';
beforeAll(async () => {
  top = await realpath(await mkdtemp(path.join(tmpdir(), 'ad-test-dotenv-')));
  checkout = path.join(top, 'checkout');
  await mkdir(path.join(checkout, 'own'), { recursive: true });
  await mkdir(path.join(top, 'elsewhere'));
  await writeFile(path.join(top, 'elsewhere/profile'), '');
  await symlink('../elsewhere/profile', path.join(checkout, 'link.env'));
  await symlink('../elsewhere/not-there', path.join(checkout, 'dangling.env'));
  await symlink('../elsewhere', path.join(checkout, 'folder'));
});
afterAll(() => rm(top, { recursive: true, force: true }));

const problemOf = async (file: string) =>
  (await dotenvProblem(file, { cwd: checkout, workspace: checkout }))?.message;

test('outputs are one line each, without the documents among them', async () => {
  const file = path.join(checkout, 'own/out.env');
  expect([await problemOf('own/out.env'), await problemOf('../elsewhere/out.env')]).toEqual([
    undefined,
    undefined,
  ]);
  writeDotenv(
    file,
    new Map([
      ['deployment-url', 'https://a\nPATH=/tmp'],
      ['result', '{}'],
    ]),
  );
  expect(await readFile(file, 'utf8')).toBe('DEPLOYMENT_URL=https://a PATH=/tmp\n');
  expect(await problemOf('own/out.env')).toBeUndefined();
});

// docs/cli.md#dotenv
test('a link in the checkout is refused, and so is what cannot be written', async () => {
  for (const file of ['link.env', 'dangling.env', 'folder/out.env', path.join(checkout, 'link.env')]) {
    expect(await problemOf(file)).toContain('it is a link');
  }
  expect(await problemOf('own')).toContain('it is a folder');
  expect(await problemOf('gone/out.env')).toContain('ENOENT');
});
