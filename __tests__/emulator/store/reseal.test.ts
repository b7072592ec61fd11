import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ResealProgress, Store } from '../../../src/emulator/ports/store.ts';
import { type Keyring, openStore } from '../../../src/emulator/store/index.ts';
import { sealedPrefixes, sealedVersion, versionOfPrefix } from '../../../src/emulator/store/seal.ts';
import { SEALED_COLUMNS } from '../../../src/emulator/store/reseal.ts';
import { aWorkspace } from './samples.ts';
import { SEALED_RECORDS, type SealedRecord } from './sealed-samples.ts';

const master = new Map([1, 2, 3].map((version) => [version, createSecretKey(randomBytes(32))]));
const keyringOf = (...versions: number[]): Keyring => ({
  keys: new Map([...master].filter(([version]) => versions.includes(version))),
  primary: versions[0] ?? 1,
  origin: 'file',
  generated: false,
});

let directory: string;
let location: string;
const opened: Store[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reseal-'));
  location = join(directory, 'data');
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(directory, { recursive: true });
});

async function open(...versions: number[]): Promise<Store> {
  const store = await openStore({ location, keyring: keyringOf(...versions), durable: false });
  opened.push(store);
  return store;
}

/** Creates this number of records of every kind, in two workspaces. */
async function fill(store: Store, each: number): Promise<SealedRecord[]> {
  const records: SealedRecord[] = [];
  const workspaces = [await aWorkspace(store), await aWorkspace(store)];
  for (const make of Object.values(SEALED_RECORDS)) {
    for (let index = 0; index < each; index += 1) {
      const workspaceId = workspaces[index % 2] ?? '';
      records.push(await make(store, { workspaceId, id: randomUUID() }, `value ${index}`));
    }
  }
  return records;
}
const valuesOf = (store: Store, records: SealedRecord[]) =>
  Promise.all(records.map((record) => record.read(store)));

async function finish(store: Store, batch = 7): Promise<ResealProgress[]> {
  const reported: ResealProgress[] = [];
  for await (const progress of store.reseal(batch)) reported.push(structuredClone(progress));
  return reported;
}

function look(): { keys: number[]; versions: number[] } {
  const database = new DatabaseSync(location, { readOnly: true });
  const keys = database.prepare('select version from workspace_keys order by workspace_id, version').all();
  const versions = SEALED_COLUMNS.flatMap(({ table, column }) =>
    database
      .prepare(`select "${column}" as sealed from ${table} where "${column}" is not null`)
      .all()
      .map(({ sealed }) => sealedVersion(String(sealed))),
  );
  database.close();
  return { keys: keys.map(({ version }) => Number(version)), versions };
}

test('stored values need no re-encryption if the keyring has only one key', async () => {
  const store = await open(1);
  await fill(store, 2);
  expect(await finish(store)).toEqual([]);
});

// docs/data.md#older-values-re-encrypted
test('after a rotation, every value is encrypted with a new key, and old keys are removed', async () => {
  const before = await open(1);
  const records = await fill(before, 10);
  const values = await valuesOf(before, records);
  await before.close();
  // Some records create another record that also has a sealed value.
  const sealed = look().versions.length;
  const store = await open(2, 1);
  const reported = await finish(store);
  expect(reported.at(0)).toEqual({ resealed: 0, remaining: sealed, unreadable: [], removed: 0 });
  expect(reported.at(-1)).toEqual({ resealed: sealed, remaining: 0, unreadable: [], removed: 2 });
  expect(reported.length).toBeGreaterThan(4);
  expect(await valuesOf(store, records)).toEqual(values);
  expect(await finish(store)).toEqual([]);
  await store.close();
  expect(look()).toEqual({ keys: [2, 2], versions: Array.from({ length: sealed }, () => 2) });
  // The old master key is not required for reading either.
  expect(await valuesOf(await open(2), records)).toEqual(values);
});

test('a value that is encrypted during a second rotation gets the newest key', async () => {
  const records = await fill(await open(1), 6);
  await opened.pop()?.close();
  const sealed = look().versions.length;
  const second = await open(2, 1);
  for await (const { resealed } of second.reseal(3)) if (resealed >= 6) break;
  await second.close();
  const third = await open(3, 2, 1);
  expect((await finish(third)).at(-1)).toMatchObject({ resealed: sealed, removed: 4 });
  await third.close();
  expect(new Set(look().versions)).toEqual(new Set([3]));
  expect(await valuesOf(await open(3), records)).toHaveLength(records.length);
});

