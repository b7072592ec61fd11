import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../../../harness/hang-limit.ts';
import { createArtifactStore } from '../../../../src/emulator/data-plane/artifacts/artifact-store.ts';
import {
  createArtifactWriter,
  type ArchiveRows,
} from '../../../../src/emulator/data-plane/artifacts/artifact-writer.ts';
import { fetchArtifact } from '../../../../src/emulator/data-plane/artifacts/fetch-artifact.ts';
import { createRevisionFolders } from '../../../../src/emulator/data-plane/build/artifact.ts';
import type { Store } from '../../../../src/emulator/ports/store.ts';
import { createDatabaseObjectStore, loadKeyring, openStore } from '../../../../src/emulator/store/index.ts';
import { aDeployment, revisionRow } from '../../store/samples.ts';
import { builtFrom, archivesOf } from './archives-of.ts';
import { serveArtifacts, type CorruptResponse } from './serve-artifacts.ts';

let folder: string;
let store: Store;
let now = 0;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'artifacts-')));
  store = await openStore({ location: ':memory:', keyring: await loadKeyring({}), durable: false });
  now = Date.now();
});
const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const DAY = 24 * 60 * 60_000;
/** Package that is larger than a chunk of the object store, even after compression. */
const PACKAGE = randomBytes(3 * 1024 * 1024);
const ATTRIBUTES = { bringsServer: false, bringsAuth: true, agentSettings: { hasPriority: true } };
/** Deployment that shares the packages. */
const DEPLOYMENT = 'the-deployment';
const TOKEN = 'token-of-the-revision';

/** Creates a replica with a separate data directory on the common store. */
function replica(
  name: string,
  { maxBytes, rows = {} }: { maxBytes?: number; rows?: Partial<ArchiveRows> } = {},
) {
  const dataDir = join(folder, name);
  const objects = createDatabaseObjectStore(store.uploadChunks, () => now);
  const lines: string[] = [];
  const clock = () => now;
  const artifacts = {
    ...createArtifactStore({ rows: store.artifacts, objects, now: clock }),
    ...createArtifactWriter({
      rows: { ...archivesOf(store.artifacts, DEPLOYMENT), ...rows },
      objects,
      dataDir,
      now: clock,
      ...(maxBytes !== undefined && { maxBytes }),
    }),
  };
  const folders = createRevisionFolders(join(dataDir, 'revisions'));
  const context = { signal: new AbortController().signal, log: (line: string) => void lines.push(line) };
  return {
    artifacts,
    objects,
    lines,
    /** Builds a revision of TypeScript graphs with installed packages, and stores it. */
    async build(revisionId: string, { text = 'agent', moduleKey = 'lock-1', isShared = true } = {}) {
      const checkout = await folders.recreate(revisionId);
      const packages = join(isShared ? join(dataDir, 'modules', moduleKey) : checkout, 'node_modules');
      await mkdir(join(packages, 'dep'), { recursive: true });
      await writeFile(join(packages, 'dep/index.js'), PACKAGE);
      if (isShared) await symlink(packages, join(checkout, 'node_modules'));
      const module = join(checkout, '.agent-deploy/module-0.mjs');
      await mkdir(dirname(module), { recursive: true });
      await writeFile(module, `export const at = ${JSON.stringify(module)}; // ${text}`);
      const artifact = {
        commitSha: null,
        folder: checkout,
        language: 'javascript' as const,
        graphs: { agent: { module, exportName: 'graph' } },
        env: { kind: 'none' as const },
        sections: {},
        modules: {},
        moduleKey,
      };
      await folders.write(revisionId, artifact);
      await artifacts.save(revisionId, { artifact, attributes: ATTRIBUTES }, context);
    },
  };
}

async function aRevision(): Promise<string> {
  const { id } = await aDeployment(store);
  return (await store.revisions.insert(revisionRow(id), [])).id;
}

const serve = async (
  { artifacts }: Pick<ReturnType<typeof replica>, 'artifacts'>,
  spoil?: CorruptResponse,
) => {
  const served = await serveArtifacts({ artifacts, tokenOf: async () => TOKEN }, spoil);
  servers.push(served);
  return served;
};

const fetchInto = (
  name: string,
  planeUrl: string,
  revisionId: string,
  token = TOKEN,
  silenceMs = WAIT_LIMIT_MS,
) =>
  fetchArtifact({
    planeUrl,
    revisionId,
    token,
    root: join(folder, name),
    signal: AbortSignal.timeout(WAIT_LIMIT_MS),
    log: () => {},
    backoff: { baseMs: 1, capMs: 30 },
    silenceMs,
  });

