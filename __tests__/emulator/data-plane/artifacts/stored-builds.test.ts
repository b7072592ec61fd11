import { expect, test } from '@jest/globals';
import type { ArtifactStore } from '../../../../src/emulator/data-plane/artifacts/artifact-store.ts';
import { createStoredBuilds } from '../../../../src/emulator/data-plane/artifacts/stored-builds.ts';
import type { Artifact } from '../../../../src/emulator/data-plane/build/artifact.ts';
import type { RevisionJob, Workload } from '../../../../src/emulator/data-plane/workload/workload.ts';

const ARTIFACT: Artifact = {
  commitSha: null,
  folder: '/data/revisions/one/checkout',
  language: 'javascript',
  graphs: {},
  modules: { 'auth.path': { module: '/data/auth.mjs', exportName: 'auth' } },
  env: { kind: 'none' },
  sections: {},
  moduleKey: undefined,
};

/** What a replica does, in order. */
function aReplica(more: { left?: string[]; save?: () => Promise<void> } = {}) {
  const done: string[] = [];
  const stored = new Set<string>();
  const local: Workload = {
    isBuilt: () => Promise.reject(new Error('what is on this disk counts for nothing')),
    build: async ({ revision }) => void done.push(`build ${revision.id}`),
    launch: () => Promise.reject(new Error('nothing is started here')),
    discard: async (ids) => void done.push(`discard ${[...ids].join()}`),
    isDiskFull: async () => true,
    listStored: async () => more.left ?? [],
    prune: async () => void done.push('prune'),
    close: async () => void done.push('close'),
  };
  const artifacts = {
    save: async (id: string, built: Parameters<ArtifactStore['save']>[1]) => {
      await more.save?.();
      done.push(`save ${id} ${JSON.stringify(built.attributes)}`);
      stored.add(id);
    },
    has: async (id: string) => stored.has(id),
    remove: async (ids: Iterable<string>) => {
      for (const id of ids) stored.delete(id);
    },
    sweep: async () => void done.push('sweep'),
  } as Partial<ArtifactStore> as ArtifactStore;
  const builds = createStoredBuilds(local, { artifacts, readArtifact: async () => ARTIFACT });
  return { builds, done };
}

const job = (id: string) =>
  ({
    revision: { id },
    signal: new AbortController().signal,
    log: { write: () => {} },
  }) as unknown as RevisionJob;
const revision = (id: string) => job(id).revision;

test('what is built is stored, with who answers for it, and then removed from this disk', async () => {
  const { builds, done } = aReplica();
  expect(await builds.isBuilt(revision('one'))).toBe(false);
  await builds.build(job('one'));
  expect(done).toEqual([
    'build one',
    'save one {"bringsServer":false,"bringsAuth":true,"agentSettings":{}}',
    'discard one',
  ]);
  expect(await builds.isBuilt(revision('one'))).toBe(true);
  await builds.discard(['one']);
  expect(await builds.isBuilt(revision('one'))).toBe(false);
});

test('what could not be stored is not built', async () => {
  const { builds } = aReplica({ save: () => Promise.reject(new Error('too large')) });
  await expect(builds.build(job('one'))).rejects.toThrow('too large');
  expect(await builds.isBuilt(revision('one'))).toBe(false);
});

test('a start removes what an earlier one left half-built', async () => {
  const { builds, done } = aReplica({ left: ['one', 'two'] });
  await builds.prune();
  expect(done).toEqual(['discard one,two', 'prune', 'sweep']);
});

test('a full disk is the reason of nothing that was not built here', async () => {
  const { builds } = aReplica();
  expect(await builds.isDiskFull()).toBe(false);
  await builds.build(job('one'));
  expect(await builds.isDiskFull()).toBe(true);
});
