import type { Artifacts } from '../../ports/artifacts.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import type { ArtifactPieceRow, ArtifactRows } from '../../ports/store.ts';
import { createArtifactReader } from './reader.ts';

/** Stores the built revisions in the object store. */
export interface ArtifactStore extends Artifacts {
  /** Returns whether a revision can be started without building it. */
  has(revisionId: string): Promise<boolean>;
  /** Returns how the revision serves requests; `undefined` if it is not stored. */
  attributesOf(revisionId: string): Promise<ServingAttributes | undefined>;
  remove(revisionIds: Iterable<string>): Promise<void>;
  /** Removes packages that no revision has used for a day. */
  sweep(): Promise<void>;
}

export type ServingAttributes = NonNullable<ArtifactPieceRow['attributes']>;

export interface ArtifactStoreOptions {
  rows: Pick<ArtifactRows, 'piecesOf' | 'remove' | 'removeUnused'>;
  objects: Pick<ObjectStore, 'read' | 'remove'>;
  /** Returns real time, in epoch milliseconds. */
  now?: () => number;
}

/** Packages are kept for a day, so that a reopened preview or a rollback does not have to store them again. */
const UNUSED_MS = 24 * 60 * 60_000;

export function createArtifactStore({ rows, objects, now = Date.now }: ArtifactStoreOptions): ArtifactStore {
  const removePieces = async (contentIds: readonly string[]) => {
    for (const id of contentIds) await objects.remove(id);
  };
  return {
    ...createArtifactReader({ rows, objects }),
    async attributesOf(revisionId) {
      const pieces = await rows.piecesOf(revisionId);
      return pieces.find(({ attributes }) => attributes !== null)?.attributes ?? undefined;
    },
    has: async (revisionId) => (await rows.piecesOf(revisionId)).length > 0,
    async remove(revisionIds) {
      for (const id of revisionIds) {
        await rows.remove(id);
        await removePieces(await rows.removeUnused(now() - UNUSED_MS, placeOf(id)));
      }
    },
    sweep: async () => removePieces(await rows.removeUnused(now() - UNUSED_MS)),
  };
}

/** Path of a revision's folder below every data directory. */
export const placeOf = (revisionId: string): string => `revisions/${revisionId}`;
