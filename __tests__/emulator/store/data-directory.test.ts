import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { MIGRATIONS } from '../../../src/emulator/store/migrations.ts';
import { aDeployment } from './samples.ts';

let dataDir: string;
let location: string;
const opened: Store[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'store-data-'));
  location = join(dataDir, 'emulator.db');
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(dataDir, { recursive: true });
});

async function open(at = location): Promise<Store> {
  const store = await openStore({ location: at, keyring: await loadKeyring({ dataDir }) });
  opened.push(store);
  return store;
}

/** Changes the data as another program would while the store is closed. */
function tamper(sql: string): void {
  const database = new DatabaseSync(location);
  database.exec(sql);
  database.close();
}

describe('the data directory of an emulator', () => {
  test('still contains all written data after a restart', async () => {
    const first = await open();
    const row = await aDeployment(first);
    await first.deployments.putSecrets(row.id, [{ name: 'KEY', value: 'kept' }]);
    await first.close();
    const second = await open();
    expect(await second.deployments.findById(row.id)).toEqual(row);
    expect(await second.deployments.secrets(row.id)).toEqual([{ name: 'KEY', value: 'kept' }]);
  });

  test('is created with its parent folders, and its files are readable only by their owner', async () => {
    const nested = join(dataDir, 'not', 'yet', 'emulator.db');
    await open(nested);
    for (const name of process.platform === 'win32' ? [] : ['', '-wal', '.lock']) {
      expect((await stat(`${nested}${name}`)).mode & 0o777).toBe(0o600);
    }
  });

  test('is refused for a second store until the first store is closed, even in the same process', async () => {
    const first = await open();
    const refusal = { code: 'locked', message: expect.stringContaining(`pid ${process.pid}`) };
    await expect(open()).rejects.toMatchObject(refusal);
    await expect(open()).rejects.toMatchObject(refusal);
    await first.close();
    await expect(open()).resolves.toBeDefined();
  });

  test('is refused and stays unchanged if a newer version created it', async () => {
    await (await open()).close();
    tamper("insert into agent_deploy_migrations (name) values ('9999_later')");
    const before = await readFile(location);
    await expect(open()).rejects.toMatchObject({
      code: 'newer',
      message: expect.stringMatching(new RegExp(`9999_later.*${MIGRATIONS.at(-1)?.name}`)),
    });
    expect((await readFile(location)).equals(before)).toBe(true);
    // The refused start has released the directory.
    tamper("delete from agent_deploy_migrations where name = '9999_later'");
    await expect(open()).resolves.toBeDefined();
  });

  test('is refused and stays unchanged if its file belongs to another program', async () => {
    tamper('create table theirs (x)');
    const before = await readFile(location);
    await expect(open()).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringContaining('belongs to another program'),
    });
    expect((await readFile(location)).equals(before)).toBe(true);
  });

  test.each([
    ['not a database', Buffer.from('this is a letter to my aunt, '.repeat(100))],
    ['damaged', undefined],
  ])('is refused with a hint if its file is %s', async (_, content) => {
    if (content === undefined) {
      await (await open()).close();
      const bytes = await readFile(location);
      bytes.fill(0x5a, 100, 4_096);
      await writeFile(location, bytes);
    } else {
      await writeFile(location, content);
    }
    await expect(open()).rejects.toMatchObject({
      code: 'unusable',
      message: expect.stringMatching(/(not a database|damaged).*directory/),
    });
  });

  test('is refused with its path if it cannot be opened or written', async () => {
    await writeFile(join(dataDir, 'file'), '');
    for (const at of [dataDir, join(dataDir, 'file', 'emulator.db')]) {
      await expect(open(at)).rejects.toMatchObject({
        code: 'unusable',
        message: expect.stringContaining(at),
      });
    }
  });
});
