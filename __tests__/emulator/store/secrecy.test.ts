import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Store } from '../../../src/emulator/ports/store.ts';
import { type Keyring, loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { sealedVersion } from '../../../src/emulator/store/seal.ts';
import { aDeployment, aWorkspace, revisionRow } from './samples.ts';

let dataDir: string;
let location: string;
const opened: Store[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'store-secrets-'));
  location = join(dataDir, 'emulator.db');
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(dataDir, { recursive: true });
});

async function open(keyring: Keyring): Promise<Store> {
  const store = await openStore({ location, keyring });
  opened.push(store);
  return store;
}

function tamper(sql: string): void {
  const database = new DatabaseSync(location);
  database.exec(sql);
  database.close();
}

function keyringOf(...versions: [number, Buffer][]): Keyring {
  const keys = new Map(versions.map(([version, bytes]) => [version, createSecretKey(bytes)]));
  return { keys, primary: versions[0]?.[0] ?? 1, origin: 'file', generated: false };
}

describe('secrets in the store', () => {
  test('never appear in the data directory, neither while it is open nor afterwards', async () => {
    const secret = `seeded-${randomBytes(24).toString('hex')}`;
    const store = await open(await loadKeyring({ dataDir }));
    const deployment = await aDeployment(store);
    await store.deployments.putSecrets(deployment.id, [{ name: 'KEY', value: secret }]);
    const revision = await store.revisions.insert(revisionRow(deployment.id), [
      { name: 'KEY', value: `before ${secret} after` },
    ]);
    await store.deployments.putSecrets(deployment.id, [{ name: 'KEY', value: secret.toUpperCase() }]);
    await store.integrations.upsert({
      id: 'hook',
      workspaceId: deployment.workspaceId,
      name: 'host',
      installationId: 1,
    });
    await store.integrations.putWebhookSecret('hook', secret);
    const forms = [secret, secret.toUpperCase()].flatMap((value) => [
      Buffer.from(value),
      Buffer.from(value, 'utf16le'),
      Buffer.from(Buffer.from(value).toString('hex')),
      Buffer.from(Buffer.from(value).toString('base64').slice(0, 24)),
    ]);
    const leaks = async () => {
      const found: string[] = [];
      for (const name of await readdir(dataDir)) {
        const bytes = await readFile(join(dataDir, name));
        if (forms.some((form) => bytes.includes(form))) found.push(name);
      }
      return found;
    };
    expect(await readdir(dataDir)).toContain('emulator.db-wal');
    expect(await leaks()).toEqual([]);
    await store.close();
    expect(await leaks()).toEqual([]);
    const again = await open(await loadKeyring({ dataDir }));
    expect((await again.revisions.secrets(revision.id))[0]?.value).toContain(secret);
    expect(await again.integrations.webhookSecret('hook')).toBe(secret);
  });

  test('cannot be decrypted in a row that was copied to another record, name, kind or workspace', async () => {
    const keyring = keyringOf([1, randomBytes(32)]);
    const store = await open(keyring);
    const workspaceId = await aWorkspace(store);
    const secrets = [
      { name: 'ONE', value: 'first' },
      { name: 'TWO', value: 'second' },
    ];
    const victim = await aDeployment(store, { workspaceId });
    const sibling = await aDeployment(store, { workspaceId });
    const stranger = await aDeployment(store);
    const revision = await store.revisions.insert(revisionRow(victim.id), secrets);
    for (const { id } of [victim, sibling, stranger]) await store.deployments.putSecrets(id, secrets);
    await store.close();

    const from = `(select sealed from deployment_secrets where deployment_id = '${victim.id}' and name = 'ONE')`;
    tamper(`
      update revision_secrets set sealed = ${from} where name = 'ONE';
      update deployment_secrets set sealed = ${from} where deployment_id = '${stranger.id}' and name = 'ONE';
      update deployment_secrets set sealed = ${from} where deployment_id = '${sibling.id}' and name = 'ONE';
      update deployment_secrets set sealed = ${from} where deployment_id = '${victim.id}' and name = 'TWO';
    `);
    const again = await open(keyring);
    const refused = { name: 'StoreError', code: 'sealed' };
    await expect(again.revisions.secrets(revision.id)).rejects.toMatchObject(refused);
    for (const { id } of [victim, sibling, stranger]) {
      await expect(again.deployments.secrets(id)).rejects.toMatchObject(refused);
    }
  });

  test('cannot be decrypted in a deployment that was moved to another workspace in the database', async () => {
    const keyring = keyringOf([1, randomBytes(32)]);
    const store = await open(keyring);
    const [mine, theirs] = [await aDeployment(store), await aDeployment(store)];
    for (const { id } of [mine, theirs]) await store.deployments.putSecrets(id, [{ name: 'A', value: 'b' }]);
    await store.close();
    tamper(`update deployments set workspace_id = '${theirs.workspaceId}' where id = '${mine.id}'`);
    const again = await open(keyring);
    await expect(again.deployments.secrets(mine.id)).rejects.toMatchObject({ code: 'sealed' });
    expect(await again.deployments.secrets(theirs.id)).toEqual([{ name: 'A', value: 'b' }]);
  });

  test("are rejected at the start if their data key was replaced by another workspace's key", async () => {
    const keyring = keyringOf([1, randomBytes(32)]);
    const store = await open(keyring);
    const [mine, theirs] = [await aDeployment(store), await aDeployment(store)];
    for (const { id } of [mine, theirs]) await store.deployments.putSecrets(id, [{ name: 'A', value: 'b' }]);
    await store.close();
    tamper(`update workspace_keys set wrapped =
      (select wrapped from workspace_keys where workspace_id = '${theirs.workspaceId}')
      where workspace_id = '${mine.workspaceId}'`);
    await expect(open(keyring)).rejects.toMatchObject({ code: 'keyring' });
  });
});

