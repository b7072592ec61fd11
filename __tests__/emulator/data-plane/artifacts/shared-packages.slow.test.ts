import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type PostgresServer, startPostgres } from '../../../../harness/postgres/server.ts';
import {
  type ArtifactStore,
  createArtifactStore,
} from '../../../../src/emulator/data-plane/artifacts/artifact-store.ts';
import {
  type ArtifactWriter,
  createArtifactWriter,
} from '../../../../src/emulator/data-plane/artifacts/artifact-writer.ts';
import type { Store } from '../../../../src/emulator/ports/store.ts';
import { createDatabaseObjectStore, loadKeyring, openStore } from '../../../../src/emulator/store/index.ts';
import { aDeployment, revisionRow } from '../../store/samples.ts';
import { archivesOf } from './archives-of.ts';

const REPLICAS = 3;
const ROUNDS = 12;
const DAY = 24 * 60 * 60_000;
let server: PostgresServer;
let folder: string;
const stores: Store[] = [];
let replicas: { dataDir: string; store: Store; artifacts: ArtifactStore & ArtifactWriter }[];
/** Each read of the clock returns a time a day later, so unused packages may be removed immediately. */
let now = 0;

beforeAll(async () => {
  server = await startPostgres();
  folder = await realpath(await mkdtemp(join(tmpdir(), 'shared-packages-')));
  const location = await server.freshDatabase();
  const file = join(folder, 'keyring');
  await writeFile(file, `v1:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
  const later = () => (now += DAY);
  for (let index = 0; index < REPLICAS; index += 1) {
    stores.push(await openStore({ location, keyring: await loadKeyring({ file }), durable: false }));
  }
  replicas = stores.map((store, index) => {
    const dataDir = join(folder, `replica-${index}`);
    const objects = createDatabaseObjectStore(store.uploadChunks, Date.now);
    return {
      dataDir,
      store,
      artifacts: {
        ...createArtifactStore({ rows: store.artifacts, objects, now: later }),
        ...createArtifactWriter({
          rows: archivesOf(store.artifacts, 'one'),
          objects,
          dataDir,
          now: later,
        }),
      },
    };
  });
});
afterAll(async () => {
  for (const store of stores) await store.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Builds a revision on a replica, with packages that other revisions share. */
async function build(index: number, deploymentId: string): Promise<string> {
  const replica = replicas[index % REPLICAS];
  if (replica === undefined) throw new Error('there is no such replica');
  const { dataDir, store, artifacts } = replica;
  const { id } = await store.revisions.insert(revisionRow(deploymentId), []);
  const checkout = join(dataDir, 'revisions', id, 'checkout');
  await mkdir(checkout, { recursive: true });
  await writeFile(join(checkout, 'agent.mjs'), id);
  const packages = join(dataDir, 'modules/lock/node_modules/dep');
  await mkdir(packages, { recursive: true });
  await writeFile(join(packages, 'index.js'), 'the same everywhere');
  const attributes = { bringsServer: false, bringsAuth: false, agentSettings: null };
  const { signal } = new AbortController();
  const artifact = { moduleKey: 'lock', python: undefined };
  await artifacts.save(id, { artifact, attributes }, { signal, log: () => {} });
  return id;
}

/** Checks that the content of each archive is unchanged, and returns the paths of the archives. */
async function readAll(artifacts: ArtifactStore, id: string): Promise<string[]> {
  const places: string[] = [];
  for (const { digest, place } of (await artifacts.manifest(id))?.pieces ?? []) {
    const archive = await artifacts.read(id, digest);
    const hash = createHash('sha256');
    for await (const chunk of archive?.content ?? []) hash.update(chunk);
    expect(hash.digest('hex')).toBe(digest);
    places.push(place);
  }
  return places;
}

// docs/kubernetes/guarantees.md#built-once
test('a revision never loses shared packages while other revisions remove packages', async () => {
  const [first] = replicas;
  if (first === undefined) throw new Error('there are no replicas');
  const { store, artifacts } = first;
  const { id: deploymentId } = await aDeployment(store);
  let before: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [built] = await Promise.all([
      Promise.all(Array.from({ length: REPLICAS }, (_, index) => build(index, deploymentId))),
      ...replicas.map(async (replica) => {
        await replica.artifacts.remove(before);
        await replica.artifacts.sweep();
      }),
    ]);
    for (const id of built) expect(await readAll(artifacts, id)).toEqual(['modules/lock', `revisions/${id}`]);
    for (const id of before) expect(await readAll(artifacts, id)).toEqual([]);
    before = built;
  }
  await artifacts.remove(before);
  await artifacts.sweep();
  expect((await store.artifacts.contentIds()).size).toBe(0);
  expect(await store.uploadChunks.listIdle(Date.now() + DAY)).toEqual([]);
});
