import type { Artifacts } from '../../ports/artifacts.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import type { ArtifactRows } from '../../ports/store.ts';

/** Reads built revisions from the object store. */
export function createArtifactReader({
  rows,
  objects,
}: {
  rows: Pick<ArtifactRows, 'piecesOf'>;
  objects: Pick<ObjectStore, 'read'>;
}): Artifacts {
  return {
    async manifest(revisionId) {
      const pieces = await rows.piecesOf(revisionId);
      if (pieces.length === 0) return undefined;
      return {
        version: 1,
        revisionId,
        pieces: pieces.map(({ place, digest, size, unpackedSize }) => ({
          place,
          digest,
          size,
          unpackedSize,
        })),
      };
    },
    async read(revisionId, digest, from = 0) {
      const piece = (await rows.piecesOf(revisionId)).find((one) => one.digest === digest);
      if (piece === undefined) return undefined;
      return { size: piece.size, content: objects.read(piece.contentId, from) };
    },
  };
}