describe('the keyring of a data directory', () => {
  async function withOneSecret(keyring: Keyring): Promise<string> {
    const store = await open(keyring);
    const { id } = await aDeployment(store);
    await store.deployments.putSecrets(id, [{ name: 'A', value: 'b' }]);
    await store.close();
    return id;
  }

  test('must be the keyring that encrypted its secrets', async () => {
    await withOneSecret(keyringOf([1, randomBytes(32)]));
    await expect(open(keyringOf([1, randomBytes(32)]))).rejects.toMatchObject({
      code: 'keyring',
      message: expect.stringContaining('EMULATOR_KEYRING_FILE'),
    });
    await expect(open(keyringOf([2, randomBytes(32)]))).rejects.toMatchObject({
      code: 'keyring',
      message: expect.stringMatching(/key v1, which the keyring lacks \(it has v2\)/),
    });
  });

  test('can be any keyring while no value is encrypted', async () => {
    await (await open(keyringOf([1, randomBytes(32)]))).close();
    await expect(open(keyringOf([2, randomBytes(32)]))).resolves.toBeDefined();
  });

  test('is rotated by a start with the new and old keys, and the old key can be removed', async () => {
    const [old, fresh] = [randomBytes(32), randomBytes(32)];
    const id = await withOneSecret(keyringOf([1, old]));
    await (await open(keyringOf([2, fresh], [1, old]))).close();
    const store = await open(keyringOf([2, fresh]));
    expect(await store.deployments.secrets(id)).toEqual([{ name: 'A', value: 'b' }]);
    await store.close();
    await expect(open(keyringOf([1, old]))).rejects.toMatchObject({ code: 'keyring' });
  });

  // docs/data.md#start-another-primary-gives
  test('creates a new data key for later values of each workspace after its primary key changed', async () => {
    const [old, fresh] = [randomBytes(32), randomBytes(32)];
    const id = await withOneSecret(keyringOf([1, old]));
    const store = await open(keyringOf([2, fresh], [1, old]));
    const other = await aDeployment(store, {
      workspaceId: (await store.deployments.findById(id))?.workspaceId ?? '',
    });
    await store.deployments.putSecrets(other.id, [{ name: 'A', value: 'new' }]);
    expect(await store.deployments.secrets(id)).toEqual([{ name: 'A', value: 'b' }]);
    expect(await store.deployments.secrets(other.id)).toEqual([{ name: 'A', value: 'new' }]);
    await store.close();
    await (await open(keyringOf([2, fresh]))).close();
    const database = new DatabaseSync(location);
    expect(
      database.prepare('select version, key_version from workspace_keys order by version').all(),
    ).toEqual([
      { version: 1, key_version: 2 },
      { version: 2, key_version: 2 },
    ]);
    const versions = database
      .prepare('select sealed from deployment_secrets')
      .all()
      .map(({ sealed }) => sealedVersion(String(sealed)));
    expect(versions.toSorted()).toEqual([1, 2]);
    database.close();
  });
});
