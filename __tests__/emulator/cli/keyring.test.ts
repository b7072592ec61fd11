import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { checkKeyring } from '../../../src/emulator/cli/doctor-keyring.ts';
import { type KeyringRequest, readKeyringRequest, runKeyring } from '../../../src/emulator/cli/keyring.ts';
import { type Plane, startPlane } from '../server/plane.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'keyring-cli-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const run = (action: KeyringRequest['action'], keyringFile?: string) =>
  runKeyring({ action, dataDir, keyringFile });

/** Starts an emulator on the data, calls `work`, and runs until all values are re-encrypted. */
async function served(log: string[], work: (plane: Plane) => Promise<void>, keyringFile?: string) {
  const plane = await startPlane({ dataDir, keyringFile, log: (line) => log.push(line) });
  await work(plane);
  await plane.emulator.close();
}
const sealedAnew = async (log: string[]) => {
  while (!log.some((line) => line.endsWith('older keys were removed'))) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

describe('the keyring of a data directory', () => {
  // docs/data.md#rotating-changes-value-emulator
  test('is rotated by `rotate`, a start and `prune` without losing a value, and `status` shows the progress', async () => {
    const path1 = '/v2/deployments';
    let id = '';
    await served([], async ({ create }) => {
      id = (await create({ secrets: [{ name: 'KEY', value: 'the-secret-value' }] })).id;
      expect((await run('status')).answer).toMatchObject({ primary: 1, behind: 0, strange: 0, missing: [] });
      // A new key version does not affect a running emulator.
      expect((await run('rotate')).answer).toMatchObject({ primary: 2, versions: [2, 1] });
      await expect(run('prune')).rejects.toMatchObject({ code: 'locked' });
    });
    expect(await run('prune')).toMatchObject({
      refused: true,
      answer: { removed: [], needed: [{ version: 1, data_keys: 1 }] },
      lines: [expect.stringContaining('nothing was removed'), expect.stringContaining('v1 is still needed')],
    });

    const log: string[] = [];
    await served(log, async ({ api }) => {
      await sealedAnew(log);
      expect((await api('GET', `${path1}/${id}`)).body.secrets).toEqual([
        { name: 'KEY', value: 'the-secret-value' },
      ]);
      expect((await run('status')).answer).toMatchObject({
        primary: 2,
        versions: [
          { version: 2, data_keys: 1 },
          { version: 1, data_keys: 0 },
        ],
        data_keys: [{ version: 2, wrapped_by: 2, newest: true, values: 2 }],
        behind: 0,
      });
    });
    expect(log).toContain('keyring: 2 values were re-encrypted, and 1 older keys were removed');
    expect(await run('prune')).toMatchObject({ refused: false, answer: { primary: 2, removed: [1] } });
    expect(await run('prune')).toMatchObject({ refused: false, answer: { removed: [], needed: [] } });
    await served([], async ({ api }) => {
      expect((await api('GET', `${path1}/${id}`)).body.secrets[0].value).toBe('the-secret-value');
    });
  });

  test('is not shown in any response or log line', async () => {
    const key = randomBytes(32).toString('base64');
    const file = path.join(dataDir, 'given');
    await writeFile(file, `v1:${key}\n`, { mode: 0o600 });
    await served([], async () => undefined, file);
    const replies = [await run('rotate', file), await run('status', file), await run('prune', file)];
    const fresh = /v2:([^,\n]+)/.exec(await readFile(file, 'utf8'))?.[1] ?? '';
    expect(fresh).toHaveLength(44);
    for (const secret of [key, fresh]) expect(JSON.stringify(replies)).not.toContain(secret.slice(0, 12));
  });

  test('must be specified, and must exist', async () => {
    const without = {
      action: 'rotate',
      dataDir: undefined,
      keyringFile: undefined,
    } as const;
    await expect(runKeyring(without)).rejects.toThrow('--data-dir');
    await expect(runKeyring({ ...without, action: 'prune', keyringFile: '/x' })).rejects.toThrow(
      '--data-dir',
    );
    await expect(run('rotate')).rejects.toMatchObject({ code: 'keyring' });
  });

  // docs/data.md#nothing-pruned-where-nothing
  test('is not pruned without data or without its database, because the needed keys are then unknown', async () => {
    const file = path.join(dataDir, 'given');
    await writeFile(file, `v1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    await run('rotate', file);
    const before = await readFile(file, 'utf8');
    await expect(run('prune', file)).rejects.toThrow('No data');
    const databaseUrl = 'postgresql://127.0.0.1:1/is';
    const asked = { action: 'prune', dataDir, keyringFile: file, databaseUrl } as const;
    await expect(runKeyring(asked)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});

// docs/departures.md#errors-kept-secret-altered
// docs/data.md#request-needs-gets-500
test('an undecryptable secret causes a 500 with its name and instructions, until it is set again', async () => {
  let created = { id: '', other: '' };
  await served([], async ({ create }) => {
    const secrets = [{ name: 'KEY', value: 'the-secret-value' }];
    created = { id: (await create({ secrets })).id, other: (await create({ name: 'other', secrets })).id };
  });
  const database = new DatabaseSync(path.join(dataDir, 'emulator.sqlite'));
  database
    .prepare(
      'update deployment_secrets set sealed = (select sealed from deployment_secrets where deployment_id = ?) where deployment_id = ?',
    )
    .run(created.other, created.id);
  database.close();
  await served([], async ({ api }) => {
    const target = `/v2/deployments/${created.id}`;
    const refused = await api('GET', target);
    expect(refused.status).toBe(500);
    expect(refused.body.detail).toContain(`deployment ${created.id}, secrets[KEY], cannot be decrypted`);
    expect(refused.body.detail).toContain('Set the value again');
    expect(JSON.stringify(refused.body)).not.toContain('the-secret-value');
    expect((await api('GET', `/v2/deployments/${created.other}`)).status).toBe(200);
    const healed = await api('PATCH', target, { secrets: [{ name: 'KEY', value: 'a-new-value' }] });
    expect([healed.status, healed.body.secrets]).toEqual([200, [{ name: 'KEY', value: 'a-new-value' }]]);
  });
});

// docs/data.md#lost-key
test('the doctor reports which secrets a keyring cannot decrypt, before an emulator starts with it', async () => {
  let id = '';
  await served([], async ({ create }) => {
    id = (await create({ secrets: [{ name: 'KEY', value: 'the-secret-value' }] })).id;
  });
  const check = (keyringFile?: string) => checkKeyring({ keyringFile, databaseUrl: undefined, dataDir });
  expect(await check()).toMatchObject({ isOk: true, report: { ok: true, lost_secrets: 0 } });
  // The key differs, but has the same version.
  const other = path.join(dataDir, 'other');
  await writeFile(other, `v1:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
  const lost = await check(other);
  expect(lost).toMatchObject({
    isOk: false,
    report: {
      lost_keys: [1],
      lost_secrets: 2,
      examples: expect.arrayContaining([`deployment ${id}, secrets[KEY]`]),
    },
  });
  expect(JSON.stringify(lost)).not.toContain('the-secret-value');
  expect(await check(path.join(dataDir, 'none'))).toMatchObject({
    isOk: false,
    report: { reason: expect.stringContaining('cannot be read') },
  });
});

describe('the command line of the keyring', () => {
  test('accepts rotate, status and prune', () => {
    expect(readKeyringRequest(['rotate', '--data-dir', 'd'])).toEqual({
      action: 'rotate',
      dataDir: 'd',
    });
    expect(readKeyringRequest(['status'])).toMatchObject({ action: 'status', dataDir: undefined });
  });

  test.each([
    [[], 'must be rotate, status, prune'],
    [['turn'], 'keyring turn: must be'],
    [['rotate', '--port', '1'], 'unknown flag --port; it knows --data-dir'],
    [['rotate', '--data-dri', 'd'], 'did you mean --data-dir?'],
    [['rotate', '--data-dir', ''], 'must not be empty'],
  ])('refuses %j, and names the expected arguments', (argv, message) => {
    expect(() => readKeyringRequest(argv)).toThrow(message);
  });
});