/** Reads the artifact as a pod that starts it does. */
async function read(name: string, revisionId: string) {
  const artifact = await createRevisionFolders(join(folder, name, 'revisions')).read(revisionId);
  return { artifact, text: await readFile(artifact?.graphs['agent']?.module ?? '', 'utf8') };
}

// docs/kubernetes/guarantees.md#built-once
describe('the stored build of a revision', () => {
  test('is available to every replica, and can start in a pod in any folder', async () => {
    const [one, two] = [replica('one'), replica('two')];
    const id = await aRevision();
    expect(await two.artifacts.has(id)).toBe(false);
    await one.build(id);
    expect(await two.artifacts.has(id)).toBe(true);
    expect(await two.artifacts.attributesOf(id)).toEqual(ATTRIBUTES);
    const { url } = await serve(two);
    await fetchInto('pod', url, id);
    const { artifact, text } = await read('pod', id);
    const home = join(folder, 'pod/revisions', id);
    expect(artifact?.folder).toBe(join(home, 'checkout'));
    expect(text).toContain(JSON.stringify(join(home, 'checkout/.agent-deploy/module-0.mjs')));
    const dep = await readFile(join(home, 'checkout/node_modules/dep/index.js'));
    expect(dep.equals(PACKAGE)).toBe(true);
  });

  test('stores its packages once, so the next revision stores only its own files', async () => {
    const [one, two] = [replica('one'), replica('two')];
    const [first, second] = [await aRevision(), await aRevision()];
    await one.build(first);
    await two.build(second, { text: 'changed' });
    expect((await store.artifacts.contentIds()).size).toBe(3);
    expect(two.lines.join('\n')).toMatch(/packages are already stored/);
    const { url } = await serve(one);
    await fetchInto('pod', url, second);
    expect((await read('pod', second)).text).toContain('changed');
  });

  test('stores its packages in its own folder if they cannot be shared', async () => {
    const one = replica('one');
    const id = await aRevision();
    await one.build(id, { isShared: false });
    expect((await one.artifacts.manifest(id))?.pieces.map(({ place }) => place)).toEqual([`revisions/${id}`]);
    const { url } = await serve(one);
    await fetchInto('pod', url, id);
    const dep = await readFile(join(folder, 'pod/revisions', id, 'checkout/node_modules/dep/index.js'));
    expect(dep.equals(PACKAGE)).toBe(true);
  });

  test('stores its packages again if they are removed between the check and the use', async () => {
    const one = replica('one');
    const first = await aRevision();
    await one.build(first);
    await one.artifacts.remove([first]);
    let found = 0;
    const findArchive: ArchiveRows['findArchive'] = async (place) => {
      const archive = await store.artifacts.findBuiltArchive(builtFrom(DEPLOYMENT), place);
      found += 1;
      if (found === 1) await store.artifacts.removeUnused(now + 1);
      return archive;
    };
    const two = replica('two', { rows: { findArchive } });
    const second = await aRevision();
    await two.build(second);
    expect(found).toBe(2);
    const { url } = await serve(one);
    await fetchInto('pod', url, second);
    expect((await read('pod', second)).text).toContain('agent');
  });

  test('shares its packages with other replicas, which install packages themselves if sharing fails', async () => {
    const [one, two] = [replica('one'), replica('two')];
    await one.build(await aRevision());
    const { signal } = new AbortController();
    expect(await two.artifacts.fetchPackages('modules/another-lock', signal)).toBe(false);
    expect(await two.artifacts.fetchPackages('modules/lock-1', signal)).toBe(true);
    const file = join(folder, 'two/modules/lock-1/node_modules/dep/index.js');
    expect((await readFile(file)).equals(PACKAGE)).toBe(true);
    const three = replica('three');
    const archive = await store.artifacts.findBuiltArchive(builtFrom(DEPLOYMENT), 'modules/lock-1');
    await one.objects.remove(archive?.contentId ?? '');
    expect(await three.artifacts.fetchPackages('modules/lock-1', signal)).toBe(false);
    await expect(three.artifacts.fetchPackages('modules/lock-1', AbortSignal.abort())).rejects.toThrow(
      'aborted',
    );
  });

  test('loses its own files when the build is removed, while its packages remain stored for another day', async () => {
    const one = replica('one');
    const [first, second] = [await aRevision(), await aRevision()];
    await one.build(first);
    await one.build(second);
    await one.artifacts.remove([first]);
    expect(await one.artifacts.has(first)).toBe(false);
    expect(await one.artifacts.has(second)).toBe(true);
    expect((await store.artifacts.contentIds()).size).toBe(2);
    await one.artifacts.remove([second]);
    now += DAY - 1;
    await one.artifacts.sweep();
    expect((await store.artifacts.contentIds()).size).toBe(1);
    const [content = ''] = await store.artifacts.contentIds();
    now += 2;
    await one.artifacts.sweep();
    expect((await store.artifacts.contentIds()).size).toBe(0);
    expect(await one.objects.size(content)).toBeUndefined();
  });

  test('is refused with the limit if it is too large, and leaves no file behind', async () => {
    const one = replica('one', { maxBytes: 500 });
    const id = await aRevision();
    await expect(one.build(id)).rejects.toThrow(
      /cannot be sent to agent pods.*more than 0\.0 MiB.*Remove files/,
    );
    expect(await one.artifacts.has(id)).toBe(false);
    now += DAY;
    expect(await one.objects.list()).toEqual([]);
  });
});

