import type { ArchiveRows } from '../../../../src/emulator/data-plane/artifacts/artifact-writer.ts';
import type { ArtifactRows } from '../../../../src/emulator/ports/store.ts';

/** Returns the identity of a deployment's builds from one source. */
export const builtFrom = (deploymentId: string, source = 'ef'.repeat(32)) => ({ deploymentId, source });

/** Returns access to the archives that a build of this deployment stores and finds. */
export function archivesOf(
  rows: Pick<ArtifactRows, 'insertArchive' | 'findBuiltArchive' | 'put'>,
  deploymentId: string,
): ArchiveRows {
  const origin = builtFrom(deploymentId);
  return {
    insertArchive: (row) => rows.insertArchive({ ...row, ...origin, isBuilt: false }),
    findArchive: (place) => rows.findBuiltArchive(origin, place),
    put: (revisionId, contentIds, now) => rows.put(revisionId, contentIds, now),
  };
}
