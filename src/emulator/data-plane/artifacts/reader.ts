import type { Artifacts } from '../../ports/artifacts.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import type { ArtifactRows } from '../../ports/store.ts';

/** Reads built revisions from the object store. */
export function createArtifactReader({
  rows,
  objects,
}: {
  rows: Pick<ArtifactRows, 'archivesOf'>;
  objects: Pick<ObjectStore, 'read'>;
}): Artifacts {
  return {
    async manifest(revisionId) {
      const archives = await rows.archivesOf(revisionId);
      if (archives.length === 0) return undefined;
      return {
        version: 1,
        revisionId,
        pieces: archives.map(({ place, digest, size, unpackedSize }) => ({
          place,
          digest,
          size,
          unpackedSize,
        })),
      };
    },
    async read(revisionId, digest, from = 0) {
      const archive = (await rows.archivesOf(revisionId)).find((one) => one.digest === digest);
      if (archive === undefined) return undefined;
      return { size: archive.size, content: objects.read(archive.contentId, from) };
    },
  };
}
