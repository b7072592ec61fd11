import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  addKeyringVersion,
  dropKeyringVersions,
  isPrivate,
  parseKeyring,
} from '../../../src/emulator/store/keyring.ts';

const onUnix = process.platform === 'win32' ? test.skip : test;
let directory: string;
let path: string;
const first = randomBytes(32);

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keyring-file-'));
  path = join(directory, 'keyring');
  await writeFile(path, `v1:${first.toString('base64')}\n`, { mode: 0o600 });
});
afterEach(() => rm(directory, { recursive: true }));

const read = async () => parseKeyring(await readFile(path, 'utf8'));

// docs/data.md#file-replaced-whole-stays
test('a new key version in a keyring file becomes the first and primary version', async () => {
  const fresh = randomBytes(32);
  await addKeyringVersion(path, () => fresh);
  const { keys, primary } = await read();
  expect(primary).toBe(2);
  expect([...keys.keys()]).toEqual([2, 1]);
  expect(keys.get(1)?.export().equals(first)).toBe(true);
  expect(keys.get(2)?.export().equals(fresh)).toBe(true);
  await addKeyringVersion(path);
  expect([...(await read()).keys.keys()]).toEqual([3, 2, 1]);
});

onUnix(
  'a changed keyring file is readable only by its owner, and leaves only the lock file behind',
  async () => {
    await writeFile(`${path}.0123456789abcdef`, 'v1:half');
    await addKeyringVersion(path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readdir(directory)).toSorted()).toEqual(['keyring', 'keyring.lock']);
  },
);

test('concurrent additions of key versions either succeed or fail with the advice to retry', async () => {
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => addKeyringVersion(path)));
  const added = all.filter(({ status }) => status === 'fulfilled').length;
  expect((await read()).keys.size).toBe(1 + added);
  expect(added).toBeGreaterThan(0);
  for (const one of all) {
    if (one.status === 'rejected') expect(String(one.reason)).toContain('try again');
  }
});

onUnix('a link to a keyring file still leads to the same file after a change', async () => {
  const link = join(directory, 'link');
  await symlink(path, link);
  await addKeyringVersion(link);
  expect((await read()).primary).toBe(2);
  expect((await stat(link)).ino).toBe((await stat(path)).ino);
});

// docs/data.md#file-others-can-read
onUnix('a keyring file that other users can read is rejected and stays unchanged', async () => {
  const before = await readFile(path, 'utf8');
  await chmod(path, 0o640);
  await expect(addKeyringVersion(path)).rejects.toThrow(`chmod 600 ${path}`);
  expect(await readFile(path, 'utf8')).toBe(before);
  expect(await readdir(directory)).toEqual(['keyring']);
});

// docs/data.md#file-mounted-from-secret
test.each([
  ['only its owner may read', 0o600, 10_001, 10_001, true],
  ['root owns and this group may read', 0o440, 0, 10_001, true],
  ['root owns and this group may write', 0o460, 0, 10_001, false],
  ['root owns and another group may read', 0o440, 0, 20_000, false],
  ['root owns and every user may read', 0o444, 0, 10_001, false],
  ['another user owns and this group may read', 0o440, 20_000, 10_001, false],
  ['this user owns and its group may read', 0o640, 10_001, 10_001, false],
])('a keyring file that %s is recognized as private or not private', (_, mode, uid, gid, expected) => {
  expect(isPrivate({ mode: 0o100_000 | mode, uid, gid }, { uid: 10_001, gid: 10_001 })).toBe(expected);
});

test("root does not consider a keyring file private if the file's group can read it", () => {
  expect(isPrivate({ mode: 0o440, uid: 0, gid: 0 }, { uid: 0, gid: 0 })).toBe(false);
});

test.each([
  ['does not exist', 'nowhere', undefined],
  ['is a folder', 'folder', undefined],
  ['is malformed', 'malformed', 'v1:short'],
])('a keyring file that %s is rejected, and nothing is created', async (_, name, text) => {
  if (name === 'folder') await mkdir(join(directory, name), { mode: 0o700 });
  if (text !== undefined) await writeFile(join(directory, name), text, { mode: 0o600 });
  const before = await readdir(directory);
  await expect(addKeyringVersion(join(directory, name))).rejects.toMatchObject({ code: 'keyring' });
  expect(await readdir(directory)).toEqual(expect.arrayContaining(before));
  expect((await readdir(directory)).filter((one) => !before.includes(one) && !one.endsWith('.lock'))).toEqual(
    [],
  );
});

test('no key version can be added after the greatest possible version number', async () => {
  await writeFile(path, `v4294967295:${first.toString('base64')}\n`);
  await expect(addKeyringVersion(path)).rejects.toThrow('highest possible version');
});

test('unused key versions are removed, except for the primary version', async () => {
  await addKeyringVersion(path);
  await addKeyringVersion(path);
  expect(await dropKeyringVersions(path, new Set([2]))).toMatchObject({ primary: 3, removed: [1] });
  expect([...(await read()).keys.keys()]).toEqual([3, 2]);
  expect(await dropKeyringVersions(path, new Set())).toMatchObject({ primary: 3, removed: [2] });
  expect(await dropKeyringVersions(path, new Set())).toMatchObject({ primary: 3, removed: [] });
  expect([...(await read()).keys.keys()]).toEqual([3]);
});