// docs/kubernetes/guarantees.md#fetching
describe('a pod that downloads its build', () => {
  test('continues from the byte where a connection stopped or was lost', async () => {
    const one = replica('one');
    const id = await aRevision();
    await one.build(id);
    let spoiled = 0;
    const { url, asked } = await serve(one, (request, response) => {
      if (!request.url?.includes('/artifact/') || spoiled === 4) return false;
      spoiled += 1;
      const isCut = spoiled % 2 === 0;
      const write = response.write.bind(response);
      let isWritten = false;
      response.write = (chunk: Uint8Array): boolean => {
        if (isWritten) return false;
        isWritten = true;
        write(chunk.subarray(0, 1_000), () => isCut && response.destroy());
        return false;
      };
      return false;
    });
    await fetchInto('pod', url, id, TOKEN, 100);
    expect((await read('pod', id)).text).toContain('agent');
    expect(spoiled).toBe(4);
    expect(asked).toContain('piece bytes=1000-');
  });

  test('waits for a control plane that is not ready yet', async () => {
    const one = replica('one');
    const id = await aRevision();
    await one.build(id);
    let refusals = 0;
    const { url, asked } = await serve(one, (_, response) => {
      refusals += 1;
      if (refusals > 3) return false;
      response.writeHead(503).end('away');
      return true;
    });
    await fetchInto('pod', url, id);
    expect(asked.slice(0, 4)).toEqual(['manifest', 'manifest', 'manifest', 'manifest']);
  });

  test('downloads only missing archives', async () => {
    const one = replica('one');
    const [first, second] = [await aRevision(), await aRevision()];
    await one.build(first);
    await one.build(second);
    const { url, asked } = await serve(one);
    await fetchInto('pod', url, first);
    asked.length = 0;
    await fetchInto('pod', url, second);
    expect(asked).toEqual(['manifest', 'piece']);
  });

  test.each([
    ['another token', 'wrong-token-of-it', 401],
    ['a revision that is not stored', TOKEN, 404],
  ])('is refused immediately with %s', async (_what, token, status) => {
    const one = replica('one');
    const id = await aRevision();
    if (status === 401) await one.build(id);
    const { url, asked } = await serve(one);
    await expect(fetchInto('pod', url, id, token)).rejects.toThrow(String(status));
    expect(asked).toEqual(['manifest']);
  });

  test('receives the same bytes from any offset', async () => {
    const one = replica('one');
    const id = await aRevision();
    await one.build(id);
    const { url } = await serve(one);
    const manifest = await one.artifacts.manifest(id);
    for (const { digest, size } of manifest?.pieces ?? []) {
      const get = async (range?: string) => {
        const response = await fetch(`${url}/_pods/${id}/artifact/${digest}`, {
          headers: { authorization: `Bearer ${TOKEN}`, ...(range && { range }) },
        });
        return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
      };
      const whole = await get();
      expect([whole.status, whole.bytes.length]).toEqual([200, size]);
      for (const from of [1, Math.floor(size / 2), size - 1]) {
        const rest = await get(`bytes=${from}-`);
        expect(rest.status).toBe(206);
        expect(rest.bytes.equals(whole.bytes.subarray(from))).toBe(true);
      }
      expect((await get(`bytes=${size}-`)).status).toBe(416);
    }
  });
});
