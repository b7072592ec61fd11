import { link, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findDotenvTarget, writeDotenv } from '../../src/cli/dotenv.ts';

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

const find = (file: string) => findDotenvTarget(file, { cwd: checkout, workspace: checkout });
const problemOf = async (file: string) => {
  const found = await find(file);
  return found.ok ? undefined : found.problem.message;
};

test('a dotenv file for outputs has one line per output, and no JSON documents', async () => {
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
test('a dotenv file for outputs is rejected if it is a link in the checkout or unwritable', async () => {
  for (const file of ['link.env', 'dangling.env', 'folder/out.env', path.join(checkout, 'link.env')]) {
    expect(await problemOf(file)).toContain('it is a link');
  }
  expect(await problemOf('own')).toContain('it is a folder');
  expect(await problemOf('gone/out.env')).toContain('ENOENT');
});

// docs/cli.md#dotenv
test.each(['a link', 'a folder above that is a link', 'another name of a file elsewhere'])(
  'a link in place of the dotenv file (%s) is not followed if it was created during the run',
  async (kind) => {
    const folder = await mkdtemp(path.join(checkout, 'swapped-'));
    const found = await find(path.join(folder, 'out.env'));
    if (!found.ok) throw new Error(found.problem.message);
    const elsewhere = path.join(top, 'elsewhere/out.env');
    await writeFile(elsewhere, 'kept');
    if (kind === 'a link') await symlink(elsewhere, found.file);
    else if (kind === 'another name of a file elsewhere') await link(elsewhere, found.file);
    else {
      await rm(folder, { recursive: true });
      await symlink(path.join(top, 'elsewhere'), folder);
    }
    expect(() => writeDotenv(found.file, new Map([['outcome', 'deployed']]))).toThrow();
    expect(await readFile(elsewhere, 'utf8')).toBe('kept');
    await rm(elsewhere);
  },
);

// docs/cli.md#dotenv
test('a dotenv file outside of the checkout can be a link to another file', async () => {
  const target = path.join(top, 'elsewhere/profile');
  const name = path.join(top, 'outside.env');
  await symlink(target, name);
  expect(await find(name)).toEqual({ ok: true, file: target });
});
