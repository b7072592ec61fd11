import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createTarballSweeper,
  MAX_KEPT_TARBALLS,
} from '../../../../src/emulator/data-plane/tarball/tarballs.ts';
import type { ObjectStore } from '../../../../src/emulator/ports/objects.ts';
import type { Store, UploadRow } from '../../../../src/emulator/ports/store.ts';
import {
  createDiskObjectStore,
  createDatabaseObjectStore,
  loadKeyring,
  openStore,
} from '../../../../src/emulator/store/index.ts';
import { aDeployment, revisionRow } from '../../store/samples.ts';

const DAY = 24 * 60 * 60_000;
let folder: string;
let store: Store;
let objects: ObjectStore;
let now: number;
let real: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keeper-'));
  store = await openStore({ location: ':memory:', keyring: await loadKeyring({ dataDir: folder }) });
  now = 10 * DAY;
  real = 1_000_000;
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function* bytes(...parts: string[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}
const text = async (id: string) => {
  const parts: Uint8Array[] = [];
  for await (const part of objects.read(id)) parts.push(part);
  return Buffer.concat(parts).toString();
};
async function upload(deploymentId: string, change: Partial<UploadRow> = {}): Promise<UploadRow> {
  const id = randomUUID();
  let row: UploadRow | undefined;
  await objects.write(id, bytes('a tar', 'ball'), async (written) => {
    const base = { id, deploymentId, path: `uploads/${id}`, tokenHash: '', urlExpiresAt: 0, contentId: id };
    row = { ...base, ...written, uploadedAt: now, used: false, createdAt: now, ...change };
    await store.uploads.insert(row);
  });
  if (row === undefined) throw new Error('nothing was settled');
  return row;
}
const sweep = () =>
  createTarballSweeper({ store, objects, clock: { now: () => now }, log: () => undefined }).sweep();
const isThere = async (id: string) => (await objects.size(id)) !== undefined;

describe.each(['disk', 'database'])('uploaded tarballs in the %s', (kind) => {
  beforeEach(() => {
    objects =
      kind === 'disk'
        ? createDiskObjectStore(join(folder, 'uploads'), true)
        : createDatabaseObjectStore(store.uploadChunks, () => real);
  });

  test('are either stored completely or not at all', async () => {
    const id = randomUUID();
    let reported: unknown;
    const large = ['x'.repeat(900_000), 'y'.repeat(900_000), ''];
    await objects.write(id, bytes(...large), async (written) => {
      reported = written;
    });
    expect(reported).toMatchObject({ size: 1_800_000, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await text(id)).toBe(large.join(''));
    expect(await objects.size(id)).toBe(1_800_000);
    const empty = randomUUID();
    await objects.write(empty, bytes(), () => Promise.resolve());
    expect([await objects.size(empty), await text(empty)]).toEqual([0, '']);
    const cut = async function* () {
      yield Buffer.alloc(2_000_000);
      throw new Error('cut');
    };
    const failed = randomUUID();
    await expect(objects.write(failed, cut(), () => Promise.resolve())).rejects.toThrow('cut');
    await expect(
      objects.write(failed, bytes('x'), () => Promise.reject(new Error('not wanted'))),
    ).rejects.toThrow('not wanted');
    expect(await isThere(failed)).toBe(false);
    await expect(text(failed)).rejects.toMatchObject({ name: 'ObjectMissingError' });
    await objects.remove(id);
    await objects.remove(id);
    expect(await isThere(id)).toBe(false);
    expect(await objects.size('../keyring')).toBeUndefined();
    await expect(text('../keyring')).rejects.toMatchObject({ name: 'ObjectMissingError' });
  });

  test("are removed after a day on the emulator's clock, unless a revision uses them", async () => {
    const { id } = await aDeployment(store);
    const old = await upload(id, { uploadedAt: now - DAY, createdAt: now - 2 * DAY });
    const late = await upload(id, { uploadedAt: now - DAY + 1, createdAt: now - 2 * DAY });
    const used = await upload(id, { used: true, createdAt: now - 9 * DAY });
    await store.revisions.insert({ ...revisionRow(id), config: { source_tarball_path: used.path } }, []);
    await sweep();
    expect(await Promise.all([old, late, used].map((row) => isThere(row.id)))).toEqual([false, true, true]);
    expect(await store.uploads.get(id, old.id)).toBeUndefined();
    now += 1;
    await sweep();
    expect(await isThere(late.id)).toBe(false);
  });

  // docs/departures.md#sourcerevisionconfig-how-long-tarball
  test('remain while they belong to one of the newest or last deployed revisions, or to the active revision', async () => {
    const { id } = await aDeployment(store);
    const rows: { upload: UploadRow; revision: string }[] = [];
    const add = async (status: string) => {
      const made = await upload(id, { used: true });
      const revision = { ...revisionRow(id), status, config: { source_tarball_path: made.path } };
      await store.revisions.insert(revision, []);
      rows.push({ upload: made, revision: revision.id });
    };
    for (let count = 0; count < 4; count += 1) await add('DEPLOYED');
    await add('BUILD_FAILED');
    await add('QUEUED');
    for (let count = 0; count < MAX_KEPT_TARBALLS - 2; count += 1) await add('DEPLOYED');
    for (let count = 0; count < MAX_KEPT_TARBALLS; count += 1) await add('BUILD_FAILED');
    await store.deployments.update(id, { activeRevisionId: rows[0]?.revision ?? '' });
    await sweep();
    const kept = await Promise.all(rows.map(({ upload: { id: one } }) => isThere(one)));
    // The tarballs of the active revision, of two more of the last deployed revisions, and of the revision in progress
    // stay; the tarball of the failed revision does not.
    expect(kept.slice(0, 6)).toEqual([true, false, true, true, false, true]);
    expect(kept.slice(6).every(Boolean)).toBe(true);
    // The row in the store shows that a removed upload existed.
    const gone = await store.uploads.get(id, rows[1]?.upload.id ?? '');
    expect(gone).toMatchObject({ contentId: null, uploadedAt: now });
  });

  test('are removed with their deployment, like incomplete tarballs of a killed emulator', async () => {
    const { id } = await aDeployment(store);
    const one = await upload(id, { used: true });
    const left = randomUUID();
    if (kind === 'disk') await writeFile(join(folder, 'uploads', `${left}.part`), 'half');
    else await store.uploadChunks.put(left, 0, Buffer.from('half'), real);
    await store.deployments.remove(id);
    real += 60 * 60_000;
    await sweep();
    expect([await isThere(one.id), await isThere(left), await objects.list()]).toEqual([false, false, []]);
  });

  test('are not removed while they are being written', async () => {
    const { id: deploymentId } = await aDeployment(store);
    const id = randomUUID();
    await objects.write(id, bytes('x'), async (written) => {
      await sweep();
      const base = { id, deploymentId, path: 'p', tokenHash: '', urlExpiresAt: 0, contentId: id };
      await store.uploads.insert({ ...base, ...written, uploadedAt: now, used: false, createdAt: now });
    });
    await sweep();
    expect(await text(id)).toBe('x');
  });
});
