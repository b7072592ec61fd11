// oxlint-disable jest/no-export -- every driver's test file runs these
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { ArtifactPieceRow } from '../../../src/emulator/ports/store.ts';
import type { OpenFresh } from './contract.ts';
import { aDeployment, revisionRow } from './samples.ts';

const ORIGIN = { deploymentId: 'one', source: 'ef'.repeat(32) };
const piece = (place: string, usedAt: number): ArtifactPieceRow => ({
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
  describe('artifacts', () => {
    test('a revision consists of its pieces, which are removed with its deployment', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const revision = await store.revisions.insert(revisionRow(deploymentId), []);
      const [own, modules] = [piece(`revisions/${revision.id}`, 1), piece('modules/key', 1)];
      for (const row of [own, modules]) await store.artifacts.insertPiece(row);
      expect(await store.artifacts.piecesOf(revision.id)).toEqual([]);
      await store.artifacts.put(revision.id, [own.contentId, modules.contentId], 5);
      expect(await store.artifacts.piecesOf(revision.id)).toEqual([
        { ...modules, isBuilt: true, usedAt: 5 },
        { ...own, isBuilt: true, usedAt: 5 },
      ]);
      // The revision is built again.
      await store.artifacts.put(revision.id, [own.contentId], 6);
      expect(await store.artifacts.piecesOf(revision.id)).toEqual([{ ...own, isBuilt: true, usedAt: 6 }]);
      expect(await store.artifacts.revisions()).toEqual([revision.id]);
      await store.deployments.remove(deploymentId);
      expect(await store.artifacts.revisions()).toEqual([]);
      expect(await store.artifacts.contentIds()).toEqual(new Set([own.contentId, modules.contentId]));
    });

    test('a piece is removed if it is old or belongs to the given path, and no revision uses it', async () => {
      const store = await openFresh();
      const { id: deploymentId } = await aDeployment(store);
      const revision = await store.revisions.insert(revisionRow(deploymentId), []);
      const rows = [piece('modules/used', 1), piece('modules/old', 1), piece('modules/new', 9)];
      const [used, old, young] = rows as [ArtifactPieceRow, ArtifactPieceRow, ArtifactPieceRow];
      for (const row of rows) await store.artifacts.insertPiece(row);
      await store.artifacts.put(revision.id, [used.contentId], 1);
      expect(await store.artifacts.removeUnused(5)).toEqual([old.contentId]);
      expect(await store.artifacts.removeUnused(5, 'modules/new')).toEqual([young.contentId]);
      expect(await store.artifacts.removeUnused(5, 'modules/used')).toEqual([]);
      await store.artifacts.remove(revision.id);
      expect(await store.artifacts.removeUnused(5)).toEqual([used.contentId]);
      await expect(store.artifacts.put(revision.id, [used.contentId], 5)).rejects.toMatchObject({
        code: 'conflict',
      });
      expect(await store.artifacts.piecesOf(revision.id)).toEqual([]);
    });

    test('the newest piece of a path is found if its build ended, but no piece of another deployment or source', async () => {
      const store = await openFresh();
      const { findBuiltPiece } = store.artifacts;
      const built = (usedAt: number) => ({ ...piece('modules/key', usedAt), isBuilt: true });
      const [first, second] = [built(1), built(2)];
      expect(await findBuiltPiece(ORIGIN, 'modules/key')).toBeUndefined();
      const rows = [
        second,
        first,
        { ...built(3), deploymentId: 'two' },
        { ...built(4), source: 'cd'.repeat(32) },
        { ...built(5), isBuilt: false },
        { ...built(6), deploymentId: null },
        { ...built(7), source: null },
      ];
      for (const row of rows) await store.artifacts.insertPiece(row);
      expect(await findBuiltPiece(ORIGIN, 'modules/key')).toEqual(second);
      expect(await findBuiltPiece({ deploymentId: null, source: null }, 'modules/key')).toBeUndefined();
    });

    test('a piece with a digest is found before its build has ended, but not for another deployment or source', async () => {
      const store = await openFresh();
      const { findPiece } = store.artifacts;
      const row = piece('modules/key', 1);
      await store.artifacts.insertPiece({ ...piece('modules/key', 2), digest: 'cd'.repeat(32) });
      await store.artifacts.insertPiece(row);
      expect(await findPiece(ORIGIN, row.place, row.digest)).toEqual(row);
      expect(await findPiece({ ...ORIGIN, deploymentId: 'two' }, row.place, row.digest)).toBeUndefined();
      expect(await findPiece({ ...ORIGIN, source: '01'.repeat(32) }, row.place, row.digest)).toBeUndefined();
    });

    test('the server of a revision is known once the revision is built', async () => {
      const store = await openFresh();
      const own = { ...piece('revisions/key', 1), attributes: null };
      await store.artifacts.insertPiece(own);
      const attributes = { bringsServer: true, bringsAuth: false, agentSettings: null };
      await store.artifacts.setAttributes(own.contentId, attributes);
      expect(await store.artifacts.findPiece(ORIGIN, own.place, own.digest)).toEqual({ ...own, attributes });
    });
  });
}
