import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { KEYRING_FILE, loadKeyring } from '../../../src/emulator/store/index.ts';
import { parseKeyring } from '../../../src/emulator/store/keyring.ts';

const encoded = (bytes = 32) => randomBytes(bytes).toString('base64');
const onUnix = process.platform === 'win32' ? test.skip : test;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'keyring-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function keyringFile(content: string, mode = 0o600): Promise<string> {
  const path = join(directory, 'given');
  await writeFile(path, content);
  await chmod(path, mode);
  return path;
}

describe('a keyring that the operator provides', () => {
  test('is read with all versions of its key, and the first version is the primary version', async () => {
    const [one, two] = [randomBytes(32), randomBytes(32)];
    const file = await keyringFile(`v2:${two.toString('base64')}, v1:${one.toString('base64')}\n`);
    const keyring = await loadKeyring({ file, dataDir: directory });
    expect(keyring).toMatchObject({ primary: 2, origin: 'file', generated: false });
    expect([...keyring.keys.keys()]).toEqual([2, 1]);
    expect(keyring.keys.get(1)?.export().equals(one)).toBe(true);
    expect(keyring.keys.get(2)?.export().equals(two)).toBe(true);
    // With this keyring, no keyring is created in the data directory.
    expect(await readdir(directory)).toEqual(['given']);
  });

  test.each([
    ['nothing', ''],
    ['no version', encoded()],
    ['a version of zero', `v0:${encoded()}`],
    ['a version that is too large', `v4294967296:${encoded()}`],
    ['a key that is too short', `v1:${encoded(31)}`],
    ['a key that is too long', `v1:${encoded(33)}`],
    ['an empty key', 'v1:'],
    ['text that is not base64', 'v1:***'],
    ['a repeated version', `v1:${encoded()},v1:${encoded()}`],
    ['an extra comma', `v1:${encoded()},`],
  ])(
    'with %s is rejected with the position and the expected format, but without its content',
    (_, content) => {
      const given = () => parseKeyring(content);
      expect(given).toThrow(expect.objectContaining({ code: 'keyring' }));
      expect(given).toThrow(/entry \d .*Expected v1:base64\(32 random bytes\)/s);
      for (const entry of content.split(',').filter((part) => part.length > 20)) {
        expect(given).not.toThrow(entry.slice(entry.indexOf(':') + 1));
      }
    },
  );

  onUnix.each([0o640, 0o604, 0o622])(
    'with mode %o is rejected, and the message contains the command that corrects the mode',
    async (mode) => {
      const file = await keyringFile(`v1:${encoded()}`, mode);
      await expect(loadKeyring({ file })).rejects.toThrow(`chmod 600 ${file}`);
    },
  );

  test('is rejected with the name of its file if the file does not exist', async () => {
    const file = join(directory, 'nowhere');
    await expect(loadKeyring({ file })).rejects.toMatchObject({
      code: 'keyring',
      message: expect.stringContaining(file),
    });
  });
});

describe('the keyring of an emulator without a provided keyring', () => {
  test('is created once in the data directory, is readable only by its owner, and is read again later', async () => {
    const dataDir = join(directory, 'data');
    const [first, ...others] = await Promise.all([
      loadKeyring({ dataDir }),
      ...Array.from({ length: 20 }, () => loadKeyring({ dataDir })),
    ]);
    const third = await loadKeyring({ dataDir });
    expect(first).toMatchObject({ primary: 1, origin: 'data-directory', generated: true });
    for (const other of [...others, third]) {
      expect(other.keys.get(1)?.export()).toEqual(first.keys.get(1)?.export());
    }
    expect(await readdir(dataDir)).toEqual([KEYRING_FILE]);
    if (process.platform !== 'win32') {
      expect((await stat(join(dataDir, KEYRING_FILE))).mode & 0o777).toBe(0o600);
    }
    expect(parseKeyring(await readFile(join(dataDir, KEYRING_FILE), 'utf8')).primary).toBe(1);
  });

  test('is not created if encrypted values exist, because a new keyring could not decrypt them', async () => {
    await expect(loadKeyring({ dataDir: directory, held: { sealed: true } })).rejects.toMatchObject({
      code: 'keyring',
      message: expect.stringMatching(/keyring is missing.*Restore it.*EMULATOR_KEYRING_FILE/),
    });
    expect(await readdir(directory)).toEqual([]);
  });

  test('leaves no key in a temporary file if its creator is killed', async () => {
    await writeFile(join(directory, `${KEYRING_FILE}.0123456789abcdef`), 'v1:half');
    await loadKeyring({ dataDir: directory, held: { sealed: false } });
    expect(await readdir(directory)).toEqual([KEYRING_FILE]);
  });

  test('cannot be created if the directory cannot be written', async () => {
    const file = await keyringFile('not a folder');
    await expect(loadKeyring({ dataDir: join(file, 'data') })).rejects.toMatchObject({
      code: 'keyring',
      message: expect.stringContaining('EMULATOR_KEYRING_FILE'),
    });
  });

  test('is random and only in memory if no data directory exists', async () => {
    const bytes = Buffer.alloc(32, 7);
    const keyring = await loadKeyring({ random: () => bytes });
    expect(keyring).toMatchObject({ primary: 1, origin: 'memory', generated: true });
    expect(keyring.keys.get(1)?.export()).toEqual(bytes);
    const [one, two] = [await loadKeyring({}), await loadKeyring({})];
    expect(one.keys.get(1)?.export()).not.toEqual(two.keys.get(1)?.export());
  });
});

test('a printed keyring does not show its bytes', async () => {
  const bytes = randomBytes(32);
  const keyring = await loadKeyring({ random: () => bytes });
  const shown = inspect(keyring, { depth: 10, showHidden: true }) + JSON.stringify([...keyring.keys]);
  for (const encoding of ['hex', 'base64', 'latin1'] as const) {
    expect(shown).not.toContain(bytes.toString(encoding));
  }
});
