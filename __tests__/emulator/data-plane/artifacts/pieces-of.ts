import type { PieceRows } from '../../../../src/emulator/data-plane/artifacts/artifact-writer.ts';
import type { ArtifactRows } from '../../../../src/emulator/ports/store.ts';

/** Identifies the builds of a deployment from one source. */
export const builtFrom = (deploymentId: string, source = 'ef'.repeat(32)) => ({ deploymentId, source });

/** Returns access to the pieces that a build of this deployment stores and finds. */
export function piecesOf(
  rows: Pick<ArtifactRows, 'insertPiece' | 'findBuiltPiece' | 'put'>,
  deploymentId: string,
): PieceRows {
  const origin = builtFrom(deploymentId);
  return {
    insertPiece: (row) => rows.insertPiece({ ...row, ...origin, isBuilt: false }),
    findPiece: (place) => rows.findBuiltPiece(origin, place),
    put: (revisionId, contentIds, now) => rows.put(revisionId, contentIds, now),
  };
}
