// oxlint-disable jest/no-export -- every driver's test file runs these
import { describe, expect, test } from '@jest/globals';
import type { Store } from '../../../src/emulator/ports/store.ts';
import type { OpenFresh } from './contract.ts';
import { aDeployment, revisionRow } from './samples.ts';

const HASH = 'ab'.repeat(32);

const attempt = (revisionId: string, number: number, pod: string | null = null) => ({
  revisionId,
  attempt: number,
  pod,
});

async function aRevision(store: Store): Promise<string> {
  const { id } = await aDeployment(store);
  return (await store.revisions.insert(revisionRow(id), [])).id;
}

export function buildsContract(openFresh: OpenFresh): void {
  describe('build attempts in the store', () => {
    test('replace the previous attempt and have separate tokens', async () => {
      const store = await openFresh();
      const { builds } = store;
      const id = await aRevision(store);
      expect(await builds.find(id)).toBeUndefined();
      const first = await builds.begin(id, HASH);
      expect(first).toMatchObject({ attempt: 1, status: 'running', tokenHash: HASH, lines: 0, bytes: 0 });
      expect(await builds.end(attempt(id, 1), { status: 'failed', message: 'no room' })).toBe(true);
      const second = await builds.begin(id, 'cd'.repeat(32));
      expect(await builds.find(id)).toEqual(second);
      expect(second).toMatchObject({ attempt: 2, status: 'running', message: null });
    });

    test('get consecutive numbers if they begin at the same time', async () => {
      const store = await openFresh();
      const id = await aRevision(store);
      const rows = await Promise.all(
        ['ab', 'cd', 'ef'].map((start) => store.builds.begin(id, start.repeat(32))),
      );
      const last = rows.toSorted((a, b) => a.attempt - b.attempt);
      expect(last.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
      expect(await store.builds.find(id)).toEqual(last.at(-1));
    });

    test('change nothing after they ended or were replaced', async () => {
      const store = await openFresh();
      const { builds } = store;
      const id = await aRevision(store);
      await builds.begin(id, HASH);
      const second = await builds.begin(id, HASH);
      await builds.start(attempt(id, 1), 5);
      expect(await builds.setCommit(attempt(id, 1), 'abc')).toBe(false);
      expect(await builds.countLines(attempt(id, 1), 0, 2)).toBe(false);
      expect(await builds.countBytes(attempt(id, 1), 2, 100)).toBe(false);
      expect(await builds.end(attempt(id, 1), { status: 'built', message: null })).toBe(false);
      expect(await builds.find(id)).toEqual(second);
      expect(await builds.end(attempt(id, 2), { status: 'built', message: null })).toBe(true);
      expect(await builds.end(attempt(id, 2), { status: 'failed', message: 'too late' })).toBe(false);
      expect(await builds.countLines(attempt(id, 2), 0, 2)).toBe(false);
    });

    test('belong to one pod at a time, and keep no data of an earlier pod', async () => {
      const store = await openFresh();
      const { builds } = store;
      const id = await aRevision(store);
      const begun = await builds.begin(id, HASH);
      expect(begun).toMatchObject({ attempt: 1, job: 1, pod: null });
      const first = await builds.assign(begun, 'build-a');
      expect(first).toEqual({ ...begun, pod: 'build-a' });
      // Another replica has assigned the attempt in the meantime.
      expect(await builds.assign(begun, 'build-b')).toBeUndefined();
      const one = attempt(id, 1, 'build-a');
      await builds.start(one, 5);
      await builds.setCommit(one, 'abc');
      await builds.declareKey(one, 'modules', 'key');
      await builds.countLines(one, 0, 3);
      await builds.countBytes(one, 60, 100);
      expect(await builds.assign(one, 'build-b')).toEqual({ ...begun, pod: 'build-b' });
      for (const late of [begun, one]) {
        expect(await builds.setCommit(late, 'abc')).toBe(false);
        expect(await builds.declareKey(late, 'modules', 'key')).toBe(false);
        expect(await builds.countLines(late, 0, 3)).toBe(false);
        expect(await builds.countBytes(late, 1, 100)).toBe(false);
        expect(await builds.end(late, { status: 'built', message: null })).toBe(false);
      }
      expect(await builds.end(attempt(id, 1, 'build-b'), { status: 'built', message: null })).toBe(true);
      expect(await builds.assign(attempt(id, 1, 'build-b'), 'build-c')).toBeUndefined();
      expect(await builds.begin(id, HASH)).toMatchObject({ attempt: 2, job: 2, pod: null });
    });

    test('keep the first key of each kind of packages', async () => {
      const store = await openFresh();
      const { builds } = store;
      const id = await aRevision(store);
      await builds.begin(id, HASH);
      expect(await builds.declareKey(attempt(id, 1), 'modules', 'one')).toBe(true);
      expect(await builds.declareKey(attempt(id, 1), 'modules', 'one')).toBe(true);
      expect(await builds.declareKey(attempt(id, 1), 'modules', 'other')).toBe(false);
      expect(await builds.declareKey(attempt(id, 1), 'environments', 'other')).toBe(true);
      expect(await builds.find(id)).toMatchObject({ modulesKey: 'one', environmentsKey: 'other' });
      expect(await builds.begin(id, HASH)).toMatchObject({ modulesKey: null, environmentsKey: null });
      expect(await builds.declareKey(attempt(id, 1), 'modules', 'one')).toBe(false);
    });

    test('store their start and commit, and count lines in order and bytes up to a limit', async () => {
      const store = await openFresh();
      const { builds } = store;
      const id = await aRevision(store);
      await builds.begin(id, HASH);
      await builds.start(attempt(id, 1), 5);
      await builds.start(attempt(id, 1), 9);
      expect(await builds.setCommit(attempt(id, 1), 'abc')).toBe(true);
      expect(await builds.setCommit(attempt(id, 1), 'abc')).toBe(true);
      expect(await builds.setCommit(attempt(id, 1), 'def')).toBe(false);
      expect(await builds.countLines(attempt(id, 1), 0, 3)).toBe(true);
      expect(await builds.countLines(attempt(id, 1), 0, 3)).toBe(false);
      expect(await builds.countBytes(attempt(id, 1), 60, 100)).toBe(true);
      expect(await builds.countBytes(attempt(id, 1), 41, 100)).toBe(false);
      expect(await builds.countBytes(attempt(id, 1), 40, 100)).toBe(true);
      expect(await builds.find(id)).toMatchObject({ startedAt: 5, commitSha: 'abc', lines: 3, bytes: 100 });
    });
  });
}