// docs/data.md#may-cut-off-any
test('re-encryption can stop after any batch and continue later, while every value stays readable', async () => {
  const first = await open(1);
  const records = await fill(first, 4);
  const values = await valuesOf(first, records);
  await first.close();
  for (let cut = 0; cut < 4; cut += 1) {
    const store = await open(2, 1);
    let batches = 0;
    for await (const _ of store.reseal(3)) {
      batches += 1;
      if (batches > cut) break;
    }
    expect(await valuesOf(store, records)).toEqual(values);
    await store.close();
  }
  const store = await open(2, 1);
  await finish(store);
  expect(await valuesOf(store, records)).toEqual(values);
  await store.close();
  expect(look().keys).toEqual([2, 2]);
});

// docs/data.md#value-written-meanwhile-lost
test('a value that is written during the re-encryption is not lost, whichever write comes first', async () => {
  const first = await open(1);
  const records = (await fill(first, 12)).filter(({ fixed }) => fixed !== true);
  await first.close();
  const store = await open(2, 1);
  const writes: Promise<void>[] = [];
  let turn = 0;
  for await (const _ of store.reseal(1)) {
    const record = records[(turn * 7) % records.length];
    if (record !== undefined) writes.push(record.write(store, `written ${turn}`));
    turn += 1;
  }
  await Promise.all(writes);
  const last = new Map<string, string>();
  for (let index = 0; index < turn; index += 1) {
    const record = records[(index * 7) % records.length];
    if (record !== undefined) last.set(record.id, `written ${index}`);
  }
  for (const [id, value] of last) {
    expect(await records.find((record) => record.id === id)?.read(store)).toBe(value);
  }
});

test('two concurrent re-encryptions leave every value readable', async () => {
  const first = await open(1);
  const records = await fill(first, 8);
  const values = await valuesOf(first, records);
  await first.close();
  const sealed = look().versions.length;
  const store = await open(2, 1);
  const [one, two] = await Promise.all([finish(store, 3), finish(store, 2)]);
  expect((one.at(-1)?.resealed ?? 0) + (two.at(-1)?.resealed ?? 0)).toBe(sealed);
  expect(await valuesOf(store, records)).toEqual(values);
});

// docs/data.md#re-encryption-leaves-keeps
test('a value that cannot be decrypted stays unchanged together with its key, and is reported', async () => {
  const first = await open(1);
  await fill(first, 3);
  await first.close();
  const database = new DatabaseSync(location);
  const [row] = database.prepare('select deployment_id, sealed from deployment_secrets').all();
  const bytes = Buffer.from(String(row?.['sealed']), 'base64url');
  bytes[25] = (bytes[25] ?? 0) ^ 1;
  database
    .prepare('update deployment_secrets set sealed = ? where deployment_id = ?')
    .run(bytes.toString('base64url'), row?.['deployment_id'] ?? null);
  database.close();
  const sealed = look().versions.length;
  const store = await open(2, 1);
  const last = (await finish(store)).at(-1);
  expect(last).toMatchObject({ resealed: sealed - 1, remaining: 1, removed: 1 });
  expect(last?.unreadable).toEqual([`deployment ${String(row?.['deployment_id'])}, secrets[KEY]`]);
  await store.close();
  expect(look().keys).toHaveLength(3);
  // Once the value is written again, no value requires the old key.
  const again = await open(2);
  await again.deployments.putSecrets(String(row?.['deployment_id']), [{ name: 'KEY', value: 'new' }]);
  expect((await finish(again)).at(-1)).toMatchObject({ resealed: 0, removed: 1 });
});

test('the prefix of an encrypted value contains its key version', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 0xffff_ffff }), fc.nat(3), (version, which) => {
      const head = sealedPrefixes(version)[which] ?? '';
      expect(head).toHaveLength(7);
      expect(versionOfPrefix(head)).toBe(version);
    }),
  );
  for (const head of ['', 'AQAAAA', 'BQAAAAE', '\u0000\u0000\u0000\u0000\u0000\u0000\u0000'])
    expect(versionOfPrefix(head)).toBeUndefined();
});
