import type { Artifacts } from '../../ports/artifacts.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import type { ArtifactArchiveRow, ArtifactRows } from '../../ports/store.ts';
import { createArtifactReader } from './reader.ts';

/** Stores built revisions in the object store, and finds them. */
export interface ArtifactStore extends Artifacts {
  /** Returns whether the build of a revision is stored. */
  has(revisionId: string): Promise<boolean>;
  /** Returns how a stored revision serves requests, or `undefined` if the revision is not stored. */
  attributesOf(revisionId: string): Promise<ServingAttributes | undefined>;
  remove(revisionIds: Iterable<string>): Promise<void>;
  /** Removes packages that no revision has used for a day. */
  sweep(): Promise<void>;
}

export type ServingAttributes = NonNullable<ArtifactArchiveRow['attributes']>;

export interface ArtifactStoreOptions {
  rows: Pick<ArtifactRows, 'archivesOf' | 'remove' | 'removeUnused'>;
  objects: Pick<ObjectStore, 'read' | 'remove'>;
  now?: () => number;
}

/**
 * Milliseconds after which packages without a revision are removed: a day, because rollbacks and reopened previews may
 * need them.
 */
const UNUSED_MS = 24 * 60 * 60_000;

export function createArtifactStore({ rows, objects, now = Date.now }: ArtifactStoreOptions): ArtifactStore {
  const removeArchives = async (contentIds: readonly string[]) => {
    for (const id of contentIds) await objects.remove(id);
  };
  return {
    ...createArtifactReader({ rows, objects }),
    async attributesOf(revisionId) {
      const archives = await rows.archivesOf(revisionId);
      return archives.find(({ attributes }) => attributes !== null)?.attributes ?? undefined;
    },
    has: async (revisionId) => (await rows.archivesOf(revisionId)).length > 0,
    async remove(revisionIds) {
      for (const id of revisionIds) {
        await rows.remove(id);
        await removeArchives(await rows.removeUnused(now() - UNUSED_MS, archivePathOf(id)));
      }
    },
    sweep: async () => removeArchives(await rows.removeUnused(now() - UNUSED_MS)),
  };
}

/** Returns the path of a revision's folder below every data directory. */
export const archivePathOf = (revisionId: string): string => `revisions/${revisionId}`;
