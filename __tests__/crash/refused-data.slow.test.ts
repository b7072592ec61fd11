import { randomBytes } from 'node:crypto';
import { chmod, chown, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startEmulator } from '../../harness/emulator.ts';
import { contentOf, makeReachable, start } from './refused.ts';

let folder: string;
let data: string;
const onUnix = process.platform === 'win32' ? test.skip : test;

/** The data directory of an emulator that was used and stopped, with a sealed secret. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'refused-'));
  const emulator = await startEmulator({ runtime: 'stub', dataDir: path.join(folder, 'template') });
  const made = await emulator.api('POST', '/v2/deployments', {
    name: 'sealed',
    source: 'external_docker',
    source_config: {},
    source_revision_config: { image_uri: 'agent:1' },
    secrets: [{ name: 'TOKEN', value: 'sealed value' }],
  });
  await emulator.stop();
  expect(made.status).toBe(201);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  data = await mkdtemp(path.join(folder, 'data-'));
  await cp(path.join(folder, 'template'), data, { recursive: true });
});

const file = () => path.join(data, 'emulator.sqlite');
const keyring = () => path.join(data, 'keyring');
function change(sql: string): void {
  const database = new DatabaseSync(file());
  database.exec(sql);
  database.close();
}

describe('a data directory that the emulator cannot use', () => {
  // docs/crash-safety.md#data-cannot-used
  test.each<[string, () => unknown, RegExp]>([
    [
      'is not a database',
      () => writeFile(file(), 'a letter to my aunt, '.repeat(400)),
      /emulator\.sqlite cannot be used: it is not a database.*data directory.*move this directory away/,
    ],
    [
      'is damaged',
      async () => {
        const bytes = await readFile(file());
        await writeFile(file(), bytes.fill(0x5a, 100, 8_192));
      },
      /emulator\.sqlite cannot be used: it is damaged.*data directory/,
    ],
    [
      'belongs to another program',
      () => change('pragma application_id = 7'),
      /emulator\.sqlite belongs to another program\. Use another data directory/,
    ],
    [
      'was written by another version',
      () => change("insert into agent_deploy_migrations (name) values ('9999_later')"),
      /another version of the emulator: its schema is 9999_later.*Use that version, or another data directory/,
    ],
    [
      'has lost its keyring',
      () => rm(keyring()),
      /keyring \/.*keyring is missing.*Restore it.*EMULATOR_KEYRING_FILE.*Nothing was changed/,
    ],
    [
      'has another keyring than the keyring of its values',
      () => writeFile(keyring(), `v1:${randomBytes(32).toString('base64')}\n`),
      /data was not sealed with the keyring's key v1.*EMULATOR_KEYRING_FILE, or the file "keyring"/,
    ],
    [
      'has a keyring file with invalid content',
      () => writeFile(keyring(), 'v1:c2hvcnQ=\n'),
      /keyring's entry 1 has 5 bytes instead of 32.*openssl rand/,
    ],
    [
      'has a damaged lock file',
      () => writeFile(`${file()}.lock`, 'no lock at all, '.repeat(600)),
      /lock file .*emulator\.sqlite\.lock is damaged.*delete the lock file/,
    ],
  ])(
    'is rejected with one line that contains a hint, and not changed, if it %s',
    async (_, spoil, reported) => {
      await spoil();
      const before = await contentOf(data);
      const { code, lines, printed } = await start(data);
      expect({ code, printed }).toEqual({ code: 2, printed: '' });
      expect(lines).toEqual([expect.stringMatching(reported)]);
      expect(await contentOf(data)).toEqual(before);
    },
  );

  onUnix(
    'is refused with the command that corrects the file mode if other users can read its keyring',
    async () => {
      await chmod(keyring(), 0o644);
      const { code, lines } = await start(data);
      expect(code).toBe(2);
      expect(lines).toEqual([expect.stringContaining(`chmod 600 ${keyring()}`)]);
    },
  );

  test('gets no new keyring if the keyring is stored elsewhere', async () => {
    // The data was sealed with an operator's keyring, and is started without that keyring.
    const given = path.join(folder, 'given');
    await rm(data, { recursive: true });
    await writeFile(given, `v1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    const emulator = await startEmulator({ runtime: 'stub', dataDir: data, keyringFile: given });
    await emulator.api('POST', '/v2/deployments', {
      name: 'sealed',
      source: 'external_docker',
      source_config: {},
      source_revision_config: { image_uri: 'agent:1' },
      secrets: [{ name: 'TOKEN', value: 'sealed value' }],
    });
    await emulator.stop();
    const { code, lines } = await start(data);
    expect(code).toBe(2);
    expect(lines).toEqual([expect.stringContaining('EMULATOR_KEYRING_FILE')]);
    expect(await readdir(data)).not.toContain('keyring');
  });
});

describe('a data directory that cannot be written', () => {
  // docs/crash-safety.md#folder-cannot-written
  onUnix.each([
    ['does not exist yet', 0o555, undefined],
    ['is empty', 0o555, 'empty'],
    ['contains data', 0o555, 'data'],
  ])('is rejected with one line, and nothing is created or changed, if it %s', async (_, mode, there) => {
    const place = await mkdtemp(path.join(folder, 'place-'));
    await makeReachable(path.join(place, 'any'));
    const wanted = there === undefined ? path.join(place, 'new') : place;
    if (there === 'data') await cp(data, place, { recursive: true });
    if (process.getuid?.() === 0) {
      for (const name of await readdir(place)) await chown(path.join(place, name), 65_534, 65_534);
      await chown(place, 65_534, 65_534);
    }
    await chmod(place, mode);
    const before = await contentOf(place);
    const { code, lines, printed } = await start(wanted, { asUserNobody: true });
    expect({ code, printed }).toEqual({ code: 2, printed: '' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /cannot be used.*(permission denied|is not writable).*(Use a writable data directory|--data-dir)/,
    );
    expect(lines[0]).toContain(place);
    expect(await contentOf(place)).toEqual(before);
    expect(await readdir(place)).toEqual(there === 'data' ? await readdir(data) : []);
    await chmod(place, 0o755);
  });

  test('is rejected if its path is a file', async () => {
    const place = path.join(folder, 'a-file');
    await writeFile(place, 'kept');
    const { code, lines } = await start(place);
    expect(code).toBe(2);
    expect(lines).toEqual([expect.stringMatching(/the data folder .*a-file cannot be used.*--data-dir/)]);
    expect(await readFile(place, 'utf8')).toBe('kept');
  });
});
