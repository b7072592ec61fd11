// oxlint-disable jest/no-export -- every driver's test file runs these
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { ArtifactArchiveRow } from '../../../src/emulator/ports/store.ts';
import type { OpenFresh } from './contract.ts';
import { aDeployment, revisionRow } from './samples.ts';

const ORIGIN = { deploymentId: 'one', source: 'ef'.repeat(32) };
const archive = (place: string, usedAt: number): ArtifactArchiveRow => ({
  contentId: randomUUID(),
  ...ORIGIN,
  isBuilt: false,
  place,
  digest: 'ab'.repeat(32),
  size: 1_000,
  unpackedSize: 5_000_000_000,
  attributes: place.startsWith('revisions/')
    ? { bringsServer: false, bringsAuth: true, agentSettings: { hasPriority: true } }
    : null,
  usedAt,
});

export function artifactsContract(openFresh: OpenFresh): void {
  describe('stored builds', () => {
    test('consist of archives, which are removed with their deployment', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const revision = await store.revisions.insert(revisionRow(deploymentId), []);
      const [own, modules] = [archive(`revisions/${revision.id}`, 1), archive('modules/key', 1)];
      for (const row of [own, modules]) await store.artifacts.insertArchive(row);
      expect(await store.artifacts.archivesOf(revision.id)).toEqual([]);
      await store.artifacts.put(revision.id, [own.contentId, modules.contentId], 5);
      expect(await store.artifacts.archivesOf(revision.id)).toEqual([
        { ...modules, isBuilt: true, usedAt: 5 },
        { ...own, isBuilt: true, usedAt: 5 },
      ]);
      // The revision is built again.
      await store.artifacts.put(revision.id, [own.contentId], 6);
      expect(await store.artifacts.archivesOf(revision.id)).toEqual([{ ...own, isBuilt: true, usedAt: 6 }]);
      expect(await store.artifacts.revisions()).toEqual([revision.id]);
      await store.deployments.remove(deploymentId);
      expect(await store.artifacts.revisions()).toEqual([]);
      expect(await store.artifacts.contentIds()).toEqual(new Set([own.contentId, modules.contentId]));
    });

    test('publish only the first archive of a path', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const [one, other] = [
        await store.revisions.insert(revisionRow(deploymentId), []),
        await store.revisions.insert(revisionRow(deploymentId), []),
      ];
      const first = archive('modules/key', 1);
      const second = { ...archive('modules/key', 2), digest: 'cd'.repeat(32) };
      for (const row of [first, second]) await store.artifacts.insertArchive(row);
      await store.artifacts.put(one.id, [first.contentId], 5);
      await store.artifacts.put(other.id, [second.contentId], 6);
      expect(await store.artifacts.archivesOf(other.id)).toEqual([{ ...second, isBuilt: false, usedAt: 6 }]);
      const published = { ...first, isBuilt: true, usedAt: 5 };
      expect(await store.artifacts.findBuiltArchive(ORIGIN, 'modules/key')).toEqual(published);
    });

    test('lose an unused archive if it is old or belongs to a given path', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const revision = await store.revisions.insert(revisionRow(deploymentId), []);
      const rows = [archive('modules/used', 1), archive('modules/old', 1), archive('modules/new', 9)];
      const [used, old, young] = rows as [ArtifactArchiveRow, ArtifactArchiveRow, ArtifactArchiveRow];
      for (const row of rows) await store.artifacts.insertArchive(row);
      await store.artifacts.put(revision.id, [used.contentId], 1);
      expect(await store.artifacts.removeUnused(5)).toEqual([old.contentId]);
      expect(await store.artifacts.removeUnused(5, 'modules/new')).toEqual([young.contentId]);
      expect(await store.artifacts.removeUnused(5, 'modules/used')).toEqual([]);
      await store.artifacts.remove(revision.id);
      expect(await store.artifacts.removeUnused(5)).toEqual([used.contentId]);
      await expect(store.artifacts.put(revision.id, [used.contentId], 5)).rejects.toMatchObject({
        code: 'conflict',
      });
      expect(await store.artifacts.archivesOf(revision.id)).toEqual([]);
    });

    test('share the newest archive of a path only with later builds of the same deployment and source', async () => {
      const store = await openFresh();
      const { findBuiltArchive } = store.artifacts;
      const built = (usedAt: number) => ({ ...archive('modules/key', usedAt), isBuilt: true });
      const [first, second] = [built(1), built(2)];
      expect(await findBuiltArchive(ORIGIN, 'modules/key')).toBeUndefined();
      const rows = [
        second,
        first,
        { ...built(3), deploymentId: 'two' },
        { ...built(4), source: 'cd'.repeat(32) },
        { ...built(5), isBuilt: false },
        { ...built(6), deploymentId: null },
        { ...built(7), source: null },
      ];
      for (const row of rows) await store.artifacts.insertArchive(row);
      expect(await findBuiltArchive(ORIGIN, 'modules/key')).toEqual(second);
      expect(await findBuiltArchive({ deploymentId: null, source: null }, 'modules/key')).toBeUndefined();
    });

    test('share an archive by its digest with builds of the same deployment and source, even during a build', async () => {
      const store = await openFresh();
      const { findArchive } = store.artifacts;
      const row = archive('modules/key', 1);
      await store.artifacts.insertArchive({ ...archive('modules/key', 2), digest: 'cd'.repeat(32) });
      await store.artifacts.insertArchive(row);
      expect(await findArchive(ORIGIN, row.place, row.digest)).toEqual(row);
      expect(await findArchive({ ...ORIGIN, deploymentId: 'two' }, row.place, row.digest)).toBeUndefined();
      expect(
        await findArchive({ ...ORIGIN, source: '01'.repeat(32) }, row.place, row.digest),
      ).toBeUndefined();
    });

    test("contain the kind of a revision's server after the revision is built", async () => {
      const store = await openFresh();
      const own = { ...archive('revisions/key', 1), attributes: null };
      await store.artifacts.insertArchive(own);
      const attributes = { bringsServer: true, bringsAuth: false, agentSettings: null };
      await store.artifacts.setAttributes(own.contentId, attributes);
      expect(await store.artifacts.findArchive(ORIGIN, own.place, own.digest)).toEqual({
        ...own,
        attributes,
      });
    });
  });
}
